// Reads a state: evaluates expressions and answers what sensing blocks ask. Two do so: the interpreter, whose
// questions may draw random numbers and leave traces in the renderer's memory, as in official Scratch, and a
// Look (look.h), which does neither.
//
// What a reading may not do is said by its types: everything it points to is const. The few effects that an
// expression can have go through virtual functions at the end.
#pragma once

#include <cstdint>
#include <span>

#include "base/cast.h"
#include "base/steps.h"
#include "vm/choices.h"
#include "vm/code.h"
#include "vm/machine_options.h"
#include "vm/state.h"

namespace ounce {

class Reading {
  public:
    Reading(const Reading&) = delete;
    Reading& operator=(const Reading&) = delete;

    const Program& program;
    const State& state;
    const MachineOptions& options;
    // Where the expression is evaluated. A look may have no thread: then there are no parameters.
    const Thread* thread = nullptr;
    const TargetState* target = nullptr;
    std::int32_t targetIndex = 0;
    StatementIndex statement = kNone;

    // ---- expressions ----
    double number(ExpressionIndex e) {
        const Operation& x = operations_[e];
        return orZero(x.toNumber(*this, x));
    }
    bool boolean(ExpressionIndex e) {
        const Operation& x = operations_[e];
        return x.test(*this, x);
    }
    Value value(ExpressionIndex e) {
        const Operation& x = operations_[e];
        return x.evaluate(*this, x);
    }
    String text(ExpressionIndex e);
    // The value in place where it has one, else in `temporary`.
    const Value& peek(ExpressionIndex e, Value& temporary) {
        const Operation& x = operations_[e];
        switch (x.node) {
            case Node::Constant: return x.constant;
            case Node::OwnVariable: return target->variables[static_cast<std::size_t>(x.slot)];
            case Node::StageVariable: return stageVariable(x.slot);
            default: return peekSlowly(x, temporary);
        }
    }
    [[nodiscard]] const Operation& operation(ExpressionIndex e) const { return operations_[e]; }
    [[nodiscard]] ExpressionIndex indexOf(const Operation& x) const {
        return static_cast<ExpressionIndex>(&x - operations_);
    }
    [[nodiscard]] const Value& stageVariable(std::int32_t slot) const {
        return stage_->variables[static_cast<std::size_t>(slot)];
    }
    Value joined(const String& a, const String& b);  // within the limits
    // 1-based index into a list of `length` items, 0 if invalid, -1 for «all».
    std::int64_t listIndex(ExpressionIndex e, std::size_t length, bool acceptAll) {
        Value temporary;
        const Value& index = peek(e, temporary);
        return index.isNumber() ? numberedItem(index.asNumber(), length)
                                : namedItem(index, length, acceptAll);
    }

    // ---- time ----
    [[nodiscard]] double timerSeconds() const;
    // Seconds or steps since a wait began, and its length, in the unit of the mode.
    [[nodiscard]] double stackClock() const {
        return options.mode == Mode::Whisker ? static_cast<double>(state.step) : state.now;
    }
    [[nodiscard]] double stackDuration(double milliseconds) const {
        return options.mode == Mode::Whisker ? milliseconds / (1000.0 / kStepsPerSecond) : milliseconds;
    }
    [[nodiscard]] double wallClock() const { return wall_; }

    // ---- targets ----
    [[nodiscard]] const TargetState& at(std::int32_t index) const {
        return *state.targets[static_cast<std::size_t>(index)];
    }
    // Whose variables and lists a block means.
    [[nodiscard]] const TargetState& owner(bool onStage) const { return onStage ? *stage_ : *target; }
    [[nodiscard]] const SpriteProgram& spriteOf(const TargetState& t) const {
        return program.sprites[static_cast<std::size_t>(t.sprite)];
    }
    [[nodiscard]] SkinId skinOf(const TargetState& t) const {  // -1 for a target without costumes
        const auto& costumes = spriteOf(t).costumes;
        return costumes.empty() ? -1 : costumes[static_cast<std::size_t>(t.costume)].skin;
    }
    // The original's index, or kNone. Never the stage.
    [[nodiscard]] std::int32_t findSprite(const Value& name) const;
    // «_mouse_», «_edge_» or the name of a sprite.
    bool touchesObject(const TargetState& t, const Value& what);
    bool touchesNamed(const TargetState& t, std::int32_t named);  // as constants.h names things
    bool touchesSprite(const TargetState& t, std::int32_t sprite);
    bool touchesEdge(const TargetState& t);

    // ---- memory ----
    // What texts, lists and parameters of a program may take together.
    static constexpr std::uint64_t kMemoryLimit = std::uint64_t{256} << 20;
    // To be asked before something of that many bytes is made. False: there is no room.
    bool takeMemory(std::uint64_t bytes) {
        memory.bytes += bytes;
        spend(bytes / kBytesPerWork);
        return memory.bytes < kMemoryLimit || countMemory();
    }
    MemoryBound& memory;
    Limits& limits;

    // ---- work ----
    // Counted in plain blocks, about ten nanoseconds each; what a step may do of it is said in work.cpp.
    static constexpr std::uint64_t kBytesPerWork = 64;  // copied in the time of a plain block
    void spend(std::uint64_t blocks) { work_ += blocks; }

    // ---- what differs: who moves the state draws and leaves traces ----
    virtual double pick(const Domain& domain) = 0;
    virtual bool touches(const TargetState& t, std::span<const DrawableId> others) = 0;
    virtual bool touchesPointer(const TargetState& t, double x, double y) = 0;
    virtual bool touchesColor(const TargetState& t, Color color) = 0;
    virtual bool colorTouchesColor(const TargetState& t, Color mask, Color color) = 0;
    virtual Rectangle bounds(const TargetState& t) = 0;
    // Who moves the state; null: nobody, this is a look.
    virtual Interpreter* interpreter() { return nullptr; }

  protected:
    Reading(const Program& p, const State& s, const MachineOptions& o, MemoryBound& m, Limits& l);
    ~Reading() = default;
    virtual bool countMemory() = 0;

    const Operation* operations_;  // the program's table, one step nearer
    const TargetState* stage_;     // the stage itself; it never moves
    const Value* cells_ = nullptr;
    double wall_ = 0;         // the wall clock in ms; the step clock follows when the passes begin
    std::uint64_t work_ = 0;  // of this step

  private:
    static std::int64_t numberedItem(double position, std::size_t length) {  // rounded down
        return position >= 1 && position < static_cast<double>(length + 1)
                   ? static_cast<std::int64_t>(position)
                   : 0;
    }
    std::int64_t namedItem(const Value& index, std::size_t length, bool acceptAll);
    const Value& peekSlowly(const Operation& x, Value& temporary);
    [[nodiscard]] const Value& parameter(std::int32_t slot) const;

    friend class Look;  // takes over where another reading stands
};

}  // namespace ounce
