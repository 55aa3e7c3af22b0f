#include "contracts/core/shrink.h"

#include "contracts/core/changes.h"

namespace ounce::contracts {

std::optional<Expression> simplest(const World& world, const Language& language, TypeId type) {
    const Type& of = world.type(type);
    switch (of.kind) {
        case Type::Kind::Any: return Expression::of(Constant::of(0.0));
        case Type::Kind::Void: return Expression{};
        case Type::Kind::Base: return Expression::of(language.simplest(of.which));
        case Type::Kind::Literal: return Expression::of(of.constant);
        case Type::Kind::Array: return Expression{.kind = Expression::Kind::Array};
        case Type::Kind::Record: {
            Expression record{.kind = Expression::Kind::Record};
            for (std::size_t i = 0; i < of.parts.size(); i++) {
                if (of.optional[i]) continue;
                auto field = simplest(world, language, of.parts[i]);
                if (!field) return std::nullopt;
                record.parts.push_back(std::move(*field));
                record.names.push_back(of.names[i]);
            }
            return record;
        }
        case Type::Kind::Union:
            for (const TypeId part : of.parts) {
                if (auto found = simplest(world, language, part)) return found;
            }
            return std::nullopt;
        default: return std::nullopt;
    }
}

Program shrink(const World& world, const Language& language, Program program,
               const std::function<bool(const Program&)>& fails, ShrinkLimits limits) {
    std::size_t runs = 0;
    for (bool again = true; again && runs < limits.runs;) {
        again = false;
        std::size_t i = 0;
        while (runs < limits.runs) {
            const std::vector<Change> changes = changesOf(world, language, program);
            bool changed = false;
            for (; i < changes.size() && runs < limits.runs; i++) {
                Program smaller = program;
                changes[i](smaller);
                if (smaller == program) continue;
                runs++;
                if (!fails(smaller)) continue;
                program = std::move(smaller);
                changed = again = true;
                break;
            }
            if (!changed) break;
        }
    }
    return program;
}

}  // namespace ounce::contracts
