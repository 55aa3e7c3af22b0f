// The stage or a sprite of Scratch 2: "Scratch object" in the file format's own words.
#pragma once

#include <functional>
#include <string>

#include "project/sb2/conversion.h"
#include "project/sb2/json_value.h"

namespace ounce::sb2 {

using AssetSource = std::function<Bytes(const std::string& fileName)>;

struct ReadObject {
    Target target;
    std::string id;  // begins the ids of its variables
    double indexInLibrary = 0;
};

ReadObject readObject(const Json& object, bool isStage, Conversion& conversion, Project& project,
                      const AssetSource& asset);

}  // namespace ounce::sb2
