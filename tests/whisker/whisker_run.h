// Little helpers to run suites in tests. All of them use worker processes: this process never makes a
// JsEngine.
#pragma once

#include <gtest/gtest.h>
#include <memory>
#include <string>

#include "base/file.h"
#include "project/load.h"
#include "testing/whisker/workers.h"

namespace ounce::whisker {

inline std::string suiteFolder() { return OUNCE_SOURCE_DIR "/tests/whisker/suites"; }

inline std::shared_ptr<const Program> compiled(Result<Project> project) {
    EXPECT_TRUE(project) << project.error().message();
    auto program = compile(std::move(*project));
    EXPECT_TRUE(program) << program.error().message();
    return *program;
}

inline std::shared_ptr<const Program> load(const std::string& path) { return compiled(loadProject(path)); }
inline std::shared_ptr<const Program> programOf(const std::string& text) {
    return compiled(readText(text, "test.scratch", ""));
}

}  // namespace ounce::whisker
