// Every NAME.scratch of this folder is a test: its graphs and distances are compared with its comments.
#include <gtest/gtest.h>

#include "../programs/program_file.h"
#include "analysis/distance_collector.h"
#include "base/number.h"
#include "graph_lines.h"

namespace ounce::graphs {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> allFiles() {
    std::vector<std::string> files;
    for (const auto& entry : fs::directory_iterator(fs::path(OUNCE_SOURCE_DIR) / "tests/analysis")) {
        if (entry.path().extension() == ".scratch") files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

// The rest of all comments that begin with a word.
Lines comments(std::string_view text, std::string_view word) {
    Lines lines;
    while (!text.empty()) {
        std::string_view line = programs::trimmed(text.substr(0, text.find('\n')));
        text.remove_prefix(std::min(
            text.size(), text.find('\n') == std::string_view::npos ? text.size() : text.find('\n') + 1));
        if (!line.starts_with("// ")) continue;
        line.remove_prefix(3);
        if (programs::takeWord(line) == word) lines.emplace_back(line);
    }
    return lines;
}

std::string measured(const Fitness& fitness, StatementIndex statement, const RunTrace& trace) {
    for (std::size_t i = 0; i < fitness.statementGoals(); i++) {
        if (fitness.goals()[i].statement != statement) continue;
        const FitnessParts parts = fitness.parts(static_cast<GoalIndex>(i), trace);
        if (parts.value == 0) return "covered";
        std::string text = fmt::format("level {}, distance {}", parts.approachLevel,
                                       numberToText(std::round(parts.branchDistance * 1000) / 1000));
        if (parts.branchDistance == 0) text += fmt::format(", flow {}", parts.controlFlowDistance);
        return text;
    }
    return "no goal";
}

class Graphs : public testing::TestWithParam<std::string> {};

TEST_P(Graphs, AreAsDrawn) {
    auto file = programs::ProgramFileReader().read(GetParam());
    ASSERT_TRUE(file) << file.error().message();
    auto project = readText(file->text, GetParam(), "");
    ASSERT_TRUE(project) << project.error().message();
    auto program = compile(std::move(*project));
    ASSERT_TRUE(program) << program.error().message();
    const Fitness fitness(*program);
    const GraphLines graph(fitness);

    auto compare = [&](std::string_view word, const Lines& actual) {
        Lines wanted = comments(file->text, word);
        std::sort(wanted.begin(), wanted.end());
        const bool optional = word != "dead" && wanted.empty();
        EXPECT_TRUE(optional || wanted == actual) << GetParam() << "\nIt is\n"
                                                  << joined(actual, word) << "but should be\n"
                                                  << joined(wanted, word);
        return !wanted.empty();
    };
    bool says = compare("edge", graph.edges());
    says = compare("control", graph.controls()) || says;
    says = compare("dead", graph.dead()) || says;

    for (const std::string& line : comments(file->text, "measure")) {
        says = true;
        std::string_view rest = line;
        programs::takeWord(rest);  // after
        const auto steps = std::stoul(std::string(programs::takeWord(rest)));
        const auto colon = rest.rfind(": ");
        ASSERT_NE(colon, std::string_view::npos) << line;
        const StatementIndex statement = graph.find(std::string(programs::trimmed(rest.substr(0, colon))));
        ASSERT_NE(statement, kNone) << line;
        MachineOptions options = file->options;
        options.mode = file->modes.front();
        Runner runner(*program, options, file->seed, file->inputs);
        DistanceCollector collector(fitness);
        collector.attach(runner.machine());
        for (unsigned long i = 0; i < steps; i++) runner.step();
        EXPECT_EQ(measured(fitness, statement, collector.trace(runner.machine())), rest.substr(colon + 2))
            << GetParam() << ": " << line;
    }
    EXPECT_TRUE(says) << "the file expects nothing";
}

std::string testName(const testing::TestParamInfo<std::string>& info) {
    std::string name = fs::path(info.param).stem();
    std::replace_if(
        name.begin(), name.end(), [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(All, Graphs, testing::ValuesIn(allFiles()), testName);

}  // namespace
}  // namespace ounce::graphs
