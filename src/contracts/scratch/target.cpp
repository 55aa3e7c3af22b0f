#include "contracts/scratch/target.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>

#include "base/file.h"
#include "contracts/scratch/written.h"
#include "spec/lexer.h"
#include "spec/parse.h"

namespace ounce::contracts {
namespace {

constexpr std::size_t kLongestText = std::size_t{8} << 20;

enum Bases : std::int32_t { kNumber, kInteger, kText, kCondition };

// What is wrong, without the place in the property that was made of a condition.
std::string plain(std::string error, const std::string& where) {
    if (error.rfind(where + ": ", 0) == 0) error = error.substr(where.size() + 2);
    const std::size_t column = error.find("column ");
    const std::size_t end = column == error.npos ? error.npos : error.find(": ", column);
    return error.rfind("line ", 0) == 0 && end != error.npos ? error.substr(end + 2) : error;
}

// Whether a name can be written without quotation marks.
bool isWord(const std::string& name) {
    const auto token = spec::Lexer(name, 0, name.size()).next();
    return token && token->kind == spec::Token::Kind::Name && token->end == name.size();
}

// The formula with the block's parameters, and with the sprite's own variables as such. Names that are no
// words stand in quotation marks.
std::string withNames(const std::string& text, const CustomBlock& block, const Target& sprite) {
    std::string out;
    spec::Lexer lexer(text, 0, text.size());
    std::size_t copied = 0;
    bool afterDot = false;
    for (;;) {
        const auto token = lexer.next();
        if (!token || token->kind == spec::Token::Kind::End) break;
        const bool beforeDot =
            token->end < text.size() && (text[token->end] == '.' || text[token->end] == '(');
        const bool isName = token->kind == spec::Token::Kind::Name ||
                            (token->kind == spec::Token::Kind::Quoted && !isWord(token->text));
        if (isName && !afterDot && !beforeDot) {
            std::string other;
            const auto parameter = std::find(block.names.begin(), block.names.end(), token->text);
            const auto own = [&](const auto& list) {
                return std::any_of(list.begin(), list.end(),
                                   [&](const auto& item) { return item.name == token->text; });
            };
            if (parameter != block.names.end()) {
                other =
                    fmt::format("Stage.\"{}\"",
                                argumentName(static_cast<std::size_t>(parameter - block.names.begin()), 0));
            } else if (!sprite.isStage && (own(sprite.variables) || own(sprite.lists))) {
                other = fmt::format("\"{}\".\"{}\"", sprite.name, token->text);
            }
            if (!other.empty()) {
                out += text.substr(copied, token->begin - copied) + other;
                copied = token->end;
            }
        }
        afterDot = token->is(".");
    }
    return out + text.substr(copied);
}

class Builder {
  public:
    Builder(ScratchTarget& target, const std::string& contracts, const std::string& contractsPath)
        : target_(target), world_(target.world), named_(contractsIn(contracts, contractsPath)) {
        // Places of contracts in the text form; an archive has none.
        const std::filesystem::path path(target.path);
        if (path.extension() == ".scratch") {
            if (auto text = readFile(target.path, kLongestText)) source_ = std::move(*text);
        }
    }

    Result<void> run() {
        target_.blocks = customBlocksOf(target_.original);
        Project wired = target_.original;
        std::vector<Wire> wires;
        for (std::size_t i = 0; i < target_.blocks.size(); i++) {
            target_.arguments = std::max(target_.arguments, target_.blocks[i].ids.size());
            for (int line = 0; line < kLines; line++) wires.push_back({i, line});
        }
        addWires(wired, target_.blocks, wires, target_.arguments);
        readContracts();
        std::vector<const CustomBlock*> open;
        for (std::size_t i = 0; i < target_.blocks.size(); i++) {
            if (target_.isOpen[i]) open.push_back(&target_.blocks[i]);
        }
        const std::vector<std::string> messages = messagesOf(target_.original);
        addSteps(wired, messages, open);
        OUNCE_TRY(target_.program, compile(std::move(wired)));
        find();
        findSteps();
        OUNCE_CHECK(bindContracts());
        OUNCE_CHECK(bindMessages());
        constants();
        makeWorld();
        return {};
    }

