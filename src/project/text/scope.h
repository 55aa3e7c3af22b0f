// What names mean at a place in a program: variables, lists, custom blocks and their parameters.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "project/project.h"
#include "project/text/custom_block.h"
#include "project/text/templates.h"

namespace ounce::text {

// The variables or lists of one target, found by name (in order of declaration) and by id.
class NameTable {
  public:
    void add(std::string_view name, std::string_view id);
    [[nodiscard]] const std::vector<std::string>* named(std::string_view name) const;
    [[nodiscard]] const std::string* nameOf(std::string_view id) const;

  private:
    std::unordered_map<std::string, std::vector<std::string>> byName_;
    std::unordered_map<std::string, std::string> byId_;
};

struct Names {
    NameTable variables, lists;
};

enum class Meaning : unsigned char { Unknown, Raw, Parameter, Table, Variable, List, Custom, Define };

struct Resolved {
    Meaning meaning = Meaning::Unknown;
    Match match{};
    const CustomBlock* custom = nullptr;
};

class Scope {
  public:
    Scope(const Names& own, const Names& stage) : own_(&own), stage_(&stage) {}

    void addCustom(CustomBlock block);
    [[nodiscard]] const CustomBlock* customNamed(std::string_view proccode) const;
    [[nodiscard]] const std::vector<CustomBlock>& customs() const { return customs_; }
    void setParameters(const std::vector<std::string>& names) { parameters_ = {names.begin(), names.end()}; }

    [[nodiscard]] Resolved value(const Phrase& phrase) const;
    [[nodiscard]] Resolved statement(const Phrase& phrase) const;

    // The id that a name and its marks (`global`, `#2`) mean; nullptr if there is no such variable or list.
    [[nodiscard]] const std::string* idOf(std::string_view name, const std::vector<std::string>& marks,
                                          bool list) const;
    // The other way round: the name and the marks it needs, for a reference in a file.
    struct Reference {
        std::string name;
        std::vector<std::string> marks;
    };
    [[nodiscard]] Reference referenceTo(std::string_view id, std::string_view name, bool list) const;

  private:
    [[nodiscard]] const NameTable& own(bool list) const { return list ? own_->lists : own_->variables; }
    [[nodiscard]] const NameTable& stage(bool list) const { return list ? stage_->lists : stage_->variables; }

    const Names* own_;
    const Names* stage_;
    std::vector<CustomBlock> customs_;
    std::unordered_map<std::string, std::size_t> byKey_, byProccode_;
    std::unordered_set<std::string> parameters_;
};

Names namesOf(const Target& target);

// The block of the table or of the sprite whose words come nearest, for «did you mean»; empty if none is
// near.
std::string nearestBlock(const Phrase& phrase, const Scope& scope);

}  // namespace ounce::text
