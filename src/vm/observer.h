// Who may watch a run. An absent observer costs one predictable branch where something happens.
#pragma once

#include <cstdint>
#include <vector>

#include "base/value.h"

namespace ounce {

class Reading;
struct InputEvent;

class Observer {
  public:
    virtual ~Observer() = default;
    virtual void executed(std::int32_t /*statement*/, std::int32_t /*target*/) {}
    virtual void said(std::int32_t /*target*/, bool /*think*/, const Value& /*text*/) {}
    virtual void variableChanged(std::int32_t /*target*/, std::int32_t /*slot*/, const Value& /*before*/,
                                 const Value& /*now*/) {}
    // Set or changed by a block, also to the same value.
    virtual void variableWritten(std::int32_t /*target*/, std::int32_t /*slot*/, const Value& /*before*/) {}
    // Shown, hidden, or, while visible: turned, resized, another costume or effect. Moving is not among
    // these.
    virtual void lookChanged(std::int32_t /*target*/) {}
    virtual void cloned(std::int32_t /*clone*/) {}
    virtual void deleting(std::int32_t /*clone*/) {}  // its values can be read for the last time
    virtual void moved(std::int32_t /*target*/, double /*oldX*/, double /*oldY*/) {}
    virtual void broadcast(std::int32_t /*message*/) {}  // before its receivers start
    // Something that a user did, before it has an effect.
    virtual void input(const InputEvent& /*event*/) {}
    virtual void clicked(std::int32_t /*target*/) {}
    virtual void answered() {}  // the answer can be read, the script that asked has not gone on
    virtual void stoppedAll() {}
    virtual void runStopped() {}  // no script is running any more
    virtual void stepDone() {}
};

// Several as one, in the order in which they came.
class Observers final : public Observer {
  public:
    void add(Observer& observer) { all_.push_back(&observer); }

    void executed(std::int32_t statement, std::int32_t target) override {
        for (Observer* o : all_) o->executed(statement, target);
    }
    void said(std::int32_t target, bool think, const Value& text) override {
        for (Observer* o : all_) o->said(target, think, text);
    }
    void variableChanged(std::int32_t target, std::int32_t slot, const Value& before,
                         const Value& now) override {
        for (Observer* o : all_) o->variableChanged(target, slot, before, now);
    }
    void variableWritten(std::int32_t target, std::int32_t slot, const Value& before) override {
        for (Observer* o : all_) o->variableWritten(target, slot, before);
    }
    void lookChanged(std::int32_t target) override {
        for (Observer* o : all_) o->lookChanged(target);
    }
    void cloned(std::int32_t clone) override {
        for (Observer* o : all_) o->cloned(clone);
    }
    void deleting(std::int32_t clone) override {
        for (Observer* o : all_) o->deleting(clone);
    }
    void moved(std::int32_t target, double oldX, double oldY) override {
        for (Observer* o : all_) o->moved(target, oldX, oldY);
    }
    void broadcast(std::int32_t message) override {
        for (Observer* o : all_) o->broadcast(message);
    }
    void input(const InputEvent& event) override {
        for (Observer* o : all_) o->input(event);
    }
    void clicked(std::int32_t target) override {
        for (Observer* o : all_) o->clicked(target);
    }
    void answered() override {
        for (Observer* o : all_) o->answered();
    }
    void stoppedAll() override {
        for (Observer* o : all_) o->stoppedAll();
    }
    void runStopped() override {
        for (Observer* o : all_) o->runStopped();
    }
    void stepDone() override {
        for (Observer* o : all_) o->stepDone();
    }

  private:
    std::vector<Observer*> all_;
};

// Who may watch decisions: conditions, loops, waits, calls and hats that watch a condition. Apart from
// Observer, so that watching these does not cost what watching everything costs.
class DecisionObserver {
  public:
    virtual ~DecisionObserver() = default;
    // While the statement is being executed: `repeat until` reports its condition, other loops whether they
    // go on; what takes time reports false as long as it is under way, and true when it is left, as calls
    // do. Hats that watch a condition report it in every step in which they look. `at`: where the machine
    // stands; to be read through a Look.
    virtual void decided(const Reading& at, std::int32_t statement, bool outcome) = 0;
};

}  // namespace ounce