  private:
    static std::vector<std::string> messagesOf(const Project& project) {
        std::vector<std::string> names;
        for (const Target& target : project.targets) {
            for (const Broadcast& message : target.broadcasts) names.push_back(message.name);
        }
        std::sort(names.begin(), names.end());
        names.erase(std::unique(names.begin(), names.end()), names.end());
        return names;
    }

    // What stands in comments and in the separate file.
    void readContracts() {
        for (const CustomBlock& block : target_.blocks) {
            WrittenContract contract = contractIn(block.comment, source_, target_.path);
            const std::string full =
                fmt::format("{}: {}", target_.original.targets[block.target].name, block.label);
            for (NamedContract& named : named_) {
                if (named.of != NamedContract::Of::Block || (named.name != full && named.name != block.label))
                    continue;
                named.isUsed = true;
                contract.isOpen = contract.isOpen || named.contract.isOpen;
                contract.isPrivate = contract.isPrivate || named.contract.isPrivate;
                contract.conditions.insert(contract.conditions.end(), named.contract.conditions.begin(),
                                           named.contract.conditions.end());
            }
            target_.isOpen.push_back(contract.isOpen ? 1 : 0);
            written_.push_back(std::move(contract));
        }
    }

    // Which statements the steps have become.
    void findSteps() {
        const ounce::Program& program = *target_.program;
        target_.steps.resize(program.statements.size());
        const auto follow = [&](StatementIndex first, ScratchStep::Of of, std::size_t which, int count) {
            StatementIndex at = program.statements[static_cast<std::size_t>(first)].next;
            for (int step = 0; step < count && at != kNone; step++) {
                target_.steps[static_cast<std::size_t>(at)] = {of, which, step};
                at = program.statements[static_cast<std::size_t>(at)].next;
            }
        };
        const std::size_t added = program.sprites.size() - 1;
        for (std::size_t m = 0; m < program.messages.size(); m++) {
            if (program.messageHats[m].empty) continue;
            for (const std::int32_t script : program.messageHats[m].scripts[added])
                follow(program.scripts[static_cast<std::size_t>(script)].hat, ScratchStep::Of::Message, m,
                       kSteps);
        }
        for (std::size_t i = 0; i < target_.blocks.size(); i++) {
            if (!target_.isOpen[i] || target_.procedures[i] == kNone) continue;
            follow(program.procedures[static_cast<std::size_t>(target_.procedures[i])].definition,
                   ScratchStep::Of::Block, i, kSteps + 1);
        }
        const auto variable = [&](const char* name) {
            const auto& variables = program.sprites[0].variables;
            const auto found = std::find_if(variables.begin(), variables.end(),
                                            [&](const VariableSlot& slot) { return slot.name == name; });
            return static_cast<std::int32_t>(found - variables.begin());
        };
        target_.nextCall = variable(kNextCall);
        target_.endsHere = variable(kEndsHere);
    }

    // What compiling has made of the wires.
    void find() {
        const ounce::Program& program = *target_.program;
        const auto message = [&](const std::string& name) {
            const auto found = std::find(program.messages.begin(), program.messages.end(), name);
            return found == program.messages.end()
                       ? kNone
                       : static_cast<std::int32_t>(found - program.messages.begin());
        };
        for (int line = 0; line < kLines; line++) {
            target_.wires.emplace_back();
            target_.slots.emplace_back();
            for (const CustomBlock& block : target_.blocks)
                target_.wires.back().push_back(message(callMessage(target_.original, block, line)));
            for (std::size_t i = 0; i < target_.arguments; i++) {
                const auto& variables = program.sprites[0].variables;
                const auto found = std::find_if(
                    variables.begin(), variables.end(),
                    [&](const VariableSlot& slot) { return slot.name == argumentName(i, line); });
                target_.slots.back().push_back(static_cast<std::int32_t>(found - variables.begin()));
            }
        }
        for (const CustomBlock& block : target_.blocks) {
            std::int32_t found = kNone;
            for (std::size_t i = 0; i < program.procedures.size(); i++) {
                const Procedure& procedure = program.procedures[i];
                if (procedure.proccode != block.proccode || procedure.definition == kNone) continue;
                const auto sprite = program.statements[static_cast<std::size_t>(procedure.definition)].sprite;
                if (static_cast<std::size_t>(sprite) == block.target) found = static_cast<std::int32_t>(i);
            }
            target_.procedures.push_back(found);
        }
    }

