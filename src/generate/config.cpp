#include "generate/config.h"

#include <charconv>
#include <filesystem>

#include "base/file.h"
#include "generate/json_section.h"

namespace ounce {

namespace {

constexpr double kMany = 1e15;

void readChromosome(JsonSection& root, SearchConfig& config) {
    const std::optional<JsonElement> json = root.find("chromosome");
    if (!json) return;
    JsonSection section(*json, root.inner("chromosome"), root.error());
    int type = 0;
    section.word("type", type, {{"variableLengthTest", 0}, {"test", 0}, {"integerList", 0}});
    section.number("minSampleLength", config.encoding.minSample, 1, 1e6);
    section.number("maxSampleLength", config.encoding.maxSample, 1, 1e6);
    section.number("maxLength", config.encoding.maxLength, 1, 1e6);
}

void readMutation(JsonSection& root, SearchConfig& config) {
    const std::optional<JsonElement> json = root.find("mutation");
    if (!json) return;
    JsonSection section(*json, root.inner("mutation"), root.error());
    MutationOptions options;
    section.word("operator", options.kind,
                 {{"variableLength", MutationOperator::VariableLength},
                  {"variableLengthConstrained", MutationOperator::VariableLengthConstrained},
                  {"biasedVariableLength", MutationOperator::BiasedVariableLength},
                  {"biasedVariableLengthConstrained", MutationOperator::BiasedVariableLengthConstrained},
                  {"eventBiased", MutationOperator::EventBiased}});
    section.number("probability", options.probability, 0, 1);
    section.number("gaussianMutationPower", options.gaussianPower, 0, 1e6);
    section.number("maxMutationCountStart", config.mio.mutations.start, 0, 1e6);
    section.number("maxMutationCountFocusedPhase", config.mio.mutations.focused, 0, 1e6);
    config.mutation = config.mosa.mutation = config.mio.mutation = options;
}

void readCrossover(JsonSection& root, SearchConfig& config) {
    const std::optional<JsonElement> json = root.find("crossover");
    if (!json) return;
    JsonSection section(*json, root.inner("crossover"), root.error());
    section.word("operator", config.mosa.crossover.kind,
                 {{"singlePointRelative", CrossoverOperator::SinglePointRelative},
                  {"singlePoint", CrossoverOperator::SinglePoint}});
    section.number("probability", config.mosa.crossover.probability, 0, 1);
}

void readSelection(JsonSection& root, SearchConfig& config) {
    const std::optional<JsonElement> json = root.find("selection");
    if (!json) return;
    JsonSection section(*json, root.inner("selection"), root.error());
    if (config.algorithm == Algorithm::Mio && section.has("operator")) {
        section.complain("operator", "is not possible with the algorithm mio, which chooses tests by goals");
    }
    section.word("operator", config.mosa.selection.kind,
                 {{"rank", SelectionOperator::Rank}, {"tournament", SelectionOperator::Tournament}});
    section.number("tournamentSize", config.mosa.selection.tournamentSize, 1, 1e6);
    section.number("randomSelectionProbabilityStart", config.mio.randomSelection.start, 0, 1);
    section.number("randomSelectionProbabilityFocusedPhase", config.mio.randomSelection.focused, 0, 1);
}

void readLocalSearch(JsonSection& root, SearchConfig& config) {
    LocalSearchOptions options{.extension = 0, .reduction = 0};
    if (const std::optional<JsonElement> json = root.find("localSearch")) {
        if (!json->isArray()) root.complain("localSearch", "must be a list [ … ]");
        for (const JsonElement entry : json->array()) {
            JsonSection section(entry, root.inner("localSearch"), root.error());
            double LocalSearchOptions::*which = &LocalSearchOptions::extension;
            section.word("type", which,
                         {{"Extension", &LocalSearchOptions::extension},
                          {"Reduction", &LocalSearchOptions::reduction}});
            section.number("probability", options.*which, 0, 1);
            section.number("newEventProbability", config.newEventProbability, 0, 1);
        }
    }
    config.mosa.localSearch = config.mio.localSearch = options;
}

void readArchive(JsonSection& root, SearchConfig& config) {
    const std::optional<JsonElement> json = root.find("archive");
    if (!json) return;
    JsonSection section(*json, root.inner("archive"), root.error());
    section.number("maxArchiveSizeStart", config.mio.archiveSize.start, 1, 1e4);
    section.number("maxArchiveSizeFocusedPhase", config.mio.archiveSize.focused, 1, 1e4);
}

void readRange(JsonSection& root, SearchConfig& config) {
    const std::optional<JsonElement> json = root.find("integerRange");
    if (!json) return;
    JsonSection section(*json, root.inner("integerRange"), root.error());
    section.number("min", config.encoding.min, 0, 1e9);
    section.number("max", config.encoding.max, 0, 1e9);
    if (config.encoding.max <= config.encoding.min) section.complain("max", "must be greater than min");
}

void readFitness(JsonSection& root, SearchConfig& config) {
    const std::optional<JsonElement> json = root.find("fitnessFunction");
    if (!json) return;
    JsonSection section(*json, root.inner("fitnessFunction"), root.error());
    int type = 0;
    section.word("type", type, {{"statement", 0}});
    const std::optional<JsonElement> targets = section.find("targets");
    if (!targets) return;
    if (!targets->isArray()) return section.complain("targets", "must be a list [ … ]");
    for (const JsonElement target : targets->array()) {
        if (!target.isText()) return section.complain("targets", "must hold ids of blocks as texts");
        config.targets.push_back(std::string(target.text()));
    }
}

void readCondition(const JsonElement& json, JsonSection& parent, SearchConfig& config, int depth) {
    enum class Kind { Time, Iteration, Optimal, Events, Evaluations, Combined };
    JsonSection section(json, parent.inner("stoppingCondition"), parent.error());
    if (depth > 20) return section.complain("conditions", "are nested too deeply");
    if (!section.has("type")) return section.complain("type", "is missing");
    Kind kind = Kind::Optimal;
    section.word("type", kind,
                 {{"fixedTime", Kind::Time},
                  {"fixedIteration", Kind::Iteration},
                  {"optimal", Kind::Optimal},
                  {"events", Kind::Events},
                  {"evaluations", Kind::Evaluations},
                  {"combined", Kind::Combined}});
    // Several conditions of the same kind: the strictest one ends the search first.
    auto limit = [&](const char* key, auto& budget, double unit) {
        if (!section.has(key)) return section.complain(key, "is missing");
        double n = 0;
        section.number(key, n, 0, kMany);
        using T = typename std::remove_reference_t<decltype(budget)>::value_type;
        const T value = static_cast<T>(n * unit);
        budget = budget ? std::min(*budget, value) : value;
    };
    switch (kind) {
        case Kind::Time: return limit("duration", config.budget.seconds, 0.001);
        case Kind::Iteration: return limit("iterations", config.budget.iterations, 1);
        case Kind::Events: return limit("max-events", config.budget.events, 1);
        case Kind::Evaluations: return limit("maxEvaluations", config.budget.executions, 1);
        case Kind::Optimal: config.stopWhenComplete = true; return;
        case Kind::Combined: {
            const std::optional<JsonElement> conditions = section.find("conditions");
            if (!conditions || !conditions->isArray())
                return section.complain("conditions", "must be a list [ … ]");
            for (const JsonElement condition : conditions->array())
                readCondition(condition, section, config, depth + 1);
        }
    }
}

void readDurations(JsonSection& root, SearchConfig& config) {
    config.durations = {.wait = 100, .press = 10, .click = 10, .sound = 10};
    const std::optional<JsonElement> json = root.find("durations");
    if (!json) return;
    JsonSection section(*json, root.inner("durations"), root.error());
    section.number("waitStepUpperBound", config.durations.wait, 1, 1e6);
    section.number("pressDuration", config.durations.press, 1, 1e6);
    section.number("clickDuration", config.durations.click, 1, 1e6);
    section.number("soundDuration", config.durations.sound, 1, 1e6);
    section.ignore({"pressDurationUpperBound"});
}

void readAlgorithm(JsonSection& root, SearchConfig& config) {
    enum class Generator { Random, Iterative, ManyObjective, Neuroevolution };
    Generator generator = Generator::ManyObjective;
    root.word("testGenerator", generator,
              {{"random", Generator::Random},
               {"iterative", Generator::Iterative},
               {"manyObjective", Generator::ManyObjective},
               {"neuroevolution", Generator::Neuroevolution}});
    if (generator == Generator::Neuroevolution) {
        return root.complain("testGenerator",
                             "is for neuroevolution, which needs a configuration of its own kind");
    }
    config.algorithm = Algorithm::Mio;  // what Whisker does unless it is told otherwise
    root.word("algorithm", config.algorithm,
              {{"random", Algorithm::Random},
               {"mosa", Algorithm::Mosa},
               {"mio", Algorithm::Mio},
               {"onePlusOne", Algorithm::OnePlusOne}});
    if (generator == Generator::Random) config.algorithm = Algorithm::Random;
    root.word("extractor", config.extraction,
              {{"naive", Extraction::Naive},
               {"wait", Extraction::Wait},
               {"static", Extraction::Static},
               {"dynamic", Extraction::Dynamic}});
    root.word("eventSelector", config.eventSelection,
              {{"interleaving", EventSelection::Interleaving}, {"clustering", EventSelection::Clustering}});
}

void readSeed(JsonSection& root, SearchConfig& config) {
    const std::optional<JsonElement> json = root.find("seed");
    if (!json) return;
    std::uint32_t seed = 0;
    if (json->isText()) {
        const std::string_view text = json->text();
        const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), seed);
        if (problem != std::errc() || end != text.data() + text.size()) {
            return root.complain("seed", "must be a whole number between 0 and 4294967295");
        }
    } else {
        root.number("seed", seed, 0, 4294967295.0);
    }
    config.seed = seed;
}

