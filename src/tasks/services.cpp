#include "tasks/services.h"

#include "contracts/javascript/service.h"
#include "models/companion.h"
#include "tasks/generate_order.h"
#include "testing/whisker/service.h"

namespace ounce::tasks {

std::vector<WorkerService> workerServices() {
    return {whiskerService(models::companionsFrom), contracts::contractsService(), generateService()};
}

}  // namespace ounce::tasks
