#include "contracts/javascript/type_check.h"

#include <fmt/format.h>

#include "base/json_writer.h"
#include "contracts/javascript/module.h"

namespace ounce::contracts {

std::string quoted(const std::string& text) {
    JsonWriter writer;
    writer.string(text);
    return writer.take();
}

std::string typeTest(const World& world, TypeId id, const std::string& value) {
    const Type& type = world.type(id);
    switch (type.kind) {
        case Type::Kind::Base:
            switch (type.which) {
                case js::Number: return fmt::format("typeof {} === 'number'", value);
                case js::Integer: return fmt::format("Number.isInteger({})", value);
                case js::Natural: return fmt::format("Number.isInteger({0}) && {0} >= 0", value);
                case js::Text: return fmt::format("typeof {} === 'string'", value);
                case js::Boolean: return fmt::format("typeof {} === 'boolean'", value);
                default: return fmt::format("{} == null", value);
            }
        case Type::Kind::Literal:
            if (type.constant.kind == Constant::Kind::Text)
                return fmt::format("{} === {}", value, quoted(type.constant.text));
            return fmt::format("{} === {}", value, world.nameOf(id));
        case Type::Kind::Function: return fmt::format("typeof {} === 'function'", value);
        case Type::Kind::Object:
            if (world.classAt(type.which).isInterface) return fmt::format("typeof {} === 'object'", value);
            return fmt::format("{} instanceof {}", value, world.classAt(type.which).name);
        case Type::Kind::Array:
            return fmt::format("Array.isArray({}) && {}.every(item => {})", value, value,
                               typeTest(world, type.parts[0], "item"));
        case Type::Kind::Record: {
            std::string text = fmt::format("typeof {0} === 'object' && {0} !== null", value);
            for (std::size_t i = 0; i < type.parts.size(); i++) {
                const std::string field = fmt::format("{}.{}", value, type.names[i]);
                const std::string test = typeTest(world, type.parts[i], field);
                text += type.optional[i] ? fmt::format(" && ({} === undefined || {})", field, test)
                                         : fmt::format(" && {}", test);
            }
            return text;
        }
        case Type::Kind::Union: {
            std::string text;
            for (const TypeId part : type.parts)
                text += fmt::format("{}({})", text.empty() ? "" : " || ", typeTest(world, part, value));
            return text;
        }
        default: return "true";
    }
}

}  // namespace ounce::contracts
