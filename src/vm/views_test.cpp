// What lies over the stage while a program runs.
#include "vm/views.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "project/load.h"
#include "vm/runner.h"

namespace ounce {
namespace {

using testing::ElementsAre;

// A stage that asks a question and hides a variable, and a cat.
constexpr const char* kTargets =
    R"("targets":[{"isStage":true,"name":"Stage","variables":{"v":["score",0.12345678],"h":["hidden",1],"s":["speed",30]},
        "lists":{"l":["names",["Ada",7,true]]},"broadcasts":{},"blocks":{
          "hat":{"opcode":"event_whenflagclicked","next":"hide","parent":null,"inputs":{},"fields":{},"topLevel":true},
          "hide":{"opcode":"data_hidevariable","next":"ask","parent":"hat","inputs":{},"fields":{"VARIABLE":["hidden","h"]}},
          "ask":{"opcode":"sensing_askandwait","next":null,"parent":"hide","inputs":{"QUESTION":[1,[10,"Who?"]]},"fields":{}}},
        "currentCostume":0,"costumes":[],"sounds":[]},
       {"isStage":false,"name":"Cat","variables":{"c":["mood","good"]},"lists":{},"broadcasts":{},"blocks":{},
        "currentCostume":0,"costumes":[],"sounds":[],"x":12,"y":-34,"size":80,"direction":45}])";

std::string monitor(const std::string& id, const std::string& opcode, const std::string& rest = "") {
    return R"({"id":")" + id + R"(","opcode":")" + opcode + R"(","visible":true,"x":1,"y":2)" + rest + "}";
}

Overlay overlayAfterOneStep(const std::string& monitors) {
    const std::string json =
        std::string("{") + kTargets + R"(,"monitors":[)" + monitors + R"(],"meta":{"semver":"3.0.0"}})";
    auto project = readProjectJson(json, "test.json");
    EXPECT_TRUE(project) << project.error().message();
    const auto program = compile(std::move(*project));
    EXPECT_TRUE(program);
    Runner runner(*program, {}, 1, {InputEvent{}});
    runner.step();
    Look look(runner.machine().reading());
    return overlayOf(look);
}

std::vector<std::string> lines(const Overlay& overlay) {
    std::vector<std::string> out;
    for (const MonitorView& view : overlay.monitors) out.push_back(view.label + " = " + view.value);
    return out;
}

TEST(Views, VariablesAreNamedAfterTheirSpriteAndRounded) {
    const Overlay overlay = overlayAfterOneStep(monitor("v", "data_variable") + "," +
                                                monitor("c", "data_variable", R"(,"spriteName":"Cat")"));
    EXPECT_THAT(lines(overlay), ElementsAre("score = 0.123457", "Cat: mood = good"));
    EXPECT_EQ(overlay.monitors[0].x, 1);
    EXPECT_EQ(overlay.monitors[0].y, 2);
}

TEST(Views, ReportersHaveTheLabelsOfTheEditor) {
    const std::string cat = R"(,"spriteName":"Cat")";
    const Overlay overlay = overlayAfterOneStep(
        monitor("1", "motion_xposition", cat) + "," + monitor("2", "looks_size", cat) + "," +
        monitor("3", "looks_backdropnumbername", R"(,"params":{"NUMBER_NAME":"number"})") + "," +
        monitor("4", "sensing_timer") + "," +
        monitor("5", "sensing_current", R"(,"params":{"CURRENTMENU":"DAYOFWEEK"})"));
    // The first step is 33 ms after the start of a run, on a Monday.
    EXPECT_THAT(lines(overlay), ElementsAre("Cat: x position = 12", "Cat: size = 80", "backdrop number = 1",
                                            "timer = 0.033", "day of week = 2"));
}

TEST(Views, HiddenAndUnknownMonitorsAreNotShown) {
    EXPECT_THAT(lines(overlayAfterOneStep(
                    monitor("h", "data_variable") + "," + monitor("gone", "data_variable") + "," +
                    monitor("6", "translate_getTranslate") + "," + monitor("7", "operator_add"))),
                ElementsAre());
}

TEST(Views, ListsAndSliders) {
    const Overlay overlay = overlayAfterOneStep(
        monitor("l", "data_listcontents", R"(,"mode":"list","width":90,"height":120)") + "," +
        monitor("s", "data_variable", R"(,"mode":"slider","sliderMin":20,"sliderMax":60)"));
    ASSERT_EQ(overlay.monitors.size(), 2u);
    EXPECT_EQ(overlay.monitors[0].mode, MonitorView::Mode::List);
    EXPECT_THAT(overlay.monitors[0].items, ElementsAre("Ada", "7", "true"));
    EXPECT_EQ(overlay.monitors[0].length, 3u);
    EXPECT_EQ(overlay.monitors[0].width, 90);
    EXPECT_EQ(overlay.monitors[1].mode, MonitorView::Mode::Slider);
    EXPECT_EQ(overlay.monitors[1].slider, 0.25);
}

TEST(Views, TheStageAsksInTheBox) { EXPECT_EQ(overlayAfterOneStep("").question, "Who?"); }

}  // namespace
}  // namespace ounce
