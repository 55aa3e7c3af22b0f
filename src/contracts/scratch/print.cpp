#include "contracts/scratch/print.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

#include "base/file.h"

namespace ounce::contracts {
namespace {

std::string show(const Constant& constant) {
    if (constant.kind == Constant::Kind::Text) return constant.text;
    if (constant.kind == Constant::Kind::Boolean) return constant.number != 0 ? "true" : "false";
    return fmt::format("{}", constant.number);
}

Scalar scalarOf(const Constant& constant) { return show(constant); }

class Emitter {
  public:
    Emitter(const ScratchTarget& target, const Program& program) : target_(target) {
        for (const Statement& statement : program.block.statements) remember(statement);
    }

    Project project(const Program& program) {
        Project made = target_.original;
        std::vector<Wire> wires;
        std::set<std::pair<std::size_t, int>> known;
        const auto want = [&](const Block& block, bool isTop) {
            eachCall(block, isTop, [&](const Statement&, const ScratchCallable& callable, int line) {
                if (callable.kind == ScratchCallable::Kind::CustomBlock &&
                    known.emplace(callable.which, line).second)
                    wires.push_back({callable.which, line});
            });
        };
        want(program.block, true);
        for (const auto& [variable, body] : bodies_) want(body->block, false);
        addWires(made, target_.blocks, wires, target_.arguments);
        Target sprite;
        sprite.name = addedSpriteName(made);
        sprite.layerOrder = static_cast<double>(made.targets.size());
        addCostume(made, sprite);
        sprite.x = 0;
        sprite.y = 0;
        Comment comment;
        comment.id = "ounce-comment";
        comment.text = "Added by ounce fuzz: click this sprite to see what goes wrong.";
        sprite.comments.push_back(comment);
        made.targets.push_back(std::move(sprite));
        for (const auto& [block, statement] : overrides_) replace(made, block, *statement);
        Target& added = made.targets.back();
        ScriptWriter writer(made, added, "ounce-script");
        writer.hat(Opcode::event_whenthisspriteclicked, "event_whenthisspriteclicked", {});
        writeBlock(made, writer, program.block, true);
        for (const auto& [message, variable] : receivers_) {
            writer.hat(Opcode::event_whenbroadcastreceived, "event_whenbroadcastreceived",
                       {writer.messageField(target_.program->messages[message])});
            writeBlock(made, writer, bodies_.at(variable)->block, false);
        }
        return made;
    }

    std::string text(const Program& program) {
        std::string out;
        lines(program.block, 0, out);
        return out;
    }

  private:
    [[nodiscard]] const ScratchCallable* callableOf(const Statement& statement) const {
        if (statement.kind != Statement::Kind::Call) return nullptr;
        return &target_.callables[static_cast<std::size_t>(statement.signature)];
    }
    void remember(const Statement& statement) {
        if (statement.kind == Statement::Kind::Function) bodies_[statement.variable] = &statement.bodies[0];
        const ScratchCallable* callable = callableOf(statement);
        if (callable && callable->kind == ScratchCallable::Kind::Receiver)
            receivers_[callable->which] = statement.attempts[0][0].variable;
        if (callable && callable->kind == ScratchCallable::Kind::Override)
            overrides_[callable->which] = &statement;
        statements_[statement.variable] = &statement;
        for (const Body& body : statement.bodies)
            for (const Statement& inner : body.block.statements) remember(inner);
    }

    static void addCostume(Project& project, Target& sprite) {
        // An orange disc, so that nobody overlooks what is new.
        const std::string svg =
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"60\" height=\"60\"><circle cx=\"30\" "
            "cy=\"30\" r=\"28\" "
            "fill=\"#ff8c1a\" stroke=\"#7a3e00\" stroke-width=\"4\"/></svg>";
        Costume costume;
        costume.name = "click me";
        costume.assetId = md5(svg);
        costume.dataFormat = "svg";
        costume.md5ext = costume.assetId + ".svg";
        costume.rotationCenterX = costume.rotationCenterY = 30;
        project.assets[costume.md5ext] = std::make_shared<const std::string>(svg);
        sprite.costumes.push_back(std::move(costume));
    }

    // Calls visit(statement, callable, line) for each call of a block that is made; inside a generated script
    // there are only so many, each on a line of its own.
    template <class Visit>
    void eachCall(const Block& block, bool isTop, const Visit& visit) const {
        int calls = 0;
        for (const Statement& statement : block.statements) {
            const ScratchCallable* callable = callableOf(statement);
            if (!callable || (callable->kind != ScratchCallable::Kind::CustomBlock &&
                              callable->kind != ScratchCallable::Kind::Message))
                continue;
            if (!isTop && calls == kSteps) return;
            visit(statement, *callable, isTop ? 0 : ++calls);
        }
    }

