#include "generate/report_page.h"

#include <algorithm>
#include <fmt/format.h>

#include "base/parallel.h"
#include "base/steps.h"
#include "html/page.h"
#include "html/plot.h"
#include "testing/report/html_sections.h"
#include "testing/report/report.h"
#include "testing/story.h"

namespace ounce {
namespace {

using html::escape;

constexpr std::size_t kTestsWithAllPictures = 30, kTestsWithTwoPictures = 90;
constexpr std::size_t kBytesForAllPictures = 2'500'000, kBytesForTwoPictures = 3'500'000;
constexpr std::size_t kOpenTests = 5;
constexpr std::size_t kBlocksInSight = 8;

constexpr std::string_view kStyle = R"(
svg.plot { display: block; width: 100%; max-width: 45rem; height: auto; background: var(--card);
  border: 1px solid var(--line); border-radius: .5rem; }
.plot text { fill: var(--soft); font-size: 13px; } .plot .grid { stroke: var(--line); }
.plot .axis { stroke: var(--soft); fill: none; } .plot .curve { stroke: var(--accent); stroke-width: 2.5; fill: none; }
.plot .area { fill: var(--accent); opacity: .12; }
.film { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1rem 0; padding: 0; list-style: none; }
.film img { width: 8.75rem; height: auto; }
.film span { display: block; text-align: center; font-size: .85rem; color: var(--soft); }
.gist { flex: 6 1 0; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
details[open] > summary .gist { visibility: hidden; }
.blocks { margin: 0; padding: 0 0 0 1.2rem; } .blocks li { overflow-wrap: anywhere; }
)";

std::string counted(std::size_t count, std::string_view one, std::string_view many) {
    return fmt::format("{} {}", count, count == 1 ? one : many);
}

// ---- how far the search came ----

std::string goalWord(const GenerationOptions& options) {
    return options.config.goals == GoalKind::Branches ? "branches" : "blocks";
}

std::string summary(const Generation& generation, const GenerationOptions& options) {
    std::vector<html::Tile> tiles;
    const std::string word = goalWord(options);
    const bool complete = generation.covered == generation.goals;
    tiles.push_back({fmt::format("{:.0f} %", 100 * generation.coverage()),
                     fmt::format("{} of {}{} {} reached", generation.covered, generation.goals,
                                 generation.dead > 0 ? " reachable" : "", word),
                     complete ? "good" : ""});
    if (generation.dead > 0)
        tiles.push_back(
            {fmt::format("{}", generation.dead), fmt::format("{} that can never run", word), "warn"});
    std::size_t events = 0;
    for (const TestCase& test : generation.suite.tests) events += test.events.size();
    tiles.push_back(html::countTile(generation.suite.tests.size(), "test", "tests"));
    tiles.push_back(html::countTile(events, "event", "events"));
    tiles.push_back(html::countTile(generation.suite.assertions(), "check", "checks"));
    tiles.push_back(html::countTile(generation.executions, "try of the search", "tries of the search"));
    return html::tiles(tiles);
}

std::string timeline(const Generation& generation, const GenerationOptions& options) {
    if (generation.timeline.empty() || generation.goals == 0) return {};
    const bool byClock = options.config.budget.seconds.has_value();
    const auto percent = [&](std::size_t covered) {
        return 100 * static_cast<double>(covered) / static_cast<double>(generation.goals);
    };
    html::StepPlot plot;
    for (const CoverageAt& at : generation.timeline) plot.points.push_back({at.seconds, percent(at.covered)});
    plot.xEnd = std::max(byClock ? generation.seconds : secondsOf(generation.steps),
                         generation.timeline.back().seconds);
    plot.xLabel = byClock ? "seconds of searching" : "seconds that the program was played, in its own time";
    plot.yLabel = goalWord(options) + " reached";
    plot.yUnit = " %";
    const CoverageAt &first = generation.timeline.front(), &last = generation.timeline.back();
    plot.description = fmt::format("The first test reached {:.0f} %; after {:.2f} s it was {:.0f} %",
                                   percent(first.covered), last.seconds, percent(last.covered));
    plot.description += last.covered == generation.goals ? "." : ", and nothing was found after that.";
    return fmt::format("<h2>Coverage over time</h2>\n{}<p class=\"soft\">{}</p>\n", html::stepPlot(plot),
                       escape(plot.description));
}

// ---- properties ----

std::string properties(const Generation& generation) {
    if (generation.properties.empty()) return {};
    std::string out = "<h2>Properties</h2>\n<table>\n<tr><th>property</th><th></th><th></th></tr>\n";
    for (const SearchedProperty& property : generation.properties) {
        const spec::PropertyResult& result = property.result;
        std::string status, what = escape(result.message);
        switch (result.outcome) {
            case spec::Outcome::Holds: status = "no test violates it"; break;
            case spec::Outcome::Untriggered: status = "no test triggers it"; break;
            case spec::Outcome::Error: status = html::verdict(Verdict::Error); break;
            case spec::Outcome::Violated:
                status = html::verdict(Verdict::Fail);
                what += fmt::format("<br><span class=\"soft\">at {:.2f} s of «{}»</span>", result.seconds(),
                                    escape(property.test));
                break;
        }
        if (!result.explanation.empty())
            what += fmt::format("{}<span class=\"soft\">{}</span>", what.empty() ? "" : "<br>",
                                escape(result.explanation));
        out += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td></tr>\n", escape(result.name), status, what);
    }
    return out + "</table>\n";
}

// ---- tests ----

std::string film(const Storyboard& storyboard) {
    if (storyboard.empty()) return {};
    std::string out = "<ul class=\"film\">\n";
    for (const Thumbnail& thumbnail : storyboard) {
        const double second = secondsOf(thumbnail.step);
        out += fmt::format(
            "<li>{}<span>{:.1f} s</span></li>\n",
            html::picture(thumbnail.png, fmt::format("the stage at second {:.1f}", second), 160, 120),
            second);
    }
    return out + "</ul>\n";
}

// The blocks of the first argument's tests that `seen` lacks, which are added to it.
std::vector<std::string> newBlocks(const SuiteRun& run, const TestResult& test,
                                   std::vector<std::uint8_t>& seen) {
    // Everything counts as known but what is new.
    std::vector<std::uint8_t> known(run.program->statements.size(), 1);
    for (std::size_t i = 0; i < known.size() && i < test.coverage.size(); i++)
        known[i] = test.coverage[i] == 0 || seen[i] != 0;
    mergeCoverage(seen, test.coverage);
    std::vector<std::string> blocks;
    for (const UncoveredBlock& block : uncoveredBlocks(*run.program, known))
        blocks.push_back(fmt::format("{}: <code>{}</code>", escape(block.sprite), escape(block.text)));
    return blocks;
}

std::string testCard(const TestCase& test, const TestResult& result, const Storyboard& storyboard,
                     const std::vector<std::string>& fresh, bool open) {
    std::string out = fmt::format(
        "<details class=\"card\"{}><summary>{}<span class=\"name\">{}</span><span class=\"gist "
        "soft\">{}</span><span class=\"soft\">{}{}</span>"
        "</summary>\n<div class=\"inside\">\n",
        open ? " open" : "", result.isGood() ? std::string() : html::verdict(result.verdict),
        escape(test.name), escape(sentenceOf(test)),
        fresh.empty() ? std::string()
                      : fmt::format("reaches {} · ", counted(fresh.size(), "more block", "more blocks")),
        secondsText(result.seconds()));
    if (!result.message.empty()) out += fmt::format("<p>{}</p>\n", escape(result.message));
    out += film(storyboard) + "<div class=\"sides\">\n<div>\n<h3>What happens</h3>\n" +
           html::story(storyOf(test)) + "</div>\n";
    if (!fresh.empty()) {
        out += "<div>\n<h3>Reached here for the first time</h3>\n" +
               html::shortList("blocks", fresh, kBlocksInSight) + "</div>\n";
    }
    return out + "</div>\n</div>\n</details>\n";
}

std::string tests(const Generation& generation, const SuiteRun& run,
                  const std::vector<Storyboard>& storyboards) {
    std::string out = "<h2>Tests</h2>\n";
    if (generation.suite.tests.empty()) return out + "<p>There is nothing in this program to test.</p>\n";
    out += "<p class=\"soft\">✓ what must hold at that moment</p>\n";
    std::vector<std::uint8_t> seen(run.program->statements.size());
    bool somePictures = false, someWithout = false;
    for (std::size_t i = 0; i < generation.suite.tests.size(); i++) {
        const std::vector<std::string> fresh = newBlocks(run, run.tests[i], seen);
        out += testCard(generation.suite.tests[i], run.tests[i], storyboards[i], fresh, i < kOpenTests);
        (storyboards[i].empty() ? someWithout : somePictures) = true;
    }
    if (somePictures && someWithout)
        out += "<p class=\"soft\">Later tests have no pictures, so that this page stays small.</p>\n";
    return out;
}

std::size_t bytesOf(const Storyboard& storyboard) {
    std::size_t bytes = 0;
    for (const Thumbnail& thumbnail : storyboard) bytes += thumbnail.png.size();
    return bytes;
}

}  // namespace

// Of a budget of time: no pictures after that.
constexpr double kPicturesUntil = 1;

std::vector<Storyboard> storyboardsOf(const Program& program, const Generation& generation,
                                      const GenerationOptions& options, const Job& whole) {
    const Job job = whole.part(kPicturesUntil);
    const std::vector<TestCase>& suite = generation.suite.tests;
    const MachineOptions machine = generation.suite.machineOptions();
    const Moment start = testStart(program, machine, options.programSeed);
    std::vector<Storyboard> storyboards(suite.size());
    inParallel(std::min(suite.size(), kTestsWithTwoPictures), job.threads, [&](std::size_t i, std::size_t) {
        if (job.isOver()) return;
        storyboards[i] = storyboardOf(program, machine, start, suite[i],
                                      i < kTestsWithAllPictures ? kMostThumbnails : 2, job);
    });
    std::size_t bytes = 0;
    for (Storyboard& storyboard : storyboards) {
        if (bytes + bytesOf(storyboard) > kBytesForAllPictures && storyboard.size() > 2)
            storyboard.erase(storyboard.begin() + 1, storyboard.end() - 1);
        if (bytes + bytesOf(storyboard) > kBytesForTwoPictures) storyboard.clear();
        bytes += bytesOf(storyboard);
    }
    return storyboards;
}

std::string reportPage(const Generation& generation, const GenerationOptions& options, const SuiteRun& run,
                       const std::vector<Storyboard>& storyboards) {
    const std::vector<std::uint8_t> executed = executedBy(run);
    std::string body = summary(generation, options) + properties(generation) + timeline(generation, options) +
                       tests(generation, run, storyboards);
    body += "<h2>Coverage</h2>\n" + html::coverageTable(coverageOf(run));
    body +=
        "<h2>Program</h2>\n<p class=\"soft\">✓ a test came here, ✗ no test came here; at the right, the "
        "blocks of "
        "the script that tests reached</p>\n" +
        html::programCards(*run.program, executed);
    return html::page(fmt::format("Tests generated for {}", run.project), body, kStyle);
}

}  // namespace ounce
