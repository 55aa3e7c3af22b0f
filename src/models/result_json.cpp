#include "models/result_json.h"

#include "base/base64.h"
#include "base/json_reader.h"
#include "base/json_writer.h"

namespace ounce::models {
namespace {

std::uint64_t whole(const JsonObject& object, std::string_view key) {
    double found = 0;
    return object.get(key, found) && found >= 0 ? static_cast<std::uint64_t>(found) : 0;
}

std::string text(const JsonObject& object, std::string_view key) {
    std::string_view found;
    return object.get(key, found) ? std::string(found) : std::string();
}

void write(JsonWriter& json, std::string_view key, const std::vector<Finding>& findings) {
    json.key(key).beginArray();
    for (const Finding& finding : findings) {
        json.beginObject().key("model").number(static_cast<double>(finding.model));
        json.key("edge").number(static_cast<double>(finding.edge));
        json.key("check").string(finding.check).key("message").string(finding.message);
        json.key("step").number(static_cast<double>(finding.step));
        json.key("seed").number(finding.seed);
        if (!finding.picture.empty()) json.key("picture").string(toBase64(finding.picture));
        json.endObject();
    }
    json.endArray();
}

std::vector<Finding> findings(const JsonObject& root, std::string_view key) {
    std::vector<Finding> all;
    JsonArray list;
    if (!root.get(key, list)) return all;
    for (const JsonElement entry : list) {
        const JsonObject object = entry.object();
        all.push_back({.model = whole(object, "model"),
                       .edge = whole(object, "edge"),
                       .check = text(object, "check"),
                       .message = text(object, "message"),
                       .step = whole(object, "step"),
                       .picture = fromBase64(text(object, "picture")),
                       .seed = static_cast<std::uint32_t>(whole(object, "seed"))});
    }
    return all;
}

}  // namespace

std::string writePlayResult(const PlayResult& result) {
    JsonWriter json;
    json.beginObject();
    write(json, "fails", result.fails);
    write(json, "errors", result.errors);
    json.key("covered").beginArray();
    for (const std::vector<std::uint8_t>& model : result.covered) {
        std::string bits;
        for (const std::uint8_t edge : model) bits += edge ? '1' : '0';
        json.string(bits);
    }
    json.endArray().key("path").beginArray();
    for (const PathPiece& piece : result.path) {
        json.beginObject().key("model").number(static_cast<double>(piece.model));
        json.key("edge").number(static_cast<double>(piece.edge));
        json.key("step").number(static_cast<double>(piece.step));
        json.key("times").number(static_cast<double>(piece.times)).endObject();
    }
    json.endArray().key("played").beginArray();
    for (const TimedEvent& timed : result.played) {
        const UserEvent& event = timed.event;
        json.beginObject().key("at").number(static_cast<double>(timed.at));
        json.key("kind").number(static_cast<double>(event.kind)).key("name").string(event.name);
        json.key("x").number(event.x).key("y").number(event.y).key("text").string(event.text);
        json.key("steps").number(event.steps).endObject();
    }
    json.endArray().key("log").beginArray();
    for (const std::string& line : result.log) json.string(line);
    return json.endArray().key("steps").number(static_cast<double>(result.steps)).endObject().take();
}

std::optional<PlayResult> readPlayResult(std::string_view json) {
    JsonDocument document;
    JsonObject root;
    if (document.parse(std::string(json)) != JsonProblem::None || !document.root().get(root))
        return std::nullopt;
    PlayResult result;
    result.fails = findings(root, "fails");
    result.errors = findings(root, "errors");
    JsonArray list;
    if (root.get("covered", list)) {
        for (const JsonElement entry : list) {
            std::vector<std::uint8_t> bits;
            for (const char bit : entry.text()) bits.push_back(bit == '1' ? 1 : 0);
            result.covered.push_back(std::move(bits));
        }
    }
    if (root.get("path", list)) {
        for (const JsonElement entry : list) {
            const JsonObject object = entry.object();
            result.path.push_back({.model = whole(object, "model"),
                                   .edge = whole(object, "edge"),
                                   .step = whole(object, "step"),
                                   .times = whole(object, "times")});
        }
    }
    if (root.get("played", list)) {
        for (const JsonElement entry : list) {
            const JsonObject object = entry.object();
            TimedEvent timed{.at = whole(object, "at")};
            timed.event.kind = static_cast<UserEvent::Kind>(whole(object, "kind"));
            timed.event.name = text(object, "name");
            timed.event.text = text(object, "text");
            object.get("x", timed.event.x);
            object.get("y", timed.event.y);
            timed.event.steps = static_cast<std::int32_t>(whole(object, "steps"));
            result.played.push_back(std::move(timed));
        }
    }
    if (root.get("log", list)) {
        for (const JsonElement entry : list) result.log.emplace_back(entry.text());
    }
    result.steps = whole(root, "steps");
    return result;
}

}  // namespace ounce::models
