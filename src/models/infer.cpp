#include "models/infer.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <set>

#include "analysis/events.h"
#include "base/cast.h"
#include "base/parallel.h"
#include "models/run_models.h"
#include "testing/play.h"
#include "testing/program_text.h"
#include "vm/look.h"
#include "vm/machine.h"

namespace ounce::models {
namespace {

constexpr double kMillisecondsPerStep = 1000.0 / 30;

std::string escaped(std::string_view name) {
    std::string text;
    for (const char c : name) {
        if (std::string_view("\\^$.|?*+()[]{}/").find(c) != std::string_view::npos) text += '\\';
        text += c;
    }
    return text;
}

std::string numberText(double number) { return numberToString(number).utf8(); }
std::string changeText(double by) { return (by >= 0 ? "+" : "") + numberText(by); }

Check check(CheckKind kind, std::vector<std::string> args, bool negated = false) {
    return {.kind = kind, .args = std::move(args), .negated = negated};
}
Check never() { return check(CheckKind::Function, {"true"}, true); }
Check afterStart() { return check(CheckKind::TimeElapsed, {"300"}); }

// Something of the program that a model can be about.
struct Thing {
    std::string sprite{}, member{};  // as models write them
    std::string words{};             // "x of Bowl", "score"
    bool variable = false;
    std::int32_t owner = 0, slot = kNone;

    [[nodiscard]] Check changes(const std::string& how, bool negated = false) const {
        return check(variable ? CheckKind::VarChange : CheckKind::AttrChange, {sprite, member, how}, negated);
    }
    [[nodiscard]] Check compares(const std::string& op, const std::string& value) const {
        return check(variable ? CheckKind::VarComp : CheckKind::AttrComp, {sprite, member, op, value});
    }
};

// What runs showed of a thing.
struct Seen {
    std::map<double, int> changes{};  // by amount, one by one
    std::set<std::string> first{};    // values when the first step was done
    double low = 1e300, high = -1e300;
    bool numeric = true;
    std::vector<double> gaps{};  // steps between two changes of one run
};

// Two things that meet: a sprite and another, or a colour.
struct Meeting {
    std::string sprite{}, other{};
    std::vector<std::string> colour{};
    std::string words{};
    [[nodiscard]] Check touches(bool negated = false) const {
        if (colour.empty()) return check(CheckKind::SpriteTouching, {sprite, other}, negated);
        return check(CheckKind::SpriteColor, {sprite, colour[0], colour[1], colour[2]}, negated);
    }
};

class Watcher final : public Observer {
  public:
    Watcher(const std::vector<Thing>& things, std::vector<Seen>& seen,
            std::set<std::pair<std::string, std::string>>& said, Machine& machine)
        : things_(things), seen_(seen), said_(said), machine_(machine), last_(things.size(), 0) {
        machine.watch(*this);
    }

    void moved(std::int32_t place, double oldX, double oldY) override {
        if (place == kNone) return;
        const TargetState& t = *machine_.state.targets[static_cast<std::size_t>(place)];
        if (t.isClone) return;
        for (std::size_t i = 0; i < things_.size(); i++) {
            const Thing& thing = things_[i];
            if (thing.variable || thing.owner != t.sprite) continue;
            if (thing.member == "x") changed(i, t.x - oldX);
            if (thing.member == "y") changed(i, t.y - oldY);
        }
    }
    void variableChanged(std::int32_t place, std::int32_t slot, const Value& before,
                         const Value& now) override {
        const TargetState& t = *machine_.state.targets[static_cast<std::size_t>(place)];
        if (t.isClone) return;
        const double a = toRawNumber(before), b = toRawNumber(now);
        for (std::size_t i = 0; i < things_.size(); i++) {
            const Thing& thing = things_[i];
            if (!thing.variable || thing.owner != t.sprite || thing.slot != slot) continue;
            if (std::isnan(a) || std::isnan(b))
                seen_[i].numeric = false;
            else
                changed(i, b - a);
        }
    }
    void said(std::int32_t place, bool, const Value& text) override {
        if (place == kNone || machine_.state.step < 3) return;
        const std::string words = toText(text).utf8();
        const TargetState& t = *machine_.state.targets[static_cast<std::size_t>(place)];
        if (!words.empty() && words.size() < 40)
            said_.insert({machine_.program.sprites[static_cast<std::size_t>(t.sprite)].name, words});
    }