    // `parameters`: of the custom block that the script stands for.
    void writeBlock(Project& made, ScriptWriter& writer, const Block& block, bool isTop,
                    const std::map<VariableId, std::string>& parameters = {}) {
        eachCall(block, isTop, [&](const Statement& statement, const ScratchCallable& callable, int line) {
            if (callable.kind == ScratchCallable::Kind::Message) {
                writer.broadcast(target_.program->messages[callable.which], true);
                return;
            }
            const CustomBlock& called = target_.blocks[callable.which];
            for (std::size_t i = 0; i < statement.attempts[0].size(); i++) {
                const Expression& given = statement.attempts[0][i];
                const auto parameter = parameters.find(given.variable);
                if (given.kind == Expression::Kind::Variable && parameter != parameters.end()) {
                    writer.setVariableToParameter(argumentName(i, line), parameter->second);
                } else {
                    writer.setVariable(argumentName(i, line), scalarOf(given.constant));
                }
            }
            writer.broadcast(callMessage(made, called, line), true);
        });
    }

    // A custom block begins with what was generated for it, and ends there or goes on.
    void replace(Project& made, std::size_t block, const Statement& statement) {
        const CustomBlock& of = target_.blocks[block];
        const Body& body = *bodies_.at(statement.attempts[0][0].variable);
        std::map<VariableId, std::string> parameters;
        for (std::size_t i = 0; i < body.parameters.size(); i++) parameters[body.parameters[i]] = of.names[i];
        ScriptWriter writer(made, made.targets[of.target], fmt::format("ounce-instead-{}", block));
        writer.insertBelow(of.definition);
        writeBlock(made, writer, body.block, false, parameters);
        if (statement.attempts[0][1].constant.number == 0) {
            if (std::none_of(made.targets[0].variables.begin(), made.targets[0].variables.end(),
                             [](const Variable& variable) { return variable.name == kEndsHere; }))
                made.targets[0].variables.push_back({.id = kEndsHere, .name = kEndsHere});
            writer.setVariable(kEndsHere, std::string("1"));
            writer.endIf(kEndsHere);
        }
        writer.finishInsertion();
    }

    [[nodiscard]] std::string parameterName(VariableId variable) const {
        for (const auto& [function, body] : bodies_) {
            for (std::size_t i = 0; i < body->parameters.size(); i++) {
                if (body->parameters[i] == variable)
                    return target_.world.signature(body->signature).parameters[i].name;
            }
        }
        return "?";
    }
    std::string argument(const Expression& of) const {
        if (of.kind != Expression::Kind::Variable) return show(of.constant);
        const auto found = statements_.find(of.variable);
        if (found == statements_.end()) return parameterName(of.variable);
        return target_.world.signature(found->second->signature).name;
    }
    void lines(const Block& block, int depth, std::string& out) const {
        const std::string indent(static_cast<std::size_t>(depth) * 4, ' ');
        for (const Statement& statement : block.statements) {
            const ScratchCallable* callable = callableOf(statement);
            if (!callable || callable->kind == ScratchCallable::Kind::Variable ||
                callable->kind == ScratchCallable::Kind::Length)
                continue;
            const Signature& signature = target_.world.signature(statement.signature);
            std::string line = indent + signature.name;
            const bool isOverride = callable->kind == ScratchCallable::Kind::Override;
            if (callable->kind == ScratchCallable::Kind::Receiver || isOverride) {
                if (isOverride && statement.attempts[0][1].constant.number != 0)
                    line += ", and then the original";
                out += line + "\n";
                const auto body = bodies_.find(statement.attempts[0][0].variable);
                if (body != bodies_.end()) lines(body->second->block, depth + 1, out);
                continue;
            }
            for (const Expression& given : statement.attempts[0])
                line += fmt::format(" ({})", argument(given));
            out += line + "\n";
        }
    }

    const ScratchTarget& target_;
    std::map<VariableId, const Body*> bodies_;
    std::map<VariableId, const Statement*> statements_;
    std::map<std::size_t, VariableId> receivers_;        // message → function
    std::map<std::size_t, const Statement*> overrides_;  // block → what replaces it
};

}  // namespace

Project projectOf(const ScratchTarget& target, const Program& program) {
    return Emitter(target, program).project(program);
}

std::string printScratch(const ScratchTarget& target, const Program& program) {
    return Emitter(target, program).text(program);
}

}  // namespace ounce::contracts
