// A Scratch program as its file says it: a plain syntax tree without behaviour. Readers make it, writers
// write it down, the machine compiles it. What Ounce does not interpret is kept as raw JSON, so that read →
// write → read loses nothing.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "blocks/table.h"

namespace ounce {

// A value as it stands in a file: null, truth value, number or UTF-8 text.
using Scalar = std::variant<std::nullptr_t, bool, double, std::string>;

// Members that Ounce does not interpret: name and minified JSON text, in file order.
using Extra = std::vector<std::pair<std::string, std::string>>;

// A literal or a variable inside an input, which sb3 writes as a short array. `code` is sb3's: 4 number, 5
// positive number, 6 whole number, 7 integer, 8 angle, 9 colour, 10 text, 11 broadcast, 12 variable, 13 list.
struct Primitive {
    int code = 10;
    Scalar value;               // the literal, or the name of the message, variable or list
    std::string id;             // codes 11…13
    std::optional<double> x{};  // codes 12 and 13 lying on the workspace on their own
    std::optional<double> y{};
    bool operator==(const Primitive&) const = default;
};

// What fills a slot: nothing, the block of that id, or a primitive.
using Slot = std::variant<std::monostate, std::string, Primitive>;

struct Input {
    std::string name;
    int status =
        1;  // sb3's: 1 the block is the shadow itself, 2 a block without shadow, 3 a block over a shadow
    Slot block;
    Slot shadow;  // only with status 3
    bool operator==(const Input&) const = default;
};

struct Field {
    std::string name;
    Scalar value;
    std::optional<std::string> id{};  // of the variable, list or message
    bool hasNullId = false;           // `["value", null]`: what most files have for other fields
    bool operator==(const Field&) const = default;
};

// What a custom block's prototype or call carries.
struct ProcedureMutation {
    std::string proccode;  // "jump %n times %b"
    std::vector<std::string> argumentIds;
    std::vector<std::string> argumentNames;  // prototypes only
    std::vector<Scalar> argumentDefaults;    // prototypes only
    bool warp = false;                       // run without screen refresh
    std::string json;  // the whole mutation as it stood in the file, minified; may be empty
    bool operator==(const ProcedureMutation&) const = default;
};

struct Block {
    std::string id;
    Opcode opcode = Opcode::Unknown;
    std::string opcodeText;  // always the name in the file
    std::optional<std::string> next{};
    std::optional<std::string> parent{};
    bool hasNext =
        true;  // false where the file leaves the member out, which official Scratch treats differently
    bool hasParent = true;
    std::vector<Input> inputs;  // in JavaScript's key order: the order in which they are evaluated
    std::vector<Field> fields;
    bool shadow = false;
    bool topLevel = false;
    std::optional<double> x{};
    std::optional<double> y{};
    std::optional<std::string> comment{};
    std::optional<ProcedureMutation> mutation{};  // procedures_prototype and procedures_call
    std::string otherMutation;                    // any other mutation, as minified JSON
    // A variable or list reporter lying on the workspace on its own, which sb3 writes as a primitive.
    std::optional<Primitive> primitive{};
    Extra extra;

    [[nodiscard]] const Input* input(std::string_view name) const;
    [[nodiscard]] const Field* field(std::string_view name) const;
    bool operator==(const Block&) const = default;
};

// The blocks of a target, in JavaScript's key order (the order of scripts), found by id. Copies share the
// blocks until one of them is written to, so a project with one changed sprite costs what that sprite costs.
class BlockMap {
  public:
    void reserve(std::size_t count);
    Block& add(Block block);  // replaces a block of the same id in place, as a later JSON member does
    void remove(std::span<const std::string> ids);
    [[nodiscard]] const Block* find(std::string_view id) const;
    [[nodiscard]] Block* find(std::string_view id);
    [[nodiscard]] const std::vector<Block>& all() const { return content_->blocks; }
    // For writing; do not change ids through this.
    [[nodiscard]] std::vector<Block>& all() { return writable().blocks; }
    bool operator==(const BlockMap& other) const {
        return content_ == other.content_ || content_->blocks == other.content_->blocks;
    }

  private:
    struct Content {
        std::vector<Block> blocks{};
        std::unordered_map<std::string, std::size_t> index{};
    };
    Content& writable();

