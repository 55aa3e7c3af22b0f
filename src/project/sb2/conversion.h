// What the stage and the sprites of one Scratch 2 project share while they are converted: fresh ids, the
// names of global variables, the messages, and how much was made so far.
#pragma once

#include <map>
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

    // Official Scratch draws a random id for each target, comment, block and slot that it imports. Ours are
    // counted, but drawn in the same order, also where the id is thrown away, so that the blocks of a project
    // can be compared one by one with those of an official VM whose ids are counted too.
    std::string freshId();
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
    std::uint64_t lastId_ = 0;  // the importer itself takes number 0, for the message without a name
    std::map<std::pair<std::string, bool>, std::string> globals_;  // name, is a list; the id of the stage
    std::set<std::string> messages_;
    std::vector<std::string> messageOrder_;
    std::size_t objects_ = 0;
};

}  // namespace ounce::sb2
