#include <algorithm>

#include "base/number.h"
#include "base/text.h"
#include "vm/compile.h"
#include "vm/options.h"

namespace ounce {
namespace {

Node nodeOf(Opcode opcode) {
    switch (opcode) {
        case Opcode::operator_add: return Node::Add;
        case Opcode::operator_subtract: return Node::Subtract;
        case Opcode::operator_multiply: return Node::Multiply;
        case Opcode::operator_divide: return Node::Divide;
        case Opcode::operator_mod: return Node::Mod;
        case Opcode::operator_round: return Node::Round;
        case Opcode::operator_lt: return Node::Less;
        case Opcode::operator_equals: return Node::Equal;
        case Opcode::operator_gt: return Node::Greater;
        case Opcode::operator_and: return Node::And;
        case Opcode::operator_or: return Node::Or;
        case Opcode::operator_not: return Node::Not;
        case Opcode::operator_join: return Node::Join;
        case Opcode::operator_letter_of: return Node::LetterOf;
        case Opcode::operator_length: return Node::LengthOf;
        case Opcode::operator_contains: return Node::Contains;
        case Opcode::operator_random: return Node::Random;
        case Opcode::operator_mathop: return Node::MathOperator;
        case Opcode::data_itemoflist: return Node::ItemOfList;
        case Opcode::data_itemnumoflist: return Node::ItemNumberOfList;
        case Opcode::data_lengthoflist: return Node::LengthOfList;
        case Opcode::data_listcontainsitem: return Node::ListContains;
        case Opcode::data_listcontents: return Node::ListContents;
        default: return Node::Report;
    }
}

}  // namespace

ExpressionIndex Compiler::add(Expression e) {
    program_->expressions.push_back(std::move(e));
    return static_cast<ExpressionIndex>(program_->expressions.size()) - 1;
}

ExpressionIndex Compiler::constant(Value value) {
    Expression e;
    e.constant = std::move(value);
    return add(std::move(e));
}

ExpressionIndex Compiler::input(const Block& block, std::string_view name) {
    const Input* found = block.input(name);
    return found ? slotExpression(found->block) : constant({});
}

ExpressionIndex Compiler::slotExpression(const Slot& slot) {
    if (const auto* primitive = std::get_if<Primitive>(&slot)) {
        if (primitive->code == 12) return variable(primitive->id, toUtf8(primitive->value));
        if (primitive->code == 13) {
            const Place place = findVariable(sprite_, primitive->id, toUtf8(primitive->value), true);
            Expression e;
            e.node = Node::ListContents;
            e.opcode = Opcode::data_listcontents;
            e.slot = place.slot;
            e.onStage = place.onStage;
            return add(std::move(e));
        }
        return constant(toValue(primitive->value));
    }
    const auto* id = std::get_if<std::string>(&slot);
    const Block* block = id ? target().blocks.find(*id) : nullptr;
    return block ? reporter(*block) : constant({});
}

ExpressionIndex Compiler::variable(const std::string& id, const std::string& name) {
    const Place place = findVariable(sprite_, id, name, false);
    Expression e;
    e.node = place.onStage ? Node::StageVariable : Node::OwnVariable;
    e.opcode = Opcode::data_variable;
    e.slot = place.slot;
    return add(std::move(e));
}

ExpressionIndex Compiler::reporter(const Block& block) {
    if (block.primitive) return slotExpression(Slot(*block.primitive));
    const Row& row = blockRow(block.opcode);
    const bool isKnownValue = block.opcode != Opcode::Unknown && row.isValue();
    const bool isCondition = row.shape == Shape::Hat && row.edge;
    if (!isKnownValue && !isCondition) {
        // Menus, literals and unknown reporters with one field and no inputs stand for that field's value.
        if (block.fields.size() == 1 && block.inputs.empty()) return constant(toValue(block.fields[0].value));
        if (row.shape == Shape::Hat) return constant({});
    }
    if (block.opcode == Opcode::data_variable) {
        const Field* field = block.field("VARIABLE");
        return field ? variable(field->id.value_or(""), toUtf8(field->value)) : constant({});
    }
    if (++depth_ > 2500) {
        error_ = "blocks are nested too deeply in " + target().name;
        depth_--;
        return constant({});
    }
    Expression e;
    e.opcode = block.opcode;
    e.node = isKnownValue ? nodeOf(block.opcode) : Node::Report;
    fillReport(e, block);
    depth_--;
    return add(std::move(e));
}

void Compiler::fillReport(Expression& e, const Block& block) {
    const Row& row = blockRow(block.opcode);
    std::string_view names[2];
    int count = 0;
    if (block.opcode == Opcode::Unknown) {
        for (const Input& i : block.inputs) {
            if (count < 2) names[count++] = i.name;
        }
    }
    for (std::size_t i = 0; i < row.argumentCount; i++) {
        const Argument& argument = row.arguments[i];
        const Field* field = block.field(argument.name);
        const std::string text = field ? toUtf8(field->value) : "";
        switch (argument.kind) {
            case Kind::List: {
                const Place place = findVariable(sprite_, field && field->id ? *field->id : "", text, true);
                e.slot = place.slot;
                e.onStage = place.onStage;
                break;
            }
            case Kind::Field:
                e.slot = optionIndex(block.opcode, text);
                e.constant = String(std::string_view(text));
                break;
            case Kind::Variable:
            case Kind::MessageField:
            case Kind::Branch:
            case Kind::Block: break;
            default:
                if (count < 2) names[count++] = argument.name;
        }
    }
    if (count > 0) e.a = input(block, names[0]);
    if (count > 1) e.b = input(block, names[1]);
    if (e.node == Node::Less || e.node == Node::Equal || e.node == Node::Greater) {
        foldComparison(e.a);
        foldComparison(e.b);
    }
    if (block.opcode == Opcode::argument_reporter_string_number ||
        block.opcode == Opcode::argument_reporter_boolean) {
        // The nearest frame with parameters belongs to the call of the definition that this block stands in.
        e.node = Node::Parameter;
        e.slot = kNone;
        if (definition_ != kNone) {
            const auto& parameterNames = program_->procedures[static_cast<std::size_t>(definition_)].names;
            auto last = std::find(parameterNames.rbegin(), parameterNames.rend(), toText(e.constant).utf8());
            if (last != parameterNames.rend())
                e.slot = static_cast<std::int32_t>(parameterNames.rend() - last) - 1;
        }
    }
    if (block.opcode == Opcode::procedures_call) return fillCallReporter(e, block);
    const bool mayDraw = drawsItself(e);
    e.draws = mayDraw || draws(e.a) || draws(e.b);
    if (count > 1 && draws(e.a) && draws(e.b)) {
        for (const Input& i : block.inputs) {
            if (i.name == names[0]) break;
            if (i.name == names[1]) e.reversed = true;
        }
    }
}

// Whether the block itself may draw, which its row says. An index into a list only does if it is a text that
// means «random»: one that is typed in, put together or answered, or, in a program that has such a word, any
// that may be a text.
bool Compiler::drawsItself(const Expression& e) const {
    if (!(blockRow(e.opcode).readFacets & facet::RandomNumbers)) return false;
    if (e.node != Node::ItemOfList) return true;
    if (e.a == kNone) return false;
    const Expression& index = program_->expressions[static_cast<std::size_t>(e.a)];
    switch (index.node) {
        case Node::Constant: return index.constant.isText() && isRandomWord(index.constant.asText().utf8());
        case Node::Join: return true;
        case Node::OwnVariable:
        case Node::StageVariable:
        case Node::Parameter:
        case Node::Cell:
        case Node::ItemOfList: return namesRandom_;
        case Node::Report:
            return index.opcode == Opcode::sensing_answer ||
                   (blockRow(index.opcode).shape == Shape::Reporter && namesRandom_);
        default: return false;  // a number, or true or false
    }
}

// "50" compares like the number 50 if the number is shown as the same text; then no text has to be read at
// run time.
void Compiler::foldComparison(ExpressionIndex& operand) {
    const Expression& e = program_->expressions[static_cast<std::size_t>(operand)];
    if (e.node != Node::Constant || !e.constant.isText() || e.constant.asText().empty()) return;
    const double number = e.constant.asText().toNumber();
    if (std::isnan(number) || !(numberToString(number) == e.constant.asText())) return;
    operand = constant(number);
}

}  // namespace ounce
