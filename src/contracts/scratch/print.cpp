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
            int line = isTop ? 0 : 1;
            for (const Statement& statement : block.statements) {
                const ScratchCallable* callable = callableOf(statement);
                if (!callable || callable->kind != ScratchCallable::Kind::CustomBlock) continue;
                if (line < kLines && known.emplace(callable->which, line).second)
                    wires.push_back({callable->which, line});
                if (!isTop) line++;
            }
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

    void writeBlock(Project& made, ScriptWriter& writer, const Block& block, bool isTop) {
        int line = isTop ? 0 : 1;
        for (const Statement& statement : block.statements) {
            const ScratchCallable* callable = callableOf(statement);
            if (!callable) continue;
            switch (callable->kind) {
                case ScratchCallable::Kind::CustomBlock: {
                    if (line >= kLines) break;
                    const CustomBlock& called = target_.blocks[callable->which];
                    for (std::size_t i = 0; i < statement.attempts[0].size(); i++)
                        writer.setVariable(argumentName(i, line),
                                           scalarOf(statement.attempts[0][i].constant));
                    writer.broadcast(callMessage(made, called, line), isTop);
                    if (!isTop) line++;
                    break;
                }
                case ScratchCallable::Kind::Message:
                    writer.broadcast(target_.program->messages[callable->which], isTop);
                    break;
                default: break;
            }
        }
    }

    std::string argument(const Expression& of) const {
        if (of.kind != Expression::Kind::Variable) return show(of.constant);
        const auto found = statements_.find(of.variable);
        return found == statements_.end() ? "?" : target_.world.signature(found->second->signature).name;
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
            if (callable->kind == ScratchCallable::Kind::Receiver) {
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
    std::map<std::size_t, VariableId> receivers_;  // message → function
};

}  // namespace

std::string addedSpriteName(const Project& project) {
    std::string name = "Ounce";
    for (int number = 2; std::any_of(project.targets.begin(), project.targets.end(),
                                     [&](const Target& target) { return target.name == name; });
         number++)
        name = fmt::format("Ounce{}", number);
    return name;
}

Project projectOf(const ScratchTarget& target, const Program& program) {
    return Emitter(target, program).project(program);
}

std::string printScratch(const ScratchTarget& target, const Program& program) {
    return Emitter(target, program).text(program);
}

}  // namespace ounce::contracts
