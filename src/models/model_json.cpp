#include "models/model_json.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <optional>
#include <set>

#include "base/cast.h"
#include "base/json.h"
#include "base/json_reader.h"
#include "base/nearest.h"
#include "base/text.h"
#include "models/arguments.h"

namespace ounce::models {
namespace {

constexpr std::size_t kMostNodes = 100000;

std::string plainText(const JsonElement& element) {
    if (element.isText()) return std::string(element.text());
    if (element.isBoolean()) return element.boolean() ? "true" : "false";
    return numberToString(element.number()).utf8();
}

bool isPlain(const JsonElement& element) {
    return element.isText() || element.isBoolean() || element.isNumber();
}

std::optional<std::size_t> findNode(const Model& model, std::string_view id) {
    for (std::size_t i = 0; i < model.nodes.size(); i++) {
        if (model.nodes[i].id == id) return i;
    }
    return std::nullopt;
}

std::optional<std::size_t> findRow(std::span<const Row> rows, std::string_view name) {
    for (std::size_t i = 0; i < rows.size(); i++) {
        if (rows[i].name == name) return i;
    }
    return std::nullopt;
}

std::string unknownName(std::span<const Row> rows, std::string_view name, std::string_view what) {
    std::vector<std::string_view> known;
    for (const Row& row : rows) known.push_back(row.name);
    std::string text = fmt::format("«{}» is no {}", name, what);
    if (const std::string guess = didYouMean(name, known); !guess.empty())
        text += fmt::format(" ({})", guess);
    return text;
}

class ModelReader {
  public:
    ModelReader(const JsonObject& object, std::size_t index) : object_(object), index_(index) {}

    Result<Model> read() {
        if (auto done = readAll(); !done) return std::unexpected(std::move(done).error().inside(place()));
        return std::move(model_);
    }

  private:
    [[nodiscard]] std::string place() const {
        return model_.id.empty() ? fmt::format("model {}", index_ + 1) : fmt::format("model «{}»", model_.id);
    }

    Result<void> readAll() {
        if (const auto id = object_.find("id"); id && !id->isNull()) {
            if (!isPlain(*id)) return fail("«id» must be a text");
            model_.id = plainText(*id);
        }
        std::string_view usage;
        if (!object_.get("usage", usage))
            return fail("there is no «usage»; expected «program», «user» or «end»");
        if (usage == "program") {
            model_.usage = Usage::Program;
        } else if (usage == "user") {
            model_.usage = Usage::User;
        } else if (usage == "end") {
            model_.usage = Usage::End;
        } else {
            return fail(fmt::format("«usage» is «{}»; expected «program», «user» or «end»", usage));
        }
        OUNCE_CHECK(readNodes());
        OUNCE_CHECK(readStart());
        OUNCE_CHECK(readStops("stopNodeIds", false));
        OUNCE_CHECK(readStops("stopAllNodeIds", true));
        return readEdges();
    }

    Result<void> addNode(Node node) {
        if (node.id.empty()) return fail("a node has no id");
        if (findNode(model_, node.id)) return fail(fmt::format("there are two nodes «{}»", node.id));
        if (model_.nodes.size() >= kMostNodes) return fail("there are too many nodes");
        if (node.label.empty()) node.label = node.id;
        model_.nodes.push_back(std::move(node));
        return {};
    }

    Result<void> readNodes() {
        JsonArray list;
        if (object_.get("nodeIds", list)) {
            for (const JsonElement id : list) {
                if (!isPlain(id)) return fail("«nodeIds» must be a list of texts");
                OUNCE_CHECK(addNode({.id = plainText(id)}));
            }
        } else if (object_.get("nodes", list)) {
            model_.nodesAreObjects = true;
            for (const JsonElement entry : list) {
                JsonObject object;
                if (!entry.get(object)) return fail("«nodes» must be a list of objects with an «id»");
                const auto id = object.find("id");
                if (!id || !isPlain(*id)) return fail("a node has no id");
                Node node{.id = plainText(*id)};
                if (const auto label = object.find("label"); label && isPlain(*label))
                    node.label = plainText(*label);
                OUNCE_CHECK(addNode(std::move(node)));
            }
        } else {
            return fail("there are no nodes; expected a list «nodeIds» or «nodes»");
        }
        if (model_.nodes.empty()) return fail("there are no nodes");
        return {};
    }

    Result<void> setStart(const JsonElement& id) {
        if (!isPlain(id)) return fail("«startNodeId» must be the id of one node");
        const auto start = findNode(model_, plainText(id));
        if (!start) return fail(fmt::format("the start node «{}» is none of its nodes", plainText(id)));
        model_.start = *start;
        return {};
    }

    Result<void> readStart() {
        std::optional<JsonElement> start = object_.find("startNodeId");
        if (!start || start->isNull()) start = object_.find("startNodeIds");
        if (!start || start->isNull()) return fail("there is no start node; expected «startNodeId»");
        JsonArray several;
        if (start->get(several)) {
            if (several.size() != 1)
                return fail(fmt::format("there are {} start nodes; expected exactly one", several.size()));
            return setStart(*several.at(0));
        }
        return setStart(*start);
    }

