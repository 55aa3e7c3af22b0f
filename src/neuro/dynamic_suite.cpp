#include "neuro/dynamic_suite.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <set>

#include "base/file.h"
#include "base/json_reader.h"

namespace ounce::neuro {
namespace {

constexpr std::int64_t kMostId = 1000000;
constexpr double kMostSteps = 1000000;

std::optional<Activation> activationOf(std::string_view name) {
    for (const Activation a : {Activation::None, Activation::Sigmoid, Activation::Tanh, Activation::Relu,
                               Activation::SteepSigmoid}) {
        if (activationName(a) == name) return a;
    }
    if (name == "SOFTMAX") return Activation::None;  // of classifications, where only the order counts
    return std::nullopt;
}

class SuiteReader {
  public:
    explicit SuiteReader(std::string name) : name_(std::move(name)) {}

    Result<NetworkSuite> read(std::string_view json) {
        JsonDocument document;
        const JsonProblem problem = document.parse(std::string(json));
        if (problem != JsonProblem::None) return fail(std::string(reasonOf(problem)), name_);
        JsonObject root;
        if (!document.root().get(root)) return fail("is no suite of networks", name_);
        // What a generator writes holds the suite beside its static twin.
        if (JsonObject inner; root.get("Dynamic", inner)) root = inner;
        suite_.file = name_;
        suite_.rules.durations = {.wait = 100, .press = 10, .click = 10, .sound = 10};
        if (JsonObject configs; root.get("Configs", configs)) OUNCE_CHECK(readConfigs(configs));
        JsonObject networks = root;
        (void)root.get("Networks", networks);
        for (const auto& [key, value] : networks) {
            if (key == "Configs") continue;
            JsonObject network;
            if (!value.get(network) || !network.has("Nodes"))
                return fail("is no network: it has no Nodes", place(key));
            OUNCE_CHECK(readNetwork(std::string(key), network));
        }
        if (suite_.networks.empty()) return fail("there are no networks in it", name_);
        suite_.dialect = dialect();
        return std::move(suite_);
    }

  private:
    [[nodiscard]] std::string place(std::string_view key) const { return fmt::format("{}: {}", name_, key); }

    Result<void> readConfigs(const JsonObject& configs) {
        double timeout = 10000;
        (void)configs.get("timeout", timeout);
        double steps = timeout * kStepsPerTimeoutMs;
        (void)configs.get("steps", steps);
        if (!(steps >= 1 && steps <= kMostSteps))
            return fail("a play must last between 1 and 1000000 steps", place("Configs"));
        suite_.rules.steps = static_cast<std::int64_t>(steps);
        std::string_view selection;
        if (configs.get("eventSelection", selection))
            suite_.rules.choice = selection == "random" ? EventChoice::Random : EventChoice::Activation;
        if (double seed = 0; configs.get("seed", seed) && seed >= 0 && seed <= 4294967295.0)
            suite_.seed = static_cast<std::uint32_t>(seed);
        JsonObject durations;
        if (!configs.get("durations", durations)) return {};
        auto bound = [&](std::string_view key, std::int32_t& value) {
            double n = 0;
            if (durations.get(key, n) && n >= 1 && n <= kMostSteps) value = static_cast<std::int32_t>(n);
        };
        bound("waitStepUpperBound", suite_.rules.durations.wait);
        bound("pressDuration", suite_.rules.durations.press);
        bound("pressDurationUpperBound", suite_.rules.durations.press);
        bound("soundDuration", suite_.rules.durations.sound);
        bound("clickDuration", suite_.rules.durations.click);
        return {};
    }

    Result<void> readNetwork(const std::string& key, const JsonObject& json) {
        NetworkFile network;
        network.name = key;
        if (double id = 0; json.get("id", id) && id >= 0 && id <= 4294967295.0)
            network.id = static_cast<std::uint32_t>(id);
        std::string_view word;
        if (json.get("aF", word)) {
            const auto activation = activationOf(word);
            if (!activation) return fail(fmt::format("there is no activation '{}'", word), place(key));
            network.hidden = *activation;
        }
        if (json.get("cM", word)) {
            network.wiring = word == "fully"    ? Wiring::Fully
                             : word == "sparse" ? Wiring::Sparse
                                                : Wiring::FullyHidden;
        }
        if (json.get("tf", word)) network.target = word;
        JsonObject nodes, connections;
        if (!json.get("Nodes", nodes)) return fail("Nodes must be an object { … }", place(key));
        for (const auto& [name, value] : nodes) OUNCE_CHECK(readNode(key, name, value, network));
        if (json.get("Cons", connections)) {
            for (const auto& [name, value] : connections)
                OUNCE_CHECK(readConnection(key, name, value, network));
        }
        if (JsonObject traces; json.get("AT", traces)) readReference(traces, network);
        suite_.networks.push_back(std::move(network));
        return {};
    }

