#include "analysis/node_names.h"

#include <fmt/format.h>
#include <unordered_map>

#include "project/text/write_text.h"

namespace ounce {
namespace {

std::string nameOf(const Happening& happening, const NodeNames& names) {
    using enum Happening::Kind;
    switch (happening.kind) {
        case Flag: return "flag clicked";
        case Key: return fmt::format("key {} pressed", happening.name);
        case SpriteClick: return fmt::format("{} clicked", happening.name);
        case StageClick: return "stage clicked";
        case Condition: return fmt::format("watch {}", names.name(happening.hats.front()));
        case Message: return fmt::format("message {}", happening.name);
        case Clone: return fmt::format("clone of {}", happening.name);
        case Backdrop: return fmt::format("backdrop {}", happening.name);
    }
    return {};
}

}  // namespace

NodeNames::NodeNames(const ControlFlow& flow) : flow_(&flow) {
    const Program& program = flow.program();
    std::vector<std::unordered_map<std::string, std::string>> lines(program.sprites.size());
    for (std::size_t i = 0; i < program.sprites.size(); i++) {
        const auto shown = text::showTarget(program.project, i);
        if (!shown) continue;  // nested beyond what the text form allows: opcodes have to do
        for (const text::ShownLine& line : *shown) {
            const auto start = line.text.find_first_not_of(' ');
            if (line.block.empty() || start == std::string::npos) continue;
            lines[i].try_emplace(line.block, line.text.substr(start));
        }
    }
    for (std::size_t i = 0; i < program.statements.size(); i++) {
        const Statement& s = program.statements[i];
        const auto& known = lines[static_cast<std::size_t>(s.sprite)];
        const auto found = known.find(program.statementIds[i]);
        words_.push_back(found != known.end() ? found->second : std::string(opcodeName(s.opcode)));
    }
}

std::string NodeNames::name(NodeIndex node) const {
    const Program& program = flow_->program();
    if (flow_->isStatement(node)) {
        const auto sprite =
            static_cast<std::size_t>(program.statements[static_cast<std::size_t>(node)].sprite);
        return fmt::format("{}: {}", program.sprites[sprite].name, words(node));
    }
    if (node == flow_->entry()) return "entry";
    if (node == flow_->exit()) return "exit";
    if (const Happening* happening = flow_->happening(node)) return nameOf(*happening, *this);
    const auto procedure = static_cast<std::size_t>(flow_->procedureEnd(node));
    return fmt::format("end of {}", program.procedures[procedure].proccode);
}

std::string_view nameOf(Outcome outcome) {
    switch (outcome) {
        case Outcome::True: return "true";
        case Outcome::False: return "false";
        case Outcome::Either: return "either";
        case Outcome::Always: break;
    }
    return "";
}

}  // namespace ounce
