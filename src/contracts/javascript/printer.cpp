#include "contracts/javascript/printer.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <set>

#include "contracts/javascript/type_check.h"

namespace ounce::contracts {
namespace {

std::string lowerFirst(std::string name) {
    if (name == "$default") return "object";
    if (!name.empty() && name[0] >= 'A' && name[0] <= 'Z') name[0] = static_cast<char>(name[0] - 'A' + 'a');
    return name;
}

bool isWord(const std::string& name) {
    return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
               c == '$';
    }) && !(name[0] >= '0' && name[0] <= '9');
}

}  // namespace

std::string parameterList(const Condition& condition) {
    std::string text;
    for (const std::string& parameter : condition.parameters) text += (text.empty() ? "" : ", ") + parameter;
    return text;
}

class Printer::Writer {
  public:
    Writer(const JsModule& module, const Program& program, const JsReport& report)
        : module_(module), world_(module.world), program_(program), report_(report) {
        nameAll(program.block);
        for (const VariableId variable : report.guards) guarded_.insert(variable);
    }

    std::string run() {
        block(program_.block, 0, true);
        return std::move(out_);
    }
    // The name of a statement's callee and such, for the story.
    std::string callText(const Statement& statement, const std::string& arguments) {
        const Signature& signature = world_.signature(statement.signature);
        switch (signature.kind) {
            case Signature::Kind::Constructor:
                return fmt::format("new {}({})", className(statement.madeFrom), arguments);
            case Signature::Kind::Getter:
                return fmt::format("{}.{}", receiver(statement, signature), signature.name);
            case Signature::Kind::Setter:
                return fmt::format("{}.{} = {}", receiver(statement, signature), signature.name, arguments);
            default: break;
        }
        if (signature.owner == kNone && statement.callee.kind == Expression::Kind::Variable)
            return fmt::format("{}({})", expression(statement.callee), arguments);
        if (signature.owner == kNone) return fmt::format("{}({})", functionName(signature), arguments);
        return fmt::format("{}.{}({})", receiver(statement, signature), signature.name, arguments);
    }
    std::string name(VariableId variable) const {
        const auto found = names_.find(variable);
        return found == names_.end() ? fmt::format("v{}", variable) : found->second;
    }

  private:
    std::string className(ClassId id) const {
        const std::string& name = world_.classAt(id).name;
        return name == "$default" ? "Default" : name;
    }
    static std::string functionName(const Signature& signature) {
        return signature.name == "$default" ? "Default" : signature.name;
    }
    std::string receiver(const Statement& statement, const Signature& signature) {
        if (signature.isStatic) return className(signature.owner);
        return expression(statement.callee);
    }

    std::string unique(const std::string& wanted) {
        std::string name = isWord(wanted) ? wanted : "value";
        const int count = ++taken_[name];
        return count == 1 ? name : fmt::format("{}{}", name, count);
    }
    void nameAll(const Block& block) {
        for (const Statement& statement : block.statements) {
            const Type& type = world_.type(statement.type);
            for (const Body& body : statement.bodies) {
                if (body.self != kNone) names_[body.self] = "this";
                const Signature& signature = world_.signature(body.signature);
                for (std::size_t i = 0; i < body.parameters.size(); i++)
                    names_[body.parameters[i]] = unique(signature.parameters[i].name);
                nameAll(body.block);
            }
            std::string wanted = "value";
            if (type.kind == Type::Kind::Object) {
                wanted = lowerFirst(world_.classAt(type.which).name);
            } else if (statement.kind == Statement::Kind::Function) {
                wanted = "callback";
            } else if (statement.kind == Statement::Kind::Call) {
                wanted = functionName(world_.signature(statement.signature));
                if (statement.callee.kind != Expression::Kind::Variable) wanted += "Result";
            }
            names_[statement.variable] = unique(wanted);
        }
    }

    std::string constant(const Constant& of) const {
        switch (of.kind) {
            case Constant::Kind::Undefined: return "undefined";
            case Constant::Kind::Null: return "null";
            case Constant::Kind::Boolean: return of.number != 0 ? "true" : "false";
            case Constant::Kind::Text: return quoted(of.text);
            case Constant::Kind::Number:
                if (std::isnan(of.number)) return "NaN";
                if (std::isinf(of.number)) return of.number > 0 ? "Infinity" : "-Infinity";
                if (of.number == 0 && std::signbit(of.number)) return "-0";
                return fmt::format("{}", of.number);
        }
        return {};
    }
    std::string expression(const Expression& of) {
        switch (of.kind) {
            case Expression::Kind::Constant: return constant(of.constant);
            case Expression::Kind::Variable: {
                const auto inlined = inlined_.find(of.variable);
                return inlined == inlined_.end() ? name(of.variable) : inlined->second;
            }
            case Expression::Kind::Array: return "[" + list(of.parts) + "]";
            case Expression::Kind::Record: {
                std::string text;
                for (std::size_t i = 0; i < of.parts.size(); i++)
                    text += fmt::format("{}{}: {}", i == 0 ? "" : ", ",
                                        isWord(of.names[i]) ? of.names[i] : quoted(of.names[i]),
                                        expression(of.parts[i]));
                return "{" + text + "}";
            }
        }
        return {};
    }
    std::string list(const std::vector<Expression>& parts) {
        std::string text;
        for (const Expression& part : parts) text += (text.empty() ? "" : ", ") + expression(part);
        return text;
    }

