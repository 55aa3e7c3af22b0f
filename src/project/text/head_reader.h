// The lines between `sprite Cat` and its scripts: costumes, sounds, variables, where it stands.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "base/result.h"
#include "project/project.h"
#include "project/text/picture.h"

namespace ounce::text {

// Whether a line belongs to the head of a sprite, judged by its first word.
bool isHeadLine(std::string_view line);

// Words with which no line of blocks may begin: those of the head, `stage`, `sprite`, `end`, `else`, …
bool isReservedWord(std::string_view word);

class HeadReader {
  public:
    HeadReader(Project& project, std::string folder) : project_(project), folder_(std::move(folder)) {}

    Result<void> read(Target& target, std::string_view line, int number);
    // A backdrop or costume for a target that names none: nothing, or a blue dot. `no costumes` forbids it.
    void addUsualCostume(Target& target);

  private:
    friend class HeadLine;
    void setPicture(Costume& costume, const Picture& picture);

    Project& project_;
    std::string folder_;
    std::set<std::ptrdiff_t> bare_;  // which targets have no costumes on purpose
    struct Shown {
        std::string opcode, id, name;
    };
    Shown shown_;                         // the variable or list that was declared last
    std::map<std::string, Bytes> files_;  // by path
    std::size_t fileBytes_ = 0;           // of all costume and sound files so far
};

}  // namespace ounce::text