    static void parameterAt(ScratchCondition& condition, std::size_t parameter, std::size_t node,
                            const std::string& name) {
        condition.parameters[parameter].push_back(node);
        condition.monitor.nodes[node].text = name;  // as it was written
    }

    // One condition of a block, or of a message, which is a block without parameters.
    Result<ScratchCondition> bound(const WrittenCondition& written, const CustomBlock& block,
                                   const std::string& name) {
        ScratchCondition condition{.text = written.text};
        const std::string where = written.place.empty() ? name : written.place;
        // «after … always» is what makes old(e) mean: before the call.
        const std::string property =
            fmt::format("contract: after flag always ({})",
                        withNames(written.text, block, target_.original.targets[block.target]));
        auto spec = spec::parse(property, where);
        if (!spec)
            return fail(fmt::format("{} in «{}»", plain(spec.error().what, where), written.text), where);
        std::vector<spec::Monitor> monitors = spec::bind(*spec, *target_.program);
        if (monitors.empty() || !monitors[0].error.empty())
            return fail(monitors.empty()
                            ? "there is no condition"
                            : fmt::format("{} in «{}»", plain(monitors[0].error, where), written.text),
                        where);
        condition.monitor = std::move(monitors[0]);
        condition.parameters.resize(block.ids.size());
        for (std::size_t n = 0; n < condition.monitor.nodes.size(); n++) {
            const spec::Node& node = condition.monitor.nodes[n];
            // What a contract compares with is worth trying.
            if (node.code == spec::Code::Constant && node.constant.isNumber())
                target_.numbers.push_back(node.constant.asNumber());
            for (std::size_t i = 0;
                 i < block.ids.size() && node.code == spec::Code::Variable && node.sprite == 0; i++) {
                if (node.slot == target_.slots[0][i]) parameterAt(condition, i, n, block.names[i]);
            }
        }
        target_.conditions++;
        return condition;
    }
    Result<void> bindAll(const WrittenContract& written, const CustomBlock& block, const std::string& name,
                         ScratchContract& to) {
        for (const WrittenCondition& one : written.conditions) {
            OUNCE_TRY(ScratchCondition condition, bound(one, block, name));
            (one.isEnsures ? to.ensures : to.requires_).push_back(std::move(condition));
        }
        return {};
    }

    Result<void> bindContracts() {
        for (std::size_t i = 0; i < target_.blocks.size(); i++) {
            const CustomBlock& block = target_.blocks[i];
            const std::string name = fmt::format("{}: {}: define {}", target_.path,
                                                 target_.original.targets[block.target].name, block.label);
            OUNCE_CHECK(bindAll(written_[i], block, name, target_.contracts.emplace_back()));
        }
        return {};
    }

    // Contracts of messages: on hats, and in the separate file.
    Result<void> bindMessages() {
        target_.messageContracts.resize(target_.program->messages.size());
        const auto add = [&](const std::string& message, std::size_t sprite, const WrittenContract& contract,
                             const std::string& name) -> Result<void> {
            const auto& messages = target_.program->messages;
            const auto found = std::find(messages.begin(), messages.end(), message);
            if (found == messages.end()) return fail(fmt::format("there is no message «{}»", message), name);
            return bindAll(contract, CustomBlock{.target = sprite}, name,
                           target_.messageContracts[static_cast<std::size_t>(found - messages.begin())]);
        };
        for (std::size_t t = 0; t < target_.original.targets.size(); t++) {
            const Target& sprite = target_.original.targets[t];
            for (const Comment& comment : sprite.comments) {
                const ounce::Block* hat = comment.blockId ? sprite.blocks.find(*comment.blockId) : nullptr;
                if (!hat || hat->opcode != Opcode::event_whenbroadcastreceived || hat->fields.empty())
                    continue;
                const auto* message = std::get_if<std::string>(&hat->fields[0].value);
                if (!message) continue;
                OUNCE_CHECK(
                    add(*message, t, contractIn(comment.text, source_, target_.path),
                        fmt::format("{}: {}: when I receive {}", target_.path, sprite.name, *message)));
            }
        }
        for (const NamedContract& named : named_) {
            if (named.of == NamedContract::Of::Message)
                OUNCE_CHECK(add(named.name, 0, named.contract, named.place));
            if (named.of == NamedContract::Of::Block && !named.isUsed)
                return fail(fmt::format("there is no custom block «{}»", named.name), named.place);
        }
        return {};
    }