    void line(int depth, const std::string& text) {
        out_.append(static_cast<std::size_t>(depth) * 4, ' ');
        out_ += text + "\n";
    }

    // Text made elsewhere, as it would be printed at this depth.
    std::string apart(int depth, const std::function<void()>& print) {
        std::string outer = std::move(out_);
        out_.clear();
        print();
        std::string made = std::move(out_);
        out_ = std::move(outer);
        (void)depth;
        while (!made.empty() && made.back() == '\n') made.pop_back();
        return made;
    }

    std::string bodyText(const Body& body, int depth, bool isMethod) {
        const Signature& signature = world_.signature(body.signature);
        std::string parameters;
        for (std::size_t i = 0; i < body.parameters.size(); i++)
            parameters += fmt::format("{}{}{}", i == 0 ? "" : ", ", signature.parameters[i].rest ? "..." : "",
                                      name(body.parameters[i]));
        const std::string inner = apart(depth, [&] {
            checkAtBegin(body, depth + 1);
            block(body.block, depth + 1, false);
            if (body.callsSuper) {
                const std::string call = signature.kind == Signature::Kind::Getter
                                             ? fmt::format("super.{}", signature.name)
                                             : fmt::format("super.{}({})", signature.name, parameters);
                line(depth + 1, fmt::format("return {};", call));
            } else if (!(body.block.result == Expression{})) {
                line(depth + 1, fmt::format("return {};", expression(body.block.result)));
            }
        });
        std::string head = fmt::format("({}) => ", parameters);
        if (isMethod) {
            head = fmt::format("{}({}) ", signature.name, parameters);
            if (signature.kind == Signature::Kind::Getter) head = "get " + head;
            if (signature.kind == Signature::Kind::Setter) head = "set " + head;
        }
        if (inner.empty()) return head + "{}";
        return fmt::format("{}{{\n{}\n{}}}", head, inner,
                           std::string(static_cast<std::size_t>(depth) * 4, ' '));
    }

    // The module answers for the pre-condition of what it calls: checked where the call arrives.
    void checkAtBegin(const Body& body, int depth) {
        if (report_.condition != "requires" && report_.condition != "passes") return;
        if (body.signature != report_.signature) return;
        if (report_.condition == "passes") {
            const Signature& signature = world_.signature(body.signature);
            for (std::size_t i = 0; i < body.parameters.size(); i++) {
                const Parameter& parameter = signature.parameters[i];
                if (parameter.rest) continue;
                const std::string test = typeTest(world_, parameter.type, name(body.parameters[i]));
                if (test != "true" && report_.contract == "passes " + world_.nameOf(parameter.type))
                    line(depth,
                         fmt::format("if (!({})) throw new Error({});", test, quoted(report_.contract)));
            }
            return;
        }
        const Condition* condition = violated();
        if (!condition) return;
        std::string arguments = "undefined, undefined";
        for (const VariableId parameter : body.parameters) arguments += ", " + name(parameter);
        line(depth, fmt::format("if (!violated.call(this, {})) throw new Error({});", arguments,
                                quoted(report_.contract)));
    }

  public:
    [[nodiscard]] const Condition* violated() const {
        for (const Condition& condition : module_.conditions) {
            if (condition.place == report_.place &&
                report_.contract == report_.condition + " " + condition.text)
                return &condition;
        }
        return nullptr;
    }

  private:
    std::string objectText(const Statement& statement, int depth) {
        const Class& made = world_.classAt(statement.madeFrom);
        const std::string arguments = statement.attempts.empty() ? "" : list(statement.attempts[0]);
        if (statement.bodies.empty() && !made.isInterface)
            return fmt::format("new {}({})", className(statement.madeFrom), arguments);
        std::string methods;
        const std::string indent(static_cast<std::size_t>(depth + 1) * 4, ' ');
        for (const Body& body : statement.bodies)
            methods +=
                fmt::format("{}{}{}\n", indent, bodyText(body, depth + 1, true), made.isInterface ? "," : "");
        const std::string end(static_cast<std::size_t>(depth) * 4, ' ');
        if (made.isInterface) return methods.empty() ? "{}" : fmt::format("{{\n{}{}}}", methods, end);
        return fmt::format("new (class extends {} {{\n{}{}}})({})", className(statement.madeFrom), methods,
                           end, arguments);
    }

