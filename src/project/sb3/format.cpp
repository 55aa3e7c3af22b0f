#include "project/sb3/format.h"

namespace ounce {
namespace {

constexpr int kFirstCode = 4;
struct PrimitiveName {
    std::string_view opcode, field;
};
constexpr PrimitiveName kPrimitives[] = {
    {"math_number", "NUM"},
    {"math_positive_number", "NUM"},
    {"math_whole_number", "NUM"},
    {"math_integer", "NUM"},
    {"math_angle", "NUM"},
    {"colour_picker", "COLOUR"},
    {"text", "TEXT"},
    {"event_broadcast_menu", "BROADCAST_OPTION"},
    {"data_variable", "VARIABLE"},
    {"data_listcontents", "LIST"},
};

}  // namespace

std::string_view primitiveOpcode(int code) { return kPrimitives[code - kFirstCode].opcode; }
std::string_view primitiveField(int code) { return kPrimitives[code - kFirstCode].field; }

}  // namespace ounce
