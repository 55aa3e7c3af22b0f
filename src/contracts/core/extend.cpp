// From a program that reached something new to one that does more: what it made is the environment of what is
// added.
#include "contracts/core/generator.h"

namespace ounce::contracts {
namespace {

// How often calls are added inside a function of the program, and not at its end but in the middle.
constexpr double kInside = 0.4;
constexpr double kInTheMiddle = 0.3;

using Path = std::vector<std::array<std::size_t, 2>>;

void bodiesOf(const Block& block, const Path& path, std::vector<Path>& to) {
    for (std::size_t i = 0; i < block.statements.size(); i++) {
        for (std::size_t b = 0; b < block.statements[i].bodies.size(); b++) {
            Path inner = path;
            inner.push_back({i, b});
            to.push_back(inner);
            bodiesOf(block.statements[i].bodies[b].block, inner, to);
        }
    }
}

template <class B>
B& blockAt(B& outer, const Path& path) {
    B* block = &outer;
    for (const auto& step : path) block = &block->statements[step[0]].bodies[step[1]].block;
    return *block;
}

}  // namespace

// Values that the program used are worth using again.
void Generator::remember(const Block& block) {
    for (const Statement& statement : block.statements) {
        if (statement.signature != kNone && !statement.attempts.empty()) {
            const std::vector<Parameter>& parameters = world_.signature(statement.signature).parameters;
            const std::vector<Expression>& arguments = statement.attempts[0];
            for (std::size_t i = 0; i < arguments.size() && i < parameters.size(); i++) {
                const Type& type = world_.type(parameters[i].type);
                if (type.kind == Type::Kind::Base && arguments[i].kind == Expression::Kind::Constant)
                    used_[type.which].push_back(arguments[i].constant);
            }
        }
        for (const Body& body : statement.bodies) remember(body.block);
    }
}

Generator::Place Generator::somePlace(const Program& base) {
    Place place;
    std::vector<Path> bodies;
    if (options_.callbacks) bodiesOf(base.block, {}, bodies);
    if (!bodies.empty() && chance(kInside)) {
        place.path = bodies[below(bodies.size())];
        place.position = below(blockAt(base.block, place.path).statements.size() + 1);
    } else {
        place.position =
            chance(kInTheMiddle) ? below(base.block.statements.size() + 1) : base.block.statements.size();
    }
    return place;
}

// The environment at a place.
void Generator::enter(const Program& base, const Place& place) {
    environment_.clear();
    const auto see = [&](const Block& block, std::size_t end, bool isInside) {
        for (std::size_t i = 0; i < end; i++) {
            const Statement& statement = block.statements[i];
            const bool isPromised =
                isInside && statement.signature != kNone &&
                world_.type(world_.signature(statement.signature).result).kind == Type::Kind::Promise;
            if (statement.type != World::kVoid && !isPromised)
                environment_.push_back(
                    {statement.variable, statement.type, statement.kind == Statement::Kind::Function});
        }
    };
    const Block* block = &base.block;
    for (std::size_t step = 0; step < place.path.size(); step++) {
        const Statement& statement = block->statements[place.path[step][0]];
        see(*block, place.path[step][0], step > 0);
        const Body& body = statement.bodies[place.path[step][1]];
        const Signature& signature = world_.signature(body.signature);
        if (body.self != kNone && statement.madeFrom != kNone)
            environment_.push_back({body.self, world_.classAt(statement.madeFrom).type});
        for (std::size_t i = 0; i < body.parameters.size() && i < signature.parameters.size(); i++) {
            if (!signature.parameters[i].optional && !signature.parameters[i].rest)
                environment_.push_back({body.parameters[i], signature.parameters[i].type});
        }
        block = &body.block;
    }
    see(*block, place.position, !place.path.empty());
}

Program Generator::extend(const Program& base, int size, std::size_t& shared) {
    variables_ = base.variables;
    used_.clear();
    remember(base.block);
    choose();
    const Place place = somePlace(base);
    enter(base, place);
    shared = place.path.empty() ? place.position : place.path[0][0];
    depth_ = bodyDepth_ = static_cast<int>(place.path.size());
    Block added;
    for (int budget = size; budget > 0;) {
        const int part = share(budget - 1);
        budget -= 1 + part;
        someCall(chance(options_.imperative) ? Want::Imperative : Want::Any, added, part);
    }
    Program program = base;
    std::vector<Statement>& statements = blockAt(program.block, place.path).statements;
    statements.insert(statements.begin() + static_cast<std::ptrdiff_t>(place.position),
                      std::make_move_iterator(added.statements.begin()),
                      std::make_move_iterator(added.statements.end()));
    program.variables = variables_;
    return program;
}

}  // namespace ounce::contracts
