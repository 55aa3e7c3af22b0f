#include "generate/assertions.h"

#include <algorithm>
#include <cmath>

#include "vm/machine.h"

namespace ounce {

namespace {

using Kind = Check::Kind;

// A program may have hundreds of clones; the oldest of each sprite tell enough. Touching is asked for every
// pair.
constexpr std::int32_t kClonesPerSprite = 5;
constexpr std::size_t kTouchingSubjects = 24;

class CheckCollector {
  public:
    CheckCollector(Look& look, bool touching) : look_(look), touching_(touching) {}

    std::vector<Check> all() {
        std::vector<Subject> moving;  // everything but the stage
        std::vector<std::int32_t> clones(look_.program.sprites.size(), 0);
        for (const std::int32_t index : look_.state.pane) {
            const TargetState& target = look_.at(index);
            const SpriteProgram& sprite = look_.spriteOf(target);
            if (sprite.isStage) {
                stage(target, sprite);
                continue;
            }
            Subject subject{sprite.name, {}};
            if (target.isClone) subject.clone = clones[static_cast<std::size_t>(target.sprite)]++;
            // Two sprites of the same name: a check would find the first of them.
            if (subject.find(look_) != index) continue;
            if (subject.clone.value_or(0) >= kClonesPerSprite) continue;
            sprite_(target, sprite, subject);
            moving.push_back(std::move(subject));
        }
        countClones(clones);
        if (touching_) touching(moving);
        return std::move(checks_);
    }

  private:
    Check& add(Kind kind, const Subject& subject, Value expected, std::string name = {}) {
        Check& check = checks_.emplace_back();
        check.kind = kind;
        check.subject = subject;
        check.expected = std::move(expected);
        check.name = std::move(name);
        check.tolerance = usualTolerance(kind);
        return check;
    }

    // That an attribute is what it is now.
    void attribute(Kind kind, const TargetState& target, const Subject& subject, std::string name = {}) {
        Check& check = add(kind, subject, {}, std::move(name));
        check.expected = attributeForTests(look_, target, *check.attribute());
    }

    void stage(const TargetState& target, const SpriteProgram& sprite) {
        const Subject subject;
        attribute(Kind::Backdrop, target, subject);
        data(target, sprite, subject);
    }

    void sprite_(const TargetState& target, const SpriteProgram& sprite, const Subject& subject) {
        attribute(Kind::Costume, target, subject);
        if (std::isfinite(target.direction)) attribute(Kind::Direction, target, subject);
        for (int i = 0; i < EffectCount; i++)
            attribute(Kind::Effect, target, subject, std::string(effectName(static_cast<Effect>(i))));
        if (look_.state.stage) attribute(Kind::Layer, target, subject);
        if (std::isfinite(target.x) && std::isfinite(target.y)) {
            Check& position = add(Kind::Position, subject, {});
            position.x = target.x;
            position.y = target.y;
        }
        bubble(target, subject);
        attribute(Kind::Size, target, subject);
        attribute(Kind::Visible, target, subject);
        attribute(Kind::Volume, target, subject);
        if (touching_) truth(Kind::TouchingEdge, subject, {});
        data(target, sprite, subject);
    }

    void data(const TargetState& target, const SpriteProgram& sprite, const Subject& subject) {
        for (std::size_t i = 0; i < sprite.variables.size(); i++) {
            add(Kind::Variable, subject, target.variables[i], sprite.variables[i].name);
        }
        for (std::size_t i = 0; i < sprite.lists.size(); i++) {
            add(Kind::ListLength, subject, Value(static_cast<double>(target.lists[i].size())),
                sprite.lists[i].name);
        }
    }

    void bubble(const TargetState& target, const Subject& subject) {
        const bool shows = target.bubble.text.isText() && !target.bubble.text.asText().empty();
        Check& check = add(Kind::Say, subject, shows ? target.bubble.text : Value());
        check.bubble = !shows                ? Check::Bubble::None
                       : target.bubble.think ? Check::Bubble::Think
                                             : Check::Bubble::Say;
    }

    void countClones(const std::vector<std::int32_t>& clones) {
        for (std::size_t i = 0; i < clones.size(); i++) {
            const SpriteProgram& sprite = look_.program.sprites[i];
            const Subject subject{sprite.name, {}};
            if (sprite.isStage || subject.find(look_) != static_cast<std::int32_t>(i)) continue;
            add(Kind::CloneCount, subject, Value(clones[i]));
        }
    }

