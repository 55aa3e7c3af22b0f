// What the stage and the sprites of one Scratch 2 project share while they are converted: fresh ids, the
// names of global variables, the messages, and how much was made so far.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "project/project.h"

namespace ounce::sb2 {

class Conversion {
  public:
    explicit Conversion(Project& project) : project_(project) {}

    std::string freshId(std::string_view kind) { return std::string(kind) + std::to_string(++lastId_); }
    void useExtension(std::string_view opcodeName);
    void warn(std::string sentence);

    // Scratch 3 finds variables by id. A name that the stage has mentioned is global: a sprite's variable of
    // the same name gets the same id and hides it.
    std::string variableId(const std::string& owner, bool isStage, const std::string& name, bool isList);

    // Registers a message and gives its id; `name` becomes the name under which it is known (lower case).
    std::string messageId(std::string& name);
    // Messages become the stage's; the nameless one gets the first free name message1, message2, …
    void finishMessages();

    // Counts what a file makes: an object in memory is far larger than in the file, so there is a limit.
    [[nodiscard]] bool mayMakeObject() { return ++objects_ <= kMostObjects; }
    [[nodiscard]] bool tooLarge() const { return objects_ > kMostObjects; }

    static constexpr std::size_t kMostObjects = 200'000;

  private:
    Project& project_;
    std::uint64_t lastId_ = 0;
    std::set<std::pair<std::string, bool>> globals_;  // name, is a list
    std::set<std::string> messages_;
    std::vector<std::string> messageOrder_;
    std::size_t objects_ = 0;
};

}  // namespace ounce::sb2
