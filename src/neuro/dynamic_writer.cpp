#include <algorithm>
#include <fmt/format.h>

#include "base/json_writer.h"
#include "neuro/dynamic_suite.h"

namespace ounce::neuro {

NetworkFile describeNetwork(const Genome& genome, const Vocabulary& vocabulary, Wiring wiring,
                            std::string target, const ReferenceTraces& reference) {
    NetworkFile file;
    file.id = genome.id;
    file.hidden = genome.hidden;
    file.wiring = wiring;
    file.target = std::move(target);
    file.reference = reference;
    auto describe = [&](const NodeGene& node) {
        NetworkFile::Node out{.id = node.id, .activation = node.activation};
        switch (node.kind) {
            case NodeKind::Input:
                out.kind = 'I';
                out.group =
                    vocabulary.groups()[static_cast<std::size_t>(vocabulary.groupOfInput(node.id))].name;
                out.feature = vocabulary.featureName(node.id);
                break;
            case NodeKind::Bias: out.kind = 'B'; break;
            case NodeKind::Hidden:
                out.kind = 'H';
                out.depth = node.depth;
                if (node.id > vocabulary.bias() && node.id < vocabulary.firstOutput())
                    out.group =
                        vocabulary.groups()[static_cast<std::size_t>(node.id - vocabulary.bias() - 1)].name;
                break;
            case NodeKind::Output:
                for (const Output& output : vocabulary.outputs()) {
                    const NodeId place = node.id - output.classification;
                    if (place < 0 || place > static_cast<NodeId>(output.parameters.size())) continue;
                    out.kind = place == 0 ? 'C' : 'R';
                    out.event = output.event;
                    if (place > 0) out.parameter = output.parameters[static_cast<std::size_t>(place - 1)];
                }
                break;
        }
        file.nodes.push_back(std::move(out));
    };
    for (const NodeGene& node : genome.nodes) describe(node);
    for (const ConnectionGene& c : genome.connections)
        file.connections.push_back({c.from, c.to, c.weight, c.enabled, c.recurrent, c.innovation});
    return file;
}

std::string writeNetworkSuite(const NetworkSuite& suite) {
    JsonWriter json;
    auto word = [&](std::string_view key, std::string_view value) { json.key(key).string(value); };
    auto number = [&](std::string_view key, double value) { json.key(key).number(value); };
    json.beginObject().key("Configs").beginObject();
    word("testSuiteType", "dynamic");
    number("timeout", static_cast<double>(suite.rules.steps) / kStepsPerTimeoutMs);
    number("steps", static_cast<double>(suite.rules.steps));
    word("eventSelection", suite.rules.choice == EventChoice::Random ? "random" : "activation");
    if (suite.seed) number("seed", *suite.seed);
    json.key("durations").beginObject();
    number("waitStepUpperBound", suite.rules.durations.wait);
    number("pressDurationUpperBound", suite.rules.durations.press);
    number("soundDuration", suite.rules.durations.sound);
    number("clickDuration", suite.rules.durations.click);
    json.endObject().endObject();
    json.key("Networks").beginObject();
    for (std::size_t n = 0; n < suite.networks.size(); n++) {
        const NetworkFile& network = suite.networks[n];
        json.key(fmt::format("Network {}", n)).beginObject();
        number("id", network.id);
        word("aF", activationName(network.hidden));
        word("cM", wiringName(network.wiring));
        if (!network.target.empty()) word("tf", network.target);
        json.key("Nodes").beginObject();
        for (std::size_t i = 0; i < network.nodes.size(); i++) {
            const NetworkFile::Node& node = network.nodes[i];
            json.key(fmt::format("Node {}", i)).beginObject();
            number("id", node.id);
            word("t", std::string_view(&node.kind, 1));
            word("aF", activationName(node.activation));
            if (node.depth) number("d", *node.depth);
            if (node.kind == 'I') word("sprite", node.group), word("feature", node.feature);
            if (node.kind == 'H' && !node.group.empty()) word("group", node.group);
            if (node.kind == 'C' || node.kind == 'R') word("event", node.event);
            if (node.kind == 'R') word("eventP", node.parameter);
            json.endObject();
        }
        json.endObject().key("Cons").beginObject();
        for (std::size_t i = 0; i < network.connections.size(); i++) {
            const NetworkFile::Connection& c = network.connections[i];
            json.key(fmt::format("Con {}", i)).beginObject();
            number("s", c.from), number("t", c.to), number("w", c.weight);
            json.key("e").boolean(c.enabled);
            number("i", static_cast<double>(c.innovation));
            json.key("r").boolean(c.recurrent);
            json.endObject();
        }
        json.endObject();
        if (!network.reference.empty()) {
            json.key("AT").beginObject();
            for (const auto& [round, nodes] : network.reference) {
                json.key(std::to_string(round)).beginObject();
                for (const auto& [node, values] : nodes) {
                    json.key(fmt::format("H:{}", node)).beginArray();
                    for (const double value : values) json.number(value);
                    json.endArray();
                }
                json.endObject();
            }
            json.endObject();
        }
        json.endObject();
    }
    json.endObject().endObject();
    return json.take() + "\n";
}

}  // namespace ounce::neuro