    void afterStep() {
        for (std::size_t i = 0; i < things_.size(); i++) {
            const Thing& thing = things_[i];
            const TargetState& t = *machine_.state.targets[static_cast<std::size_t>(thing.owner)];
            const Value value = valueOf(thing, t);
            if (machine_.state.step == 1) seen_[i].first.insert(toText(value).utf8());
            const double number = toRawNumber(value);
            if (std::isnan(number)) {
                seen_[i].numeric = false;
            } else if (machine_.state.step > 9) {
                seen_[i].low = std::min(seen_[i].low, number);
                seen_[i].high = std::max(seen_[i].high, number);
            }
        }
    }

  private:
    void changed(std::size_t thing, double by) {
        if (by == 0 || machine_.state.step < 3) return;
        Seen& seen = seen_[thing];
        if (seen.changes.size() < 200) seen.changes[std::round(by * 1e6) / 1e6]++;
        if (last_[thing] > 0) seen.gaps.push_back(static_cast<double>(machine_.state.step - last_[thing]));
        last_[thing] = machine_.state.step;
    }
    Value valueOf(const Thing& thing, const TargetState& t) const {
        if (thing.variable) return t.variables[static_cast<std::size_t>(thing.slot)];
        if (thing.member == "x") return t.x;
        if (thing.member == "y") return t.y;
        if (thing.member == "size") return t.size;
        if (thing.member == "direction") return t.direction;
        if (thing.member == "visible") return t.visible;
        const auto& costumes = machine_.program.sprites[static_cast<std::size_t>(t.sprite)].costumes;
        const auto index = static_cast<std::size_t>(t.costume);
        return index < costumes.size() ? Value(costumes[index].nameText) : Value(String());
    }

    const std::vector<Thing>& things_;
    std::vector<Seen>& seen_;
    std::set<std::pair<std::string, std::string>>& said_;
    Machine& machine_;
    std::vector<std::uint64_t> last_;
};

class Inference {
  public:
    Inference(const std::shared_ptr<const Program>& program, const InferOptions& options)
        : program_(program), options_(options) {}

    Inferred infer() {
        findThings();
        chooseUser();
        look();
        proposeAll();
        Inferred result{.user = user_, .candidates = candidates_.size(), .coverage = coverage_};
        tryOut(options_.seed + 1000, options_.trying);
        tryOut(options_.seed + 100000, options_.confirming);
        // What was taken in more runs says more; what says more stands first.
        std::stable_sort(candidates_.begin(), candidates_.end(),
                         [](const Candidate& a, const Candidate& b) { return a.weight > b.weight; });
        for (Candidate& candidate : candidates_) result.program.push_back(std::move(candidate.model));
        return result;
    }

  private:
    struct Candidate {
        Model model{};
        int weight = 0;           // kinds of models that find more come first
        std::size_t telling = 0;  // the edge without which the model says nothing
        bool mayBeUntaken = false;
        std::string only{};  // of several with this key, the first that holds is enough
    };

    // ---- what there is ----

