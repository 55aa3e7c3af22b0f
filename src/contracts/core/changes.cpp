#include "contracts/core/changes.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "contracts/core/shrink.h"

namespace ounce::contracts {
namespace {

using Scope = std::vector<Binding>;

void replaceVariable(Block& block, VariableId variable, const Expression& with) {
    eachExpression(block, [&](Expression& expression) {
        if (expression.kind == Expression::Kind::Variable && expression.variable == variable)
            expression = with;
    });
}

class Collector {
  public:
    Collector(const World& world, const Language& language) : world_(world), language_(language) {}

    std::vector<Change> run(const Program& program) {
        Scope scope;
        walk(program.block, scope, {});
        large_.insert(large_.end(), small_.begin(), small_.end());
        return std::move(large_);
    }

  private:
    using Path = std::vector<std::array<std::size_t, 2>>;  // statement, body

    static Block& blockAt(Program& program, const Path& path) {
        Block* block = &program.block;
        for (const auto& [statement, body] : path) block = &block->statements[statement].bodies[body].block;
        return *block;
    }

    void walk(const Block& block, Scope& scope, const Path& path) {
        const std::size_t outside = scope.size();
        // Many at once first: the rest of a block from some statement on.
        for (std::size_t half = block.statements.size() / 2; half > 1; half /= 2) {
            for (std::size_t begin = 0; begin + half <= block.statements.size(); begin += half)
                large_.push_back(
                    [path, begin, half](Program& copy) { removeUnused(copy, path, begin, half); });
        }
        for (std::size_t i = 0; i < block.statements.size(); i++) {
            const Statement& statement = block.statements[i];
            removals(block, i, scope, path);
            unions(block, i, path);
            unfoldings(statement, i, scope, path);
            simplifications(statement, i, scope, path);
            for (std::size_t b = 0; b < statement.bodies.size(); b++) {
                const Body& body = statement.bodies[b];
                const std::size_t here = scope.size();
                if (body.self != kNone && statement.madeFrom != kNone)
                    scope.push_back({body.self, world_.classAt(statement.madeFrom).type});
                const Signature& signature = world_.signature(body.signature);
                for (std::size_t p = 0; p < body.parameters.size() && p < signature.parameters.size(); p++) {
                    if (!signature.parameters[p].optional && !signature.parameters[p].rest)
                        scope.push_back({body.parameters[p], signature.parameters[p].type});
                }
                Path inner = path;
                inner.push_back({i, b});
                liftings(body, inner);
                walk(body.block, scope, inner);
                if (auto simple = simplest(world_, language_, signature.result);
                    simple && !(*simple == body.block.result) && !body.callsSuper)
                    add([inner, simple](Program& copy) { blockAt(copy, inner).result = *simple; });
                scope.resize(here);
            }
            if (statement.type != World::kVoid) scope.push_back({statement.variable, statement.type});
        }
        scope.resize(outside);
    }

    void add(Change change) { small_.push_back(std::move(change)); }

    // Statements whose results nobody uses any more; the others of the range stay.
    static void removeUnused(Program& copy, const Path& path, std::size_t begin, std::size_t count) {
        Block& block = blockAt(copy, path);
        for (std::size_t i = begin + count; i-- > begin;) {
            const VariableId variable = block.statements[i].variable;
            if (useCount(block, variable) == 0)
                block.statements.erase(block.statements.begin() + static_cast<std::ptrdiff_t>(i));
        }
    }

    // A function that makes another of its kind: what that one does, the function itself may do at once.
    void liftings(const Body& body, const Path& path) {
        for (std::size_t i = 0; i < body.block.statements.size(); i++) {
            for (std::size_t b = 0; b < body.block.statements[i].bodies.size(); b++) {
                if (body.block.statements[i].bodies[b].signature != body.signature) continue;
                add([path, i, b](Program& copy) {
                    Path above = path;
                    const auto last = above.back();
                    above.pop_back();
                    Body& outer = blockAt(copy, above).statements[last[0]].bodies[last[1]];
                    const Body inner = outer.block.statements[i].bodies[b];
                    outer.block.statements.resize(i);
                    outer.block.statements.insert(outer.block.statements.end(),
                                                  inner.block.statements.begin(),
                                                  inner.block.statements.end());
                    outer.block.result = inner.block.result;
                    for (std::size_t p = 0; p < inner.parameters.size(); p++)
                        replaceVariable(outer.block, inner.parameters[p],
                                        Expression::of(outer.parameters[p]));
                    if (inner.self != kNone && outer.self != kNone)
                        replaceVariable(outer.block, inner.self, Expression::of(outer.self));
                });
            }
        }
    }

