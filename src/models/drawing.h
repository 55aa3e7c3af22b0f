// A model as a graph: in Graphviz's language, and drawn as SVG without Graphviz
// (docs/decisions/model-graphs.md says why).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/model.h"

namespace ounce::models {

// What became of an edge in a run.
enum class EdgeFate : std::uint8_t { Unknown, Taken, Failed, NeverTaken };

// `fates`: by edge; empty: nothing is known.
std::string modelToDot(const Model& model, const std::vector<EdgeFate>& fates = {});
std::string modelsToDot(const std::vector<Model>& models);

// An <svg> element, for a page or a file of its own. Edges carry their numbers; the list below explains them.
std::string modelToSvg(const Model& model, const std::vector<EdgeFate>& fates = {});
// All models below each other, as a file.
std::string modelsToSvg(const std::vector<Model>& models);

// "Bowl.x increases": the conditions and effects of an edge as the text form writes them.
std::string edgeText(const Edge& edge);

}  // namespace ounce::models
