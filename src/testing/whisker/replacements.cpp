#include "testing/whisker/replacements.h"

#include <utility>

#include "vm/interpreter.h"
#include "vm/specialize.h"

namespace ounce {

Replacements::Replacements(const Program& program)
    : program_(std::make_unique<Program>(program)),
      code_(std::make_shared<Code>(*program.code)),
      firstArgument_(static_cast<ExpressionIndex>(program.expressions.size())) {
    // Constants to start from: any will do, their values are written before each use.
    Operation constant;
    specialize(*program_, constant);
    for (std::size_t i = 0; i < kMostInputs; i++) code_->operations.push_back(constant);
    program_->code = code_;
}

void Replacements::replace(Opcode opcode, Implementation implementation) {
    const bool known = implementations_.contains(opcode);
    implementations_[opcode] = std::move(implementation);
    if (known) return;
    for (Instruction& s : code_->instructions) {
        if (s.opcode != opcode) continue;
        (s.preparation == kNone ? s.run : s.runPrepared) = &runReplaced;
    }
    for (Operation& x : code_->operations) {
        if (x.opcode != opcode || x.node == Node::Constant) continue;
        originals_[&x] = {x.toNumber, x.test, x.evaluate};
        x.evaluate = &reportReplaced;
        x.toNumber = &numberReplaced;
        x.test = &testReplaced;
    }
}

// With its own functions back in place: some of them go through each other.
Value Replacements::reportOriginal(Reading& m, const Operation& replaced) {
    Operation& x = code_->operations[static_cast<std::size_t>(m.indexOf(replaced))];
    const Functions standIns{x.toNumber, x.test, x.evaluate};
    const Functions& own = originals_.at(&x);
    x.toNumber = own.toNumber;
    x.test = own.test;
    x.evaluate = own.evaluate;
    Value result = x.evaluate(m, x);
    x.toNumber = standIns.toNumber;
    x.test = standIns.test;
    x.evaluate = standIns.evaluate;
    return result;
}

Value Replacements::runOriginal(Interpreter& m, Opcode opcode, std::span<const Value> arguments) {
    if (expression_ && expression_->opcode == opcode) return reportOriginal(m, *expression_);
    if (!statement_) return {};
    if (statement_->opcode == opcode) {
        runFunction(opcode)(m, *statement_);
        return {};
    }
    Instruction other;
    other.opcode = opcode;
    other.sprite = statement_->sprite;
    for (std::size_t i = 0; i < std::min(arguments.size(), other.arguments.size()); i++) {
        const auto index = firstArgument_ + static_cast<ExpressionIndex>(i);
        Operation& constant = code_->operations[static_cast<std::size_t>(index)];
        constant.constant = arguments[i];
        constant.number = toNumber(arguments[i]);
        specialize(*program_, constant);
        other.arguments[i] = index;
    }
    runFunction(opcode)(m, other);
    return {};
}

void Replacements::runReplaced(Interpreter& m, const Instruction& s) {
    auto& self = static_cast<Replacements&>(*m.choices);
    std::vector<Value> arguments;
    for (ExpressionIndex e : s.arguments) arguments.push_back(e == kNone ? Value() : m.value(e));
    const Instruction* outer = std::exchange(self.statement_, &s);
    m.changed = true;
    self.implementations_[s.opcode](m, arguments);
    self.statement_ = outer;
}

Value Replacements::reportReplaced(Reading& reading, const Operation& x) {
    Interpreter* m = reading.interpreter();
    if (!m) return {};  // a look runs nobody's code
    auto& self = static_cast<Replacements&>(*m->choices);
    std::vector<Value> arguments;
    for (ExpressionIndex e : {x.a, x.b}) arguments.push_back(e == kNone ? Value() : m->value(e));
    const Operation* outer = std::exchange(self.expression_, &x);
    m->changed = true;
    Value result = self.implementations_[x.opcode](*m, arguments);
    self.expression_ = outer;
    return result;
}

double Replacements::numberReplaced(Reading& m, const Operation& x) {
    return toRawNumber(reportReplaced(m, x));
}
bool Replacements::testReplaced(Reading& m, const Operation& x) { return toBoolean(reportReplaced(m, x)); }

}  // namespace ounce
