// Types, generated programs and shrinking, without any language.
#include <algorithm>
#include <gtest/gtest.h>

#include "contracts/core/corpus.h"
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
                    return statement.signature == add && statement.attempts.size() == 4;
                });
    EXPECT_TRUE(found);
}

TEST_F(Core, AGoalThatNothingGivesIsRefused) {
    const ClassId sealed = world.addClass({.name = "Sealed", .canBeMade = false});
    Generator generator(world, language, {}, 1);
    EXPECT_FALSE(generator.program(world.classAt(sealed).type, {}, 5));
}

// Whether every variable is defined before it is read.
bool isScoped(const Block& block, std::vector<VariableId> known) {
    const auto sees = [&](const Expression& expression) {
        bool all = true;
        eachPart(expression, [&](const Expression& part) {
            if (part.kind == Expression::Kind::Variable)
                all = all && std::find(known.begin(), known.end(), part.variable) != known.end();
        });
        return all;
    };
    for (const Statement& statement : block.statements) {
        if (!sees(statement.callee) || !sees(statement.backup)) return false;
        for (const auto& attempt : statement.attempts)
            for (const Expression& argument : attempt)
                if (!sees(argument)) return false;
        for (const Body& body : statement.bodies) {
            std::vector<VariableId> inside = known;
            inside.push_back(body.self);
            inside.insert(inside.end(), body.parameters.begin(), body.parameters.end());
            if (!isScoped(body.block, inside)) return false;
        }
        known.push_back(statement.variable);
    }
    return sees(block.result);
}

TEST_F(Core, ExtendedProgramsDoMoreAndSeeOnlyWhatIsThere) {
    int inside = 0, atTheEnd = 0;
    for (std::uint32_t seed = 1; seed <= 300; seed++) {
        const Program base = program(seed, 8);
        Generator generator(world, language, {}, seed + 1000);
        std::size_t shared = 0;
        const Program more = generator.extend(base, 5, shared);
        EXPECT_TRUE(isScoped(more.block, {})) << seed;
        EXPECT_GE(callCount(more.block), callCount(base.block));
        ASSERT_LE(shared, base.block.statements.size());
        for (std::size_t i = 0; i < shared; i++)
            EXPECT_EQ(more.block.statements[i], base.block.statements[i]);
        atTheEnd += shared == base.block.statements.size() ? 1 : 0;
        inside += more.block.statements.size() == base.block.statements.size() && !(more == base) ? 1 : 0;
    }
    EXPECT_GT(atTheEnd, 50);
    EXPECT_GT(inside, 20) << "also the functions of a program are extended";
}

TEST_F(Core, TheSameCorpusGivesTheSamePrograms) {
    Corpus corpus;
    EXPECT_TRUE(corpus.reach({3, 7}));
    EXPECT_FALSE(corpus.reach({7}));
    EXPECT_TRUE(corpus.reach({7, 8}));
    corpus.add(4, program(4));
    corpus.add(9, program(9));
    Generator generator(world, language, {}, 1), other(world, language, {}, 99);
    int extended = 0;
    for (std::uint32_t seed = 1; seed <= 50; seed++) {
        const auto made = makeProgram(generator, corpus, seed, 6, 24);
        ASSERT_TRUE(made);
        const Program* base = made->base ? corpus.find(*made->base) : nullptr;
        extended += base ? 1 : 0;
        EXPECT_EQ(makeAgain(other, base, seed, 6), made->program);
    }
    EXPECT_GT(extended, 10);
    EXPECT_LT(extended, 40);
    EXPECT_FALSE(corpus.find(5));
}

TEST_F(Core, CallsThatWereNeverMadeAreLeftOutOfTheCorpus) {
    Program some = program(3, 12);
    std::vector<VariableId> none;
    dropUnused(some, none);
    for (const Statement& statement : some.block.statements) {
        if (statement.kind == Statement::Kind::Call) {
            EXPECT_GT(useCount(some.block, statement.variable), 0u);
        }
    }
    EXPECT_TRUE(isScoped(some.block, {}));
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
    for (std::uint32_t seed = 1; seed <= 2000; seed++) {
        const Program made = program(seed, 20);
        if (!fails(made)) continue;
        tried++;
        const Program small = shrink(world, language, made, fails);
        EXPECT_TRUE(fails(small));
        EXPECT_EQ(callCount(small.block), 3u) << "new, listen, and add inside; seed " << seed;
    }
    EXPECT_GT(tried, 200);
}

TEST_F(Core, CallsThatCannotGoAloneAreUnited) {
    // Fails when at least 101 was added in all.
    const auto sum = [&](const Program& tried) {
        double all = 0;
        for (const Statement& statement : tried.block.statements) {
            if (statement.signature == add && statement.attempts[0][0].kind == Expression::Kind::Constant)
                all += statement.attempts[0][0].constant.number;
        }
        return all;
    };
    int tried = 0;
    for (std::uint32_t seed = 1; seed <= 200; seed++) {
        const Program made = program(seed, 20);
        if (sum(made) <= 100) continue;
        tried++;
        const Program small = shrink(world, language, made, [&](const Program& p) { return sum(p) > 100; });
        EXPECT_EQ(callCount(small.block), 2u) << "new and add; seed " << seed;
        EXPECT_EQ(sum(small), 101) << seed;
    }
    EXPECT_GT(tried, 20);
}

TEST_F(Core, AFunctionInsideAFunctionIsLifted) {
    // Registers a listener that registers a listener that adds what it is given; one of them is enough.
    const SignatureId changed = world.type(listener).which;
    const auto call = [&](SignatureId signature, VariableId variable, VariableId argument) {
        Statement made;
        made.variable = variable;
        made.signature = signature;
        made.callee = Expression::of(VariableId{0});
        made.attempts = {{Expression::of(argument)}};
        return made;
    };
    const auto function = [&](VariableId variable, VariableId parameter, std::vector<Statement> statements) {
        Statement made;
        made.kind = Statement::Kind::Function;
        made.variable = variable;
        made.type = listener;
        made.signature = changed;
        made.bodies.emplace_back();
        made.bodies[0].signature = changed;
        made.bodies[0].parameters = {parameter};
        made.bodies[0].block.statements = std::move(statements);
        return made;
    };
    Statement object;
    object.kind = Statement::Kind::New;
    object.variable = 0;
    object.type = world.classAt(counter).type;
    object.signature = world.classAt(counter).constructor;
    object.madeFrom = counter;
    object.attempts = {{}};
    Program nested;
    nested.variables = 8;
    nested.block.statements.push_back(object);
    nested.block.statements.push_back(
        function(1, 2, {function(3, 4, {call(add, 5, 4)}), call(listen, 6, 3)}));
    nested.block.statements.push_back(call(listen, 7, 1));
    const auto fails = [&](const Program& tried) {
        return has(tried.block, [&](const Statement& statement) { return statement.signature == add; }) &&
               has(tried.block, [&](const Statement& statement) { return statement.signature == listen; });
    };
    ASSERT_TRUE(fails(nested));
    EXPECT_EQ(callCount(shrink(world, language, nested, fails).block), 3u);
}

}  // namespace
}  // namespace ounce::contracts
