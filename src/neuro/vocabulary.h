// All that networks of one program can see and do, each with the node that stands for it. Found without
// running the program, so that a node means the same in every network, whoever met it first.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "analysis/events.h"
#include "neuro/genome.h"

namespace ounce::neuro {

// How files call features, and what they are: as Whisker 0.8 writes them, or as its networks of 2022.
enum class Dialect : std::uint8_t { Whisker08, Whisker2022 };

constexpr int kMostClones = 5;         // of a sprite that a network sees
constexpr int kMostClickedClones = 3;  // of a sprite that it can click

// One number of the state.
struct Feature {
    enum class Kind : std::uint8_t {
        X,
        Y,
        Direction,
        Size,
        Costume,
        Variable,
        MouseX,
        MouseY,
        DistanceX,
        DistanceY,  // to an instance of another sprite
        Color,      // how far away it is
        ColorRay,   // the same, looking in one direction
    };
    Kind kind = Kind::X;
    std::int16_t other = 0;     // distances: which sprite
    std::int16_t instance = 0;  // and which of its instances; rays: which direction
    std::int32_t slot = 0;      // variables
    Color color{};
    std::string name{};
};

// What is seen of one target.
struct FeatureGroup {
    std::string name{};  // "Bowl", "BowlClone2"
    std::int16_t sprite = 0;
    std::int16_t instance = 0;  // 0: the original
    std::int32_t first = 0;     // its first input
    const std::vector<Feature>* features = nullptr;
};

struct Output {
    std::string event{};                  // "KeyPressEvent-space"
    const EventTemplate* what = nullptr;  // of the extractor
    std::int16_t clone = 0;               // ClickClone: which
    NodeId classification = 0;
    std::vector<std::string> parameters{};  // "Steps"; their nodes follow
    [[nodiscard]] NodeId parameter(std::size_t i) const {
        return classification + 1 + static_cast<NodeId>(i);
    }
};

class Vocabulary {
  public:
    // `eyes`: another program with the same sprites, whose blocks say what is worth seeing; a variant of it
    // is then seen as it is.
    explicit Vocabulary(std::shared_ptr<const Program> program, Dialect dialect = Dialect::Whisker08,
                        const Program* eyes = nullptr);

    [[nodiscard]] const Program& program() const { return extractor_.program(); }
    [[nodiscard]] const EventExtractor& extractor() const { return extractor_; }
    [[nodiscard]] Dialect dialect() const { return dialect_; }

    [[nodiscard]] const std::vector<FeatureGroup>& groups() const { return groups_; }
    // The group of an instance of a sprite; kNone: it is not seen.
    [[nodiscard]] std::int32_t groupOf(std::int32_t sprite, std::int32_t instance) const {
        return bySprite_[static_cast<std::size_t>(sprite)][static_cast<std::size_t>(instance)];
    }
    [[nodiscard]] const std::vector<Output>& outputs() const { return outputs_; }
    // By the place of the event's template among the static events, for clones the first; kNone: networks do
    // not use it.
    [[nodiscard]] std::int32_t outputOf(const EventTemplate* what) const {
        return byTemplate_[static_cast<std::size_t>(what - firstTemplate_)];
    }
    [[nodiscard]] std::int32_t waitOutput() const { return wait_; }

    // ---- nodes ----
    [[nodiscard]] std::int32_t inputs() const { return inputs_; }  // inputs have the nodes from 0 on
    [[nodiscard]] NodeId bias() const { return inputs_; }
    // The hidden node of a group, where networks are wired so.
    [[nodiscard]] NodeId groupNode(std::int32_t group) const { return inputs_ + 1 + group; }
    [[nodiscard]] NodeId firstOutput() const { return groupNode(static_cast<std::int32_t>(groups_.size())); }
    [[nodiscard]] NodeId firstFree() const { return firstFree_; }
    [[nodiscard]] std::int32_t groupOfInput(std::int32_t input) const {
        return groupOfInput_[static_cast<std::size_t>(input)];
    }
    [[nodiscard]] const Feature& feature(std::int32_t input) const;
    [[nodiscard]] const std::string& featureName(std::int32_t input) const { return feature(input).name; }
    // kNone: this program has no such feature or event.
    [[nodiscard]] std::int32_t findInput(const std::string& group, const std::string& feature) const;
    [[nodiscard]] std::int32_t findOutput(const std::string& event) const;
    // How the node of a parameter turns its sum into a number.
    [[nodiscard]] Activation parameterActivation(std::int32_t output) const;

  private:
    void findFeatures(const Program& eyes);
    void findOutputs();

    EventExtractor extractor_;
    Dialect dialect_;
    std::vector<std::unique_ptr<std::vector<Feature>>> features_;  // by sprite
    std::vector<FeatureGroup> groups_;
    std::vector<std::vector<std::int32_t>> bySprite_;
    std::vector<std::int32_t> groupOfInput_;
    std::map<std::pair<std::string, std::string>, std::int32_t> inputByName_;
    std::vector<Output> outputs_;
    std::vector<std::int32_t> byTemplate_;
    std::map<std::string, std::int32_t> outputByName_;
    const EventTemplate* firstTemplate_ = nullptr;
    std::int32_t inputs_ = 0, wait_ = kNone;
    NodeId firstFree_ = 0;
};

}  // namespace ounce::neuro