    void findThings() {
        const auto& sprites = program_->sprites;
        for (std::size_t i = 0; i < sprites.size(); i++) {
            const std::string name = i == 0 ? "Stage" : escaped(sprites[i].name);
            const auto owner = static_cast<std::int32_t>(i);
            if (i > 0) {
                for (const char* member : {"x", "y", "size", "direction", "visible", "costume"})
                    things_.push_back({.sprite = name,
                                       .member = member,
                                       .words = fmt::format("{} of {}", member, sprites[i].name),
                                       .owner = owner});
            }
            for (std::size_t v = 0; v < sprites[i].variables.size(); v++) {
                things_.push_back({.sprite = name,
                                   .member = escaped(sprites[i].variables[v].name),
                                   .words = sprites[i].variables[v].name,
                                   .variable = true,
                                   .owner = owner,
                                   .slot = static_cast<std::int32_t>(v)});
            }
        }
        seen_.resize(things_.size());
        const EventExtractor extractor(program_, Extraction::Static);
        for (const ExtractedEvent& event : extractor.staticEvents()) {
            const EventTemplate& what = *event.what;
            const std::string& sprite = sprites[static_cast<std::size_t>(what.sprite)].name;
            switch (what.kind) {
                case EventKind::KeyPress:
                    if (std::find(keys_.begin(), keys_.end(), what.text) == keys_.end() && !what.text.empty())
                        keys_.push_back(what.text);
                    break;
                case EventKind::ClickSprite:
                    if (std::find(clicks_.begin(), clicks_.end(), sprite) == clicks_.end())
                        clicks_.push_back(sprite);
                    break;
                case EventKind::DragToSprite:
                    meet({.sprite = escaped(sprite),
                          .other = escaped(sprites[static_cast<std::size_t>(what.other)].name),
                          .words = fmt::format("{} touches {}", sprite,
                                               sprites[static_cast<std::size_t>(what.other)].name)});
                    break;
                case EventKind::DragToColor:
                    meet({.sprite = escaped(sprite),
                          .colour = {std::to_string(what.color.r), std::to_string(what.color.g),
                                     std::to_string(what.color.b)},
                          .words = fmt::format("{} touches the colour #{:02x}{:02x}{:02x}", sprite,
                                               what.color.r, what.color.g, what.color.b)});
                    break;
                default: break;
            }
        }
    }

    void meet(Meeting meeting) {
        for (const Meeting& known : meetings_) {
            if (known.words == meeting.words) return;
        }
        meetings_.push_back(std::move(meeting));
    }

    // ---- who plays ----

    // A player who does nothing for a while, presses keys at random, or (`chases`) moves one sprite towards
    // others with the keys that were seen to move it.
    Model player(bool chases) const {
        Model model{.usage = Usage::User,
                    .id = "player",
                    .explanation = "Plays at random, or goes after what moves."};
        const auto node = [&](const std::string& id) {
            model.nodes.push_back({.id = id, .label = id});
            return model.nodes.size() - 1;
        };
        const auto edge = [&](std::size_t from, std::size_t to, std::vector<Check> conditions,
                              std::vector<Input> inputs = {}) {
            const std::string id = fmt::format("e{}", model.edges.size() + 1);
            model.edges.push_back({.id = id,
                                   .label = id,
                                   .from = from,
                                   .to = to,
                                   .conditions = std::move(conditions),
                                   .inputs = std::move(inputs)});
        };
        const auto chance = [](double p) { return check(CheckKind::Probability, {numberText(p)}); };
        const std::size_t start = node("start"), rest = node("rest"), wild = node("wild");
        edge(start, rest, {chance(0.1)});
        if (chases) {
            for (const Mover& mover : movers_) {
                std::vector<std::size_t> after;
                for (std::size_t i = 1; i < program_->sprites.size(); i++) {
                    const std::string other = escaped(program_->sprites[i].name);
                    if (other == mover.sprite || program_->sprites[i].name.find(')') != std::string::npos)
                        continue;
                    const std::size_t chase =
                        node(fmt::format("{} after {}", mover.sprite, program_->sprites[i].name));
                    const auto where = [&](const char* op) {
                        return check(
                            CheckKind::Expr,
                            {fmt::format("$({0}.{2}) {3} $({1}.{2}) && Math.abs($({0}.{2})-$({1}.{2})) > 8",
                                         mover.sprite, other, mover.axis, op)});
                    };
                    edge(start, chase, {chance(0.35)});
                    edge(chase, chase, {where(">")}, {{.kind = InputKind::Key, .args = {mover.low}}});
                    edge(chase, chase, {where("<")}, {{.kind = InputKind::Key, .args = {mover.high}}});
                    after.push_back(chase);
                }
                for (const std::size_t chase : after) edge(chase, start, {chance(0.01)});
            }
        }
        edge(start, wild, {});
        for (const std::string& key : keys_) {
            const std::size_t hold = node("hold " + key);
            edge(wild, hold, {chance(0.05)}, {{.kind = InputKind::Key, .args = {key}}});
            edge(hold, wild, {chance(0.1)});
            edge(hold, hold, {}, {{.kind = InputKind::Key, .args = {key}}});
        }
        for (const std::string& sprite : clicks_)
            edge(wild, wild, {chance(0.03)}, {{.kind = InputKind::ClickSprite, .args = {escaped(sprite)}}});
        edge(wild, start, {chance(0.01)});
        return model;
    }

