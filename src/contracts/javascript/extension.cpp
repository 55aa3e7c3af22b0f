#include "contracts/javascript/extension.h"

#include <fmt/format.h>

#include "base/json.h"
#include "contracts/javascript/service.h"
#include "workers/worker_tasks.h"

namespace ounce::contracts {
namespace {

bool isWord(const std::string& name) {
    if (name.empty() || (name[0] >= '0' && name[0] <= '9')) return false;
    for (const char c : name) {
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (!letter && c != '_' && c != '$') return false;
    }
    return true;
}

std::string argumentType(const Json& argument) {
    if (const Json* items = argument.find("items"); items && items->size() > 0) {
        std::string text;
        for (const Json& item : items->items()) {
            const std::string value = item.text("value");
            if (value.find_first_of("'{}\\\n") != std::string::npos) return "string";
            text += fmt::format("{}'{}'", text.empty() ? "" : "|", value);
        }
        return text;
    }
    const std::string type = argument.text("type");
    if (type == "number" || type == "angle" || type == "note") return "number";
    if (type == "Boolean") return "boolean";
    if (type == "color") return "'#ff0000'|'#00ff00'|'#000000'";
    return "string";
}

}  // namespace

std::string extensionContracts(const std::string& text) {
    const std::optional<Json> info = Json::parse(text);
    if (!info || !info->has("blocks")) return {};
    std::string out =
        fmt::format("class {} {{\n    /** @param {{object}} [runtime] */\n    constructor(runtime) {{}}\n",
                    info->text("name"));
    for (const Json& block : info->find("blocks")->items()) {
        const std::string opcode = block.text("opcode"), type = block.text("type");
        if (!isWord(opcode) || opcode == "constructor") continue;
        std::string fields;
        for (const Json& argument : block.find("arguments")->items()) {
            if (!isWord(argument.text("name"))) continue;
            fields += fmt::format("{}{}: {}", fields.empty() ? "" : ", ", argument.text("name"),
                                  argumentType(argument));
        }
        std::string result;
        // Blocks may answer later: a promise is as good as a value, so a command's result is not looked at.
        if (type == "reporter") result = " @returns {any}";
        if (type == "Boolean")
            result =
                " @returns {any} @ensures typeof result === 'boolean' || typeof result?.then === 'function'";
        out += fmt::format("    /** @param {{{{{}}}}} args{} @imperative @final */\n    {}(args) {{}}\n",
                           fields, result, opcode);
    }
    return out + "}\n";
}

Result<std::optional<JsModule>> readExtension(const std::string& path, const Job& job) {
    OUNCE_TRY(JsModule plain, readJsModule(path, ""));
    OUNCE_TRY(const std::vector<TaskAnswer> answers,
              runInWorkers({.service = std::string(kContractsService),
                            .count = 1,
                            .message = [&](std::size_t) { return extensionMessage(plain); },
                            .limits = {.seconds = 20, .memoryBytes = std::uint64_t{768} << 20}},
                           job));
    const std::string contracts = extensionContracts(answers[0].text);
    if (contracts.empty()) return std::optional<JsModule>();
    OUNCE_TRY(JsModule module, jsModuleOf(path, std::move(plain.source), "getInfo()", contracts));
    return std::optional<JsModule>(std::move(module));
}

}  // namespace ounce::contracts
