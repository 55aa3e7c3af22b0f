#include "contracts/javascript/encode.h"

#include <cmath>

#include "base/json_writer.h"

namespace ounce::contracts {
namespace {

class Encoder {
  public:
    explicit Encoder(const World& world) : world_(world) {}

    void block(const Block& block, bool top) {
        json_.beginArray().beginArray();
        for (const Statement& statement : block.statements) this->statement(statement, top);
        json_.endArray();
        expression(block.result);
        json_.endArray();
    }
    std::string take() { return json_.take(); }

  private:
    void expression(const Expression& of) {
        switch (of.kind) {
            case Expression::Kind::Variable: json_.number(of.variable); return;
            case Expression::Kind::Constant: constant(of.constant); return;
            case Expression::Kind::Array: json_.beginArray().number(3); break;
            case Expression::Kind::Record:
                json_.beginArray().number(4).beginArray();
                for (const std::string& name : of.names) json_.string(name);
                json_.endArray();
                break;
        }
        json_.beginArray();
        for (const Expression& part : of.parts) expression(part);
        json_.endArray().endArray();
    }

    void constant(const Constant& of) {
        json_.beginArray();
        switch (of.kind) {
            case Constant::Kind::Undefined: json_.number(1); break;
            case Constant::Kind::Null: json_.number(0).null(); break;
            case Constant::Kind::Boolean: json_.number(0).boolean(of.number != 0); break;
            case Constant::Kind::Text: json_.number(0).string(of.text); break;
            case Constant::Kind::Number:
                if (std::isfinite(of.number) && !(of.number == 0 && std::signbit(of.number))) {
                    json_.number(0).number(of.number);
                } else {
                    json_.number(2).string(std::isnan(of.number) ? "NaN"
                                           : of.number == 0      ? "-0"
                                           : of.number > 0       ? "Infinity"
                                                                 : "-Infinity");
                }
                break;
        }
        json_.endArray();
    }

    void attempts(const Statement& of) {
        json_.beginArray();
        for (const std::vector<Expression>& attempt : of.attempts) {
            json_.beginArray();
            for (const Expression& argument : attempt) expression(argument);
            json_.endArray();
        }
        json_.endArray();
    }

    void body(const Body& of) {
        json_.beginArray().number(of.signature).beginArray();
        for (const VariableId parameter : of.parameters) json_.number(parameter);
        json_.endArray().number(of.self);
        const int id = bodies_++;
        block(of.block, false);
        json_.boolean(of.callsSuper).number(id).endArray();
    }

    void statement(const Statement& of, bool top) {
        json_.beginArray();
        switch (of.kind) {
            case Statement::Kind::Call: {
                const Signature& signature = world_.signature(of.signature);
                const bool hasReceiver = signature.owner != kNone && !signature.isStatic;
                const bool isVariable = !hasReceiver && of.callee.kind == Expression::Kind::Variable;
                const bool waits = top && world_.type(signature.result).kind == Type::Kind::Promise;
                json_.number(0).number(of.variable).number(of.signature);
                if (hasReceiver || isVariable) {
                    expression(of.callee);
                } else {
                    json_.null();
                }
                attempts(of);
                expression(of.backup);
                json_.number(isVariable ? 1 : 0).number(waits ? 1 : 0);
                break;
            }
            case Statement::Kind::New:
                json_.number(1).number(of.variable).number(of.signature).number(of.madeFrom);
                attempts(of);
                json_.beginArray();
                for (const Body& made : of.bodies) body(made);
                json_.endArray();
                break;
            case Statement::Kind::Function:
                json_.number(2).number(of.variable);
                body(of.bodies[0]);
                break;
            case Statement::Kind::Let:
                json_.number(3).number(of.variable);
                expression(of.callee);
                break;
        }
        json_.endArray();
    }

    const World& world_;
    JsonWriter json_;
    int bodies_ = 0;
};

}  // namespace

std::string encodeForDriver(const Program& program, const World& world) {
    Encoder encoder(world);
    encoder.block(program.block, true);
    return encoder.take();
}

}  // namespace ounce::contracts
