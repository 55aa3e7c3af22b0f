// report.html of a search for networks: reliable coverage over time, the networks as pictures.
#pragma once

#include <string>

#include "neuro/generation.h"

namespace ounce::neuro {

// One file that opens offline.
std::string networkReport(const NetworkGeneration& generation);

// A network as an SVG picture: inputs on the left, outputs on the right, the stronger a connection the wider.
std::string networkPicture(const NetworkFile& network);

}  // namespace ounce::neuro
