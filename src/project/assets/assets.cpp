#include "project/assets/assets.h"
namespace ounce {
void checkAssets(Project&) {}
}  // namespace ounce
