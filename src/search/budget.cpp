#include "search/budget.h"

#include <algorithm>

namespace ounce {

double BudgetMeter::progress() const {
    double progress = job_.spent();
    auto consider = [&](double spent, double limit) {
        progress = std::max(progress, limit > 0 ? std::clamp(spent / limit, 0.0, 1.0) : 1.0);
    };
    if (budget_.executions)
        consider(static_cast<double>(executions_), static_cast<double>(*budget_.executions));
    if (budget_.steps) consider(static_cast<double>(steps_), static_cast<double>(*budget_.steps));
    if (budget_.events) consider(static_cast<double>(events_), static_cast<double>(*budget_.events));
    if (budget_.iterations)
        consider(static_cast<double>(iterations_), static_cast<double>(*budget_.iterations));
    return progress;
}

std::size_t BudgetMeter::allowance(std::size_t wanted) const {
    if (exhausted()) return 0;
    if (!budget_.executions) return wanted;
    return std::min(wanted,
                    static_cast<std::size_t>(std::max<std::int64_t>(*budget_.executions - executions_, 0)));
}

}  // namespace ounce
