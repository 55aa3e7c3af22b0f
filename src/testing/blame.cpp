#include "testing/blame.h"

#include "testing/program_text.h"
#include "testing/test_player.h"

namespace ounce {
namespace {

// An observer hears of a block before the block runs, so a change seen then is the work of the one before.
class Watch final : public Observer {
  public:
    Watch(const Check& check, const Machine& machine)
        : check_(check), look_(machine.reading()), value_(look()) {}

    void executed(std::int32_t statement, std::int32_t) override {
        notice();
        last_ = statement;
    }
    // Between two steps: what changed until now is the last block's work.
    void notice() {
        if (looks_++ == kMostLooks) culprit_ = kNone;
        if (looks_ > kMostLooks) return;
        std::string now = look();
        if (now == value_) return;
        value_ = std::move(now);
        culprit_ = last_;
    }
    // What changes from here on is the user's work, not a block's.
    void userActs() { last_ = kNone; }
    [[nodiscard]] std::int32_t culprit() const { return culprit_; }

  private:
    // A run of more blocks than this is not followed; better to blame nobody than the wrong block.
    static constexpr int kMostLooks = 500000;

    std::string look() {
        look_.refresh();
        return check_.evaluate(look_).actual;
    }

    const Check& check_;
    Look look_;
    std::string value_;
    std::int32_t last_ = kNone, culprit_ = kNone;
    int looks_ = 0;
};

}  // namespace

BlockPlace placeOf(const Program& program, std::int32_t statement) {
    if (statement == kNone) return {};
    const auto index = static_cast<std::size_t>(statement);
    const auto sprite = static_cast<std::size_t>(program.statements[index].sprite);
    return {program.statementIds[index], program.sprites[sprite].name,
            blockText(program, sprite, program.statementIds[index])};
}

BlockPlace blame(const Program& program, const MachineOptions& options, const Moment& start,
                 const TestCase& test, const TimedCheck& failed) {
    Moment moment = startOf(program, options, start, test);
    TestCase watched = test;
    watched.checks.clear();
    TestPlayer player(program, options, moment, watched);
    Watch watch(failed.check, player.machine());
    player.machine().watch(watch);
    for (std::uint64_t step = moment.state.step + 1; step <= failed.at; step++) {
        watch.userActs();
        player.playTo(step);
        watch.notice();
    }
    return placeOf(program, watch.culprit());
}

}  // namespace ounce
