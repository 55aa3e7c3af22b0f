// The trace of `ounce run --trace`: one JSON object per line and step, the format that the reference traces
// have.
#pragma once

#include <string>
#include <vector>

#include "base/json_writer.h"
#include "vm/machine_options.h"
#include "vm/observer.h"
#include "vm/program.h"
#include "vm/state.h"

namespace ounce {

class Interpreter;
class Machine;

class TraceWriter final : public Observer {
  public:
    TraceWriter(const Program& program, const State& state) : program_(program), state_(state) {}

    // The line for the step that was just done, without the line end.
    std::string line(Machine& machine, bool touching);
    static std::string header(const Program& program, const MachineOptions& options, std::uint32_t seed);

    void said(std::int32_t target, bool think, const Value& text) override;
    void stoppedAll() override { events_.push_back("[\"stopAll\"]"); }
    void runStopped() override { events_.push_back("[\"runStop\"]"); }

  private:
    // "Sprite1" or, for a clone, "Sprite1#0": its index among the living clones.
    std::string nameOf(std::int32_t target) const;
    void writeTarget(JsonWriter& json, const Reading& reading, std::int32_t index);
    void writeThreads(JsonWriter& json);
    void writeTouching(JsonWriter& json, Interpreter& machine);

    const Program& program_;
    const State& state_;
    std::vector<std::string> events_;
};

// A value as traces write it: what JSON lacks is an object of its own.
void writeTraceValue(JsonWriter& json, const Value& value);

}  // namespace ounce
