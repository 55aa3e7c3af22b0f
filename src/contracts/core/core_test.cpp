// Types, generated programs and shrinking, without any language.
#include <gtest/gtest.h>

#include "contracts/core/generator.h"
#include "contracts/core/shrink.h"

namespace ounce::contracts {
namespace {

class Numbers final : public Language {
  public:
    Constant value(std::int32_t, Random& random) const override {
        return Constant::of(static_cast<double>(static_cast<int>(random.next() * 100)));
    }
    Constant anything(Random& random) const override { return value(0, random); }
    Constant simplest(std::int32_t) const override { return Constant::of(0.0); }
};

// A counter that can be told whom to call when it changes.
class Core : public testing::Test {
  protected:
    Core() {
        world.bases = {{"number", kNone}, {"int", 0}};
        number = world.add({.kind = Type::Kind::Base, .which = 0});
        whole = world.add({.kind = Type::Kind::Base, .which = 1});
        counter = world.addClass({.name = "Counter"});
        world.classes[0].constructor = world.addSignature({.kind = Signature::Kind::Constructor,
                                                           .name = "constructor",
                                                           .owner = counter,
                                                           .result = world.classAt(counter).type,
                                                           .isFinal = true});
        const SignatureId changed = world.addSignature({.name = "changed",
                                                        .parameters = {{.name = "by", .type = whole}},
                                                        .result = World::kVoid,
                                                        .isCallable = false});
        listener = world.add({.kind = Type::Kind::Function, .which = changed});
        add = method({.kind = Signature::Kind::Method,
                      .name = "add",
                      .owner = counter,
                      .parameters = {{.name = "by", .type = whole}},
                      .result = World::kVoid,
                      .imperative = true,
                      .constrains = true});
        listen = method({.kind = Signature::Kind::Method,
                         .name = "listen",
                         .owner = counter,
                         .parameters = {{.name = "listener", .type = listener}},
                         .result = World::kVoid,
                         .imperative = true});
        get = method({.kind = Signature::Kind::Method, .name = "get", .owner = counter, .result = whole});
    }
    SignatureId method(Signature signature) {
        const SignatureId id = world.addSignature(std::move(signature));
        world.classes[0].methods.push_back(id);
        return id;
    }
    Program program(std::uint32_t seed, int size = 10) {
        Generator generator(world, language, {}, seed);
        return *generator.program(World::kVoid, {}, size);
    }
    // Whether a call satisfies the predicate, in callbacks or outside.
    template <class Predicate>
    static bool has(const Block& block, const Predicate& predicate) {
        for (const Statement& statement : block.statements) {
            if (predicate(statement)) return true;
            for (const Body& body : statement.bodies)
                if (has(body.block, predicate)) return true;
        }
        return false;
    }

