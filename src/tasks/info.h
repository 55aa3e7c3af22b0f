// What is in a project.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "project/inspect.h"
#include "project/project.h"
#include "tasks/info_events.h"

namespace ounce::tasks {

struct InfoAnswer {
    Format format = Format::Sb3;
    std::string agent{}, vm{};  // who saved it with what; files need not say
    Summary summary{};
    std::vector<std::string> warnings{};
    std::optional<std::vector<EventInfo>> events{};  // what a player can do, if that was asked for
};

Result<InfoAnswer> info(Project project, bool events);
Json toJson(const InfoAnswer& answer);
std::string_view formatName(Format format);

}  // namespace ounce::tasks
