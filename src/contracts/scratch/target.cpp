#include "contracts/scratch/target.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>

#include "spec/lexer.h"
#include "spec/parse.h"

namespace ounce::contracts {
namespace {

enum Bases : std::int32_t { kNumber, kInteger, kText, kCondition };

struct Written {
    bool isEnsures = false;
    std::string text{};
};

// "@requires …" and "@ensures …"; each goes up to the next @ or the end.
std::vector<Written> conditionsIn(const std::string& comment) {
    std::vector<Written> all;
    for (std::size_t at = comment.find('@'); at != comment.npos; at = comment.find('@', at + 1)) {
        const std::string_view rest = std::string_view(comment).substr(at + 1);
        const bool requires_ = rest.rfind("requires ", 0) == 0, ensures = rest.rfind("ensures ", 0) == 0;
        if (!requires_ && !ensures) continue;
        const std::size_t begin = at + (requires_ ? 10 : 9);
        std::string text = comment.substr(begin, std::min(comment.find('@', begin), comment.size()) - begin);
        std::replace(text.begin(), text.end(), '\n', ' ');
        while (!text.empty() && text.back() == ' ') text.pop_back();
        all.push_back({ensures, std::move(text)});
    }
    return all;
}

// The formula with the block's parameters, and with the sprite's own variables as such.
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
        if (token->kind == spec::Token::Kind::Name && !afterDot && !beforeDot) {
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
    explicit Builder(ScratchTarget& target) : target_(target), world_(target.world) {}

    Result<void> run() {
        target_.blocks = customBlocksOf(target_.original);
        Project wired = target_.original;
        std::vector<Wire> wires;
        for (std::size_t i = 0; i < target_.blocks.size(); i++) {
            target_.arguments = std::max(target_.arguments, target_.blocks[i].ids.size());
            for (int line = 0; line < kLines; line++) wires.push_back({i, line});
        }
        addWires(wired, target_.blocks, wires, target_.arguments);
        OUNCE_TRY(target_.program, compile(std::move(wired)));
        OUNCE_CHECK(find());
        OUNCE_CHECK(bindContracts());
        constants();
        makeWorld();
        return {};
    }

  private:
    // What compiling has made of the wires.
    Result<void> find() {
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
        return {};
    }

    static void parameterAt(ScratchCondition& condition, std::size_t parameter, std::size_t node,
                            const std::string& name) {
        condition.parameters[parameter].push_back(node);
        condition.monitor.nodes[node].text = name;  // as it was written
    }

    Result<void> bindContracts() {
        for (const CustomBlock& block : target_.blocks) {
            ScratchContract contract;
            const Target& sprite = target_.original.targets[block.target];
            const std::string where =
                fmt::format("{}: {}: define {}", target_.path, sprite.name, block.label);
            for (const Written& written : conditionsIn(block.comment)) {
                ScratchCondition condition{.text = written.text};
                // «after … always» is what makes old(e) mean: before the call.
                const std::string property =
                    fmt::format("contract: after flag always ({})", withNames(written.text, block, sprite));
                auto spec = spec::parse(property, where);
                if (!spec) return fail(spec.error().what + fmt::format(" in «{}»", written.text), where);
                std::vector<spec::Monitor> bound = spec::bind(*spec, *target_.program);
                if (bound.empty() || !bound[0].error.empty())
                    return fail(bound.empty() ? "there is no condition"
                                              : bound[0].error + fmt::format(" in «{}»", written.text),
                                where);
                condition.monitor = std::move(bound[0]);
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
                (written.isEnsures ? contract.ensures : contract.requires_).push_back(std::move(condition));
            }
            target_.contracts.push_back(std::move(contract));
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

    void makeWorld() {
        using Kind = ScratchCallable::Kind;
        world_.bases = {{"number", kNone}, {"integer", kNumber}, {"text", kNone}, {"condition", kNone}};
        const TypeId number = world_.add({.kind = contracts::Type::Kind::Base, .which = kNumber});
        const TypeId condition = world_.add({.kind = contracts::Type::Kind::Base, .which = kCondition});
        add({.name = "flag", .result = World::kVoid, .imperative = true}, {.kind = Kind::Flag});
        for (std::size_t i = 0; i < target_.blocks.size(); i++) {
            const CustomBlock& block = target_.blocks[i];
            if (target_.procedures[i] == kNone) continue;
            Signature signature{
                .name = fmt::format("{}: {}", target_.original.targets[block.target].name, block.label),
                .result = World::kVoid,
                .imperative = true,
                .constrains = !target_.contracts[i].requires_.empty()};
            for (std::size_t p = 0; p < block.ids.size(); p++)
                signature.parameters.push_back(
                    {.name = block.names[p], .type = block.isCondition[p] ? condition : number});
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
            if (!program.messageHats[m].empty)
                add({.name = fmt::format("broadcast {}", name), .result = World::kVoid, .imperative = true},
                    {.kind = Kind::Message, .which = m});
            add({.name = fmt::format("when I receive {}", name),
                 .parameters = {{.name = "script", .type = handler}},
                 .result = World::kVoid,
                 .imperative = true},
                {.kind = Kind::Receiver, .which = m});
        }
        for (std::size_t s = 0; s < program.sprites.size(); s++) {
            const SpriteProgram& sprite = program.sprites[s];
            for (std::size_t v = 0; v < sprite.variables.size(); v++) {
                if (sprite.variables[v].name.rfind("Ounce argument", 0) == 0) continue;
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
};

}  // namespace

Result<ScratchTarget> scratchTargetOf(Project project, const std::string& path) {
    ScratchTarget target;
    target.path = path;
    target.original = std::move(project);
    OUNCE_CHECK(Builder(target).run());
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
