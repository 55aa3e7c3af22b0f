#include "tasks/info.h"

namespace ounce::tasks {

std::string_view formatName(Format format) {
    switch (format) {
        case Format::Sb3: return "sb3";
        case Format::Sb2: return "sb2";
        case Format::Json: return "json";
        case Format::Text: return "scratch";
    }
    return "";
}

Result<InfoAnswer> info(Project project, bool events) {
    InfoAnswer answer;
    answer.format = project.format;
    answer.summary = inspect(project);
    answer.warnings = std::move(project.warnings);
    const Json meta = Json::parse(project.meta).value_or(Json());
    answer.agent = meta.text("agent");
    answer.vm = meta.text("vm");
    if (events) {
        OUNCE_TRY(answer.events, eventsOf(std::move(project)));
    }
    return answer;
}

Json toJson(const InfoAnswer& info) {
    const Summary& summary = info.summary;
    Json json{{"format", formatName(info.format)},
              {"agent", info.agent},
              {"vm", info.vm},
              {"sprites", summary.sprites},
              {"scripts", summary.scripts},
              {"statements", summary.statements},
              {"goals", summary.goals},
              {"looseBlocks", summary.looseBlocks},
              {"customBlocks", summary.customBlocks},
              {"variables", summary.variables},
              {"lists", summary.lists},
              {"extensions", summary.extensions},
              {"unsupported", summary.unsupported},
              {"deadScripts", summary.deadScripts},
              {"warnings", info.warnings},
              {"targets", Json::array()}};
    for (const TargetSummary& target : summary.targets) {
        json["targets"].push_back({{"name", target.name},
                                   {"scripts", target.scripts},
                                   {"statements", target.statements},
                                   {"goals", target.goals},
                                   {"costumes", target.costumes},
                                   {"sounds", target.sounds},
                                   {"customBlocks", target.customBlocks},
                                   {"variables", target.variables},
                                   {"lists", target.lists}});
    }
    if (info.events) {
        json["events"] = Json::array();
        for (const EventInfo& event : *info.events) {
            json["events"].push_back({{"identifier", event.identifier},
                                      {"sentence", event.sentence},
                                      {"parameters", event.parameters}});
        }
    }
    return json;
}

}  // namespace ounce::tasks