    // The value of a statement, without a name for it.
    std::string valueOf(const Statement& statement, int depth) {
        switch (statement.kind) {
            case Statement::Kind::Call: return callText(statement, list(statement.attempts[0]));
            case Statement::Kind::New: return objectText(statement, depth);
            case Statement::Kind::Function: return bodyText(statement.bodies[0], depth, false);
            case Statement::Kind::Let: return expression(statement.callee);
        }
        return {};
    }

    // Whether it may stand where it is used instead of before: it is used once, by the next statement as an
    // argument, or it is made without doing anything.
    bool isInlined(const Block& block, std::size_t i) {
        const Statement& statement = block.statements[i];
        if (guarded_.contains(statement.variable) || useCount(block, statement.variable) != 1) return false;
        const bool isQuiet =
            statement.kind == Statement::Kind::Function ||
            (statement.kind == Statement::Kind::New && world_.classAt(statement.madeFrom).isInterface);
        for (std::size_t next = i + 1; next < block.statements.size(); next++) {
            const Statement& user = block.statements[next];
            if (user.attempts.size() != 1 || guarded_.contains(user.variable)) return false;
            if (std::any_of(user.attempts[0].begin(), user.attempts[0].end(),
                            [&](const Expression& argument) {
                                return argument.kind == Expression::Kind::Variable &&
                                       argument.variable == statement.variable;
                            }))
                return isQuiet ||
                       (next == i + 1 && statement.kind == Statement::Kind::Call && user.bodies.empty());
            if (!isQuiet) return false;
        }
        return false;
    }

    void block(const Block& block, int depth, bool top) {
        for (std::size_t i = 0; i < block.statements.size(); i++) {
            const Statement& statement = block.statements[i];
            if (guarded_.contains(statement.variable)) {
                guardedCall(block, statement, depth);
                continue;
            }
            std::string text = valueOf(statement, depth);
            const bool waits =
                top && statement.kind == Statement::Kind::Call &&
                world_.type(world_.signature(statement.signature).result).kind == Type::Kind::Promise;
            if (waits) text = "await " + text;
            if (isInlined(block, i)) {
                inlined_[statement.variable] = waits ? fmt::format("({})", text) : text;
                continue;
            }
            const bool isUsed = useCount(block, statement.variable) > 0;
            line(depth, isUsed ? fmt::format("const {} = {};", name(statement.variable), text) : text + ";");
        }
    }

    // A call that is only made where its pre-condition allows it.
    void guardedCall(const Block& block, const Statement& statement, int depth) {
        const bool isUsed = useCount(block, statement.variable) > 0 && statement.type != World::kVoid;
        if (isUsed)
            line(depth, fmt::format("let {} = {};", name(statement.variable), expression(statement.backup)));
        const Signature& signature = world_.signature(statement.signature);
        std::string otherwise;
        for (const std::vector<Expression>& attempt : statement.attempts) {
            std::string test;
            const std::string self =
                signature.owner != kNone && !signature.isStatic && statement.kind == Statement::Kind::Call
                    ? expression(statement.callee)
                    : "undefined";
            for (const int number :
                 module_.contracts[static_cast<std::size_t>(statement.signature)].requires_) {
                const Condition& condition = module_.conditions[static_cast<std::size_t>(number)];
                const std::string arguments = list(attempt);
                test += fmt::format("{}(function ({}) {{ return {}; }}).call({}{}{})",
                                    test.empty() ? "" : " && ", parameterList(condition), condition.text,
                                    self, arguments.empty() ? "" : ", ", arguments);
            }
            Statement once = statement;
            once.attempts = {attempt};
            const std::string call = valueOf(once, depth + 1);
            line(depth, fmt::format("{}if ({})", otherwise, test));
            line(depth + 1, isUsed ? fmt::format("{} = {};", name(statement.variable), call) : call + ";");
            otherwise = "else ";
        }
    }

    const JsModule& module_;
    const World& world_;
    const Program& program_;
    const JsReport& report_;
    std::map<VariableId, std::string> names_, inlined_;
    std::map<std::string, int> taken_;
    std::set<VariableId> guarded_;
    std::string out_;
};

Printer::Printer(const JsModule& module, const Program& program, const JsReport& report)
    : writer_(std::make_unique<Writer>(module, program, report)) {}
Printer::~Printer() = default;
std::string Printer::run() { return writer_->run(); }
std::string Printer::callText(const Statement& statement, const std::string& arguments) {
    return writer_->callText(statement, arguments);
}
std::string Printer::name(VariableId variable) const { return writer_->name(variable); }
const Condition* Printer::violated() const { return writer_->violated(); }

}  // namespace ounce::contracts
