#include "base/csv.h"

#include <fmt/format.h>

#include "mutation/report/report.h"

namespace ounce {

std::string mutationCsv(const MutationAnalysis& analysis) {
    std::string out = "mutant,operator,sprite,script,block,change,fate,reached,killedBy,reason,step,message";
    for (const AnalyzedTest& test : analysis.tests) {
        if (test.used) out += fmt::format(",{}", csvCell(test.name));
    }
    out += '\n';
    for (const AnalyzedMutant& analyzed : analysis.mutants) {
        const Mutant& mutant = analyzed.mutant;
        out +=
            fmt::format("{},{},{},{},{},{},{},{}", csvCell(mutant.name), operatorInfo(mutant.op).code,
                        csvCell(analysis.program->sprites[mutant.target].name), mutant.script, mutant.block,
                        csvCell(mutant.change), fateName(analyzed.fate), analyzed.reached ? 1 : 0);
        if (analyzed.killer) {
            out += fmt::format(",{},{},{},{}", csvCell(analysis.tests[*analyzed.killer].name),
                               cellName(analyzed.cells[*analyzed.killer]), analyzed.step,
                               csvCell(analyzed.message));
        } else {
            out += ",,,,";
        }
        for (std::size_t i = 0; i < analysis.tests.size(); i++) {
            if (!analysis.tests[i].used) continue;
            out += fmt::format(",{}", cellName(analyzed.cells.empty() ? Cell::NotRun : analyzed.cells[i]));
        }
        out += '\n';
    }
    return out;
}

}  // namespace ounce
