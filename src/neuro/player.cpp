#include "neuro/player.h"

#include <algorithm>
#include <cmath>

#include "analysis/codon_reader.h"
#include "base/number.h"
#include "generate/decode.h"
#include "vm/machine.h"
#include "vm/options.h"

namespace ounce::neuro {
namespace {

constexpr std::int64_t kStepsBetweenQuestions = 30;
constexpr std::int64_t kIdleSteps = 90;  // nothing runs for so long, whatever is done: the game is over

}  // namespace

struct Player::Game {
    Game(const Player& player, const PlayRules& theRules, const Moment& start, const RunTrace& trace,
         std::uint32_t seed, bool distances)
        : rules(theRules),
          moment(start),
          machine(player.vocabulary_.program(), moment.state, player.options_),
          collector(player.fitness_, trace),
          heldUntil(player.vocabulary_.outputs().size(), 0),
          random(seed) {
        reseed(moment, seed);
        collector.attach(machine);
        if (!distances) machine.decisions = nullptr;
    }

    const PlayRules& rules;
    Moment moment;
    Machine machine;
    DistanceCollector collector;
    std::vector<std::pair<std::int32_t, const ExtractedEvent*>> available{};  // output, event
    std::vector<std::uint64_t> heldUntil;                                     // by output
    Stream random;  // for those who choose at random
};

Player::Player(const Vocabulary& vocabulary, const Fitness& fitness, const MachineOptions& options)
    : vocabulary_(vocabulary),
      fitness_(fitness),
      options_(options),
      features_(vocabulary),
      future_(fitness.flow()) {
    const Program& program = vocabulary.program();
    for (std::size_t i = 0; i < program.statements.size(); i++) {
        const Statement& s = program.statements[i];
        if (s.opcode == Opcode::control_stop && s.slot == StopAll)
            stops_.push_back(static_cast<StatementIndex>(i));
    }
}

// The available event with the greatest output; kNone: no node is wired to any of them.
std::int32_t Player::choose(const Game& game) const {
    std::int32_t best = kNone;
    double most = 0;
    for (std::size_t i = 0; i < game.available.size(); i++) {
        const Output& output = vocabulary_.outputs()[static_cast<std::size_t>(game.available[i].first)];
        const std::int32_t slot = network_.slotOf(output.classification);
        if (slot == Network::kNoSlot || !network_.isWired(slot)) continue;
        const double value = network_.value(slot);
        if (best != kNone && !(value > most)) continue;
        best = static_cast<std::int32_t>(i);
        most = value;
    }
    return best;
}

UserEvent Player::eventOf(const Game& game, const ExtractedEvent& event, std::int32_t index) const {
    const Output& output = vocabulary_.outputs()[static_cast<std::size_t>(index)];
    const PlayDurations& durations = game.rules.durations;
    const bool old = vocabulary_.dialect() == Dialect::Whisker2022;
    auto raw = [&](std::size_t i) {
        const std::int32_t slot = network_.slotOf(output.parameter(i));
        return slot == Network::kNoSlot ? 0.0 : network_.value(slot);
    };
    auto duration = [&](std::int32_t bound, std::int32_t least) {
        const double part = old ? activate(Activation::Sigmoid, 0.5 * raw(0)) : raw(0);
        return std::max(least, static_cast<std::int32_t>(std::floor(part * bound + 0.5)));
    };
    auto place = [&](std::size_t i, double most) {
        return roundHalfUp((old ? std::tanh(0.5 * raw(i)) : raw(i)) * most);
    };
    UserEvent user;
    switch (output.what->kind) {
        case EventKind::Wait: user.steps = duration(durations.wait, 0); break;
        case EventKind::KeyPress:
            user.kind = UserEvent::Kind::KeyPress;
            user.name = output.what->text;
            user.steps = duration(durations.press, 1);
            break;
        case EventKind::MouseMove:
            user.kind = UserEvent::Kind::MouseMove;
            user.x = place(0, 240);
            user.y = place(1, 180);
            break;
        case EventKind::MouseDown:
            user.kind = UserEvent::Kind::MouseDown;
            user.steps = duration(durations.click, 1);
            break;
        case EventKind::TypeNumber:
            user.kind = UserEvent::Kind::TypeText;
            user.text = numberToText(roundHalfUp(raw(0)));
            break;
        default: {
            CodonRules rules;
            rules.clickSteps = durations.click;
            rules.soundSteps = durations.sound;
            user = CodonReader(vocabulary_.extractor(), game.moment.state, rules).instantiate(event, {});
        }
    }
    return user;
}

Play Player::play(Genome& genome, const Moment& start, const RunTrace& startTrace, std::uint32_t seed,
                  const PlayRules& rules, const Enough& enough, const PlayNotes& notes) {
    Play result;
    Game game(*this, rules, start, startTrace, seed, notes.distances);
    const State& state = game.moment.state;
    const std::uint8_t* covered = game.machine.coverage;
    network_ = Network(genome);
    features_.restart();

    const auto begin = static_cast<std::int64_t>(state.step);
    const std::int64_t end = begin + rules.steps;
    std::int64_t lastQuestion = begin, lastBusy = begin;
    auto now = [&] { return static_cast<std::int64_t>(state.step); };
    auto isOver = [&] {
        return std::any_of(stops_.begin(), stops_.end(), [&](StatementIndex s) {
            return covered[s] && !startTrace.covered[static_cast<std::size_t>(s)];
        });
    };
    for (std::int32_t round = 1; now() < end; round++) {
        const std::span<const ExtractedEvent> events = vocabulary_.extractor().extract(state, cache_);
        if (!canGoOn(vocabulary_.program(), state, events)) {
            result.ended = true;
            break;
        }
        if (!state.threadList.empty()) lastBusy = now();
        if (now() - lastBusy >= kIdleSteps) {
            result.ended = true;
            break;
        }
        bool grown = false;
        game.available.clear();
        const EventTemplate* lastClone = nullptr;
        std::int32_t clone = 0;
        for (const ExtractedEvent& event : events) {
            std::int32_t output = vocabulary_.outputOf(event.what);
            if (output == kNone) continue;
            if (event.what->kind == EventKind::ClickClone) {
                clone = event.what == lastClone ? clone + 1 : 0;
                lastClone = event.what;
                if (clone >= kMostClickedClones) continue;
                output += clone;
            }
            game.available.emplace_back(output, &event);
            const Output& what = vocabulary_.outputs()[static_cast<std::size_t>(output)];
            if (network_.slotOf(what.classification) != Network::kNoSlot || genome.find(what.classification))
                continue;
            growOutput(genome, vocabulary_, rules.wiring, output);
            result.newOutputs.push_back(output);
            grown = true;
        }
        const std::span<const SeenFeature> seen = features_.extract(state);
        for (const SeenFeature& feature : seen) {
            if (network_.slotOf(feature.input) != Network::kNoSlot) continue;
            growInput(genome, vocabulary_, rules.wiring, feature.input);
            result.newInputs.push_back(feature.input);
            grown = true;
        }
        if (grown) network_.build(genome);
        network_.clearInputs();
        for (const SeenFeature& feature : seen) network_.set(network_.slotOf(feature.input), feature.value);
        network_.activate();
        std::int32_t chosen = rules.choice == EventChoice::Random && !game.available.empty()
                                  ? static_cast<std::int32_t>(game.random.below(game.available.size()))
                                  : choose(game);
        UserEvent event{.kind = UserEvent::Kind::Wait, .steps = 1};
        std::int32_t output = vocabulary_.waitOutput();
        bool acts = true;
        if (chosen != kNone) {
            output = game.available[static_cast<std::size_t>(chosen)].first;
            // A key that is down is not pressed again.
            acts = game.heldUntil[static_cast<std::size_t>(output)] <= state.step;
            if (acts) event = eventOf(game, *game.available[static_cast<std::size_t>(chosen)].second, output);
        }
        if (notes.watcher) notes.watcher->round(round, seen, network_, output);
        if (notes.decisions)
            notes.decisions->push_back({std::vector<SeenFeature>(seen.begin(), seen.end()), output});
        std::int64_t steps = 1;
        if (acts) {
            if (event.kind == UserEvent::Kind::Wait) {
                steps += event.steps;
            } else {
                if (event.kind == UserEvent::Kind::KeyPress || event.kind == UserEvent::Kind::MouseDown)
                    game.heldUntil[static_cast<std::size_t>(output)] =
                        state.step + static_cast<std::uint64_t>(event.steps);
                if (notes.events) notes.events->push_back({state.step, event});
                game.moment.user.perform(game.machine, event);
            }
        }
        for (steps = std::min(steps, end - now()); steps > 0 && !result.ended; steps--) {
            game.moment.user.step(game.machine);
            result.ended = isOver();
        }
        if (result.ended) break;
        if (now() - lastQuestion >= kStepsBetweenQuestions) {
            lastQuestion = now();
            if (job && job->isOver()) {
                result.interrupted = true;
                break;
            }
            if (enough && enough({covered, startTrace.covered.size()}, state)) break;
        }
    }
    result.steps = now() - begin;
    result.trace = game.collector.trace(game.machine);
    return result;
}

}  // namespace ounce::neuro
