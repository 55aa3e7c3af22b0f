// Time, listeners, and the table of functions.
#include "testing/whisker/host.h"

#include <cmath>
#include <utility>

#include "testing/play.h"
#include "vm/machine.h"

namespace ounce {
namespace {

// Enough for any report; a test that logs without end must not fill the memory.
constexpr std::size_t kMaxLogLines = 10000;
constexpr std::size_t kMaxLogLength = 10000;

}  // namespace

WhiskerHost::WhiskerHost(std::shared_ptr<const Program> program, const State& snapshot,
                         const WhiskerOptions& options, const std::vector<spec::Monitor>& properties,
                         bool usesOld)
    : program_(std::move(program)),
      options_(options.machine),
      state_(snapshot),
      coverage_(program_->statements.size()),
      usesOld_(usesOld),
      pictures_(options.pictures),
      companions_(options.companions),
      properties_(properties) {
    makeMachine(*program_);
    if (usesOld_) observe();
}

void WhiskerHost::makeMachine(const Program& program) {
    // It listens to a machine; the next one goes on where this one stops.
    std::optional<spec::WatchState> kept;
    if (watch_) kept = watch_->state();
    watch_.reset();
    machine_ = std::make_unique<Machine>(program, state_, options_);
    machine_->coverage = coverage_.data();
    machine_->choices = replacements_.get();
    look_ = std::make_unique<Look>(machine_->reading());
    if (observing_) machine_->watch(*this);
    if (kept) watch_.emplace(properties_, *machine_, std::move(*kept));
    // It follows the machine that it began with.
    if (companion_) companion_.reset();
}

void WhiskerHost::observe() {
    if (!std::exchange(observing_, true)) machine_->watch(*this);
}

void WhiskerHost::addAll(JsContext& context, const JsValue& object, std::span<const Entry> entries) {
    for (const Entry& entry : entries) {
        context.set(object, entry.name,
                    context.function(entry.name,
                                     [this, method = entry.method](JsCall& call) { (this->*method)(call); }));
    }
}

std::span<const WhiskerHost::Entry> WhiskerHost::runEntries() {
    static constexpr Entry kEntries[] = {
        {"step", &WhiskerHost::step},           {"greenFlag", &WhiskerHost::greenFlag},
        {"stopAll", &WhiskerHost::stopAll},     {"seed", &WhiskerHost::seedRandom},
        {"isRunning", &WhiskerHost::isRunning}, {"log", &WhiskerHost::logLine},
        {"watch", &WhiskerHost::watch},         {"companionIsOver", &WhiskerHost::companionIsOver},
        {"violation", &WhiskerHost::violation},
    };
    return kEntries;
}

JsValue WhiskerHost::makeObject(JsContext& context) {
    context_ = &context;
    JsValue object = context.object();
    for (const auto entries :
         {runEntries(), inputEntries(), targetEntries(), variableEntries(), programEntries()}) {
        addAll(context, object, entries);
    }
    return object;
}

void WhiskerHost::setListeners(const JsValue& happened) { happened_ = happened; }

void WhiskerHost::report(TestResult& result) && {
    result.step = steps_;
    result.seed = seed_;
    result.log = std::move(log_);
    result.coverage = std::move(coverage_);
    if (companion_) result.companion = companion_->report();
    if (watch_) addProperties(result, watch_->results());
    if (pictures_ && !result.isGood()) result.picture = pngOf(*machine_);
    if (result.verdict == Verdict::Pass || block_ == kNone) return;
    const auto index = static_cast<std::size_t>(block_);
    result.block.block = program_->statementIds[index];
    result.block.sprite =
        program_->sprites[static_cast<std::size_t>(program_->statements[index].sprite)].name;
}

// ---- time ----

void WhiskerHost::step(JsCall& call) {
    if (usesOld_) {
        for (Seen& s : seen_) refresh(s);
    }
    // step(true): the test is over, nobody looks any more.
    const bool isOver = call.boolean(0), watched = companions_.make && !isOver;
    if (watched && !companion_ && steps_ == 0) {
        companion_ = companions_.make();
        companion_->begin(*machine_, seed_, this);
    }
    if (watched && companion_) companion_->beforeStep();
    unwatched(isOver, [&] { machine_->step(); });
    steps_++;
    if (watched && companion_) companion_->afterStep();
    if (watch_ && !isOver) {
        watch_->afterStep();
        if (watch_->anyViolated()) call.give(true);
    }
    rethrowPending(call);
}

// What ends a run is no part of the test: what properties hear of it is forgotten.
void WhiskerHost::unwatched(bool is, const std::function<void()>& act) {
    std::optional<spec::WatchState> before;
    if (is && watch_) before = watch_->state();
    act();
    if (before) watch_->restore(std::move(*before));
}

void WhiskerHost::violation(JsCall& call) {
    call.give(std::string_view(watch_ ? violationText(watch_->results()) : std::string()));
}

void WhiskerHost::companionIsOver(JsCall& call) { call.give(companion_ && companion_->over()); }

void WhiskerHost::setScripts(std::vector<JsResult<JsValue>> functions, const JsValue& t) {
    scripts_ = std::move(functions);
    t_ = t;
}

Result<bool> WhiskerHost::test(std::size_t function) {
    if (function >= scripts_.size()) return fail("there is no such function");
    if (!scripts_[function]) return fail(scripts_[function].error().message);
    const JsValue arguments[] = {t_};
    const auto result = context_->call(*scripts_[function], arguments);
    if (!result) return fail(result.error().message);
    return result->toBoolean();
}

void WhiskerHost::rethrowPending(JsCall& call) {
    if (!pending_) return;
    call.rethrow(*pending_);
    pending_.reset();
}

void WhiskerHost::greenFlag(JsCall& call) {
    // As an input, so that whoever watches hears of it. The first flag starts the test.
    machine_->input(InputEvent());
    if (!watch_ && !properties_.empty()) watch_.emplace(properties_, *machine_, true);
    rethrowPending(call);
}

// stopAll(true): the test is over, nobody looks any more.
void WhiskerHost::stopAll(JsCall& call) {
    unwatched(call.boolean(0), [&] { machine_->stopAll(); });
    rethrowPending(call);
}

// seed(number): the numbers that Whisker draws; seed(number, true): the state's own.
void WhiskerHost::seedRandom(JsCall& call) {
    const double number = call.number(0);
    // As JavaScript's ToUint32, so that negative and large seeds differ, too.
    seed_ = std::isfinite(number) ? static_cast<std::uint32_t>(static_cast<std::int64_t>(
                                        std::fmod(std::trunc(number), 4294967296.0)))
                                  : 0;
    // The library that Whisker seeds appends a zero to a number.
    state_.random = call.boolean(1) ? Generator(seed_) : Generator::whiskers(seed_, call.text(0) + '\0');
}

void WhiskerHost::isRunning(JsCall& call) { call.give(state_.runningThreads > 0); }

void WhiskerHost::logLine(JsCall& call) { log(call.text(0)); }

void WhiskerHost::log(std::string text) {
    if (log_.size() >= kMaxLogLines) return;
    if (text.size() > kMaxLogLength) text.resize(kMaxLogLength);
    log_.push_back(std::move(text));
}

// ---- listeners ----

void WhiskerHost::watch(JsCall& call) {
    if (call.boolean(0)) listening_ = true;
    if (!usesOld_) {
        usesOld_ = true;
        for (Seen& s : seen_) refresh(s);
    }
    observe();
}

void WhiskerHost::tell(const char* what, const JsValue& argument) {
    if (pending_) return;
    const JsValue arguments[] = {argument};
    auto told = context_->call(happened_.get(what), arguments);
    if (told) return;
    pending_ = std::move(told).error();
    const Reading& now = machine_->reading();
    if (now.thread && now.statement != kNone) block_ = now.statement;
}

void WhiskerHost::moved(std::int32_t place, double oldX, double oldY) {
    if (place == kNone) return;
    const auto found = handleOfId_.find(at(place).id);
    if (found != handleOfId_.end()) {
        seen_[found->second].oldX = oldX;
        seen_[found->second].oldY = oldY;
    }
    if (listening_) tell("moved", context_->number(handleAt(place)));
}

void WhiskerHost::lookChanged(std::int32_t place) {
    if (listening_ && place != kNone) tell("changed", context_->number(handleAt(place)));
}

void WhiskerHost::said(std::int32_t place, bool, const Value&) {
    if (listening_ && place != kNone) tell("said", context_->number(handleAt(place)));
}

void WhiskerHost::variableWritten(std::int32_t place, std::int32_t slot, const Value& before) {
    const TargetState& t = at(place);
    if (const auto found = handleOfId_.find(t.id); found != handleOfId_.end()) {
        for (Tracked& tracked : seen_[found->second].variables) {
            if (!tracked.isList && tracked.slot == slot) tracked.value = before;
        }
    }
    if (listening_) {
        tell("variable", context_->text(look_->spriteOf(t).variables[static_cast<std::size_t>(slot)].name));
    }
}

void WhiskerHost::deleting(std::int32_t place) {
    const TargetState& t = at(place);
    if (const auto found = handleOfId_.find(t.id); found != handleOfId_.end()) {
        seen_[found->second].last = valuesOf(t);
    }
}

}  // namespace ounce