void readRoot(const JsonElement& json, const std::string& name, SearchConfig& config,
              std::optional<Error>& error) {
    JsonSection root(json, name, error);
    readAlgorithm(root, config);
    root.number("populationSize", config.mosa.populationSize, 1, 1e5);
    root.number("startOfFocusedPhase", config.mio.startOfFocusedPhase, 0, 1);
    readChromosome(root, config);
    // The random generator counts differently: both ends are possible lengths.
    std::size_t most = 0;
    root.number("minEventSize", config.encoding.minSample, 1, 1e6);
    root.number("maxEventSize", most, 1, 1e6);
    if (most > 0) config.encoding.maxSample = most + 1;
    if (config.encoding.maxSample <= config.encoding.minSample) {
        root.complain("chromosome: maxSampleLength", "must be greater than minSampleLength");
    }
    readMutation(root, config);
    readCrossover(root, config);
    readSelection(root, config);
    readLocalSearch(root, config);
    readArchive(root, config);
    readRange(root, config);
    readFitness(root, config);
    if (const std::optional<JsonElement> condition = root.find("stoppingCondition")) {
        config.stopWhenComplete = false;
        readCondition(*condition, root, config, 0);
    }
    readDurations(root, config);
    readSeed(root, config);
    root.flag("minimize", config.minimize);
    root.flag("assertions", config.assertions);
    root.flag("minimizeAssertions", config.minimizeAssertions);
    double milliseconds = 0;
    root.number("minimizationTimeBudget", milliseconds, 0, kMany);
    config.minimizationSeconds = milliseconds / 1000;
    root.ignore({"debugLogging", "populationRecord"});
}

}  // namespace

Result<SearchConfig> parseSearchConfig(std::string_view text, const std::string& name) {
    JsonDocument document;
    const JsonProblem problem = document.parse(std::string(text));
    if (problem == JsonProblem::TooDeep) return fail("is nested too deeply", name);
    if (problem != JsonProblem::None)
        return fail("this is not JSON", name, "is it a configuration file of Whisker?");
    SearchConfig config;
    config.player = {};  // as in the papers
    std::optional<Error> error;
    readRoot(document.root(), name, config, error);
    if (error) return std::unexpected(*error);
    return config;
}

Result<SearchConfig> readSearchConfig(const std::string& path) {
    constexpr std::size_t kLimit = 1 << 20;
    OUNCE_TRY(std::string text, readFile(path, kLimit));
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    const std::size_t end = text.find_last_not_of(" \t\r\n");
    const std::string word = begin == std::string::npos ? "" : text.substr(begin, end - begin + 1);
    if (word.ends_with(".json") && word.find_first_of("{\n") == std::string::npos) {
        const std::string other = (std::filesystem::path(path).parent_path() / word).string();
        OUNCE_TRY(text, readFile(other, kLimit));
        return parseSearchConfig(text, other);
    }
    return parseSearchConfig(text, path);
}

}  // namespace ounce