    void truth(Kind kind, const Subject& subject, const Subject& other) {
        Check& check = add(kind, subject, Value(true));
        check.other = other;
        if (!check.evaluate(look_).holds) check.expected = Value(false);
    }

    // Whether each touches another sprite, be it the original or any clone: Whisker has no word for one of
    // them. Two originals are asked once.
    void touching(const std::vector<Subject>& subjects) {
        const std::size_t count = std::min(subjects.size(), kTouchingSubjects);
        for (std::size_t i = 0; i < count; i++) {
            for (std::size_t j = 0; j < count; j++) {
                const bool asked = j < i && !subjects[i].clone;
                if (!asked && !subjects[j].clone && subjects[i].sprite != subjects[j].sprite)
                    truth(Kind::TouchingSprite, subjects[i], subjects[j]);
            }
        }
    }

    Look& look_;
    const bool touching_;
    std::vector<Check> checks_;
};

// Performs the events and calls back after each, and once before the first. False: interrupted.
template <class AfterEvent>
bool walk(const GenerationContext& context, const std::vector<UserEvent>& events, std::uint32_t seed,
          AfterEvent&& afterEvent) {
    Moment moment = context.start;
    reseed(moment, seed);
    Machine machine(*context.program, moment.state, context.machine);
    Look look(machine.reading());
    afterEvent(look);
    for (const UserEvent& event : events) {
        moment.user.perform(machine, event);
        for (std::int32_t left = stepsOf(event); left > 0; left--) {
            if (context.job.isOver()) return false;
            moment.user.step(machine);
        }
        look.refresh();
        afterEvent(look);
    }
    return true;
}

// Leaves out checks that do not even hold where they were made: of what is no number, for example. False:
// interrupted, nothing is known.
bool dropBroken(const GenerationContext& context, const std::vector<UserEvent>& events, TestCase& test) {
    std::vector<TimedCheck> kept;
    std::size_t next = 0;
    const bool known = walk(context, events, test.seed, [&](Look& look) {
        for (; next < test.checks.size() && test.checks[next].at <= look.state.step; next++) {
            if (test.checks[next].check.evaluate(look).holds) kept.push_back(test.checks[next]);
        }
    });
    test.checks = std::move(kept);
    return known;
}

}  // namespace

std::vector<Check> observe(Look& look, bool touching) { return CheckCollector(look, touching).all(); }

bool sameQuestion(const Check& a, const Check& b) {
    return a.kind == b.kind && a.subject == b.subject && a.other == b.other && a.name == b.name;
}

bool sameAnswer(const Check& a, const Check& b) {
    return a.x == b.x && a.y == b.y && a.bubble == b.bubble && sameForTests(a.expected, b.expected, 0);
}

TestCase toTestCase(const FoundTest& found) {
    TestCase test;
    test.seed = found.seed;
    for (const UserEvent& event : found.events) {
        if (event.kind != UserEvent::Kind::Wait) {
            test.events.push_back({test.steps, event});
            test.events.back().event.atOnce = false;  // the times say it
        }
        test.steps += static_cast<std::uint64_t>(stepsOf(event));
    }
    return test;
}

bool addAssertions(const GenerationContext& context, const std::vector<UserEvent>& events, TestCase& test,
                   bool onlyChanges) {
    std::vector<Check> before;
    bool known = walk(context, events, test.seed, [&](Look& look) {
        std::vector<Check> now = observe(look);
        // Both lists have the same order, so that what was asked before is found near the place where it was.
        auto last = before.begin();
        for (const Check& check : now) {
            auto same =
                std::find_if(last, before.end(), [&](const Check& old) { return sameQuestion(old, check); });
            if (same == before.end()) {
                same = std::find_if(before.begin(), last,
                                    [&](const Check& old) { return sameQuestion(old, check); });
                if (same == last) continue;  // something new: that it is there shows in the number of clones
            }
            const bool changed = !sameAnswer(*same, check);
            last = std::next(same);
            if (changed || !onlyChanges) test.checks.push_back({look.state.step, check});
        }
        before = std::move(now);
    });
    known = known && dropBroken(context, events, test);
    if (!known) test.checks.clear();
    test.settle();
    return known;
}

}  // namespace ounce
