#include "contracts/javascript/print.h"

#include <fmt/format.h>
#include <map>

#include "contracts/javascript/printer.h"
#include "contracts/javascript/type_check.h"

namespace ounce::contracts {
namespace {

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
    std::string names, defaults, whole;
    // `module.exports = class Name …`: what is required is it. A bundle may have it as `default`.
    const auto isAField = [&](const std::string& name) {
        const std::string& source = module.source;
        return source.find("exports = {") != source.npos || source.find("exports={") != source.npos ||
               source.find("exports." + name) != source.npos;
    };
    const auto use = [&](const std::string& name) {
        if (name == "$default") {
            defaults = "Default";
        } else if ((code + check).find(name) == std::string::npos) {
            return;
        } else if (!module.declarations.isModule && !isAField(name)) {
            whole += fmt::format("const {0} = required.{0} || required.default || required;\n", name);
        } else {
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
        if (!whole.empty())
            text += fmt::format("const required = require({});\n{}", quoted(modulePath), whole);
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