    std::shared_ptr<Content> content_ = std::make_shared<Content>();
};

struct Variable {
    std::string id;
    std::string name;
    Scalar value = 0.0;
    bool cloud = false;
    bool operator==(const Variable&) const = default;
};

struct ListVariable {
    std::string id;
    std::string name;
    std::vector<Scalar> items;
    bool operator==(const ListVariable&) const = default;
};

struct Broadcast {
    std::string id;
    std::string name;
    bool operator==(const Broadcast&) const = default;
};

struct Comment {
    std::string id;
    std::optional<std::string> blockId{};
    std::string text;
    std::optional<double> x{}, y{}, width{}, height{};
    bool minimized = false;
    Extra extra;
    bool operator==(const Comment&) const = default;
};

struct Costume {
    std::string name;
    std::string assetId;     // MD5 of the content
    std::string md5ext;      // "<md5>.svg": the name in the archive; may be empty in a file, see fileName()
    std::string dataFormat;  // svg, png, jpg, bmp, gif
    std::optional<double> bitmapResolution{};
    std::optional<double> rotationCenterX{}, rotationCenterY{};
    Extra extra;

    [[nodiscard]] std::string fileName() const {
        return md5ext.empty() ? assetId + "." + dataFormat : md5ext;
    }
    bool operator==(const Costume&) const = default;
};

struct Sound {
    std::string name;
    std::string assetId;
    std::string md5ext;
    std::string dataFormat;  // wav, mp3
    std::string format;      // "", adpcm, …
    std::optional<double> rate{}, sampleCount{};
    Extra extra;

    [[nodiscard]] std::string fileName() const {
        return md5ext.empty() ? assetId + "." + dataFormat : md5ext;
    }
    bool operator==(const Sound&) const = default;
};

// The stage or a sprite.
struct Target {
    bool isStage = false;
    std::string name;
    std::vector<Variable> variables;
    std::vector<ListVariable> lists;
    std::vector<Broadcast> broadcasts;  // the stage's
    BlockMap blocks;
    std::vector<Comment> comments;
    double currentCostume = 0;
    std::vector<Costume> costumes;
    std::vector<Sound> sounds;
    double volume = 100;
    std::optional<double> layerOrder{};

    // Sprites
    bool visible = true;
    double x = 0, y = 0, size = 100, direction = 90;
    bool draggable = false;
    std::string rotationStyle = "all around";

    // The stage
    double tempo = 60;
    double videoTransparency = 50;
    std::string videoState = "on";
    std::optional<std::string> textToSpeechLanguage{};

    Extra extra;
    bool operator==(const Target&) const = default;
};

struct Monitor {
    std::string id;
    std::string mode;    // default, large, slider, list
    std::string opcode;  // data_variable, motion_xposition, …
    std::string params;  // minified JSON object
    std::optional<std::string> spriteName{};
    std::string value;  // minified JSON
    double width = 0, height = 0, x = 0, y = 0;
    bool visible = true;
    Extra extra;  // slider limits and the rest
    bool operator==(const Monitor&) const = default;
};

// The bytes of a costume or sound file. Shared: copying a project copies no asset.
using Bytes = std::shared_ptr<const std::string>;

enum class Format : std::uint8_t { Sb3, Sb2, Json, Text };

struct Project {
    Format format = Format::Sb3;
    std::vector<Target> targets;  // the stage first
    std::vector<Monitor> monitors;
    std::vector<std::string> extensions;
    std::string meta;  // minified JSON object
    Extra extra;
    std::map<std::string, Bytes> assets;  // by file name in the archive; missing ones are not in here
    std::vector<std::string>
        warnings;  // what was odd but readable, one sentence each; not part of the program

    [[nodiscard]] const Target* stage() const { return targets.empty() ? nullptr : &targets.front(); }
    // Equal as programs: everything but the format it was read from and the warnings.
    bool operator==(const Project& other) const {
        return targets == other.targets && monitors == other.monitors && extensions == other.extensions &&
               meta == other.meta && extra == other.extra && sameAssets(other);
    }

  private:
    [[nodiscard]] bool sameAssets(const Project& other) const;
};

}  // namespace ounce