    void constants() {
        const auto take = [&](const Scalar& value) {
            double number = 0;
            if (const auto* text = std::get_if<std::string>(&value)) {
                const auto read = std::from_chars(text->data(), text->data() + text->size(), number);
                if (read.ec != std::errc() || read.ptr != text->data() + text->size()) {
                    if (!text->empty() && text->size() < 40 && target_.texts.size() < 40 &&
                        std::find(target_.texts.begin(), target_.texts.end(), *text) == target_.texts.end())
                        target_.texts.push_back(*text);
                    return;
                }
            } else if (const auto* given = std::get_if<double>(&value)) {
                number = *given;
            } else {
                return;
            }
            if (target_.numbers.size() < 40 &&
                std::find(target_.numbers.begin(), target_.numbers.end(), number) == target_.numbers.end())
                target_.numbers.push_back(number);
        };
        for (const Target& sprite : target_.original.targets) {
            for (const Variable& variable : sprite.variables) take(variable.value);
            for (const ounce::Block& block : sprite.blocks.all()) {
                for (const Input& input : block.inputs) {
                    const auto* literal = std::get_if<Primitive>(&input.block);
                    if (literal && literal->code <= 10 && literal->code != 9) take(literal->value);
                }
            }
        }
    }

    void add(Signature signature, ScratchCallable callable) {
        world_.addSignature(std::move(signature));
        target_.callables.resize(world_.signatures.size());
        target_.callables.back() = callable;
    }

    // A custom block that is replaced: what is generated takes its parameters and leaves its promise.
    void addOverride(std::size_t block, const Signature& of) {
        Signature body = of;
        body.isCallable = false;
        const SignatureId id = world_.addSignature(std::move(body));
        target_.callables.resize(world_.signatures.size());
        const TypeId handler = world_.add({.kind = contracts::Type::Kind::Function, .which = id});
        add({.name = fmt::format("instead of {}", of.name),
             .parameters = {{.name = "script", .type = handler},
                            {.name = "and then the original",
                             .type = world_.add({.kind = contracts::Type::Kind::Base, .which = kCondition})}},
             .result = World::kVoid,
             .imperative = true},
            {.kind = ScratchCallable::Kind::Override, .which = block});
    }
    // Whether the separate file keeps generated programs from it.
    [[nodiscard]] bool isPrivate(NamedContract::Of of, const std::string& name) const {
        return std::any_of(named_.begin(), named_.end(), [&](const NamedContract& named) {
            return named.of == of && named.name == name && named.contract.isPrivate;
        });
    }
    // Whether the program itself has a script for a message.
    [[nodiscard]] bool isHeard(std::size_t message) const {
        const auto& scripts = target_.program->messageHats[message].scripts;
        for (std::size_t sprite = 0; sprite + 1 < scripts.size(); sprite++) {
            if (!scripts[sprite].empty()) return true;
        }
        return false;
    }

