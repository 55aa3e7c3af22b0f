// Moves a state. A Machine is a light object bound to one program and one state; make one wherever a state is
// to be moved. Nothing here reads a clock or keeps anything outside the state.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/cast.h"
#include "vm/choices.h"
#include "vm/inputs.h"
#include "vm/observer.h"
#include "vm/program.h"
#include "vm/state.h"

namespace ounce {

enum class Mode : std::uint8_t {
    Scratch,  // the official sequencer: passes until a redraw is requested or nothing runs
    Whisker,  // one pass per step, waits counted in steps
};

struct MachineOptions {
    Mode mode = Mode::Scratch;
    std::int32_t passes = 1000;         // per step, mode Scratch
    std::int32_t warpChecks = 1000000;  // loop and call checks per slice inside warp
    bool turbo = false;
    bool renderer = true;         // false: nothing touches, nothing is fenced, nothing asks for a redraw
    double whiskerTimerStep = 0;  // seconds that `timer` advances per step; 0: the clock
    std::string userName;
};

// The state a program is in right after loading.
State initialState(const Program& program, const MachineOptions& options, std::uint32_t seed);

class Machine {
  public:
    Machine(const Program& program, State& state, const MachineOptions& options);

    Choices* choices = nullptr;
    Observer* observer = nullptr;
    DecisionObserver* decisions = nullptr;
    std::uint8_t* coverage = nullptr;  // one byte per statement, set to 1 when it is executed

    // One step: timers, inputs, passes over the threads.
    void step(std::span<const InputEvent> inputs = {});
    // Whether no script is running.
    [[nodiscard]] bool idle() const { return state.threadList.empty(); }

    // ---- what a user does ----
    void input(const InputEvent& event);
    void greenFlag();
    void stopAll();
    void clickTarget(std::int32_t target);

    // ---- for the blocks ----
    const Program& program;
    State& state;
    const MachineOptions& options;
    Thread* thread = nullptr;       // the one that is executing
    TargetState* target = nullptr;  // its target
    std::int32_t targetIndex = 0;
    StatementIndex statement = kNone;
    bool changed = false;  // something was written since the pass began
    // Clones and speech bubbles so far: scratch-vm draws random numbers for their ids. Not a part of the
    // state, which would never be the same again.
    std::uint64_t idsMade = 0;

    // Expressions
    double number(ExpressionIndex e) {
        const Expression& x = expressions_[e];
        return orZero(x.toNumber(*this, x));
    }
    bool boolean(ExpressionIndex e) {
        const Expression& x = expressions_[e];
        return x.test(*this, x);
    }
    Value value(ExpressionIndex e) {
        const Expression& x = expressions_[e];
        return x.evaluate(*this, x);
    }
    String text(ExpressionIndex e);
    // The value in place where it has one, else in `temporary`.
    const Value& peek(ExpressionIndex e, Value& temporary) {
        const Expression& x = expressions_[e];
        switch (x.node) {
            case Node::Constant: return x.constant;
            case Node::OwnVariable: return target->variables[static_cast<std::size_t>(x.slot)];
            case Node::StageVariable: return stageVariable(x.slot);
            default: return peekSlowly(x, temporary);
        }
    }
    [[nodiscard]] const Expression& expression(ExpressionIndex e) const { return expressions_[e]; }
    [[nodiscard]] ExpressionIndex indexOf(const Expression& x) const {
        return static_cast<ExpressionIndex>(&x - expressions_);
    }
    const Value& stageVariable(std::int32_t slot) {
        return stage_->variables[static_cast<std::size_t>(slot)];
    }
    double drawRandom();
    Value joined(const String& a, const String& b);  // within the limits
    // 1-based index into a list of `length` items, 0 if invalid, -1 for «all».
    std::int64_t listIndex(ExpressionIndex e, std::size_t length, bool acceptAll) {
        Value temporary;
        const Value& index = peek(e, temporary);
        return index.isNumber() ? numberedItem(index.asNumber(), length)
                                : namedItem(index, length, acceptAll);
    }

    // What a statement has decided; passes it on to whom it concerns.
    bool decide(const Statement& s, bool outcome) {
        if (decisions) [[unlikely]]
            decisions->decided(*this, static_cast<StatementIndex>(&s - statements_), outcome);
        return outcome;
    }

