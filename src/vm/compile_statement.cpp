#include <algorithm>

#include "base/text.h"
#include "project/inspect.h"
#include "vm/compile.h"
#include "vm/options.h"

namespace ounce {
namespace {

constexpr int kMaxNesting = 2500;

std::string fieldText(const Block& block, std::string_view name) {
    const Field* field = block.field(name);
    return field ? toUtf8(field->value) : std::string();
}

bool isInputKind(Kind kind) {
    return kind != Kind::Field && kind != Kind::Variable && kind != Kind::List &&
           kind != Kind::MessageField && kind != Kind::Branch && kind != Kind::Block;
}

}  // namespace

// Compiles a block and what follows it; returns the first statement. Chains are walked, only branches
// recurse.
StatementIndex Compiler::stack(const std::string& firstId) {
    auto& known = blocks_[static_cast<std::size_t>(sprite_)].statements;
    StatementIndex first = kNone, previous = kNone;
    const std::string* id = &firstId;
    while (id) {
        const Block* block = target().blocks.find(*id);
        if (!block || block->primitive) break;
        auto [at, isNew] = known.try_emplace(*id, static_cast<StatementIndex>(program_->statements.size()));
        const StatementIndex index = at->second;
        if (first == kNone) first = index;
        if (previous != kNone) program_->statements[static_cast<std::size_t>(previous)].next = index;
        if (!isNew) break;
        program_->statements.emplace_back();
        program_->statementIds.push_back(*id);
        fillStatement(index, *block);
        previous = index;
        id = block->next ? &*block->next : nullptr;
    }
    return first;
}

StatementIndex Compiler::branch(const Block& block, std::string_view name) {
    const Input* found = block.input(name);
    const auto* id = found ? std::get_if<std::string>(&found->block) : nullptr;
    if (!id) return kNone;
    if (++depth_ > kMaxNesting) {
        error_ = "blocks are nested too deeply in " + target().name;
        depth_--;
        return kNone;
    }
    const StatementIndex index = stack(*id);
    depth_--;
    return index;
}

void Compiler::fillStatement(StatementIndex index, const Block& block) {
    const Row& row = blockRow(block.opcode);
    auto self = [&]() -> Statement& { return program_->statements[static_cast<std::size_t>(index)]; };
    self().opcode = block.opcode;
    self().sprite = static_cast<std::int16_t>(sprite_);
    self().nextIsMissing = !block.hasNext;
    self().isGoal = isGoal(block) || isHat(block);
    fillFields(index, block, row);
    if (row.shape == Shape::Hat) return;  // inputs of hats are evaluated when the hat is, not by its thread

    std::vector<std::pair<std::string, ExpressionIndex>> inputs;
    int position = 0;
    for (std::size_t i = 0; i < row.argumentCount; i++) {
        const Argument& argument = row.arguments[i];
        if (argument.kind == Kind::Branch) {
            const StatementIndex start = branch(block, argument.name);
            (argument.name == "SUBSTACK2" ? self().branch2 : self().branch) = start;
        } else if (argument.kind != Kind::Message && isInputKind(argument.kind)) {
            const ExpressionIndex e = input(block, argument.name);
            self().arguments[static_cast<std::size_t>(position++)] = e;
            inputs.emplace_back(argument.name, e);
        }
    }
    if (row.started == Starts::Messages) {
        fillBroadcast(index, block);
        inputs.emplace_back(row.arguments[0].name, self().arguments[0]);
    } else if (block.opcode == Opcode::procedures_call) {
        fillCall(index, block);
        return;
    }
    // Inputs that the block does not have are evaluated all the same.
    for (const Input& extra : block.inputs) {
        const bool isKnown = row.find(extra.name) != nullptr;
        if (!isKnown && extra.name != "SUBSTACK" && extra.name != "SUBSTACK2" &&
            block.opcode != Opcode::Unknown) {
            inputs.emplace_back(extra.name, input(block, extra.name));
        }
        if (block.opcode == Opcode::Unknown) {
            const auto* id = std::get_if<std::string>(&extra.block);
            const Block* inner = id ? target().blocks.find(*id) : nullptr;
            if (!inner || blockRow(inner->opcode).isValue() || inner->shadow) {
                inputs.emplace_back(extra.name, input(block, extra.name));
            }
        }
    }
    prepareDraws(index, block, inputs);
}

// Inputs that draw random numbers go to cells first, in the order of the file.
void Compiler::prepareDraws(StatementIndex index, const Block& block,
                            std::vector<std::pair<std::string, ExpressionIndex>>& inputs) {
    if (std::none_of(inputs.begin(), inputs.end(), [&](const auto& i) { return draws(i.second); })) return;
    Preparation preparation;
    for (const Input& fileInput : block.inputs) {
        for (auto& [name, e] : inputs) {
            if (name != fileInput.name || !draws(e)) continue;
            Expression cell;
            cell.node = Node::Cell;
            cell.slot = program_->cellCount++;
            preparation.steps.emplace_back(e, cell.slot);
            const ExpressionIndex reading = add(cell);
            Statement& s = program_->statements[static_cast<std::size_t>(index)];
            for (ExpressionIndex& argument : s.arguments) {
                if (argument == e) argument = reading;
            }
            e = reading;
        }
    }
    Statement& statement = program_->statements[static_cast<std::size_t>(index)];
    statement.preparation = static_cast<std::int32_t>(program_->preparations.size());
    program_->preparations.push_back(std::move(preparation));
}

void Compiler::fillBroadcast(StatementIndex index, const Block& block) {
    const std::string_view name = blockRow(block.opcode).arguments[0].name;
    const Input* found = block.input(name);
    Statement& s = program_->statements[static_cast<std::size_t>(index)];
    // An empty slot without a menu below it is like none: official Scratch looks for the menu's field.
    const bool isEmpty = found && std::holds_alternative<std::monostate>(found->block) &&
                         std::holds_alternative<std::monostate>(found->shadow);
    if (!found || isEmpty) {
        s.slot = kNoInput;
        return;
    }
    // A message chosen from the menu is found by its id among the stage's variables of any kind.
    std::string id;
    if (const auto* primitive = std::get_if<Primitive>(&found->block); primitive && primitive->code == 11) {
        id = primitive->id;
    } else if (const auto* blockId = std::get_if<std::string>(&found->block)) {
        const Block* menu = target().blocks.find(*blockId);
        const Field* field =
            menu && menu->opcode == Opcode::event_broadcast_menu ? menu->field("BROADCAST_OPTION") : nullptr;
        if (!field) {
            const ExpressionIndex e = input(block, name);
            program_->statements[static_cast<std::size_t>(index)].arguments[0] = e;
            return;
        }
        if (field->id) id = *field->id;
    } else {
        const ExpressionIndex e = input(block, name);
        program_->statements[static_cast<std::size_t>(index)].arguments[0] = e;
        return;
    }
    const Target& stage = program_->project.targets.front();
    for (const Broadcast& b : stage.broadcasts) {
        if (b.id == id) s.slot = message(b.name);
    }
    if (s.slot != kNone) return;
    for (const Variable& v : stage.variables) {
        if (v.id == id) s.slot = message(v.name);
    }
    for (const ListVariable& v : stage.lists) {
        if (v.id == id) s.slot = message(v.name);
    }
}

// Which block is called, and with what.
Call Compiler::callOf(const Block& block) {
    Call call;
    const auto& known = blocks_[static_cast<std::size_t>(sprite_)].procedures;
    const auto at = block.mutation ? known.find(block.mutation->proccode) : known.end();
    if (at == known.end()) return call;
    call.procedure = at->second;
    const Procedure procedure = program_->procedures[static_cast<std::size_t>(at->second)];
    for (const std::string& id : procedure.ids) {
        const Input* found = block.input(id);
        const bool given = found && !std::holds_alternative<std::monostate>(found->block);
        call.arguments.push_back(given ? input(block, id) : kNone);
    }
    return call;
}

// A call that stands where a value belongs, as the text form of other tools or a broken file has it: it is
// made when the inputs are evaluated, once and in their order, like a random number.
void Compiler::fillCallReporter(Expression& e, const Block& block) {
    Call call = callOf(block);
    if (call.procedure == kNone) return;
    e.draws = true;
    e.slot = static_cast<std::int32_t>(program_->calls.size());
    program_->calls.push_back(std::move(call));
}

void Compiler::fillCall(StatementIndex index, const Block& block) {
    Call call = callOf(block);
    std::vector<std::pair<std::string, ExpressionIndex>> inputs;
    for (const Input& argument : block.inputs) {
        ExpressionIndex e = kNone;
        if (call.procedure != kNone) {
            const auto& ids = program_->procedures[static_cast<std::size_t>(call.procedure)].ids;
            const auto position = std::find(ids.begin(), ids.end(), argument.name) - ids.begin();
            if (position < static_cast<std::ptrdiff_t>(ids.size()))
                e = call.arguments[static_cast<std::size_t>(position)];
        }
        inputs.emplace_back(argument.name, e != kNone ? e : input(block, argument.name));
    }
    const auto before = inputs;
    prepareDraws(index, block, inputs);
    for (std::size_t i = 0; i < inputs.size(); i++) {
        std::replace(call.arguments.begin(), call.arguments.end(), before[i].second, inputs[i].second);
    }
    program_->statements[static_cast<std::size_t>(index)].slot =
        static_cast<std::int32_t>(program_->calls.size());
    program_->calls.push_back(std::move(call));
}

void Compiler::fillFields(StatementIndex index, const Block& block, const Row& row) {
    auto self = [&]() -> Statement& { return program_->statements[static_cast<std::size_t>(index)]; };
    for (std::size_t i = 0; i < row.argumentCount; i++) {
        const Argument& argument = row.arguments[i];
        const Field* field = block.field(argument.name);
        if (argument.kind == Kind::Variable || argument.kind == Kind::List) {
            const std::string name = field ? toUtf8(field->value) : "";
            const Place place = findVariable(sprite_, field && field->id ? *field->id : "", name,
                                             argument.kind == Kind::List);
            self().slot = place.slot;
            self().onStage = place.onStage;
        } else if (argument.kind == Kind::Field) {
            self().slot = optionIndex(block.opcode, fieldText(block, argument.name));
        }
    }
}

}  // namespace ounce