    std::vector<Repetition> playAll(const std::vector<Model>& models, std::uint32_t seed, int count) const {
        RunOptions options;
        options.seconds = options_.seconds;
        options.contradictions = false;
        const auto bound = bind(models, *program_, {});
        const ModelStart start = modelStart(*program_, options.machine);
        std::vector<Repetition> all(static_cast<std::size_t>(count));
        inParallel(all.size(), static_cast<std::size_t>(std::max(1, options_.jobs)),
                   [&](std::size_t i, std::size_t) {
                       if (options_.stop && *options_.stop) return;
                       all[i] =
                           playOnce(*program_, *bound, options, seed + static_cast<std::uint32_t>(i), start);
                   });
        return all;
    }

    // Which keys move a sprite: the models that say so are tried with the player who presses keys at random.
    void findMovers() {
        std::vector<Model> models{player(false)};
        struct Question {
            std::string sprite, axis, key;
            bool up;
        };
        std::vector<Question> questions;
        for (const Thing& thing : things_) {
            if (thing.variable || (thing.member != "x" && thing.member != "y")) continue;
            for (const std::string& key : keys_) {
                for (const bool up : {false, true}) {
                    questions.push_back({thing.sprite, thing.member, key, up});
                    models.push_back(keyModel(thing, key, thing.changes(up ? "+" : "-"), "q"));
                }
            }
        }
        if (questions.empty()) return;
        std::vector<int> taken(models.size()), failed(models.size());
        for (const Repetition& one : playAll(models, options_.seed, 5)) {
            for (std::size_t m = 1; m < one.result.covered.size(); m++) taken[m] += one.result.covered[m][1];
            for (const Finding& finding : one.result.fails) failed[finding.model]++;
        }
        std::map<std::pair<std::string, std::string>, std::pair<std::string, std::string>> found;
        for (std::size_t q = 0; q < questions.size(); q++) {
            if (taken[q + 1] == 0 || failed[q + 1] > taken[q + 1] / 2) continue;
            auto& keys = found[{questions[q].sprite, questions[q].axis}];
            (questions[q].up ? keys.second : keys.first) = questions[q].key;
        }
        for (const auto& [what, keys] : found) {
            if (!keys.first.empty() && !keys.second.empty())
                movers_.push_back({what.first, keys.first, keys.second, what.second});
        }
    }

    void chooseUser() {
        findMovers();
        double best = -1;
        for (const bool chases : {false, true}) {
            Model candidate = player(chases);
            std::vector<std::uint8_t> reached(program_->statements.size());
            for (const Repetition& one : playAll({candidate}, options_.seed, 20))
                mergeCoverage(reached, one.coverage);
            const double part = summarize(*program_, reached).total.ratio();
            // Who chases also plays at random; only what reaches less is worse.
            if (part < best) continue;
            best = part;
            user_ = std::move(candidate);
        }
        coverage_ = best;
    }

    // ---- what runs show ----

    void look() {
        const MachineOptions machineOptions = Suite().machineOptions();
        const auto bound = bind({user_}, *program_, {});
        const ModelStart start = modelStart(*program_, machineOptions);
        for (int run = 0; run < options_.looking; run++) {
            State state = start.state;
            const std::uint32_t seed = options_.seed + static_cast<std::uint32_t>(run);
            state.random = Generator(seed);
            Machine machine(*program_, state, machineOptions);
            Watcher watcher(things_, seen_, said_, machine);
            ModelPlay play(*bound, machine, {.seed = seed});
            for (double step = 0; step < options_.seconds * 30; step++) {
                play.beforeStep();
                machine.step();
                play.afterStep();
                watcher.afterStep();
            }
        }
    }

    // ---- candidates ----