    Result<void> readNode(const std::string& key, std::string_view name, const JsonElement& value,
                          NetworkFile& network) {
        const std::string where = fmt::format("{}: {}", place(key), name);
        JsonObject json;
        std::int64_t id = 0;
        std::string_view kind, word;
        if (!value.get(json) || !json.get("id", id) || id < 0 || id > kMostId)
            return fail("a node needs a whole number as its id", where);
        if (!json.get("t", kind) || kind.size() != 1 ||
            std::string_view("IBHCR").find(kind) == std::string_view::npos)
            return fail("the type t of a node must be I, B, H, C or R", where);
        NetworkFile::Node node{.id = static_cast<NodeId>(id), .kind = kind[0]};
        if (json.get("aF", word)) {
            const auto activation = activationOf(word);
            if (!activation) return fail(fmt::format("there is no activation '{}'", word), where);
            node.activation = *activation;
        }
        if (double depth = 0; json.get("d", depth)) {
            if (!(depth >= 0 && depth <= 1)) return fail("the depth d must be between 0 and 1", where);
            node.depth = depth;
        }
        if (json.get("sprite", word)) node.group = word;
        if (json.get("group", word)) node.group = word;
        if (json.get("feature", word)) node.feature = word;
        if (json.get("event", word)) node.event = word;
        if (json.get("eventP", word)) node.parameter = word;
        network.nodes.push_back(std::move(node));
        return {};
    }

    Result<void> readConnection(const std::string& key, std::string_view name, const JsonElement& value,
                                NetworkFile& network) {
        const std::string where = fmt::format("{}: {}", place(key), name);
        JsonObject json;
        std::int64_t from = 0, to = 0;
        NetworkFile::Connection c;
        if (!value.get(json) || !json.get("s", from) || !json.get("t", to) || !json.get("w", c.weight))
            return fail("a connection needs s, t and w", where);
        if (from < 0 || to < 0 || from > kMostId || to > kMostId || !std::isfinite(c.weight))
            return fail("a connection needs nodes s and t and a weight w", where);
        c.from = static_cast<NodeId>(from);
        c.to = static_cast<NodeId>(to);
        (void)json.get("e", c.enabled);
        (void)json.get("r", c.recurrent);
        (void)json.get("i", c.innovation);
        network.connections.push_back(c);
        return {};
    }

    static void readReference(const JsonObject& traces, NetworkFile& network) {
        auto whole = [](std::string_view text) {
            std::int32_t number = kNone;
            std::from_chars(text.data(), text.data() + text.size(), number);
            return number;
        };
        for (const auto& [round, nodes] : traces) {
            if (!nodes.isObject() || whole(round) == kNone) continue;
            for (const auto& [node, values] : nodes.object()) {
                const NodeId id = whole(node.substr(std::min(node.size(), node.find_first_of("0123456789"))));
                if (id == kNone || !values.isArray()) continue;
                std::vector<double>& list = network.reference[whole(round)][id];
                for (const JsonElement item : values.array()) {
                    if (item.isNumber()) list.push_back(item.number());
                }
            }
        }
    }

    // Networks of 2022 do not say how deep their hidden nodes lie.
    [[nodiscard]] Dialect dialect() const {
        bool old = false;
        for (const NetworkFile& network : suite_.networks) {
            for (const NetworkFile::Node& node : network.nodes) {
                if (node.feature.starts_with("VAR") || node.feature.starts_with("DIST"))
                    return Dialect::Whisker08;
                if (node.kind == 'H' && node.depth) return Dialect::Whisker08;
                old = old || (node.kind == 'H' && !node.depth) || node.feature.starts_with("Dist");
            }
        }
        return old ? Dialect::Whisker2022 : Dialect::Whisker08;
    }

