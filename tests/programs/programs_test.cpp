// Every NAME.scratch below this folder is a test: it is run, and what its comments expect must have happened.
#include <gtest/gtest.h>

#include "glance.h"
#include "program_file.h"

namespace ounce::programs {
namespace {

class SayLog final : public Observer {
  public:
    explicit SayLog(Glance& look) : look_(look) {}
    void said(std::int32_t target, bool think, const Value& text) override {
        const std::string shown = toText(text).utf8();
        if (target == kNone || shown.empty()) return;
        lines.push_back(fmt::format("{} {}: {}", think ? "think" : "say", look_.nameOf(target), shown));
    }
    std::vector<std::string> lines;

  private:
    Glance& look_;
};

bool isSpoken(const Expectation& e) {
    return e.subject.starts_with("say ") || e.subject.starts_with("think ") || e.subject == "no say";
}

std::string allLines(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += "\n    " + line;
    return text.empty() ? "\n    (nothing)" : text;
}

void check(const ProgramFile& file, const std::string& path, Mode mode) {
    SCOPED_TRACE(mode == Mode::Whisker ? "mode whisker" : "mode scratch");
    auto project = readText(file.text, path, std::filesystem::path(path).parent_path().string());
    ASSERT_TRUE(project) << project.error().message();
    auto program = compile(std::move(*project));
    ASSERT_TRUE(program) << program.error().message();
    MachineOptions options = file.options;
    options.mode = mode;
    Runner runner(*program, options, file.seed, file.inputs);
    Glance look(runner.machine());
    SayLog says(look);
    runner.machine().watch(says);

    std::vector<std::string> failures, wantedSays;
    bool speaks = false;
    auto judge = [&](const Expectation& e) {
        const std::string seen = look.at(e.subject);
        if (seen == e.wanted) return;
        const std::string when = e.step ? fmt::format(" after {} steps", *e.step) : "";
        failures.push_back(fmt::format("line {}: expected {} = {}{}, but it is {}", e.line, e.subject,
                                       e.wanted, when, seen.substr(0, 4000)));
    };
    for (std::uint64_t step = 1; step <= file.steps; step++) {
        runner.step();
        for (const Expectation& e : file.expectations) {
            if (e.step == step) judge(e);
        }
    }
    for (const Expectation& e : file.expectations) {
        if (e.step && *e.step > file.steps) failures.push_back(fmt::format("line {}: no such step", e.line));
        if (isSpoken(e)) {
            speaks = true;
            if (e.subject != "no say") wantedSays.push_back(e.subject + ": " + e.wanted);
        } else if (!e.step) {
            judge(e);
        }
    }
    if (speaks && wantedSays != says.lines) {
        failures.push_back("expected to be said" + allLines(wantedSays) + "\n  but what was said is" +
                           allLines(says.lines));
    }
    EXPECT_TRUE(failures.empty()) << path << "\n" << file.text << "\nWhat happened:" << allLines(failures);
}

class Programs : public testing::TestWithParam<std::string> {};

TEST_P(Programs, Behaves) {
    auto file = ProgramFileReader().read(GetParam());
    ASSERT_TRUE(file) << file.error().message();
    ASSERT_FALSE(file->expectations.empty()) << GetParam() << " expects nothing";
    for (Mode mode : file->modes) check(*file, GetParam(), mode);
}

INSTANTIATE_TEST_SUITE_P(All, Programs, testing::ValuesIn(allPrograms()),
                         [](const auto& program) { return nameOf(program.param); });

}  // namespace
}  // namespace ounce::programs