    Model small(const std::string& id, const std::string& explanation, std::vector<std::string> nodes) const {
        Model model{.id = id, .explanation = explanation};
        for (std::string& node : nodes) model.nodes.push_back({.id = node, .label = node});
        return model;
    }
    static void edge(Model& model, std::size_t from, std::size_t to, const std::string& id,
                     std::vector<Check> conditions, std::vector<Check> effects = {}, double within = -1,
                     double by = -1) {
        model.edges.push_back({.id = id,
                               .label = id,
                               .from = from,
                               .to = to,
                               .forceAt = by,
                               .forceAfter = within,
                               .conditions = std::move(conditions),
                               .effects = std::move(effects)});
    }
    // Two states: not yet, and from then on an edge that leads back to itself.
    Model loop(const std::string& id, const std::string& explanation, std::vector<Check> when,
               std::vector<Check> then) const {
        Model model = small(id, explanation, {"init", "play"});
        edge(model, 0, 1, "begin", {afterStart()});
        edge(model, 1, 1, "check", std::move(when), std::move(then));
        return model;
    }
    Model keyModel(const Thing& thing, const std::string& key, Check effect, const std::string& id) const {
        std::vector<Check> when{check(CheckKind::Key, {key})};
        for (const std::string& other : keys_) {
            if (other != key) when.push_back(check(CheckKind::Key, {other}, true));
        }
        if (!thing.variable) when.push_back(check(CheckKind::TouchingEdge, {thing.sprite}, true));
        return loop(id, fmt::format("The key {} changes {}.", key, thing.words), std::move(when),
                    {std::move(effect)});
    }

    void propose(Model model, int weight, std::size_t telling = 1, const std::string& only = {},
                 bool mayBeUntaken = false) {
        candidates_.push_back({std::move(model), weight, telling, mayBeUntaken, only});
    }

    void proposeAll() {
        for (std::size_t i = 0; i < things_.size(); i++) {
            const Thing& thing = things_[i];
            const Seen& seen = seen_[i];
            if (seen.first.size() == 1) {
                Model model = small(thing.words + " at first",
                                    fmt::format("{} is {} at first.", thing.words, *seen.first.begin()),
                                    {"start", "ready"});
                edge(model, 0, 1, "first", {}, {thing.compares("=", *seen.first.begin())});
                propose(std::move(model), 20, 0);
            }
            propose(loop(thing.words + " stays", fmt::format("{} does not change.", thing.words),
                         {thing.changes("=", true)}, {never()}),
                    30, 1, {}, true);
            proposeChanges(thing, seen);
            for (const std::string& key : keys_) {
                const std::string only = fmt::format("key {} {}", key, thing.words);
                for (const auto& [by, times] : seen.changes)
                    propose(keyModel(thing, key, thing.changes(changeText(by)),
                                     fmt::format("{} by {}", thing.words, key)),
                            80, 1, only);
                propose(keyModel(thing, key, thing.changes("+"), fmt::format("{} by {}", thing.words, key)),
                        70, 1, only);
                propose(keyModel(thing, key, thing.changes("-"), fmt::format("{} by {}", thing.words, key)),
                        70, 1, only);
            }
            if (!keys_.empty() && !seen.changes.empty()) {
                std::vector<Check> none{thing.changes("=", true)};
                for (const std::string& key : keys_) none.push_back(check(CheckKind::Key, {key}, true));
                propose(loop(thing.words + " without keys",
                             fmt::format("{} stays as long as no key is pressed.", thing.words),
                             std::move(none), {never()}),
                        60, 1, {}, true);
            }
        }
        for (const auto& [sprite, text] : said_) {
            for (const Meeting& meeting : meetings_) {
                if (meeting.sprite != escaped(sprite)) continue;
                propose(loop(fmt::format("{} says {}", sprite, text),
                             fmt::format("When {}, {} says «{}».", meeting.words, sprite, text),
                             {meeting.touches()}, {check(CheckKind::Output, {escaped(sprite), text})}),
                        75);
            }
            for (const Thing& thing : things_) {
                if (!thing.variable) continue;
                propose(loop(fmt::format("{} says {} when {} is 0", sprite, text, thing.words),
                             fmt::format("When {} is 0, {} says «{}».", thing.words, sprite, text),
                             {thing.changes("=", true), thing.compares("=", "0")},
                             {check(CheckKind::Output, {escaped(sprite), text})}),
                        65);
            }
            Model leaves =
                small(fmt::format("{} stops saying {}", sprite, text),
                      fmt::format("{} says «{}» for a second.", sprite, text), {"init", "said", "gone"});
            const Check says = check(CheckKind::Output, {escaped(sprite), text});
            Check silent = says;
            silent.negated = true;
            edge(leaves, 0, 1, "says", {says});
            edge(leaves, 1, 2, "goes", {silent}, {check(CheckKind::TimeBetween, {"900"})}, 1200);
            propose(std::move(leaves), 55, 1);
        }
    }