    std::string name_;
    NetworkSuite suite_{};
};

// How deep nodes lie whose file does not say it: by the longest way from the inputs.
std::map<NodeId, double> inferDepths(const NetworkFile& network) {
    std::map<NodeId, int> level;
    std::set<NodeId> hidden;
    for (const auto& node : network.nodes) {
        level[node.id] = node.kind == 'H' ? 1 : 0;
        if (node.kind == 'H') hidden.insert(node.id);
    }
    // A cycle that no flag marks would go on for ever; as many rounds as nodes are enough for all else.
    int deepest = 1;
    for (std::size_t round = 0; round <= hidden.size(); round++) {
        bool changed = false;
        for (const auto& c : network.connections) {
            if (c.recurrent || !hidden.contains(c.from) || !hidden.contains(c.to) || c.from == c.to) continue;
            if (level[c.to] > level[c.from] || level[c.from] >= static_cast<int>(hidden.size())) continue;
            level[c.to] = level[c.from] + 1;
            changed = true;
        }
        if (!changed) break;
    }
    for (const NodeId node : hidden) deepest = std::max(deepest, level[node]);
    std::map<NodeId, double> depth;
    for (const NodeId node : hidden) depth[node] = static_cast<double>(level[node]) / (deepest + 1);
    return depth;
}

}  // namespace

bool looksLikeNetworkSuite(std::string_view json) {
    return json.find("\"Nodes\"") != std::string_view::npos &&
           (json.find("\"Network") != std::string_view::npos ||
            json.find("\"Networks\"") != std::string_view::npos);
}

Result<NetworkSuite> readNetworkSuite(std::string_view json, const std::string& name) {
    return SuiteReader(name).read(json);
}

Result<NetworkSuite> loadNetworkSuite(const std::string& path) {
    OUNCE_TRY(const std::string json, readFile(path, kMaxNetworkBytes));
    return readNetworkSuite(json, path);
}

BoundNetwork bind(const NetworkFile& network, const Vocabulary& vocabulary) {
    BoundNetwork bound;
    bound.wiring = network.wiring;
    Genome& genome = bound.genome;
    genome.id = network.id;
    genome.hidden = network.hidden;
    std::map<NodeId, NodeId> ids;
    NodeId nextFree = vocabulary.firstFree();
    const bool saysDepth = std::all_of(network.nodes.begin(), network.nodes.end(),
                                       [](const auto& n) { return n.kind != 'H' || n.depth; });
    const std::map<NodeId, double> depths = saysDepth ? std::map<NodeId, double>() : inferDepths(network);
    std::map<std::string, std::int32_t> groups;
    for (std::size_t g = 0; g < vocabulary.groups().size(); g++)
        groups.try_emplace(vocabulary.groups()[g].name, static_cast<std::int32_t>(g));
    for (const auto& node : network.nodes) {
        NodeGene gene{.id = kNone, .kind = NodeKind::Hidden, .activation = node.activation, .depth = 0};
        switch (node.kind) {
            case 'I':
                gene.kind = NodeKind::Input;
                gene.id = vocabulary.findInput(node.group, node.feature);
                bound.unknownInputs += gene.id == kNone ? 1 : 0;
                break;
            case 'B':
                gene.kind = NodeKind::Bias;
                gene.id = vocabulary.bias();
                break;
            case 'H': {
                gene.depth = saysDepth ? *node.depth : depths.at(node.id);
                if (!(gene.depth > 0 && gene.depth < 1)) gene.depth = 0.5;
                const auto group = groups.find(node.group);
                gene.id = !node.group.empty() && group != groups.end() ? vocabulary.groupNode(group->second)
                                                                       : nextFree++;
                bound.hiddenIds[node.id] = gene.id;
                break;
            }
            default: {
                const std::int32_t output = vocabulary.findOutput(node.event);
                gene.kind = NodeKind::Output;
                gene.depth = 1;
                if (output != kNone) {
                    const Output& what = vocabulary.outputs()[static_cast<std::size_t>(output)];
                    if (node.kind == 'C') gene.id = what.classification;
                    for (std::size_t p = 0; node.kind == 'R' && p < what.parameters.size(); p++) {
                        if (what.parameters[p] == node.parameter) gene.id = what.parameter(p);
                    }
                    gene.activation =
                        node.kind == 'C' ? Activation::None : vocabulary.parameterActivation(output);
                }
                bound.unknownOutputs += gene.id == kNone ? 1 : 0;
            }
        }
        if (gene.id == kNone || genome.find(gene.id)) continue;
        ids.try_emplace(node.id, gene.id);
        genome.add(gene);
    }
    if (!genome.find(vocabulary.bias()))
        genome.add(NodeGene{vocabulary.bias(), NodeKind::Bias, Activation::None, 0});
    std::set<std::pair<NodeId, NodeId>> seen;
    bool inOrder = true;
    for (const auto& c : network.connections) {
        const auto from = ids.find(c.from), to = ids.find(c.to);
        if (from == ids.end() || to == ids.end() || !seen.insert({from->second, to->second}).second) continue;
        const NodeGene *source = genome.find(from->second), *end = genome.find(to->second);
        if (end->kind == NodeKind::Input || end->kind == NodeKind::Bias) continue;
        const auto number = static_cast<std::int32_t>(std::clamp<std::int64_t>(c.innovation, 0, 1 << 30));
        inOrder = inOrder && (genome.connections.empty() || genome.connections.back().innovation < number);
        genome.connections.push_back(
            {source->id, end->id, c.weight, c.enabled, source->depth >= end->depth, number});
    }
    for (std::size_t i = 0; !inOrder && i < genome.connections.size(); i++)
        genome.connections[i].innovation = static_cast<std::int32_t>(i);
    return bound;
}

}  // namespace ounce::neuro
