#include "neuro/config.h"

#include <charconv>

#include "base/file.h"
#include "generate/json_section.h"
#include "neuro/dynamic_suite.h"

namespace ounce::neuro {
namespace {

constexpr double kMany = 1e15;

void readChromosome(JsonSection& root, NeatestConfig& config) {
    const auto json = root.find("chromosome");
    if (!json) return;
    JsonSection section(*json, root.inner("chromosome"), root.error());
    int type = 0;
    section.word("type", type, {{"neatChromosome", 0}, {"neat", 0}});
    section.word("activationFunction", config.plan.hidden,
                 {{"SIGMOID", Activation::Sigmoid},
                  {"RELU", Activation::Relu},
                  {"TANH", Activation::Tanh},
                  {"NONE", Activation::None}});
    section.word(
        "inputConnectionMethod", config.plan.wiring,
        {{"sparse", Wiring::Sparse}, {"fully", Wiring::Fully}, {"fullyHidden", Wiring::FullyHidden}});
}

void readCrossover(JsonSection& root, NeatestConfig& config) {
    const auto json = root.find("crossover");
    if (!json) return;
    JsonSection section(*json, root.inner("crossover"), root.error());
    int type = 0;
    section.word("operator", type, {{"neatCrossover", 0}});
    NeatCrossover& crossover = config.neat.crossover;
    section.number("crossoverWithoutMutation", crossover.withoutMutation, 0, 1);
    section.number("interspeciesRate", crossover.interspecies, 0, 1);
    section.number("weightAverageRate", crossover.weightAverage, 0, 1);
}

void readMutation(JsonSection& root, NeatestConfig& config) {
    const auto json = root.find("mutation");
    if (!json) return;
    JsonSection section(*json, root.inner("mutation"), root.error());
    int type = 0;
    section.word("operator", type, {{"neatMutation", 0}});
    NeatMutation& m = config.neat.mutation;
    m.gentle = false;
    section.number("mutationWithoutCrossover", m.withoutCrossover, 0, 1);
    section.number("mutationAddConnection", m.addConnection, 0, 1);
    section.number("recurrentConnection", m.recurrentConnection, 0, 1);
    section.number("addConnectionTries", m.addConnectionTries, 0, 1e6);
    section.number("populationChampionNumberOffspring", m.championOffspring, 0, 1e6);
    section.number("populationChampionNumberClones", m.championClones, 0, 1e6);
    section.number("populationChampionConnectionMutation", m.championConnection, 0, 1);
    section.number("mutationAddNode", m.addNode, 0, 1);
    section.number("mutateWeights", m.weights, 0, 1);
    section.number("perturbationPower", m.perturbationPower, 0, 1e6);
    section.number("mutateToggleEnableConnection", m.toggleEnable, 0, 1);
    section.number("toggleEnableConnectionTimes", m.toggleTimes, 0, 1e6);
    section.number("mutateEnableConnection", m.enable, 0, 1);
}

void readCompatibility(JsonSection& root, NeatestConfig& config) {
    const auto json = root.find("compatibility");
    if (!json) return;
    JsonSection section(*json, root.inner("compatibility"), root.error());
    section.number("distanceThreshold", config.neat.compatibility.threshold, 0, 1e6);
    section.number("disjointCoefficient", config.neat.compatibility.disjoint, 0, 1e6);
    section.number("excessCoefficient", config.neat.compatibility.excess, 0, 1e6);
    section.number("weightCoefficient", config.neat.compatibility.weight, 0, 1e6);
}

void readFitness(JsonSection& root, NeatestConfig& config) {
    if (const auto json = root.find("fitnessFunction")) {
        JsonSection section(*json, root.inner("fitnessFunction"), root.error());
        int type = 0;
        section.word("type", type, {{"statement", 0}});
        if (const auto targets = section.find("targets")) {
            if (!targets->isArray()) section.complain("targets", "must be a list [ … ]");
            for (const JsonElement target : targets->array())
                config.targets.push_back(std::string(target.text()));
        }
    }
    const auto json = root.find("networkFitness");
    if (!json) return;
    JsonSection section(*json, root.inner("networkFitness"), root.error());
    int type = 0;
    section.word("type", type, {{"reliableStatement", 0}, {"statement", 0}});
    double timeout = 10000;
    section.number("timeout", timeout, 1, 1e7);
    config.judge.play.steps = static_cast<std::int64_t>(timeout * kStepsPerTimeoutMs);
    config.judge.stableCount = 1;
    section.number("stableCount", config.judge.stableCount, 0, 10000);
    section.ignore({"earlyStop"});
}

void readCondition(const JsonElement& json, JsonSection& parent, NeatestConfig& config, int depth) {
    enum class Kind { Time, Iteration, Optimal, Evaluations, Combined };
    JsonSection section(json, parent.inner("stoppingCondition"), parent.error());
    if (depth > 20) return section.complain("conditions", "are nested too deeply");
    Kind kind = Kind::Optimal;
    section.word("type", kind,
                 {{"fixedTime", Kind::Time},
                  {"fixedIteration", Kind::Iteration},
                  {"optimal", Kind::Optimal},
                  {"evaluations", Kind::Evaluations},
                  {"combined", Kind::Combined}});
    double n = 0;
    switch (kind) {
        case Kind::Time:
            section.number("duration", n, 0, kMany);
            config.budget.seconds = n / 1000;
            return;
        case Kind::Iteration:
            section.number("iterations", n, 0, kMany);
            config.budget.iterations = static_cast<std::int64_t>(n);
            return;
        case Kind::Evaluations:
            section.number("maxEvaluations", n, 0, kMany);
            config.budget.executions = static_cast<std::int64_t>(n);
            return;
        case Kind::Optimal: return;
        case Kind::Combined: {
            const auto conditions = section.find("conditions");
            if (!conditions || !conditions->isArray())
                return section.complain("conditions", "must be a list [ … ]");
            for (const JsonElement condition : conditions->array())
                readCondition(condition, section, config, depth + 1);
        }
    }
}

void readRest(JsonSection& root, NeatestConfig& config) {
    if (const auto json = root.find("population")) {
        JsonSection section(*json, root.inner("population"), root.error());
        section.word("strategy", config.strategy,
                     {{"random", PopulationStrategy::Random},
                      {"direct_parent", PopulationStrategy::DirectParent},
                      {"global_solutions", PopulationStrategy::GlobalSolutions}});
        section.number("randomFraction", config.randomFraction, 0, 1);
    }
    if (const auto json = root.find("durations")) {
        JsonSection section(*json, root.inner("durations"), root.error());
        PlayDurations& durations = config.judge.play.durations;
        section.number("waitStepUpperBound", durations.wait, 1, 1e6);
        section.number("pressDuration", durations.press, 1, 1e6);
        section.number("clickDuration", durations.click, 1, 1e6);
        section.number("soundDuration", durations.sound, 1, 1e6);
        section.ignore({"pressDurationUpperBound"});
    }
    if (const auto seed = root.find("seed")) {
        std::uint32_t n = 0;
        const std::string_view text = seed->isText() ? seed->text() : std::string_view();
        if (seed->isNumber()) {
            root.number("seed", n, 0, 4294967295.0);
        } else {
            std::from_chars(text.data(), text.data() + text.size(), n);
        }
        config.seed = n;
    }
}

void readLearning(JsonSection& root, NeatestConfig& config) {
    const auto json = root.find("gradientDescent");
    if (!json) return;
    JsonSection section(*json, root.inner("gradientDescent"), root.error());
    LearningPlan& plan = config.learning;
    plan.fresh = 1;
    plan.probability = 0.6;
    plan.how = {.rate = 0.1, .gradual = false, .epochs = 1000, .batch = 1};
    section.number("learningRate", plan.how.rate, 0, 1e3);
    section.word("learningRateAlgorithm", plan.how.gradual, {{"Static", false}, {"Gradual", true}});
    section.number("epochs", plan.how.epochs, 0, 1e6);
    section.number("batchSize", plan.how.batch, 1, 1e6);
    section.number("labelSmoothing", plan.how.labelSmoothing, 0, 1);
    section.number("probability", plan.probability, 0, 1);
    section.ignore({"peerToPeerSharing", "dataAugmentation"});
}

void readRoot(const JsonElement& json, const std::string& name, NeatestConfig& config,
              std::optional<Error>& error) {
    JsonSection root(json, name, error);
    int generator = 0;
    root.word("testGenerator", generator, {{"neuroevolution", 0}});
    root.word("algorithm", config.neatest, {{"neatest", true}, {"e-neat", true}, {"neat", false}});
    root.word("eventSelection", config.judge.play.choice,
              {{"activation", EventChoice::Activation}, {"random", EventChoice::Random}});
    root.number("populationSize", config.neat.populationSize, 2, 1e5);
    root.number("numberOfSpecies", config.neat.species, 1, 1e5);
    root.number("parentsPerSpecies", config.neat.parentsPerSpecies, 0, 1);
    root.number("penalizingAge", config.neat.penalizingAge, 0, 1e6);
    root.number("ageSignificance", config.neat.ageSignificance, 0, 1e6);
    root.number("inputRate", config.plan.inputRate, 0, 1);
    root.number("switchTargetCount", config.switchTargetCount, 1, 1e6);
    root.number("aTRepetitions", config.references, 0, 1e6);
    readChromosome(root, config);
    config.judge.play.wiring = config.plan.wiring;
    readCrossover(root, config);
    readMutation(root, config);
    readCompatibility(root, config);
    readFitness(root, config);
    if (const auto condition = root.find("stoppingCondition")) readCondition(*condition, root, config, 0);
    readRest(root, config);
    readLearning(root, config);
    root.ignore({"extractor", "debugLogging", "populationRecord", "populationType", "assertions",
                 "minimizeAssertions", "minimize"});
}

}  // namespace

bool isNeuroevolutionConfig(std::string_view json) {
    JsonDocument document;
    if (document.parse(std::string(json)) != JsonProblem::None) return false;
    JsonObject root;
    std::string_view generator;
    return document.root().get(root) && root.get("testGenerator", generator) && generator == "neuroevolution";
}

Result<NeatestConfig> parseNeatestConfig(std::string_view text, const std::string& name) {
    JsonDocument document;
    const JsonProblem problem = document.parse(std::string(text));
    if (problem != JsonProblem::None)
        return fail(std::string(reasonOf(problem)), name, "is it a configuration file of Whisker?");
    NeatestConfig config;
    config.strategy = PopulationStrategy::Random;
    config.randomFraction = 0.1;
    config.longerPlays = config.chooseSuite = config.learning.ownTraces = config.patience = false;
    config.judge.survival = config.judge.hardSeeds = false;
    config.learning.fresh = 0;
    config.switchTargetCount = 20;
    config.plan.biased = false;
    config.firstPopulations = 1;
    config.neat.populationSize = 150;
    config.judge.play.durations = {.wait = 100, .press = 10, .click = 10, .sound = 10};
    std::optional<Error> error;
    readRoot(document.root(), name, config, error);
    if (error) return std::unexpected(*error);
    return config;
}

Result<NeatestConfig> readNeatestConfig(const std::string& path) {
    constexpr std::size_t kLimit = 1 << 20;
    OUNCE_TRY(const std::string text, readFile(path, kLimit));
    return parseNeatestConfig(text, path);
}

}  // namespace ounce::neuro
