// Monitors of Scratch 2: the children of the stage that are no sprites.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "project/sb2/conversion.h"
#include "project/sb2/json_value.h"
#include "project/sb2/opcode_map.h"

namespace ounce::sb2 {

class MonitorReader {
  public:
    // `ids` are the ids under which the variables of the project's targets were made; `stageName` is what the
    // file calls the stage.
    MonitorReader(Conversion& conversion, Project& project, std::vector<std::string> ids,
                  std::string stageName);

    // Monitors of blocks that Scratch 3 cannot show are left out.
    void read(const Json& monitor);

  private:
    [[nodiscard]] bool isWanted(const Mapping& mapping, bool visible) const;
    [[nodiscard]] std::optional<std::size_t> ownerOf(const Json& monitor) const;
    void keep(Monitor monitor);

    Conversion& conversion_;
    Project& project_;
    std::vector<std::string> ids_;
    std::string stageName_;
    std::unordered_map<std::string, std::size_t> targetByName_;  // the first of that name
    std::unordered_map<std::string, std::size_t> targetByList_;  // the last that has a list of that name
    std::unordered_map<std::string, std::size_t> monitorById_;
};

}  // namespace ounce::sb2