    void proposeChanges(const Thing& thing, const Seen& seen) {
        if (seen.changes.empty()) return;
        if (!seen.numeric) return;
        for (const bool up : {false, true}) {
            int all = 0, most = 0;
            double usual = 0;
            for (const auto& [by, times] : seen.changes) {
                if ((by > 0) != up) continue;
                all += times;
                if (times > most) most = times, usual = by;
            }
            if (all == 0) {
                propose(loop(thing.words + (up ? " never rises" : " never falls"),
                             fmt::format("{} never {}.", thing.words, up ? "rises" : "falls"),
                             {thing.changes(up ? "+" : "-")}, {never()}),
                        50, 1, {}, true);
                continue;
            }
            if (most * 10 < all * 6) continue;
            const std::string id =
                fmt::format("{} {} by {}", thing.words, up ? "rises" : "falls", numberText(std::abs(usual)));
            const std::string sentence =
                fmt::format("{} {} by {}.", thing.words, up ? "rises" : "falls", numberText(std::abs(usual)));
            propose(loop(id, sentence, {thing.changes(up ? "+" : "-")}, {thing.changes(changeText(usual))}),
                    85, 1, id);
            if (!thing.variable)
                propose(loop(id, sentence + " At the edge it may be less.",
                             {thing.changes(up ? "+" : "-"),
                              check(CheckKind::TouchingEdge, {thing.sprite}, true)},
                             {thing.changes(changeText(usual))}),
                        85, 1, id);
            // How soon again.
            if (thing.variable && seen.changes.size() == 1 && seen.gaps.size() > 5) {
                const auto [least, longest] = std::minmax_element(seen.gaps.begin(), seen.gaps.end());
                Model beat = small(thing.words + " keeps time",
                                   fmt::format("{} changes every {:.1f} s.", thing.words, *longest / 30),
                                   {"init", "beat", "over"});
                edge(beat, 0, 1, "first", {thing.changes(changeText(usual)), afterStart()});
                edge(beat, 1, 2, "zero", {thing.compares("=", "0")});
                edge(beat, 1, 1, "again", {thing.changes(changeText(usual))},
                     {check(CheckKind::TimeBetween,
                            {numberText(std::floor(std::max(0.0, *least - 1) * kMillisecondsPerStep))})},
                     std::ceil((*longest + 3) * kMillisecondsPerStep));
                beat.nodes[2].stop = true;
                propose(std::move(beat), 90, 2);
            }
        }
        for (const auto& [by, times] : seen.changes) {
            if (!thing.variable || times < 2 || seen.changes.size() > 6) continue;
            for (const Meeting& meeting : meetings_) {
                // Only because of that.
                Model cause = small(
                    fmt::format("{} {} because {}", thing.words, changeText(by), meeting.words),
                    fmt::format("{} changes by {} only when {}.", thing.words, numberText(by), meeting.words),
                    {"init", "play", "counted"});
                edge(cause, 0, 1, "begin", {afterStart()});
                edge(cause, 1, 2, "counts", {thing.changes(changeText(by)), meeting.touches()});
                edge(cause, 1, 1, "for nothing", {thing.changes(changeText(by))}, {never()});
                edge(cause, 2, 1, "go on", {thing.changes("=")});
                propose(std::move(cause), 100, 1);
                // And always then, soon.
                Model follow =
                    small(fmt::format("{} {} after {}", thing.words, changeText(by), meeting.words),
                          fmt::format("When {}, {} changes by {} soon.", meeting.words, thing.words,
                                      numberText(by)),
                          {"init", "play", "met", "done"});
                edge(follow, 0, 1, "begin", {afterStart()});
                edge(follow, 1, 2, "meets", {meeting.touches()});
                edge(follow, 2, 3, "counts", {thing.changes(changeText(by))}, {}, 500);
                edge(follow, 3, 1, "apart", {meeting.touches(true)});
                propose(std::move(follow), 95, 2);
            }
        }
        // After a meeting a sprite is somewhere else.
        if (thing.variable || (thing.member != "x" && thing.member != "y")) return;
        for (const Meeting& meeting : meetings_) {
            if (meeting.sprite != thing.sprite) continue;
            Model apart = small(fmt::format("{} after {}", thing.words, meeting.words),
                                fmt::format("When {}, {} changes soon.", meeting.words, thing.words),
                                {"init", "play", "met"});
            edge(apart, 0, 1, "begin", {afterStart()});
            edge(apart, 1, 2, "meets", {meeting.touches()});
            edge(apart, 2, 1, "leaves", {meeting.touches(true)}, {}, 2500);
            propose(std::move(apart), 60, 2, "leaves " + meeting.words);
        }
        const Thing* other = nullptr;
        for (const Thing& candidate : things_) {
            if (candidate.owner == thing.owner && candidate.member == (thing.member == "x" ? "y" : "x"))
                other = &candidate;
        }
        const Seen& others = seen_[static_cast<std::size_t>(other - things_.data())];
        for (const double place : {others.low, others.high}) {
            if (others.low >= others.high || !std::isfinite(place)) continue;
            propose(
                loop(fmt::format("{} jumps at {}", thing.words, numberText(place)),
                     fmt::format("When {} changes, {} is {}.", thing.words, other->words, numberText(place)),
                     {thing.changes("=", true)}, {other->compares("=", numberText(place))}),
                70);
        }
        const std::string least = numberText(seen.low), most = numberText(seen.high);
        if (std::isfinite(seen.low) && seen.low < seen.high && seen.changes.size() < 8)
            propose(loop(thing.words + " range",
                         fmt::format("{} stays between {} and {}.", thing.words, least, most), {},
                         {thing.compares(">=", least), thing.compares("<=", most)}),
                    40);
        Model happens = small(thing.words + " changes at all",
                              fmt::format("{} changes within five seconds.", thing.words), {"init", "done"});
        edge(happens, 0, 1, "changes", {thing.changes("=", true), afterStart()}, {}, -1, 5000);
        happens.nodes[1].stop = true;
        propose(std::move(happens), 45, 0);
    }