    // What a body does when it is called may be done where the body is made: with an object as it is now, and
    // for parameters the simplest there is.
    void unfoldings(const Statement& statement, std::size_t i, const Scope& scope, const Path& path) {
        for (std::size_t b = 0; b < statement.bodies.size(); b++) {
            const Body& body = statement.bodies[b];
            if (body.block.statements.empty()) continue;
            const Signature& signature = world_.signature(body.signature);
            const auto result = simplest(world_, language_, signature.result);
            if (!result) continue;
            std::vector<Expression> given;
            for (std::size_t p = 0; p < body.parameters.size() && p < signature.parameters.size(); p++) {
                const auto found = anything(signature.parameters[p].type, scope);
                if (!found && useCount(body.block, body.parameters[p]) > 0) break;
                given.push_back(found.value_or(Expression{}));
            }
            if (given.size() < body.parameters.size()) continue;
            add([path, i, b, given, result](Program& copy) {
                Block& block = blockAt(copy, path);
                Body& from = block.statements[i].bodies[b];
                Block moved{.statements = std::move(from.block.statements)};
                from.block = {.result = *result};
                for (std::size_t p = 0; p < given.size(); p++)
                    replaceVariable(moved, from.parameters[p], given[p]);
                if (from.self != kNone)
                    replaceVariable(moved, from.self, Expression::of(block.statements[i].variable));
                block.statements.insert(block.statements.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                                        moved.statements.begin(), moved.statements.end());
            });
        }
    }
    [[nodiscard]] std::optional<Expression> anything(TypeId type, const Scope& scope) const {
        if (auto simple = simplest(world_, language_, type)) return simple;
        for (const Binding& known : scope) {
            if (world_.isSubtype(known.type, type)) return Expression::of(known.variable);
        }
        return std::nullopt;
    }

    // What two calls do with numbers, one may do with their sum: neither could go alone.
    void unions(const Block& block, std::size_t i, const Path& path) {
        const Statement& one = block.statements[i];
        if (!isUnionable(one) || useCount(block, one.variable) > 0) return;
        for (std::size_t j = i + 1; j < block.statements.size(); j++) {
            const Statement& other = block.statements[j];
            if (!isUnionable(other) || other.signature != one.signature || !(other.callee == one.callee) ||
                other.attempts[0].size() != one.attempts[0].size())
                continue;
            add([path, i, j](Program& copy) {
                std::vector<Statement>& all = blockAt(copy, path).statements;
                std::vector<Expression>& sum = all[j].attempts[0];
                for (std::size_t k = 0; k < sum.size(); k++) {
                    const Expression& part = all[i].attempts[0][k];
                    if (isNumber(part) && isNumber(sum[k])) sum[k].constant.number += part.constant.number;
                }
                all.erase(all.begin() + static_cast<std::ptrdiff_t>(i));
            });
        }
    }
    static bool isNumber(const Expression& of) {
        return of.kind == Expression::Kind::Constant && of.constant.kind == Constant::Kind::Number;
    }
    static bool isUnionable(const Statement& call) {
        return call.kind == Statement::Kind::Call && call.attempts.size() == 1 &&
               std::any_of(call.attempts[0].begin(), call.attempts[0].end(), isNumber);
    }

    void removals(const Block& block, std::size_t i, const Scope& scope, const Path& path) {
        const Statement& statement = block.statements[i];
        const auto remove = [this, path, i](const Expression& with) {
            add([path, i, with](Program& copy) {
                Block& at = blockAt(copy, path);
                const VariableId variable = at.statements[i].variable;
                at.statements.erase(at.statements.begin() + static_cast<std::ptrdiff_t>(i));
                replaceVariable(at, variable, with);
            });
        };
        if (useCount(block, statement.variable) == 0) {
            remove({});
            return;
        }
        if (auto simple = simplest(world_, language_, statement.type)) remove(*simple);
        // What it held when the call was not made.
        if (statement.kind == Statement::Kind::Call && !(statement.backup == Expression{}))
            remove(statement.backup);
        for (const Binding& other : scope) {
            if (world_.isSubtype(other.type, statement.type)) remove(Expression::of(other.variable));
        }
    }