    World world;
    Numbers language;
    TypeId number = kNone, whole = kNone, listener = kNone;
    ClassId counter = kNone;
    SignatureId add = kNone, listen = kNone, get = kNone;
};

TEST_F(Core, SubtypesFollowTheirParts) {
    EXPECT_TRUE(world.isSubtype(whole, number));
    EXPECT_FALSE(world.isSubtype(number, whole));
    const TypeId wholes = world.add({.kind = Type::Kind::Array, .parts = {whole}});
    const TypeId numbers = world.add({.kind = Type::Kind::Array, .parts = {number}});
    EXPECT_TRUE(world.isSubtype(wholes, numbers));
    EXPECT_FALSE(world.isSubtype(numbers, wholes));
    // What takes any number can stand where what takes whole ones is wanted, not the other way.
    const auto function = [&](TypeId takes, TypeId gives) {
        return world.add(
            {.kind = Type::Kind::Function,
             .which = world.addSignature({.parameters = {{.name = "x", .type = takes}}, .result = gives})});
    };
    EXPECT_TRUE(world.isSubtype(function(number, whole), function(whole, number)));
    EXPECT_FALSE(world.isSubtype(function(whole, whole), function(number, whole)));
    const ClassId special = world.addClass({.name = "Special", .super = counter});
    EXPECT_TRUE(world.isSubtype(world.classAt(special).type, world.classAt(counter).type));
    EXPECT_FALSE(world.isSubtype(world.classAt(counter).type, world.classAt(special).type));
    const TypeId either = world.add({.kind = Type::Kind::Union, .parts = {wholes, whole}});
    EXPECT_TRUE(world.isSubtype(whole, either));
    EXPECT_FALSE(world.isSubtype(either, whole));
}

TEST_F(Core, TheSameSeedGivesTheSameProgram) {
    for (std::uint32_t seed = 1; seed < 50; seed++) EXPECT_EQ(program(seed), program(seed));
    EXPECT_FALSE(program(1) == program(2));
}

TEST_F(Core, ProgramsCallBackIntoWhatCallsThem) {
    int reentrant = 0, results = 0, overridden = 0;
    for (std::uint32_t seed = 1; seed <= 300; seed++) {
        const Program made = program(seed);
        for (const Statement& statement : made.block.statements) {
            for (const Body& body : statement.bodies) {
                reentrant +=
                    has(body.block, [&](const Statement& inner) { return inner.signature == add; }) ? 1 : 0;
                overridden += statement.kind == Statement::Kind::New ? 1 : 0;
            }
            if (statement.signature == add)
                results += statement.attempts[0][0].kind == Expression::Kind::Variable ? 1 : 0;
        }
    }
    EXPECT_GT(reentrant, 50);
    EXPECT_GT(overridden, 50);
    EXPECT_GT(results, 50) << "results of calls should become arguments of others";
}

TEST_F(Core, WithoutCallbacksNothingCallsBack) {
    for (std::uint32_t seed = 1; seed <= 100; seed++) {
        Generator generator(world, language, {.callbacks = false}, seed);
        const auto made = generator.program(World::kVoid, {}, 10);
        for (const Statement& statement : made->block.statements) {
            for (const Body& body : statement.bodies) EXPECT_TRUE(body.block.statements.empty());
            if (statement.kind == Statement::Kind::New) {
                EXPECT_TRUE(statement.bodies.empty());
            }
        }
    }
}

TEST_F(Core, CallsWithAPreConditionHaveOtherArgumentsInReserve) {
    bool found = false;
    for (std::uint32_t seed = 1; seed <= 20; seed++)
        found = found || has(program(seed).block, [&](const Statement& statement) {
                    return statement.signature == add && statement.attempts.size() == 3;
                });
    EXPECT_TRUE(found);
}

TEST_F(Core, AGoalThatNothingGivesIsRefused) {
    const ClassId sealed = world.addClass({.name = "Sealed", .canBeMade = false});
    Generator generator(world, language, {}, 1);
    EXPECT_FALSE(generator.program(world.classAt(sealed).type, {}, 5));
}

TEST_F(Core, ShrinkingLeavesWhatMatters) {
    // Fails when something is added inside a callback and the listener was registered.
    const auto fails = [&](const Program& tried) {
        for (const Statement& statement : tried.block.statements) {
            if (statement.signature != listen || statement.kind != Statement::Kind::Call) continue;
            for (const Statement& made : tried.block.statements) {
                if (made.kind == Statement::Kind::Function &&
                    made.variable == statement.attempts[0][0].variable &&
                    has(made.bodies[0].block, [&](const Statement& inner) { return inner.signature == add; }))
                    return true;
            }
        }
        return false;
    };
    int tried = 0;
    for (std::uint32_t seed = 1; seed <= 200; seed++) {
        const Program made = program(seed, 20);
        if (!fails(made)) continue;
        tried++;
        const Program small = shrink(world, language, made, fails);
        EXPECT_TRUE(fails(small));
        EXPECT_EQ(callCount(small.block), 3u) << "new, listen, and add inside";
    }
    EXPECT_GT(tried, 20);
}

}  // namespace
}  // namespace ounce::contracts