    // ---- trying out ----

    // Keeps what never fails and is taken often enough to say something.
    void tryOut(std::uint32_t seed, int count) {
        if (candidates_.empty() || count == 0) return;
        std::vector<Model> models;
        std::set<std::string> ids;
        for (Candidate& candidate : candidates_) {
            const std::string id = candidate.model.id;
            for (int number = 2; !ids.insert(candidate.model.id).second; number++)
                candidate.model.id = fmt::format("{} ({})", id, number);
            models.push_back(candidate.model);
        }
        // The end of the game is not modelled: no model but those tried, and the player.
        models.push_back(user_);
        std::vector<int> failed(models.size()), taken(models.size());
        for (const Repetition& one : playAll(models, seed, count)) {
            for (const Finding& finding : one.result.fails) failed[finding.model]++;
            for (const Finding& finding : one.result.errors) failed[finding.model]++;
            for (std::size_t m = 0; m + 1 < models.size() && m < one.result.covered.size(); m++)
                taken[m] += one.result.covered[m][candidates_[m].telling];
        }
        std::vector<Candidate> kept;
        std::set<std::string> done;
        for (std::size_t m = 0; m < candidates_.size(); m++) {
            const bool tells = taken[m] * 20 >= count || candidates_[m].mayBeUntaken;
            if (failed[m] > 0 || !tells) continue;
            if (!candidates_[m].only.empty() && !done.insert(candidates_[m].only).second) continue;
            kept.push_back(std::move(candidates_[m]));
        }
        candidates_ = std::move(kept);
    }

    struct Mover {
        std::string sprite, low, high, axis;
    };

    const std::shared_ptr<const Program>& program_;
    InferOptions options_;
    std::vector<Thing> things_{};
    std::vector<Seen> seen_{};
    std::set<std::pair<std::string, std::string>> said_{};
    std::vector<std::string> keys_{}, clicks_{};
    std::vector<Meeting> meetings_{};
    std::vector<Mover> movers_{};
    Model user_{};
    double coverage_ = 0;
    std::vector<Candidate> candidates_{};
};

}  // namespace

Inferred inferModels(const std::shared_ptr<const Program>& program, const InferOptions& options) {
    return Inference(program, options).infer();
}

}  // namespace ounce::models
