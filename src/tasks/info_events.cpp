#include "tasks/info_events.h"

#include "analysis/events.h"

namespace ounce::tasks {

Result<std::vector<EventInfo>> eventsOf(Project project) {
    OUNCE_TRY(std::shared_ptr<const Program> program, compile(std::move(project)));
    const EventExtractor extractor(std::move(program), Extraction::Static);
    std::vector<EventInfo> events;
    for (const ExtractedEvent& event : extractor.staticEvents()) {
        events.push_back(
            {extractor.identifier(*event.what), extractor.sentence(*event.what), event.parameterCount()});
    }
    return events;
}

}  // namespace ounce::tasks