    // Threads
    Frame& frame() { return thread->stack.back(); }
    void yield() { thread->status = Status::Yield; }
    void yieldTick() { thread->status = Status::YieldTick; }
    void suspend() { thread->status = Status::PromiseWait; }
    // With a time after which to go on, for whoever wants to know how much is left.
    void suspendFor(double milliseconds) {
        thread->poll.start = wall_;
        thread->poll.duration = milliseconds;
        suspend();
    }
    void resolve(std::uint32_t threadId) { resolved_.push_back(threadId); }
    // Official Scratch throws an error in this block: the step ends here and now, and the next one begins
    // with the same block. To be called last.
    void failStep() { stepFailed_ = true; }
    void startBranch(StatementIndex branch, bool isLoop);
    void runPlain(StatementIndex index);
    void startProcedure(std::int32_t callIndex);
    void stopThisScript();
    void stopOtherScripts();
    void startHats(const HatGroup& group, std::int32_t onlyTarget = kNone,
                   std::vector<std::uint32_t>* started = nullptr);
    // What `broadcast and wait` and `switch backdrop and wait` do after starting threads.
    void awaitThreads();
    // Evaluates the inputs that draw random numbers, in the order of the file, into their cells.
    void prepare(std::int32_t preparation);
    bool isWarpTimeOver() {
        if (++warpChecks_ <= options.warpChecks && !memoryFull_ && work_ < sliceEnd_) return false;
        if (memoryFull_ || work_ >= sliceEnd_) return true;
        state.limits.warp = true;
        return true;
    }

    // Time
    [[nodiscard]] double timerSeconds() const;
    // Seconds or steps since a wait began, and its length, in the unit of the mode.
    [[nodiscard]] double stackClock() const {
        return options.mode == Mode::Whisker ? static_cast<double>(state.step) : state.now;
    }
    [[nodiscard]] double stackDuration(double milliseconds) const {
        return options.mode == Mode::Whisker ? milliseconds / (1000.0 / 30) : milliseconds;
    }
    [[nodiscard]] double wallClock() const { return wall_; }
    std::uint32_t startTimer(Timer timer, double milliseconds);

    // Targets
    // Whose variables and lists a block means.
    [[nodiscard]] TargetState& owner(bool onStage) { return onStage ? *stage_ : *target; }
    [[nodiscard]] TargetState& at(std::int32_t index) {
        return *state.targets[static_cast<std::size_t>(index)];
    }
    [[nodiscard]] const SpriteProgram& spriteOf(const TargetState& t) const {
        return program.sprites[static_cast<std::size_t>(t.sprite)];
    }
    [[nodiscard]] SkinId skinOf(const TargetState& t) const {  // -1 for a target without costumes
        const auto& costumes = spriteOf(t).costumes;
        return costumes.empty() ? -1 : costumes[static_cast<std::size_t>(t.costume)].skin;
    }
    std::int32_t findSprite(const Value& name);  // the original's index, or kNone
    void requestRedraw() {
        if (state.stage) state.redraw = true;
    }
    void moveTo(TargetState& t, double x, double y, bool force = false);
    // A user puts the target there.
    void drag(TargetState& t, double x, double y);
    void turnTo(TargetState& t, double direction);
    void resize(TargetState& t, double size);
    void setVisible(TargetState& t, bool visible);
    void setEffect(TargetState& t, Effect effect, double value);
    void clearEffects(TargetState& t);
    void setCostume(TargetState& t, double index);
    void setRotationStyle(TargetState& t, RotationStyle style);
    void updateDirectionAndSize(TargetState& t);
    bool switchCostume(TargetState& t, const Value& wanted, std::string_view next, std::string_view previous);
    void createClone(std::int32_t original);
    void deleteTarget(std::int32_t index);
    void stopThreadsOf(std::int32_t index, const Thread* except);
    bool touchesObject(TargetState& t, const Value& what);
    bool touchesSprite(TargetState& t, std::int32_t sprite);
    bool touchesEdge(TargetState& t);
    void moveExecution(std::int32_t index, double delta);
    // The place of a target that is there.
    [[nodiscard]] std::int32_t placeOf(const TargetState& t);
    void lookChanged(TargetState& t);  // of a visible target: visualChange, and observers hear of it
    void visualChange(
        TargetState& t);  // after a change of a visible target: its bubble follows, a redraw is due