    Result<void> readStops(std::string_view key, bool all) {
        const auto found = object_.find(key);
        if (!found || found->isNull()) return {};
        JsonArray list;
        if (!found->get(list)) return fail(fmt::format("«{}» must be a list of nodes", key));
        for (const JsonElement id : list) {
            if (!isPlain(id)) return fail(fmt::format("«{}» must be a list of nodes", key));
            const auto node = findNode(model_, plainText(id));
            if (!node)
                return fail(fmt::format("«{}» names «{}», which is none of its nodes", key, plainText(id)));
            model_.nodes[*node].stop = true;
            model_.nodes[*node].stopAll = model_.nodes[*node].stopAll || all;
        }
        return {};
    }

    Result<void> readEdges() {
        JsonArray list;
        if (!object_.get("edges", list)) return fail("there are no edges; expected a list «edges»");
        std::size_t number = 0;
        std::set<std::string> ids;
        for (const JsonElement entry : list) {
            number++;
            JsonObject object;
            if (!entry.get(object)) return fail(fmt::format("edge {} is no object", number));
            Edge edge;
            std::string place = fmt::format("edge {}", number);
            if (const auto id = object.find("id"); id && isPlain(*id)) edge.id = plainText(*id);
            if (!edge.id.empty()) place = fmt::format("edge «{}»", edge.id);
            if (auto done = readEdge(object, edge); !done)
                return std::unexpected(std::move(done).error().inside(place));
            if (edge.id.empty()) edge.id = fmt::format("edge{}", number);
            if (!ids.insert(edge.id).second) return fail(fmt::format("there are two edges «{}»", edge.id));
            if (edge.label.empty()) edge.label = edge.id;
            model_.edges.push_back(std::move(edge));
        }
        return {};
    }

    Result<void> readEnd(const JsonObject& object, std::string_view key, std::size_t& end) {
        const auto id = object.find(key);
        if (!id || !isPlain(*id))
            return fail(fmt::format("there is no «{}»; expected the id of a node", key));
        const auto node = findNode(model_, plainText(*id));
        if (!node)
            return fail(
                fmt::format("«{}» is «{}», which is none of the nodes of the model", key, plainText(*id)));
        end = *node;
        return {};
    }

    static Result<void> readTime(const JsonObject& object, std::string_view key, double& time) {
        const auto found = object.find(key);
        if (!found || found->isNull()) return {};
        std::optional<double> number;
        if (found->isNumber()) {
            number = found->number();
        } else if (found->isText()) {
            number = findNumber(found->text());
        }
        if (!number) return fail(fmt::format("«{}» must be a time in milliseconds, or -1", key));
        time = *number < 0 ? -1 : *number;
        return {};
    }

    Result<void> readEdge(const JsonObject& object, Edge& edge) {
        if (const auto label = object.find("label"); label && isPlain(*label)) edge.label = plainText(*label);
        OUNCE_CHECK(readEnd(object, "from", edge.from));
        OUNCE_CHECK(readEnd(object, "to", edge.to));
        OUNCE_CHECK(readTime(object, "forceTestAt", edge.forceAt));
        OUNCE_CHECK(readTime(object, "forceTestAfter", edge.forceAfter));
        JsonArray list;
        if (!object.get("conditions", list))
            return fail("there are no conditions; expected a list «conditions», empty if it is always taken");
        OUNCE_CHECK(readChecks(list, "condition", edge.conditions));
        const bool user = model_.usage == Usage::User;
        std::optional<JsonElement> effects = user ? object.find("inputEffects") : std::nullopt;
        if (!effects || effects->isNull()) effects = object.find("effects");
        if (!effects || effects->isNull()) return {};
        if (!effects->get(list)) return fail("«effects» must be a list");
        return user ? readInputs(list, edge.inputs) : readChecks(list, "effect", edge.effects);
    }

    static Result<void> readChecks(const JsonArray& list, std::string_view what, std::vector<Check>& checks) {
        std::size_t number = 0;
        for (const JsonElement entry : list) {
            const std::string place = fmt::format("{} {}", what, ++number);
            JsonObject object;
            if (!entry.get(object)) return fail("expected an object with «name» and «args»", place);
            Check check;
            std::size_t row = 0;
            if (auto read = readCall(object, checkRows(), "check", row, check.args); !read)
                return std::unexpected(std::move(read).error().inside(place));
            check.kind = static_cast<CheckKind>(row);
            if (!object.get("negated", check.negated))
                return fail("there is no «negated»; expected true or false", place);
            checks.push_back(std::move(check));
        }
        return {};
    }

