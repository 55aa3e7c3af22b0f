// Plays the golden traces of the official renderer: puts every sprite where the trace says and asks who
// touches whom.
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fmt/core.h>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <simdjson.h>
#include <sstream>

#include "../shared_folder.h"
#include "project/load.h"
#include "stage/stage.h"

namespace ounce {
namespace {

std::string unpacked(const std::filesystem::path& gz) {
    std::string out;
    FILE* pipe = popen(("gzip -dc '" + gz.string() + "'").c_str(), "r");
    if (!pipe) return out;
    char buffer[1 << 16];
    for (std::size_t n = 0; (n = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;) out.append(buffer, n);
    pclose(pipe);
    return out;
}

struct Actor {
    std::string name;
    bool isClone = false;
    int target = 0;
    DrawableId drawable = kNoDrawable;
    std::string label() const { return isClone ? name + "#" : name; }
};

struct Agreement {
    long asked = 0, wrong = 0, positive = 0;
    std::map<std::string, long> differences;
};

// The trace does not tell the clones of a sprite apart: those are compared by how many of them touch.
using Counts = std::map<std::pair<std::string, std::string>, int>;

class Player {
  public:
    explicit Player(const Project& project)
        : project_(project), stage_(Stage::create(project)), state_(stage_->initialState()) {
        for (const std::string& warning : stage_->warnings()) fmt::print("  {}\n", warning);
    }

    void play(simdjson::dom::element line, Agreement& agreement) {
        place(line["targets"]);
        state_.drawn();
        compare(line["touching"], agreement);
    }

  private:
    int targetNamed(std::string_view name) const {
        for (std::size_t i = 0; i < project_.targets.size(); i++)
            if (project_.targets[i].name == name) return static_cast<int>(i);
        return -1;
    }

    void place(simdjson::dom::array targets) {
        std::map<std::string, std::vector<std::pair<std::int64_t, simdjson::dom::element>>> clones;
        std::vector<std::pair<DrawableId, std::int64_t>> layers;
        for (const simdjson::dom::element t : targets) {
            const std::string name(t["name"].get_string().value());
            if (t["isClone"].get_bool().value())
                clones[name].emplace_back(t["exec"].get_int64().value(), t);
            else
                apply(original(name, t["isStage"].get_bool().value()), t);
        }
        for (auto& [name, entries] : clones)
            std::sort(entries.begin(), entries.end(),
                      [](const auto& a, const auto& b) { return a.first < b.first; });
        // As many drawables as there are clones now; the oldest stay.
        std::erase_if(actors_, [&](const Actor& actor) {
            if (!actor.isClone) return false;
            auto& left = clones[actor.name];
            if (!left.empty()) {
                apply(actor, left.front().second);
                left.erase(left.begin());
                return false;
            }
            state_.destroy(actor.drawable);
            return true;
        });
        for (auto& [name, entries] : clones)
            for (auto& [exec, t] : entries) {
                actors_.push_back({name, true, targetNamed(name), state_.create(LayerGroup::Sprite)});
                apply(actors_.back(), t);
            }
    }

    const Actor& original(const std::string& name, bool isStage) {
        for (const Actor& actor : actors_)
            if (!actor.isClone && actor.name == name) return actor;
        actors_.push_back({name, false, isStage ? 0 : targetNamed(name),
                           state_.create(isStage ? LayerGroup::Background : LayerGroup::Sprite)});
        return actors_.back();
    }

    static double number(simdjson::dom::element value) {
        double d = std::nan("");
        return value.get(d) ? std::nan("") : d;
    }

    void apply(const Actor& actor, simdjson::dom::element t) {
        const DrawableId d = actor.drawable;
        const std::string_view style = t["rotationStyle"];
        state_.setSkin(d, stage_->skin(actor.target, static_cast<int>(number(t["costume"]))));
        state_.setVisible(d, t["visible"].get_bool());
        state_.setDirectionAndSize(d, number(t["direction"]), number(t["size"]),
                                   style == "left-right"     ? RotationStyle::LeftRight
                                   : style == "don't rotate" ? RotationStyle::DontRotate
                                                             : RotationStyle::AllAround);
        state_.setPosition(d, number(t["x"]), number(t["y"]));
        static const std::map<std::string_view, Effect> kEffects{
            {"color", ColorEffect}, {"fisheye", Fisheye},       {"whirl", Whirl}, {"pixelate", Pixelate},
            {"mosaic", Mosaic},     {"brightness", Brightness}, {"ghost", Ghost}};
        std::map<std::string_view, double> now;
        for (const auto [key, value] : t["effects"].get_object()) now[key] = number(value);
        for (const auto& [name, effect] : kEffects) {
            double& before = effects_[{d, effect}];
            const double value = now.count(name) ? now[name] : 0;
            if (before != value) state_.setEffect(d, effect, value);
            before = value;
        }
    }

    void compare(simdjson::dom::element touching, Agreement& agreement) {
        Counts expected, found;
        const auto label = [](std::string_view name) {
            const std::size_t hash = name.rfind('#');
            const bool clone = hash != std::string_view::npos && hash + 1 < name.size() &&
                               name.find_first_not_of("0123456789", hash + 1) == std::string_view::npos;
            return std::string(clone ? name.substr(0, hash + 1) : name);
        };
        for (const simdjson::dom::element e : touching["edge"]) expected[{label(e), "edge"}]++;
        for (const simdjson::dom::element pair : touching["sprites"])
            expected[{label(pair.at(0)), label(pair.at(1))}]++;
        for (const Actor& a : actors_) {
            if (a.target == 0) continue;
            const Rectangle box = state_.bounds(a.drawable);
            found[{a.label(), "edge"}] +=
                box.left < -240 || box.right > 240 || box.top > 180 || box.bottom < -180;
            agreement.asked++;
            for (const Actor& b : actors_) {
                if (b.target == 0 || b.drawable == a.drawable) continue;
                const std::array<DrawableId, 1> others{b.drawable};
                found[{a.label(), b.label()}] += state_.touches(a.drawable, others);
                agreement.asked++;
            }
        }
        for (const auto& [pair, n] : expected) {
            agreement.positive += n;
            found[pair];
        }
        for (const auto& [pair, n] : found) {
            const int difference = n - (expected.count(pair) ? expected[pair] : 0);
            if (difference == 0) continue;
            agreement.wrong += std::abs(difference);
            agreement
                .differences[pair.first + (difference > 0 ? " touches only here " : " touches only there ") +
                             pair.second] += std::abs(difference);
        }
    }

    const Project& project_;
    std::shared_ptr<const Stage> stage_;
    StageState state_;
    std::vector<Actor> actors_;
    std::map<std::pair<DrawableId, Effect>, double> effects_;
};

TEST(GoldenTraces, SpritesTouchAsInTheOfficialRenderer) {
    const std::filesystem::path golden = sharedFolder() / "oracle/golden";
    std::ifstream index(golden / "INDEX.csv");
    if (!index) GTEST_SKIP() << "no golden traces at " << golden;
    const char* only = std::getenv("OUNCE_ONLY");
    Agreement all;
    std::string row;
    std::getline(index, row);
    while (std::getline(index, row)) {
        std::stringstream fields(row);
        std::string name, path;
        std::getline(fields, name, ',');
        std::getline(fields, path, ',');
        if (only && name.find(only) == std::string::npos) continue;
        const std::string trace = unpacked(golden / (name + ".official.jsonl.gz"));
        const auto project = loadProject((sharedFolder() / path).string());
        if (trace.empty() || !project) continue;
        Player player(*project);
        Agreement here;
        simdjson::dom::parser parser;
        std::istringstream lines(trace);
        std::string line;
        std::getline(lines, line);
        while (std::getline(lines, line)) player.play(parser.parse(line), here);
        if (here.wrong) {
            fmt::print("{}: {} of {} differ ({} touch)\n", name, here.wrong, here.asked, here.positive);
            for (const auto& [what, count] : here.differences) fmt::print("    {} x {}\n", count, what);
        }
        all.asked += here.asked, all.wrong += here.wrong, all.positive += here.positive;
    }
    fmt::print(
        "{} questions, {} touching, {} answered differently: {:.4f} % agree, {:.2f} % of those touching\n",
        all.asked, all.positive, all.wrong,
        100 - 100.0 * static_cast<double>(all.wrong) / static_cast<double>(all.asked),
        100 - 100.0 * static_cast<double>(all.wrong) / static_cast<double>(all.positive));
    ASSERT_GT(all.asked, 0);
    EXPECT_LT(static_cast<double>(all.wrong), 0.005 * static_cast<double>(all.positive));
}

}  // namespace
}  // namespace ounce
