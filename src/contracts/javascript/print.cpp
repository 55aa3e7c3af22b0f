#include "contracts/javascript/print.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <set>

#include "base/json_writer.h"

namespace ounce::contracts {
namespace {

std::string quoted(const std::string& text) {
    JsonWriter writer;
    writer.string(text);
    return writer.take();
}

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

std::string parameterList(const Condition& condition) {
    std::string text;
    for (const std::string& parameter : condition.parameters) text += (text.empty() ? "" : ", ") + parameter;
    return text;
}

// A JavaScript expression that says whether `value` is of the type.
std::string typeTest(const World& world, TypeId id, const std::string& value) {
    const Type& type = world.type(id);
    switch (type.kind) {
        case Type::Kind::Base:
            switch (type.which) {
                case js::Number: return fmt::format("typeof {} === 'number'", value);
                case js::Integer: return fmt::format("Number.isInteger({})", value);
                case js::Natural: return fmt::format("Number.isInteger({0}) && {0} >= 0", value);
                case js::Text: return fmt::format("typeof {} === 'string'", value);
                case js::Boolean: return fmt::format("typeof {} === 'boolean'", value);
                default: return fmt::format("{} == null", value);
            }
        case Type::Kind::Literal:
            if (type.constant.kind == Constant::Kind::Text)
                return fmt::format("{} === {}", value, quoted(type.constant.text));
            return fmt::format("{} === {}", value, world.nameOf(id));
        case Type::Kind::Function: return fmt::format("typeof {} === 'function'", value);
        case Type::Kind::Object:
            if (world.classAt(type.which).isInterface) return fmt::format("typeof {} === 'object'", value);
            return fmt::format("{} instanceof {}", value, world.classAt(type.which).name);
        case Type::Kind::Array:
            return fmt::format("Array.isArray({}) && {}.every(item => {})", value, value,
                               typeTest(world, type.parts[0], "item"));
        case Type::Kind::Record: {
            std::string text = fmt::format("typeof {0} === 'object' && {0} !== null", value);
            for (std::size_t i = 0; i < type.parts.size(); i++) {
                const std::string field = fmt::format("{}.{}", value, type.names[i]);
                const std::string test = typeTest(world, type.parts[i], field);
                text += type.optional[i] ? fmt::format(" && ({} === undefined || {})", field, test)
                                         : fmt::format(" && {}", test);
            }
            return text;
        }
        case Type::Kind::Union: {
            std::string text;
            for (const TypeId part : type.parts)
                text += fmt::format("{}({})", text.empty() ? "" : " || ", typeTest(world, part, value));
            return text;
        }
        default: return "true";
    }
}

class Printer {
  public:
    Printer(const JsModule& module, const Program& program, const JsReport& report)
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

// Puts a check of the violated contract around the method it belongs to.
std::string checkText(const JsModule& module, const JsReport& report, const Condition* condition) {
    const World& world = module.world;
    if (report.signature == kNone) return {};
    const Signature& signature = world.signature(report.signature);
    const bool isMethod = signature.kind == Signature::Kind::Method && signature.owner != kNone &&
                          !world.classAt(signature.owner).isInterface && !signature.isStatic;
    std::string text;
    if (condition) {
        const std::string parameters = parameterList(*condition);
        text += fmt::format("const violated = function (result, $old{}{}) {{ return {}; }};\n",
                            parameters.empty() ? "" : ", ", parameters, condition->code);
    }
    if (!isMethod) return text;
    const std::string owner =
        world.classAt(signature.owner).name == "$default" ? "Default" : world.classAt(signature.owner).name;
    std::string before, after;
    if (report.condition == "requires" && condition) {
        before =
            fmt::format("    if (!violated.call(this, undefined, undefined, ...args)) throw new Error({});\n",
                        quoted(report.contract));
    } else if (report.condition == "ensures" && condition) {
        std::string olds;
        for (const std::string& old : condition->olds)
            olds += fmt::format("(function ({}) {{ return {}; }}).apply(this, args), ",
                                parameterList(*condition), old);
        before = fmt::format("    const $old = [{}];\n", olds);
        after = fmt::format("    if (!violated.call(this, result, $old, ...args)) throw new Error({});\n",
                            quoted(report.contract));
    } else if (report.condition == "returns") {
        const std::string test = typeTest(world, signature.result, "result");
        after = fmt::format("    if (!({})) throw new Error({});\n", test, quoted(report.contract));
    } else {
        return text;
    }
    return text + fmt::format(
                      "const checked = {0}.prototype.{1};\n{0}.prototype.{1} = function (...args) {{\n{2}"
                      "    const result = checked.apply(this, args);\n{3}    return result;\n}};\n",
                      owner, signature.name, before, after);
}

}  // namespace

std::string printProgram(const JsModule& module, const Program& program, const JsReport& report) {
    return Printer(module, program, report).run();
}

std::string printFile(const JsModule& module, const Program& program, const JsReport& report,
                      const std::string& modulePath) {
    Printer printer(module, program, report);
    const Condition* condition = printer.violated();
    const std::string code = printer.run();
    const std::string check = checkText(module, report, condition);
    std::string text = fmt::format("// {}: {}\n", report.of, report.contract);
    if (!report.place.empty()) text += fmt::format("// ({})\n", report.place);
    text += fmt::format("// {}\n// The module is to blame, not this program.\n", report.message);
    std::string names, defaults;
    const auto use = [&](const std::string& name) {
        if (name == "$default") {
            defaults = "Default";
        } else if ((code + check).find(name) != std::string::npos) {
            names += (names.empty() ? "" : ", ") + name;
        }
    };
    for (const Class& item : module.world.classes) {
        if (!item.isInterface) use(item.name);
    }
    for (const auto& [name, id] : module.functions) use(name);
    if (module.declarations.isModule) {
        if (!defaults.empty()) text += fmt::format("import Default from {};\n", quoted(modulePath));
        if (!names.empty()) text += fmt::format("import {{ {} }} from {};\n", names, quoted(modulePath));
    } else {
        if (!defaults.empty()) text += fmt::format("const Default = require({});\n", quoted(modulePath));
        if (!names.empty()) text += fmt::format("const {{ {} }} = require({});\n", names, quoted(modulePath));
    }
    if (!check.empty()) text += "\n// Checks the contract that is violated.\n" + check;
    text += "\n";
    const bool waits = code.find("await ") != std::string::npos && !module.declarations.isModule;
    text += waits ? "(async () => {\n" + code + "})();\n" : code;
    if (report.condition == "invariant" && condition) {
        const Signature& signature = module.world.signature(report.signature);
        text += fmt::format("\n// {}\n", condition->text);
        for (const Statement& statement : program.block.statements) {
            const Type& type = module.world.type(statement.type);
            if (type.kind == Type::Kind::Object && signature.owner != kNone &&
                module.world.inherits(type.which, signature.owner))
                text += fmt::format("if (!violated.call({})) throw new Error({});\n",
                                    printer.name(statement.variable), quoted(report.contract));
        }
    }
    return text;
}

std::vector<std::string> tellStory(const JsModule& module, const Program& program, const JsReport& report) {
    // Statements by variable and bodies by number, in the order in which the driver counts them.
    std::map<VariableId, const Statement*> statements;
    std::vector<std::pair<const Body*, const Statement*>> bodies;
    const auto collect = [&](const auto& self, const Block& block) -> void {
        for (const Statement& statement : block.statements) {
            statements[statement.variable] = &statement;
            for (const Body& body : statement.bodies) {
                bodies.emplace_back(&body, &statement);
                self(self, body.block);
            }
        }
    };
    collect(collect, program.block);
    Printer printer(module, program, report);
    std::vector<std::string> lines;
    for (const JsReport::Moment& moment : report.story) {
        const std::string indent(static_cast<std::size_t>(moment.depth) * 2, ' ');
        if (moment.variable >= 0) {
            const auto found = statements.find(moment.variable);
            if (found == statements.end()) continue;
            lines.push_back(fmt::format("{}the program calls {}", indent,
                                        printer.callText(*found->second, moment.arguments)));
        } else {
            const auto number = static_cast<std::size_t>(-1 - moment.variable);
            if (number >= bodies.size()) continue;
            const Signature& signature = module.world.signature(bodies[number].first->signature);
            lines.push_back(fmt::format("{}the module calls back: {}({})",
                                        indent.substr(std::min<std::size_t>(2, indent.size())),
                                        signature.name, moment.arguments));
        }
    }
    lines.push_back(report.message);
    return lines;
}

}  // namespace ounce::contracts
