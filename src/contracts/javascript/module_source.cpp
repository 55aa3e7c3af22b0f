// What of a module goes into the engine: its source as a function, its conditions, and a description of its
// types.
#include <fmt/format.h>

#include "base/json_writer.h"
#include "contracts/javascript/instrument.h"
#include "contracts/javascript/module.h"

namespace ounce::contracts {
namespace {

std::string joined(const std::vector<std::string>& parts) {
    std::string text;
    for (const std::string& part : parts) text += (text.empty() ? "" : ",") + part;
    return text;
}

// The conditions as a JavaScript array.
std::string conditionsText(const JsModule& module) {
    std::string text = "[";
    for (const Condition& condition : module.conditions) {
        const std::string parameters = joined(condition.parameters);
        text += fmt::format("{{test:function(result,$old{}{}){{return (\n{}\n);}},old:[",
                            parameters.empty() ? "" : ",", parameters, condition.code);
        for (const std::string& old : condition.olds)
            text += fmt::format("function({}){{return (\n{}\n);}},", parameters, old);
        text += "]},\n";
    }
    return text + "]";
}

}  // namespace

std::string JsModule::factory(int* counters) const {
    std::string text = "(function($c,$n){return function(module,exports,require,$default){";
    if (strict) text += "'use strict';";
    text += counters ? instrumented(declarations.body, *counters) : declarations.body;
    text += "\n;return {values:{";
    const auto look = [&](const std::string& name) {
        if (name == "$default") return;
        text += fmt::format("{}:typeof {}==='undefined'?undefined:{},", name, name, name);
    };
    // A separate contract file may name what is no word of the module; typeof says so without an error.
    for (const std::string& name : classNames) look(name);
    for (const auto& [name, id] : functions) look(name);
    text += "},exported:{";
    for (const Declaration& declaration : declarations.all) {
        if (declaration.isExported && declaration.name != "$default")
            text += fmt::format("{}:1,", declaration.name);
    }
    for (const std::string& name : declarations.exported) text += fmt::format("{}:1,", name);
    text += fmt::format("}},isModule:{},default:{},conditions:{}}};}};}})", declarations.isModule,
                        declarations.defaultExport.empty() ? "undefined" : declarations.defaultExport,
                        contractsPath.empty() ? conditionsText(*this) : "[]");
    return text;
}

std::string JsModule::separateConditions() const {
    std::vector<std::string> names = classNames;
    for (const auto& [name, id] : functions) names.push_back(name);
    return fmt::format("(function({}){{return {};}})", joined(names), conditionsText(*this));
}

std::string JsModule::description() const {
    JsonWriter json;
    const auto numbers = [&](const std::vector<int>& list) {
        json.beginArray();
        for (const int number : list) json.number(number);
        json.endArray();
    };
    json.beginObject().key("classes").beginArray();
    for (std::size_t i = 0; i < world.classes.size(); i++) {
        const Class& item = world.classes[i];
        json.beginObject().key("name").string(item.name).key("super").number(item.super);
        json.key("isInterface").boolean(item.isInterface).key("invariants");
        numbers(invariants[i]);
        json.key("methods").beginArray();
        for (const SignatureId method : item.methods) json.number(method);
        json.endArray().endObject();
    }
    json.endArray().key("functions").beginArray();
    for (const auto& [name, id] : functions)
        json.beginObject().key("name").string(name).key("id").number(id).endObject();
    json.endArray().key("signatures").beginArray();
    for (std::size_t i = 0; i < world.signatures.size(); i++) {
        const Signature& item = world.signatures[i];
        json.beginObject().key("name").string(item.name).key("full").string(world.nameOf(item));
        json.key("kind").number(static_cast<int>(item.kind)).key("owner").number(item.owner);
        json.key("isStatic").boolean(item.isStatic).key("result").number(item.result);
        json.key("parameters").beginArray();
        for (const Parameter& parameter : item.parameters)
            json.beginArray()
                .number(parameter.type)
                .boolean(parameter.optional)
                .boolean(parameter.rest)
                .endArray();
        json.endArray().key("requires");
        numbers(contracts[i].requires_);
        json.key("ensures");
        numbers(contracts[i].ensures);
        json.key("throws").beginArray();
        for (const std::string& name : contracts[i].throws) json.string(name);
        json.endArray().endObject();
    }
    json.endArray().key("conditions").beginArray();
    for (const Condition& condition : conditions)
        json.beginArray()
            .string(condition.text)
            .string(condition.place)
            .boolean(!condition.olds.empty())
            .endArray();
    json.endArray().key("types").beginArray();
    for (TypeId id = 0; id < world.typeCount(); id++) {
        const Type& type = world.type(id);
        json.beginObject().key("kind").number(static_cast<int>(type.kind)).key("which").number(type.which);
        json.key("name").string(world.nameOf(id)).key("parts").beginArray();
        for (const TypeId part : type.parts) json.number(part);
        json.endArray().key("names").beginArray();
        for (const std::string& name : type.names) json.string(name);
        json.endArray().key("optional").beginArray();
        for (const std::uint8_t optional : type.optional) json.number(optional);
        json.endArray().key("constant");
        switch (type.constant.kind) {
            case Constant::Kind::Number: json.number(type.constant.number); break;
            case Constant::Kind::Text: json.string(type.constant.text); break;
            case Constant::Kind::Boolean: json.boolean(type.constant.number != 0); break;
            default: json.null();
        }
        json.endObject();
    }
    json.endArray().endObject();
    return json.take();
}

}  // namespace ounce::contracts