    void simplifications(const Statement& statement, std::size_t i, const Scope& scope, const Path& path) {
        const auto change = [this, path, i](std::function<void(Statement&)> how) {
            add([path, i, how = std::move(how)](Program& copy) { how(blockAt(copy, path).statements[i]); });
        };
        for (std::size_t a = statement.attempts.size(); a-- > 0 && statement.attempts.size() > 1;) {
            change([a](Statement& to) {
                to.attempts.erase(to.attempts.begin() + static_cast<std::ptrdiff_t>(a));
            });
        }
        if (!(statement.backup == Expression{}) && statement.kind == Statement::Kind::Call) {
            const auto simple = simplest(world_, language_, statement.type);
            const Expression backup = simple ? *simple : Expression{};
            if (!(statement.backup == backup)) change([backup](Statement& to) { to.backup = backup; });
        }
        for (std::size_t b = 0; b < statement.bodies.size(); b++) {
            const bool isInterface =
                statement.madeFrom != kNone && world_.classAt(statement.madeFrom).isInterface;
            if (statement.kind == Statement::Kind::New && !isInterface) {
                change([b](Statement& to) {
                    to.bodies.erase(to.bodies.begin() + static_cast<std::ptrdiff_t>(b));
                });
                if (statement.bodies[b].callsSuper)
                    change([b](Statement& to) { to.bodies[b].callsSuper = false; });
            }
        }
        if (statement.signature == kNone || statement.kind == Statement::Kind::Function) return;
        const Signature& signature = world_.signature(statement.signature);
        for (std::size_t a = 0; a < statement.attempts.size(); a++) {
            const std::vector<Expression>& arguments = statement.attempts[a];
            for (std::size_t k = 0; k < arguments.size(); k++) {
                const Parameter& parameter =
                    signature.parameters[std::min(k, signature.parameters.size() - 1)];
                const auto give = [&, a, k](const Expression& argument) {
                    change([a, k, argument](Statement& to) { to.attempts[a][k] = argument; });
                };
                if ((parameter.optional || parameter.rest) && k + 1 == arguments.size())
                    change([a](Statement& to) { to.attempts[a].pop_back(); });
                const auto simple = simplest(world_, language_, parameter.type);
                if (simple && arguments[k] == *simple) continue;
                if (simple) give(*simple);
                smaller(arguments[k], give);
                // A variable that was there earlier is as good, and lets another statement go.
                if (arguments[k].kind == Expression::Kind::Variable) {
                    for (const Binding& other : scope) {
                        if (other.variable >= arguments[k].variable) break;
                        if (world_.isSubtype(other.type, parameter.type))
                            give(Expression::of(other.variable));
                    }
                }
            }
        }
    }

    template <class Give>
    static void smaller(const Expression& of, const Give& give) {
        if (of.kind == Expression::Kind::Array && !of.parts.empty()) {
            for (std::size_t i = 0; i < of.parts.size(); i++) {
                Expression less = of;
                less.parts.erase(less.parts.begin() + static_cast<std::ptrdiff_t>(i));
                give(less);
            }
        }
        if (of.kind != Expression::Kind::Constant) return;
        if (of.constant.kind == Constant::Kind::Number) {
            const double number = of.constant.number;
            for (const double other : {1.0, std::trunc(number / 2), number > 0 ? number - 1 : number + 1}) {
                if (std::fabs(other) < std::fabs(number) && std::isfinite(other))
                    give(Expression::of(Constant::of(other)));
            }
        } else if (of.constant.kind == Constant::Kind::Text && of.constant.text.size() > 1) {
            const std::string& text = of.constant.text;
            std::size_t half = text.size() / 2;
            while (half > 0 && (text[half] & 0xC0) == 0x80) half--;  // between characters
            give(Expression::of(Constant::of(text.substr(0, half))));
            if (half > 0) give(Expression::of(Constant::of(text.substr(half))));
        }
    }

    const World& world_;
    const Language& language_;
    std::vector<Change> large_, small_;
};

}  // namespace

std::vector<Change> changesOf(const World& world, const Language& language, const Program& program) {
    return Collector(world, language).run(program);
}

}  // namespace ounce::contracts