    static Result<void> readInputs(const JsonArray& list, std::vector<Input>& inputs) {
        std::size_t number = 0;
        for (const JsonElement entry : list) {
            const std::string place = fmt::format("effect {}", ++number);
            JsonObject object;
            if (!entry.get(object)) return fail("expected an object with «name» and «args»", place);
            Input input;
            std::size_t row = 0;
            if (auto read = readCall(object, inputRows(), "input of a user model", row, input.args); !read)
                return std::unexpected(std::move(read).error().inside(place));
            input.kind = static_cast<InputKind>(row);
            inputs.push_back(std::move(input));
        }
        return {};
    }

    static Result<void> readCall(const JsonObject& object, std::span<const Row> rows, std::string_view what,
                                 std::size_t& row, std::vector<std::string>& args) {
        std::string_view name;
        if (!object.get("name", name)) return fail("there is no «name»");
        const auto found = findRow(rows, name);
        if (!found) return fail(unknownName(rows, name, what));
        row = *found;
        JsonArray list;
        const auto given = object.find("args");
        if (given && !given->isNull() && !given->get(list)) return fail("«args» must be a list");
        for (const JsonElement arg : list) {
            if (!isPlain(arg)) return fail(fmt::format("«{}»: an argument is neither text nor number", name));
            args.push_back(plainText(arg));
        }
        return checkArguments(rows[row], args);
    }

    const JsonObject& object_;
    std::size_t index_;
    Model model_{};
};

Json callJson(std::string_view name, const std::vector<std::string>& args) {
    return {{"name", name}, {"args", Json(args)}};
}

}  // namespace

Result<std::vector<Model>> readModelJson(std::string_view json, const std::string& name) {
    JsonDocument document;
    if (const JsonProblem problem = document.parse(std::string(json)); problem != JsonProblem::None) {
        std::string where = name;
        if (const auto place = findJsonError(json))
            where += fmt::format(": line {}, column {}", place->line, place->column);
        return fail(fmt::format("the file {}", reasonOf(problem)), where);
    }
    JsonArray list;
    if (!document.root().get(list)) return fail("expected a list of models", name);
    std::vector<Model> models;
    std::set<std::string> ids;
    std::size_t index = 0;
    for (const JsonElement entry : list) {
        JsonObject object;
        if (!entry.get(object)) return fail(fmt::format("model {} is no object", index + 1), name);
        auto model = ModelReader(object, index++).read();
        if (!model) return std::unexpected(std::move(model).error().inside(name));
        if (model->id.empty()) model->id = fmt::format("model{}", index);
        const std::string id = model->id;
        for (int suffix = 2; !ids.insert(model->id).second; suffix++)
            model->id = fmt::format("{}-{}", id, suffix);
        models.push_back(std::move(*model));
    }
    if (models.empty()) return fail("there are no models in it", name);
    return models;
}

std::string writeModelJson(const std::vector<Model>& models) {
    Json document = Json::array();
    for (const Model& model : models) {
        Json json{{"usage", usageName(model.usage)}, {"id", model.id}};
        json["startNodeId"] = model.nodes[model.start].id;
        Json& stops = json["stopNodeIds"] = Json::array();
        for (const Node& node : model.nodes) {
            if (node.stop) stops.push_back(node.id);
        }
        Json& stopAlls = json["stopAllNodeIds"] = Json::array();
        for (const Node& node : model.nodes) {
            if (node.stopAll) stopAlls.push_back(node.id);
        }
        Json& nodes = json["nodeIds"] = Json::array();
        for (const Node& node : model.nodes) nodes.push_back(node.id);
        Json& edges = json["edges"] = Json::array();
        for (const Edge& edge : model.edges) {
            Json one{{"id", edge.id},
                     {"label", edge.label},
                     {"from", model.nodes[edge.from].id},
                     {"to", model.nodes[edge.to].id},
                     {"forceTestAfter", edge.forceAfter},
                     {"forceTestAt", edge.forceAt}};
            const auto checks = [](const std::vector<Check>& all) {
                Json list = Json::array();
                for (const Check& check : all) {
                    Json entry = callJson(rowOf(check.kind).name, check.args);
                    entry["negated"] = check.negated;
                    list.push_back(std::move(entry));
                }
                return list;
            };
            one["conditions"] = checks(edge.conditions);
            if (model.usage == Usage::User) {
                Json& inputs = one["effects"] = Json::array();
                for (const Input& input : edge.inputs)
                    inputs.push_back(callJson(rowOf(input.kind).name, input.args));
            } else {
                one["effects"] = checks(edge.effects);
            }
            edges.push_back(std::move(one));
        }
        document.push_back(std::move(json));
    }
    return document.dump() + "\n";
}

bool looksLikeModelJson(std::string_view json) {
    const std::size_t begin = json.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    return begin != std::string_view::npos && json[begin] == '[' &&
           (json.find("\"usage\"") != std::string_view::npos ||
            json.find("\"startNodeId\"") != std::string_view::npos);
}

}  // namespace ounce::models
