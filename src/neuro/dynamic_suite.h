// Suites of networks as files: Whisker's dynamic.json, as 0.8 writes it and as its networks of 2022 are.
// docs/neatest.md describes them.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "neuro/player.h"

namespace ounce::neuro {

constexpr std::size_t kMaxNetworkBytes = std::size_t{256} << 20;
// Whisker counts a play in milliseconds of a clock that its experiments let run ten times faster.
constexpr double kStepsPerTimeoutMs = 0.3;

// Activations of hidden nodes in plays of the unchanged program, by round and node.
using ReferenceTraces = std::map<std::int32_t, std::map<NodeId, std::vector<double>>>;

// A network as the file has it, in words; it becomes a genome when the program is known.
struct NetworkFile {
    struct Node {
        NodeId id = 0;
        char kind = 'H';  // I, B, H, C, R
        Activation activation = Activation::None;
        std::optional<double> depth{};
        std::string group{}, feature{};    // inputs; hidden: the group whose node it is
        std::string event{}, parameter{};  // outputs
    };
    struct Connection {
        NodeId from = 0, to = 0;
        double weight = 0;
        bool enabled = true, recurrent = false;
        std::int64_t innovation = 0;
    };
    std::string name{};
    std::uint32_t id = 0;
    Activation hidden = Activation::Tanh;
    Wiring wiring = Wiring::FullyHidden;
    std::string target{};  // id of the block it was made for; may be empty
    std::vector<Node> nodes{};
    std::vector<Connection> connections{};
    ReferenceTraces reference{};
};

struct NetworkSuite {
    std::string file{};
    Dialect dialect = Dialect::Whisker08;
    PlayRules rules{};
    std::optional<std::uint32_t> seed{};
    std::vector<NetworkFile> networks{};
};

// A network of a suite for one program.
struct BoundNetwork {
    Genome genome{};
    Wiring wiring = Wiring::FullyHidden;
    std::size_t unknownInputs = 0, unknownOutputs = 0;  // left out: the program has nothing of that name
    std::map<NodeId, NodeId> hiddenIds{};               // in the genome, by what the file calls them
};

// Whether a JSON file holds networks rather than anything else.
bool looksLikeNetworkSuite(std::string_view json);

Result<NetworkSuite> readNetworkSuite(std::string_view json, const std::string& name);
Result<NetworkSuite> loadNetworkSuite(const std::string& path);
BoundNetwork bind(const NetworkFile& network, const Vocabulary& vocabulary);

// The other way. `reference` uses the genome's nodes.
NetworkFile describeNetwork(const Genome& genome, const Vocabulary& vocabulary, Wiring wiring,
                            std::string target, const ReferenceTraces& reference = {});
// The same suite gives the same bytes; weights are written so that they are read back bit for bit.
std::string writeNetworkSuite(const NetworkSuite& suite);

}  // namespace ounce::neuro
