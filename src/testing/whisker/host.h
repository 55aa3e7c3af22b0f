// The machine as the JavaScript of api/ sees it: a table of small functions around one state.
//
// JavaScript knows targets by handles, which are never used twice, so that a wrapper of a deleted clone still
// says what it last knew.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/steps.h"
#include "script/context.h"
#include "spec/watch.h"
#include "testing/companion.h"
#include "testing/result.h"
#include "testing/whisker/replacements.h"
#include "testing/whisker/suite.h"
#include "vm/attributes.h"
#include "vm/look.h"
#include "vm/machine_options.h"
#include "vm/observer.h"
#include "vm/program.h"
#include "vm/state.h"

namespace ounce {

class Machine;

class WhiskerHost final : public Observer, private CompanionScripts {
  public:
    WhiskerHost(std::shared_ptr<const Program> program, const State& snapshot, const WhiskerOptions& options,
                const std::vector<spec::Monitor>& properties, bool usesOld);

    // The object `host` of api/, in a context.
    JsValue makeObject(JsContext& context);
    // The functions of sprites.js that hear of what happens during a step.
    void setListeners(const JsValue& happened);
    // What a companion may ask for: its functions, and `t`.
    void setScripts(std::vector<JsResult<JsValue>> functions, const JsValue& t);

    [[nodiscard]] double milliseconds() const { return millisecondsOf(steps_); }
    [[nodiscard]] std::uint64_t steps() const { return steps_; }
    [[nodiscard]] std::uint32_t seed() const { return seed_; }
    void log(std::string text);
    // Takes over log, coverage, block, properties and, if asked for, a picture.
    void report(TestResult& result) &&;

    // Observer
    void moved(std::int32_t place, double oldX, double oldY) override;
    void lookChanged(std::int32_t place) override;
    void said(std::int32_t place, bool think, const Value& text) override;
    void variableWritten(std::int32_t place, std::int32_t slot, const Value& before) override;
    void deleting(std::int32_t place) override;

  private:
    // A variable whose value before the last step is asked for.
    struct Tracked {
        std::int32_t slot = 0;
        bool isList = false;
        Value value;
        List list;
    };
    // A target that JavaScript has seen.
    struct Seen {
        std::uint32_t id = 0;
        std::int32_t place = 0;
        std::int16_t sprite = 0;
        bool isClone = false;
        AttributeValues start;      // before the last step
        double oldX = 0, oldY = 0;  // the same, but of the last move if it moved
        AttributeValues last;       // when it was deleted
        std::vector<Tracked> variables;
    };
    using Method = void (WhiskerHost::*)(JsCall&);
    struct Entry {
        const char* name;
        Method method;
    };

    void addAll(JsContext& context, const JsValue& object, std::span<const Entry> entries);
    static std::span<const Entry> runEntries();
    static std::span<const Entry> inputEntries();
    static std::span<const Entry> targetEntries();
    static std::span<const Entry> variableEntries();
    static std::span<const Entry> programEntries();

    // host.cpp: time and listeners
    void step(JsCall&);
    void greenFlag(JsCall&);
    void stopAll(JsCall&);
    void seedRandom(JsCall&);
    void isRunning(JsCall&);
    void companionIsOver(JsCall&);
    void logLine(JsCall&);
    void watch(JsCall&);
    void violation(JsCall&);
    void unwatched(bool is, const std::function<void()>& act);
    void tell(const char* what, const JsValue& argument);
    void rethrowPending(JsCall&);
    Result<bool> test(std::size_t function) override;

    // host_inputs.cpp
    void mouse(JsCall&);
    void mousePosition(JsCall&);
    void isMouseDown(JsCall&);
    void key(JsCall&);
    void isKeyDown(JsCall&);
    void resetKeyboard(JsCall&);
    void clickStage(JsCall&);
    void clickSprite(JsCall&);
    void click(JsCall&);
    void drag(JsCall&);
    void answer(JsCall&);
    void getAnswer(JsCall&);
    void isQuestionAsked(JsCall&);
    void loudness(JsCall&);

    // host_targets.cpp
    void targets(JsCall&);
    void original(JsCall&);
    void originalOf(JsCall&);
    void instances(JsCall&);
    void info(JsCall&);
    void exists(JsCall&);
    void attribute(JsCall&);
    void old(JsCall&);
    void oldStart(JsCall&);
    void bounds(JsCall&);
    void drawable(JsCall&);
    void touching(JsCall&);
    void touchingColor(JsCall&);
    void colorTouchingColor(JsCall&);
    void move(JsCall&);
    void set(JsCall&);
    void didYouMean(JsCall&);
    void refresh(JsCall&);

    // host_variables.cpp
    void variable(JsCall&);
    void list(JsCall&);
    void setVariable(JsCall&);
    void setList(JsCall&);
    void track(JsCall&);
    void oldVariable(JsCall&);
    Value* variableAt(JsCall&);
    List* listAt(JsCall&);

    // host_program.cpp
    void describe(JsCall&);
    void detectInputs(JsCall&);
    void coverage(JsCall&);
    void isOpcode(JsCall&);
    void argumentNames(JsCall&);
    void replace(JsCall&);
    void runOriginal(JsCall&);

    double handleAt(std::int32_t place);
    Seen& seen(JsCall& call) { return seen_[static_cast<std::size_t>(call.integer(0)) % seen_.size()]; }
    TargetState& at(std::int32_t place) { return *state_.targets[static_cast<std::size_t>(place)]; }
    Look& look() {
        look_->refresh();
        return *look_;
    }
    TargetState* alive(const Seen& s);
    Value read(const TargetState& t, Attribute attribute);
    AttributeValues valuesOf(const TargetState& t);
    void refresh(Seen& s);
    void observe();
    void makeMachine(const Program& program);

    std::shared_ptr<const Program> program_;
    MachineOptions options_;
    State state_;
    std::unique_ptr<Machine> machine_;
    std::unique_ptr<Look> look_;
    std::unique_ptr<Replacements> replacements_;
    JsContext* context_ = nullptr;
    std::vector<std::uint8_t> coverage_;
    std::vector<Seen> seen_;
    std::map<std::uint32_t, std::size_t> handleOfId_;
    std::uint64_t steps_ = 0;
    std::uint32_t seed_ = 0;
    bool usesOld_;
    bool pictures_;
    bool observing_ = false;
    bool listening_ = false;
    JsValue happened_;
    std::optional<JsException> pending_{};  // thrown by a listener in the middle of a step
    StatementIndex block_ = kNone;          // that was executing then
    std::vector<std::string> log_;
    const Companions& companions_;
    std::unique_ptr<Companion> companion_;
    const std::vector<spec::Monitor>& properties_;
    std::optional<spec::Watch> watch_{};  // from the first flag on
    std::vector<JsResult<JsValue>> scripts_;
    JsValue t_;
};

}  // namespace ounce
