// A witness as a page: what the user does, what it looks like after each action, and the moment at which the
// property is violated.
#include <algorithm>
#include <fmt/format.h>

#include "base/cast.h"
#include "html/page.h"
#include "testing/play.h"
#include "testing/program_text.h"
#include "testing/recording.h"
#include "testing/story.h"
#include "verify/export.h"
#include "verify/replay.h"

namespace ounce::verify {
namespace {

using html::escape;

// How it begins and how it ends is looked at; what comes between is told in words.
constexpr std::size_t kFirstPictures = 3, kLastPictures = 4;

constexpr std::string_view kStyle = R"(
.moment { display: flex; gap: 1rem; align-items: flex-start; margin: 1rem 0; flex-wrap: wrap; }
.moment img { width: 240px; height: 180px; }
.moment .words { flex: 1 1 16rem; }
.moment.violation .words { font-weight: bold; }
)";

struct Moment {
    std::uint64_t at = 0;       // when it is done
    std::uint64_t picture = 0;  // steps done, at most the last
    std::vector<std::string> words{};
    std::string png{};
};

std::string secondsText(std::uint64_t steps) {
    return fmt::format("{:.2f} s (step {})", static_cast<double>(steps) / 30, steps);
}

std::vector<Moment> momentsOf(const Witness& witness, const TestCase& test, std::uint64_t end) {
    std::vector<Moment> moments{{.at = 0, .words = {}}};
    for (const InputEvent& input : witness.log.inputs) {
        if (input.kind != InputEvent::Kind::SetVariable) break;
        moments[0].words.push_back(
            fmt::format("the variable {} begins with {}", input.variable, toText(input.value).utf8()));
    }
    moments[0].words.push_back(storyOf(UserEvent{.kind = UserEvent::Kind::GreenFlag}));
    for (const TimedEvent& timed : test.events) {
        if (moments.back().at != timed.at) moments.push_back({.at = timed.at});
        moments.back().words.push_back(storyOf(timed.event));
    }
    for (std::size_t i = 0; i < moments.size(); i++) {
        // Right before the next action: everything has had its effect by then, but not for too long.
        constexpr std::uint64_t kSoon = 6;
        const std::uint64_t next = i + 1 < moments.size() ? moments[i + 1].at : end;
        moments[i].picture = std::min({moments[i].at + kSoon, std::max(next, moments[i].at + 1), end});
    }
    return moments;
}

std::string section(const Moment& moment, const std::string& place, std::string_view kind) {
    std::string words;
    for (const std::string& one : moment.words) words += fmt::format("<p>{}</p>\n", escape(one));
    return fmt::format(
        "<div class=\"moment{}\">\n{}<div class=\"words\"><p class=\"soft\">{}</p>\n{}</div>\n</div>\n", kind,
        moment.png.empty() ? "" : html::picture(moment.png, place, 240, 180) + "\n", escape(place), words);
}

std::string drawsTable(const Program& program, const Witness& witness) {
    if (witness.log.draws.empty()) return {};
    std::string out =
        "<h2>What was left to chance</h2>\n<div class=\"scroll\"><table>\n<thead><tr><th scope=\"col\">sprite"
        "</th><th scope=\"col\">block</th><th scope=\"col\">came out as</th></tr></thead>\n<tbody>\n";
    for (const Draws& draws : witness.log.draws) {
        constexpr std::size_t kInSight = 30;
        std::string outcomes;
        for (std::size_t i = 0; i < draws.outcomes.size() && i < kInSight; i++)
            outcomes += fmt::format("{}{}", i ? ", " : "", toText(Value(draws.outcomes[i])).utf8());
        if (draws.outcomes.size() > kInSight) outcomes += ", …";
        std::string block;
        for (std::size_t i = 0; i < program.sprites.size() && block.empty(); i++) {
            if (program.sprites[i].name == draws.sprite) block = blockText(program, i, draws.block);
        }
        out +=
            fmt::format("<tr><th scope=\"row\">{}</th><td><code>{}</code></td><td>{}</td></tr>\n",
                        escape(draws.sprite), escape(block.empty() ? draws.block : block), escape(outcomes));
    }
    return out + "</tbody>\n</table></div>\n";
}

}  // namespace

std::string writePage(const Program& program, const std::vector<spec::Monitor>& monitors,
                      std::size_t propertyIndex, const Witness& witness) {
    const spec::Monitor& monitor = monitors[propertyIndex];
    const std::vector<spec::Monitor> property{monitor};
    Witness run = witness;
    run.property = monitor.name;
    run.programHash.clear();
    const Replay replay = replayWitness(program, property, run);
    const std::uint64_t end = replay.steps;

    const TestCase test = recordedTest(witness.log).test;
    std::vector<Moment> moments = momentsOf(witness, test, end);
    if (witness.log.machine.renderer) {
        ReplayRun again(program, property, run);
        std::size_t next = 0;
        const auto draw = [&] {
            for (; next < moments.size() && moments[next].picture <= again.machine().state.step; next++) {
                if (next < kFirstPictures || next + kLastPictures >= moments.size())
                    moments[next].png = pngOf(again.machine());
            }
        };
        draw();
        while (again.step()) draw();
        Moment last{.at = end};
        last.png = pngOf(again.machine());
        moments.push_back(std::move(last));
    } else {
        moments.push_back({.at = end});
    }
    moments.back().words.push_back(replay.reproduced
                                       ? fmt::format("the property is violated: {}", replay.message)
                                       : std::string("the property is not violated"));

    std::string body =
        html::tiles({{replay.reproduced ? "violated" : "not violated", "the property",
                      replay.reproduced ? "bad" : "good"},
                     {fmt::format("{:.2f} s", static_cast<double>(end) / 30), "from the flag"},
                     html::countTile(test.events.size(), "action after the flag", "actions after the flag")});
    body += fmt::format("<p><code>{}: {}</code></p>\n", escape(monitor.name), escape(monitor.text));
    if (!monitor.explanation.empty()) body += fmt::format("<p>{}</p>\n", escape(monitor.explanation));
    body += "<h2>What happens</h2>\n";
    for (std::size_t i = 0; i < moments.size(); i++)
        body += section(moments[i], secondsText(moments[i].at), i + 1 == moments.size() ? " violation" : "");
    body += drawsTable(program, witness);
    return html::page(fmt::format("How «{}» is violated", monitor.name), body, kStyle);
}

}  // namespace ounce::verify
