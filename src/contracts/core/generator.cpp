#include "contracts/core/generator.h"

#include <algorithm>
#include <array>

namespace ounce::contracts {
namespace {

// Goals inside goals: deeper ones fail, which ends types that need themselves.
constexpr int kDeepestGoal = 12;
constexpr int kTries = 4;
// How many of all signatures a narrow program calls.
constexpr double kChosen = 0.3;

struct Deeper {
    explicit Deeper(int& depth) : depth_(depth) { depth_++; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;
    ~Deeper() { depth_--; }
    int& depth_;
};

}  // namespace

Generator::Generator(const World& world, Language& language, const GeneratorOptions& options,
                     std::uint32_t seed)
    : world_(world), language_(language), options_(options), random_(seed) {
    for (std::size_t i = 0; i < world.signatures.size(); i++) {
        const Signature& signature = world.signatures[i];
        if (!signature.isCallable || !signature.isPublic) continue;
        const auto id = static_cast<SignatureId>(i);
        if (signature.kind != Signature::Kind::Constructor) callable_.push_back(id);
        if (signature.imperative) imperative_.push_back(id);
    }
}

// A program that may call everything calls most things once; bugs often need the same few things again and
// again.
void Generator::choose() {
    chosenImperative_ = imperative_;
    chosenCallable_ = callable_;
    if (!chance(options_.narrow)) return;
    const auto some = [&](std::vector<SignatureId>& list) {
        std::vector<SignatureId> kept;
        for (const SignatureId id : list) {
            if (chance(kChosen)) kept.push_back(id);
        }
        if (!kept.empty()) list = std::move(kept);
    };
    some(chosenImperative_);
    some(chosenCallable_);
}

// Small pieces are likelier than large ones, so that a program has many calls and not few with many inside.
int Generator::share(int budget) {
    if (budget <= 0) return budget;
    const double u = random_.next();
    return static_cast<int>(u * u * (budget + 1));
}

void Generator::takeBack(Block& block, const Mark& mark) {
    block.statements.resize(mark.statements);
    environment_.resize(mark.environment);
}

std::optional<Program> Generator::program(TypeId goal, const std::vector<Binding>& environment, int size) {
    environment_ = environment;
    variables_ = static_cast<VariableId>(environment.size());
    depth_ = bodyDepth_ = 0;
    used_.clear();
    choose();
    Program program;
    int budget = size;
    while (budget > 0) {
        const int part = share(budget - 1);
        budget -= 1 + part;
        someCall(chance(options_.imperative) ? Want::Imperative : Want::Any, program.block, part);
    }
    const std::optional<Expression> result = make(goal, program.block, 0);
    if (!result) return std::nullopt;
    program.block.result = *result;
    program.variables = variables_;
    return program;
}

bool Generator::someCall(Want want, Block& block, int budget) {
    const std::vector<SignatureId>& known =
        want == Want::Imperative && !chosenImperative_.empty() ? chosenImperative_ : chosenCallable_;
    std::vector<VariableId> functions;
    for (const Binding& binding : environment_) {
        if (world_.type(binding.type).kind == Type::Kind::Function && !binding.isOwn)
            functions.push_back(binding.variable);
    }
    const std::size_t count = known.size() + functions.size();
    if (count == 0) return false;
    for (int i = 0; i < kTries; i++) {
        const std::size_t which = below(count);
        Callee callee;
        if (which < known.size()) {
            callee.signature = known[which];
        } else {
            callee.variable = functions[which - known.size()];
            const auto found =
                std::find_if(environment_.begin(), environment_.end(),
                             [&](const Binding& binding) { return binding.variable == callee.variable; });
            callee.signature = world_.type(found->type).which;
        }
        if (call(callee, block, budget)) return true;
    }
    return false;
}

std::optional<Expression> Generator::make(TypeId goal, Block& block, int budget, bool prefersVariable) {
    if (depth_ > kDeepestGoal) return std::nullopt;
    const Deeper deeper(depth_);
    while (budget > 0 && chance(options_.imperative)) {
        const int part = share(budget - 1);
        budget -= 1 + part;
        if (!someCall(Want::Imperative, block, part)) break;
    }
    if (prefersVariable && chance(options_.reuse)) {
        if (auto found = variable(goal)) return found;
    }
    // The remaining rules in any order; what one of them left behind when it failed is taken back.
    std::array<int, 3> rules{0, 1, 2};
    for (std::size_t i = 2; i > 0; i--) std::swap(rules[i], rules[below(i + 1)]);
    for (const int rule : rules) {
        const Mark before = mark(block);
        std::optional<Expression> made;
        if (rule == 0) made = variable(goal);
        if (rule == 1) made = direct(goal, block, budget);
        // One call that gives what is wanted is worth having also when the size is used up.
        if (rule == 2 && budget >= 0) made = producing(goal, block, budget - 1);
        if (made) return made;
        takeBack(block, before);
    }
    return std::nullopt;
}

std::optional<Expression> Generator::variable(TypeId goal) {
    if (goal == World::kVoid) return std::nullopt;
    std::size_t count = 0;
    for (const Binding& binding : environment_) count += world_.isSubtype(binding.type, goal) ? 1 : 0;
    if (count == 0) return std::nullopt;
    std::size_t which = below(count);
    for (const Binding& binding : environment_) {
        if (world_.isSubtype(binding.type, goal) && which-- == 0) return Expression::of(binding.variable);
    }
    return std::nullopt;
}

std::optional<Expression> Generator::direct(TypeId goal, Block& block, int budget) {
    const Type& type = world_.type(goal);
    switch (type.kind) {
        case Type::Kind::Any: return Expression::of(language_.anything(random_));
        case Type::Kind::Void: return Expression{};
        case Type::Kind::Base: return Expression::of(baseValue(type.which));
        case Type::Kind::Literal: return Expression::of(type.constant);
        case Type::Kind::Function: return function(goal, block, budget);
        case Type::Kind::Object: return object(type.which, block, budget);
        case Type::Kind::Union: return make(type.parts[below(type.parts.size())], block, budget);
        case Type::Kind::Promise: return std::nullopt;
        case Type::Kind::Array: {
            Expression array{.kind = Expression::Kind::Array};
            for (std::size_t i = below(4); i > 0; i--) {
                const int part = share(budget);
                budget -= part;
                auto item = make(type.parts[0], block, part);
                if (!item) return std::nullopt;
                array.parts.push_back(std::move(*item));
            }
            return array;
        }
        case Type::Kind::Record: {
            Expression record{.kind = Expression::Kind::Record};
            for (std::size_t i = 0; i < type.parts.size(); i++) {
                if (type.optional[i] && chance(0.5)) continue;
                const int part = share(budget);
                budget -= part;
                auto field = make(type.parts[i], block, part);
                if (!field && type.optional[i]) continue;
                if (!field) return std::nullopt;
                record.parts.push_back(std::move(*field));
                record.names.push_back(type.names[i]);
            }
            return record;
        }
    }
    return std::nullopt;
}

// Often one that this program has used before: a key that was added is looked up, too.
Constant Generator::baseValue(std::int32_t base) {
    std::vector<Constant>& known = used_[base];
    if (!known.empty() && chance(options_.sameValue)) return known[below(known.size())];
    known.push_back(language_.value(base, random_));
    return known.back();
}

// A new object: of the class or of one that extends it, as it is or with some methods overridden.
std::optional<Expression> Generator::object(ClassId goal, Block& block, int budget) {
    std::vector<ClassId> classes;
    for (std::size_t i = 0; i < world_.classes.size(); i++) {
        const auto id = static_cast<ClassId>(i);
        if (world_.inherits(id, goal) && world_.classes[i].canBeMade) classes.push_back(id);
    }
    if (classes.empty()) return std::nullopt;
    const ClassId id = classes[below(classes.size())];
    const Class& made = world_.classAt(id);
    Statement statement{.kind = Statement::Kind::New, .signature = made.constructor, .madeFrom = id};
    std::vector<SignatureId> open;
    for (const SignatureId method : world_.methodsOf(id)) {
        const Signature& signature = world_.signature(method);
        if (!signature.isFinal && !signature.isStatic) open.push_back(method);
    }
    if (made.isInterface) {
        for (std::size_t i = 0; i < open.size(); i++) {
            const SignatureId method = open[i];
            const int part = i + 1 == open.size()
                                 ? budget
                                 : static_cast<int>(below(static_cast<std::size_t>(std::max(budget, 0)) + 1));
            budget -= part;
            auto overriding = body(method, id, part);
            if (!overriding) return std::nullopt;
            statement.bodies.push_back(std::move(*overriding));
        }
    } else if (options_.callbacks && !made.isFinal && !open.empty() && chance(0.5)) {
        do {
            const std::size_t which = below(open.size());
            const int part = static_cast<int>(below(static_cast<std::size_t>(std::max(budget, 0)) + 1));
            budget -= part;
            if (auto overriding = body(open[which], id, part)) {
                overriding->callsSuper = overriding->callsSuper || chance(0.5);
                statement.bodies.push_back(std::move(*overriding));
            }
            open.erase(open.begin() + static_cast<std::ptrdiff_t>(which));
        } while (!open.empty() && chance(0.3));
    }
    if (made.constructor != kNone) {
        auto first = arguments(world_.signature(made.constructor), block, budget);
        if (!first) return std::nullopt;
        statement.attempts.push_back(std::move(*first));
    } else {
        statement.attempts.emplace_back();
    }
    statement.variable = fresh();
    statement.type = made.type;
    environment_.push_back({statement.variable, statement.type});
    block.statements.push_back(std::move(statement));
    return Expression::of(block.statements.back().variable);
}

std::optional<Expression> Generator::function(TypeId goal, Block& block, int budget) {
    auto made = body(world_.type(goal).which, kNone, options_.callbacks ? budget : -1);
    if (!made) return std::nullopt;
    Statement statement{
        .kind = Statement::Kind::Function, .variable = fresh(), .type = goal, .signature = made->signature};
    statement.bodies.push_back(std::move(*made));
    environment_.push_back({statement.variable, goal, true});
    block.statements.push_back(std::move(statement));
    return Expression::of(block.statements.back().variable);
}

// [Fn]: the parameters join the environment while the body is made.
std::optional<Body> Generator::body(SignatureId id, ClassId self, int budget) {
    if (depth_ > kDeepestGoal) return std::nullopt;
    const Signature& signature = world_.signature(id);
    const std::size_t outside = environment_.size();
    const Deeper inside(bodyDepth_);
    const Deeper deeper(depth_);
    Body made{.signature = id};
    if (self != kNone) {
        made.self = fresh();
        environment_.push_back({made.self, world_.classAt(self).type});
    }
    for (const Parameter& parameter : signature.parameters) {
        made.parameters.push_back(fresh());
        if (!parameter.optional && !parameter.rest)
            environment_.push_back({made.parameters.back(), parameter.type});
    }
    const TypeId result = language_.resultOf(id, made.parameters, signature.result);
    auto value = make(result, made.block, options_.callbacks ? budget : -1);
    environment_.resize(outside);
    if (!value) {
        const bool hasSuper = self != kNone && !world_.classAt(self).isInterface;
        if (!hasSuper) return std::nullopt;
        made.callsSuper = true;
    } else {
        made.block.result = std::move(*value);
    }
    return made;
}

const std::vector<SignatureId>& Generator::producers(TypeId goal) {
    const auto found = producers_.find(goal);
    if (found != producers_.end()) return found->second;
    std::vector<SignatureId> all;
    for (const SignatureId id : callable_) {
        const TypeId result = world_.signature(id).result;
        if (goal == World::kVoid || (result != World::kVoid && world_.isSubtype(result, goal)))
            all.push_back(id);
    }
    return producers_.emplace(goal, std::move(all)).first->second;
}

// [Call] of something that gives what is wanted.
std::optional<Expression> Generator::producing(TypeId goal, Block& block, int budget) {
    std::vector<Callee> callees;
    for (const SignatureId id : producers(goal)) callees.push_back({.signature = id});
    for (const Binding& binding : environment_) {
        const Type& type = world_.type(binding.type);
        if (type.kind != Type::Kind::Function || binding.isOwn) continue;
        const TypeId result = world_.signature(type.which).result;
        if (goal == World::kVoid || (result != World::kVoid && world_.isSubtype(result, goal)))
            callees.push_back({type.which, binding.variable});
    }
    if (callees.empty()) return std::nullopt;
    auto result = call(callees[below(callees.size())], block, budget);
    if (result && goal == World::kVoid) return Expression{};
    return result;
}

bool Generator::takesBody(TypeId id) const {
    const Type& type = world_.type(id);
    if (type.kind == Type::Kind::Union) return takesBody(type.parts[0]);
    return type.kind == Type::Kind::Function ||
           (type.kind == Type::Kind::Object && world_.classAt(type.which).isInterface);
}

Expression Generator::named(Expression expression, TypeId type, Block& block) {
    if (!options_.namesArguments || expression.kind == Expression::Kind::Variable) return expression;
    Statement statement{
        .kind = Statement::Kind::Let, .variable = fresh(), .type = type, .callee = std::move(expression)};
    environment_.push_back({statement.variable, type});
    block.statements.push_back(std::move(statement));
    return Expression::of(block.statements.back().variable);
}

std::optional<std::vector<Expression>> Generator::arguments(const Signature& signature, Block& block,
                                                            int& budget) {
    std::vector<Expression> made;
    for (const Parameter& parameter : signature.parameters) {
        if (parameter.optional && chance(0.5)) break;
        for (std::size_t count = parameter.rest ? below(4) : 1; count > 0; count--) {
            // Only what calls back can use much.
            const int part = takesBody(parameter.type) ? budget : share(budget);
            budget -= part;
            auto argument = make(parameter.type, block, part);
            if (!argument && parameter.optional) return made;
            if (!argument) return std::nullopt;
            made.push_back(named(std::move(*argument), parameter.type, block));
        }
    }
    return made;
}

std::optional<Expression> Generator::call(const Callee& callee, Block& block, int budget) {
    const Signature& signature = world_.signature(callee.signature);
    const Mark before = mark(block);
    const auto giveUp = [&]() -> std::optional<Expression> {
        takeBack(block, before);
        return std::nullopt;
    };
    Statement statement{.signature = callee.signature};
    if (callee.variable != kNone) {
        statement.callee = Expression::of(callee.variable);
    } else if (signature.owner != kNone && !signature.isStatic) {
        const int part = share(budget);
        budget -= part;
        const TypeId self = world_.classAt(signature.owner).type;
        auto receiver = make(self, block, part, true);
        if (!receiver) return giveUp();
        statement.callee = std::move(*receiver);
    }
    auto first = arguments(signature, block, budget);
    if (!first) return giveUp();
    std::vector<VariableId> names;
    for (const Expression& argument : *first) names.push_back(argument.variable);
    statement.attempts.push_back(std::move(*first));
    TypeId result = language_.resultOf(callee.signature, names, signature.result);
    const bool awaited = world_.type(result).kind == Type::Kind::Promise;
    if (awaited) result = world_.type(result).parts[0];
    if (signature.constrains && options_.backups) {
        for (int i = 0; i < options_.retries && !signature.parameters.empty(); i++) {
            int none = -1;
            if (auto other = arguments(signature, block, none))
                statement.attempts.push_back(std::move(*other));
        }
        if (result != World::kVoid) {
            auto backup = make(result, block, -1);
            if (!backup) return giveUp();
            statement.backup = std::move(*backup);
        }
    }
    statement.variable = fresh();
    statement.type = result;
    // Inside a callback nobody waits for a promise, so there is no result to use.
    if (result != World::kVoid && !(awaited && bodyDepth_ > 0))
        environment_.push_back({statement.variable, result});
    block.statements.push_back(std::move(statement));
    return Expression::of(block.statements.back().variable);
}

}  // namespace ounce::contracts
