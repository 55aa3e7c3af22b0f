#include "project/dead_scripts.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "base/text.h"
#include "project/inspect.h"

namespace ounce {
namespace {

std::string textOf(const Scalar& value) {
    auto* text = std::get_if<std::string>(&value);
    return text ? *text : std::string();
}

std::string fieldText(const Block& block, std::string_view name) {
    const Field* field = block.field(name);
    return field ? textOf(field->value) : std::string();
}

// What is chosen in a slot with a menu; none when a block computes it.
std::optional<std::string> chosen(const Target& target, const Block& block, std::string_view name) {
    const Input* input = block.input(name);
    if (!input) return "";
    if (input->status != 1) return std::nullopt;
    if (auto* primitive = std::get_if<Primitive>(&input->block)) {
        if (primitive->code == 12 || primitive->code == 13) return std::nullopt;
        return textOf(primitive->value);
    }
    auto* id = std::get_if<std::string>(&input->block);
    const Block* menu = id ? target.blocks.find(*id) : nullptr;
    if (!menu) return "";
    if (!blockRow(menu->opcode).isShadow() || menu->fields.empty()) return std::nullopt;
    return textOf(menu->fields.front().value);
}

std::string proccodeOf(const Target& target, const Block& definition) {
    const Input* input = definition.input("custom_block");
    auto* id = input ? std::get_if<std::string>(&input->block) : nullptr;
    const Block* prototype = id ? target.blocks.find(*id) : nullptr;
    return prototype && prototype->mutation ? prototype->mutation->proccode : std::string();
}

struct Script {
    const Target* target;
    const Block* hat;
    bool alive = false;
};

// Why a script starts: kind and name, in the sprite where that matters.
enum class Cause { Message, Clone, Backdrop, Call };
using Key = std::tuple<Cause, const Target*, std::string>;

class Reachability {
  public:
    explicit Reachability(const Project& project) : project_(project) {
        for (const Target& target : project.targets) {
            for (const Block& block : target.blocks.all()) {
                if (block.topLevel && !block.shadow && isHat(block) && block.next) enter({&target, &block});
            }
        }
        while (!waiting_.empty()) {
            const std::size_t next = waiting_.back();
            waiting_.pop_back();
            follow(scripts_[next]);
        }
    }

    [[nodiscard]] const std::vector<Script>& scripts() const { return scripts_; }

  private:
    void enter(Script script) {
        const std::size_t number = scripts_.size();
        scripts_.push_back(script);
        const Target& target = *script.target;
        const Block& hat = *script.hat;
        switch (hat.opcode) {
            case Opcode::event_whenbroadcastreceived:
                return expect(Cause::Message, nullptr, lowerCase(fieldText(hat, "BROADCAST_OPTION")), number);
            case Opcode::control_start_as_clone:
                if (!target.isStage) expect(Cause::Clone, &target, "", number);
                return;
            case Opcode::event_whenbackdropswitchesto:
                if (isBackdrop(fieldText(hat, "BACKDROP")))
                    expect(Cause::Backdrop, nullptr, fieldText(hat, "BACKDROP"), number);
                return;
            case Opcode::procedures_definition:
                return expect(Cause::Call, &target, proccodeOf(target, hat), number);
            default:
                if (blockRow(hat.opcode).support != Support::Absent) wake(number);
        }
    }

    void expect(Cause cause, const Target* target, std::string name, std::size_t script) {
        expecting_[{cause, target, std::move(name)}].push_back(script);
    }

    void wake(std::size_t script) {
        if (scripts_[script].alive) return;
        scripts_[script].alive = true;
        waiting_.push_back(script);
    }

    void wakeFor(const Key& key) {
        auto found = expecting_.find(key);
        if (found == expecting_.end()) return;
        for (std::size_t script : found->second) wake(script);
    }

    void wakeAll(Cause cause) {
        for (auto& [key, scripts] : expecting_) {
            if (std::get<Cause>(key) != cause) continue;
            for (std::size_t script : scripts) wake(script);
        }
    }

    void follow(const Script& script) { followChain(*script.target, script.hat); }

    void followChain(const Target& target, const Block* block) {
        while (block && seen_.insert(block).second) {
            note(target, *block);
            for (const Input& input : block->inputs) {
                if (auto* id = std::get_if<std::string>(&input.block))
                    followChain(target, target.blocks.find(*id));
            }
            block = block->next ? target.blocks.find(*block->next) : nullptr;
        }
    }

    void note(const Target& target, const Block& block) {
        // What a block that starts others names is its first argument; none: nothing is chosen.
        const Row& row = blockRow(block.opcode);
        switch (row.started) {
            case Starts::Messages: {
                auto message = chosen(target, block, row.arguments[0].name);
                return message ? wakeFor({Cause::Message, nullptr, lowerCase(*message)})
                               : wakeAll(Cause::Message);
            }
            case Starts::Clones: {
                auto name = chosen(target, block, row.arguments[0].name);
                return name ? wakeClones(target, *name) : wakeAll(Cause::Clone);
            }
            case Starts::Backdrops: {
                if (row.argumentCount == 0) return wakeAll(Cause::Backdrop);
                auto name = chosen(target, block, row.arguments[0].name);
                // Other names mean a number, or next, previous and random backdrop.
                const bool known = name && isBackdrop(*name);
                return known ? wakeFor({Cause::Backdrop, nullptr, *name}) : wakeAll(Cause::Backdrop);
            }
            case Starts::Nothing: break;
        }
        if (row.flow == Flow::Calls && block.mutation)
            wakeFor({Cause::Call, &target, block.mutation->proccode});
    }

    void wakeClones(const Target& creator, const std::string& name) {
        if (name == "_myself_") return wakeFor({Cause::Clone, &creator, ""});
        for (const Target& target : project_.targets) {
            if (target.name == name) wakeFor({Cause::Clone, &target, ""});
        }
    }

    [[nodiscard]] bool isBackdrop(const std::string& name) const {
        const auto& all = project_.targets.front().costumes;
        return std::any_of(all.begin(), all.end(), [&](const Costume& c) { return c.name == name; });
    }

    const Project& project_;
    std::vector<Script> scripts_;
    std::map<Key, std::vector<std::size_t>> expecting_;
    std::vector<std::size_t> waiting_;
    std::set<const Block*> seen_;
};

// The hat as the text form shows it, with its fields filled in.
std::string describe(const Target& target, const Block& hat) {
    if (hat.opcode == Opcode::procedures_definition) return "define " + proccodeOf(target, hat);
    const Row& row = blockRow(hat.opcode);
    std::string text(row.text);
    for (std::size_t i = 0; i < row.argumentCount; i++) {
        const Argument& argument = row.arguments[i];
        const auto place = text.find(argument.name);
        const Field* field = hat.field(argument.name);
        const auto value = field ? textOf(field->value) : chosen(target, hat, argument.name).value_or("…");
        if (place != std::string::npos)
            text.replace(place, argument.name.size(), shownOption(argument, value));
    }
    return text;
}

}  // namespace

std::vector<std::string> findDeadScripts(const Project& project) {
    std::vector<std::string> dead;
    if (project.targets.empty()) return dead;
    const Reachability reachability(project);
    for (const Script& script : reachability.scripts()) {
        if (!script.alive) dead.push_back(script.target->name + ": " + describe(*script.target, *script.hat));
    }
    return dead;
}

}  // namespace ounce