    void makeWorld() {
        using Kind = ScratchCallable::Kind;
        world_.bases = {{"number", kNone}, {"integer", kNumber}, {"text", kNone}, {"condition", kNone}};
        const TypeId number = world_.add({.kind = contracts::Type::Kind::Base, .which = kNumber});
        const TypeId condition = world_.add({.kind = contracts::Type::Kind::Base, .which = kCondition});
        add({.name = "flag",
             .result = World::kVoid,
             .imperative = true,
             .isPublic = !isPrivate(NamedContract::Of::Flag, "")},
            {.kind = Kind::Flag});
        for (std::size_t i = 0; i < target_.blocks.size(); i++) {
            const CustomBlock& block = target_.blocks[i];
            if (target_.procedures[i] == kNone) continue;
            Signature signature{
                .name = fmt::format("{}: {}", target_.original.targets[block.target].name, block.label),
                .result = World::kVoid,
                .imperative = true,
                .isPublic = !written_[i].isPrivate,
                .constrains = !target_.contracts[i].requires_.empty()};
            for (std::size_t p = 0; p < block.ids.size(); p++)
                signature.parameters.push_back(
                    {.name = block.names[p], .type = block.isCondition[p] ? condition : number});
            if (target_.isOpen[i]) addOverride(i, signature);
            add(std::move(signature), {.kind = Kind::CustomBlock, .which = i});
        }
        const ounce::Program& program = *target_.program;
        const SignatureId receiver =
            world_.addSignature({.name = "receiver", .result = World::kVoid, .isCallable = false});
        target_.callables.resize(world_.signatures.size());
        const TypeId handler = world_.add({.kind = contracts::Type::Kind::Function, .which = receiver});
        for (std::size_t m = 0; m < program.messages.size(); m++) {
            const std::string& name = program.messages[m];
            if (name.rfind("Ounce: ", 0) == 0) continue;
            if (isHeard(m))
                add({.name = fmt::format("broadcast {}", name),
                     .result = World::kVoid,
                     .imperative = true,
                     .isPublic = !isPrivate(NamedContract::Of::Message, name)},
                    {.kind = Kind::Message, .which = m});
            add({.name = fmt::format("when I receive {}", name),
                 .parameters = {{.name = "script", .type = handler}},
                 .result = World::kVoid,
                 .imperative = true},
                {.kind = Kind::Receiver, .which = m});
        }
        for (std::size_t s = 0; s + 1 < program.sprites.size(); s++) {
            const SpriteProgram& sprite = program.sprites[s];
            for (std::size_t v = 0; v < sprite.variables.size(); v++) {
                if (s == 0 && sprite.variables[v].name.rfind("Ounce ", 0) == 0) continue;
                add({.name = fmt::format("{} of {}", sprite.variables[v].name, sprite.name),
                     .result = number},
                    {.kind = Kind::Variable, .which = v, .sprite = s});
            }
            for (std::size_t v = 0; v < sprite.lists.size(); v++)
                add({.name = fmt::format("length of {} of {}", sprite.lists[v].name, sprite.name),
                     .result = number},
                    {.kind = Kind::Length, .which = v, .sprite = s});
        }
    }

    ScratchTarget& target_;
    World& world_;
    std::vector<NamedContract> named_;
    std::string source_{};
    std::vector<WrittenContract> written_{};  // of each block
};

}  // namespace

Result<ScratchTarget> scratchTargetOf(Project project, const std::string& path, const std::string& contracts,
                                      const std::string& contractsPath) {
    ScratchTarget target;
    target.path = path;
    target.original = std::move(project);
    OUNCE_CHECK(Builder(target, contracts, contractsPath).run());
    return target;
}

Constant ScratchLanguage::value(std::int32_t base, Random& random) const {
    const auto one = [&](const auto& list) -> const auto& {
        return list[static_cast<std::size_t>(random.next() * static_cast<double>(list.size()))];
    };
    if (base == kCondition) return Constant::of(random.next() < 0.5);
    if (base == kText) {
        constexpr std::array<std::string_view, 4> kTexts{"", "hello", "0", "a"};
        if (!target_.texts.empty() && random.next() < 0.5) return Constant::of(one(target_.texts));
        return Constant::of(std::string(one(kTexts)));
    }
    const double kind = random.next();
    double number = std::floor(random.next() * 11);
    if (kind > 0.5 && kind < 0.8 && !target_.numbers.empty()) {
        number = one(target_.numbers);
        const double beside = random.next();
        if (beside < 0.2) number -= 1;
        if (beside > 0.8) number += 1;
    } else if (kind >= 0.8) {
        constexpr std::array<double, 8> kEdges{-1, -10, 100, 1000, 0.5, -2, 240, 180};
        number = one(kEdges);
    }
    return Constant::of(base == kInteger ? std::trunc(number) : number);
}
Constant ScratchLanguage::anything(Random& random) const {
    return value(random.next() < 0.7 ? kNumber : kText, random);
}
Constant ScratchLanguage::simplest(std::int32_t base) const {
    if (base == kCondition) return Constant::of(false);
    if (base == kText) return Constant::of(std::string());
    return Constant::of(0.0);
}

}  // namespace ounce::contracts
