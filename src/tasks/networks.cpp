#include "tasks/networks.h"

namespace ounce::tasks {

Result<neuro::NetworkGeneration> generateNetworks(const NetworksRequest& request, const Job& job) {
    return neuro::generateNetworks(request.program, request.project, request.options,
                                   request.options.programSeed, job);
}

}  // namespace ounce::tasks
