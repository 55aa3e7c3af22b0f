#include "neuro/population_generator.h"

#include <algorithm>

#include "base/parallel.h"

namespace ounce::neuro {

namespace {
constexpr std::size_t kMostExamples = 600;  // that a network learns from
constexpr std::size_t kKeptAncestors = 5;   // ancestors that play again as they are
constexpr double kKnown = 1.2;  // the score of a network that reaches a goal in a fifth of its plays

void addOnce(std::vector<std::int32_t>& list, std::int32_t item) {
    if (std::find(list.begin(), list.end(), item) == list.end()) list.push_back(item);
}
}  // namespace

PopulationGenerator::PopulationGenerator(const JudgeContext& context, const NeatestConfig& config,
                                         const std::vector<Lesson>& lessons, std::size_t threads)
    : innovations(context.vocabulary.firstFree()),
      context_(context),
      config_(config),
      lessons_(lessons),
      threads_(threads) {
    // What is there before anything happens.
    FeatureExtractor features(context.vocabulary);
    for (const SeenFeature& seen : features.extract(context.start.state)) inputs_.push_back(seen.input);
    ExtractionCache cache;
    for (const ExtractedEvent& event : context.vocabulary.extractor().extract(context.start.state, cache)) {
        const std::int32_t output = context.vocabulary.outputOf(event.what);
        if (output != kNone) outputs_.push_back(output);
    }
}

void PopulationGenerator::meet(const std::vector<std::int32_t>& inputs,
                               const std::vector<std::int32_t>& outputs) {
    for (const std::int32_t input : inputs) addOnce(inputs_, input);
    for (const std::int32_t output : outputs) addOnce(outputs_, output);
}

std::vector<Genome> PopulationGenerator::firstGeneration(std::size_t goal, std::size_t size,
                                                         const Archive& archive, Stream random) {
    const std::vector<const Genome*> ancestors = ancestorsOf(goal, archive);
    std::vector<Genome> genomes;
    const std::size_t fresh =
        ancestors.empty()
            ? size
            : static_cast<std::size_t>(static_cast<double>(size) * config_.randomFraction + 0.5);
    // Where it is known who is best, children are worth more plays than ancestors.
    const std::size_t kept =
        archive.score(goal) > kKnown ? std::min(kKeptAncestors, ancestors.size()) : ancestors.size();
    // For one who reaches the goal already company is wanted: the same network twice is no safer than once.
    const bool again = archive.solutions()[goal].confirmed;
    for (std::size_t i = 0; genomes.size() + fresh < size; i++) {
        genomes.push_back(*ancestors[i % ancestors.size()]);
        if (i < kept && !again) continue;  // the same network as before, by the same id
        mutate(genomes.back(), config_.neat.mutation, false, innovations, random);
        genomes.back().id = nextId++;
    }
    for (std::size_t i = 0; genomes.size() < size; i++) {
        const bool hasFavourite = config_.plan.biased && !outputs_.empty() && i % 2 == 0;
        const std::int32_t favourite = hasFavourite ? outputs_[nextFavourite_++ % outputs_.size()] : kNone;
        genomes.push_back(
            freshGenome(context_.vocabulary, config_.plan, inputs_, outputs_, nextId++, random, favourite));
        innovations.settle(genomes.back());
    }
    // New networks are at the end; those with a favourite event keep it.
    std::vector<Genome*> pupils;
    for (std::size_t i = genomes.size() - std::min(fresh, genomes.size()); i < genomes.size(); i++) {
        if (random.chance(config_.learning.fresh)) pupils.push_back(&genomes[i]);
    }
    teach(pupils, goal, random.split(0));
    return genomes;
}

void PopulationGenerator::teach(const std::vector<Genome*>& pupils, std::size_t goal, const Stream& random) {
    std::vector<const Example*> examples;
    for (const Lesson& lesson : lessons_) {
        if (!lesson.covered[goal]) continue;
        for (const Example& example : lesson.examples) examples.push_back(&example);
    }
    if (examples.empty() || pupils.empty()) return;
    if (examples.size() > kMostExamples) examples.resize(kMostExamples);
    for (Genome* pupil : pupils) pupil->id = nextId++;
    inParallel(pupils.size(), threads_, [&](std::size_t i, std::size_t) {
        Genome& pupil = *pupils[i];
        for (const Example* example : examples) {
            for (const SeenFeature& seen : example->seen)
                growInput(pupil, context_.vocabulary, config_.plan.wiring, seen.input);
            growOutput(pupil, context_.vocabulary, config_.plan.wiring, example->output);
        }
        Stream own = random.split(i);
        learn(pupil, context_.vocabulary, examples, config_.learning.how, own);
    });
    for (Genome* pupil : pupils) innovations.settle(*pupil);
}

// Networks to begin with: those that came nearest to the goal, then those that reach something.
std::vector<const Genome*> PopulationGenerator::ancestorsOf(std::size_t goal, const Archive& archive) const {
    std::vector<const Genome*> ancestors;
    if (config_.strategy == PopulationStrategy::Random) return ancestors;
    auto add = [&](const std::shared_ptr<const Genome>& genome) {
        if (genome && std::find(ancestors.begin(), ancestors.end(), genome.get()) == ancestors.end())
            ancestors.push_back(genome.get());
    };
    if (config_.judge.manyObjectives) {
        for (const Candidate& candidate : archive.near(goal)) add(candidate.genome);
    }
    for (std::size_t g = 0; g < context_.goals.size(); g++) {
        if (config_.strategy == PopulationStrategy::DirectParent && !dependsOn(goal, g)) continue;
        add(archive.solutions()[g].genome);
    }
    const std::size_t most = config_.neat.populationSize / 2;
    if (ancestors.size() > most) ancestors.resize(std::max<std::size_t>(most, 1));
    return ancestors;
}

bool PopulationGenerator::dependsOn(std::size_t goal, std::size_t parent) const {
    const auto controllers = context_.fitness.dependence().controllers(context_.statements[goal]);
    return std::any_of(controllers.begin(), controllers.end(),
                       [&](const Dependence& d) { return d.node == context_.statements[parent]; });
}

}  // namespace ounce::neuro