    // Bubbles and questions
    void say(TargetState& t, bool think, const Value& message);
    void updateBubble(TargetState& t, bool think, const Value& message);
    void renderBubble(TargetState& t);
    void removeBubble(TargetState& t);
    void ask(const String& question);
    void clearQuestionsOf(std::int32_t index);

    // Sound
    std::int32_t findSound(const TargetState& t, const Value& name) const;
    void playSound(TargetState& t, std::int32_t sound, bool wait);
    void stopPlayer(Player& player);
    void stopSoundsOf(TargetState& t);

    // Pen
    void penMoved(TargetState& t, double oldX, double oldY);

    // Memory
    // What texts, lists and parameters of a program may take together.
    static constexpr std::uint64_t kMemoryLimit = std::uint64_t{256} << 20;
    static constexpr std::uint64_t kItemBytes = sizeof(Value);
    static constexpr std::uint64_t kBytesPerWork = 64;  // copied in the time of a plain block
    // To be asked before something of that many bytes is made. False: there is no room; the program is
    // stopped after the pass.
    bool takeMemory(std::uint64_t bytes) {
        state.memory.bytes += bytes;
        work_ += bytes / kBytesPerWork;
        return state.memory.bytes < kMemoryLimit || countMemory();
    }

    // Work
    // What one step may do, counted in plain blocks (about ten nanoseconds each); see work.cpp.
    static constexpr std::uint64_t kStepWork = 50'000'000;
    void spend(std::uint64_t blocks) { work_ += blocks; }
    // What the last step took.
    [[nodiscard]] std::uint64_t work() const { return work_; }

    // Values
    void setVariable(Value& variable, Value value);
    List& listForWriting(const Statement& s);

  private:
    // sequencer.cpp
    void fireTimers();
    void fire(const Timer& timer);
    void drainResolved();
    void resolveNow(Thread& t);
    void startEdgeHats();
    void underWay(StatementIndex statement);
    void leaving(StatementIndex statement);
    void runPasses();
    std::int32_t runPass(bool first);
    void runSlice(std::int32_t place);
    bool isTooDeep();
    bool allowSlice(std::size_t place, std::size_t threads);
    void execute(StatementIndex index, const Statement& s);
    void goToNextBlock();
    void popFrame();
    void pushFrame(StatementIndex index, bool warp);
    void retire(Thread& t);
    void pruneThreads();
    void kill(Thread& t);
    void removeTimer(std::uint32_t id);
    void resetForStop();
    std::int32_t findListed(std::int32_t script, std::int32_t target) const;
    Thread* findThread(std::uint32_t id);
    std::int32_t newThread(std::int32_t script, std::int32_t target);
    void releaseThread(std::int32_t place);
    static std::uint64_t signature(const Thread& t);
    void mouseInput(const InputEvent& event);
    void keyInput(const std::string& key, bool down);
    void answerInput(const Value& text);
    void askNext();
    const Value& parameter(std::int32_t slot);
    static std::int64_t numberedItem(double position, std::size_t length) {  // rounded down
        return position >= 1 && position < static_cast<double>(length + 1)
                   ? static_cast<std::int64_t>(position)
                   : 0;
    }
    std::int64_t namedItem(const Value& index, std::size_t length, bool acceptAll);
    const Value& peekSlowly(const Expression& x, Value& temporary);
    bool countMemory();

    std::vector<std::uint32_t>
        resolved_;                       // threads whose promise is kept, to be resumed when the step is over
    std::vector<std::int32_t> orphans_;  // the list that `stop all` replaced while a pass runs over it
    bool stoppedAll_ = false;
    std::int32_t activePlace_ = kNone;
    bool activeReplaced_ = false;   // the running thread was restarted: it ends with its slice
    double wall_ = 0;               // the wall clock in ms; the step clock follows when the passes begin
    std::int32_t retiredHats_ = 0;  // edge hats that did not start: threads that end at once
    std::int32_t warpChecks_ = 0;
    bool warpTiming_ = false;
    bool memoryFull_ = false;
    bool stepFailed_ = false;
    std::uint64_t work_ = 0;              // of this step
    std::uint64_t sliceEnd_ = kStepWork;  // the work at which the running slice has to end
    const Expression* expressions_;       // the program's tables, one step nearer
    const Statement* statements_;
    TargetState* stage_;  // the stage itself; it never moves
    std::vector<Value> cells_;
    Value parameterZero_{0.0};
};

}  // namespace ounce
