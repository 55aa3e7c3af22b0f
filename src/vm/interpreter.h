// Moves a state: what the blocks need. Whoever wants to run a program takes a Machine (machine.h); this
// header is for the files that say what blocks do. Nothing here reads a clock or keeps anything outside the
// state.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vm/choices.h"
#include "vm/inputs.h"
#include "vm/observer.h"
#include "vm/reading.h"

namespace ounce {

class Interpreter final : public Reading {
  public:
    Interpreter(const Program& program, State& state, const MachineOptions& options);

    Choices* choices = nullptr;
    Observer* observer = nullptr;
    DecisionObserver* decisions = nullptr;
    std::uint8_t* coverage = nullptr;  // one byte per statement, set to 1 when it is executed

    void step(std::span<const InputEvent> inputs);
    void input(const InputEvent& event);
    void greenFlag();
    void stopAll();
    void clickTarget(std::int32_t target);
    // One statement of a thread, once, and nothing else: to see what a block does by itself.
    void runAlone(std::int32_t threadPlace, StatementIndex index);

    // The same as those of Reading, but to be changed.
    State& state;
    Thread* thread = nullptr;       // the one that is executing
    TargetState* target = nullptr;  // its target
    bool changed = false;           // something was written since the pass began

    // What a statement has decided; passes it on to whom it concerns.
    bool decide(const Instruction& s, bool outcome) {
        if (decisions) [[unlikely]]
            decisions->decided(*this, static_cast<StatementIndex>(&s - instructions_), outcome);
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
    [[nodiscard]] bool stepFailed() const { return stepFailed_; }
    void startBranch(StatementIndex branch, bool isLoop);
    void runPlain(StatementIndex index);
    void startProcedure(std::int32_t callIndex);
    // The same for a call that an input makes. Its own inputs may make calls, too.
    void startProcedureForInput(std::int32_t callIndex);
    void stopThisScript();
    void stopOtherScripts();
    void startHats(const HatGroup& group, std::int32_t onlyTarget = kNone,
                   std::vector<std::uint32_t>* started = nullptr);
    void broadcast(std::int32_t message, std::vector<std::uint32_t>* started = nullptr);
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
    std::uint32_t startTimer(Timer timer, double milliseconds);

    // Targets
    // Whose variables and lists a block means.
    [[nodiscard]] TargetState& owner(bool onStage) { return onStage ? *ownStage_ : *target; }
    [[nodiscard]] TargetState& at(std::int32_t index) {
        return *state.targets[static_cast<std::size_t>(index)];
    }
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
    static constexpr std::uint64_t kItemBytes = sizeof(Value);

    // Work
    static constexpr std::uint64_t kStepWork = 50'000'000;  // what one step may do
    // What the last step took.
    [[nodiscard]] std::uint64_t work() const { return work_; }

    // Values
    void setVariable(Value& variable, Value value);
    List& listForWriting(const Instruction& s);

    // Reading
    double pick(const Domain& domain) override;
    bool touches(const TargetState& t, std::span<const DrawableId> others) override;
    bool touchesPointer(const TargetState& t, double x, double y) override;
    bool touchesColor(const TargetState& t, Color color) override;
    bool colorTouchesColor(const TargetState& t, Color mask, Color color) override;
    Rectangle bounds(const TargetState& t) override;
    Interpreter* interpreter() override { return this; }

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
    bool allowSlice(std::size_t place, std::size_t threads) {
        if (work_ > kStepWork / 2) [[unlikely]]
            return allowLateSlice(place, threads);
        sliceEnd_ = kStepWork;
        return true;
    }
    bool allowLateSlice(std::size_t place, std::size_t threads);
    void execute(StatementIndex index, const Instruction& s);
    void goToNextBlock();
    void popFrame();
    void pushFrame(StatementIndex index, bool warp);
    void enterProcedure(std::int32_t callIndex, std::int32_t parameters);
    void retire(Thread& t);
    void pruneThreads();
    void kill(Thread& t);
    void removeTimer(std::uint32_t id);
    void resetForStop();
    std::int32_t findListed(std::int32_t script, std::int32_t target) const;
    bool isRunning(std::int32_t script, std::int32_t target) const;
    void listRetiredHats();
    Thread* findThread(std::uint32_t id);
    std::int32_t newThread(std::int32_t script, std::int32_t target);
    void releaseThread(std::int32_t place);
    static std::uint64_t signature(const Thread& t);
    void mouseInput(const InputEvent& event);
    void keyInput(const std::string& key, bool down);
    void answerInput(const Value& text);
    void askNext();
    bool countMemory() override;
    // Who executes now.
    void enter(Thread* t) { Reading::thread = thread = t; }
    void enter(std::int32_t place) {
        targetIndex = place;
        Reading::target = target = &at(place);
    }
    void findStage() { stage_ = ownStage_ = state.targets.empty() ? nullptr : &*state.targets[0]; }

    std::vector<std::uint32_t>
        resolved_;                       // threads whose promise is kept, to be resumed when the step is over
    std::vector<std::int32_t> orphans_;  // the list that `stop all` replaced while a pass runs over it
    bool stoppedAll_ = false;
    std::int32_t activePlace_ = kNone;
    bool activeReplaced_ = false;  // the running thread was restarted: it ends with its slice
    // Edge hats that did not start: threads that end in the first pass. Nobody sees them but in a step that
    // breaks off before.
    struct RetiredHat {
        std::int32_t script, target;
        std::uint32_t targetId;
        std::size_t before;  // which listed thread they stand before
        bool killed = false;
    };
    std::vector<RetiredHat> retiredHats_;
    std::int32_t warpChecks_ = 0;
    bool warpTiming_ = false;
    bool memoryFull_ = false;
    bool stepFailed_ = false;
    std::uint64_t sliceEnd_ = kStepWork;  // the work at which the running slice has to end
    const Instruction* instructions_;     // the program's table, one step nearer
    TargetState* ownStage_;
    std::vector<Value> ownCells_;
};

}  // namespace ounce
