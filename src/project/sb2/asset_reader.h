// Costumes and sounds of a Scratch 2 object. The archive names files by number; the tree names them by the
// MD5 sum of their content, as Scratch 3 does.
#pragma once

#include "project/sb2/object_reader.h"

namespace ounce::sb2 {

class AssetReader {
  public:
    AssetReader(Conversion& conversion, Project& project, const AssetSource& asset)
        : conversion_(conversion), project_(project), asset_(asset) {}

    void read(const Json& object, Target& target);

  private:
    Costume readCostume(const Json& json, const Target& target);
    Sound readSound(const Json& json, const Target& target);
    // Stores the file and gives the MD5 sum of its content; empty when there is no such file.
    std::string store(const std::string& fileName, const std::string& extension);

    Conversion& conversion_;
    Project& project_;
    const AssetSource& asset_;
};

}  // namespace ounce::sb2
