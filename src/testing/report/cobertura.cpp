// Cobertura's XML: which lines of the program's text (`ounce show PROJECT --sprite NAME`) ran. A package is a
// project, a class a sprite. No time stamp: the same runs give the same bytes.
#include <fmt/format.h>

#include "html/page.h"
#include "testing/report/report.h"

namespace ounce {
namespace {

std::string rate(const CoverageCount& count) { return fmt::format("{:.4f}", count.ratio()); }

void classOf(std::string& out, const SuiteRun& run, std::size_t sprite,
             const std::vector<std::uint8_t>& executed) {
    const std::string& name = run.program->sprites[sprite].name;
    CoverageCount count;
    std::string lines;
    for (const ProgramLine& line : programLines(*run.program, sprite, executed)) {
        if (line.reach == ProgramLine::Reach::NotCounted) continue;
        const bool hit = line.reach == ProgramLine::Reach::Covered;
        count.add(hit);
        lines += fmt::format("            <line number=\"{}\" hits=\"{}\"/>\n", line.number, hit ? 1 : 0);
    }
    if (count.total == 0) return;
    out += fmt::format(
        "        <class name=\"{0}\" filename=\"{1}/{0}\" line-rate=\"{2}\" branch-rate=\"0\" "
        "complexity=\"0\">\n"
        "          <methods/>\n          <lines>\n{3}          </lines>\n        </class>\n",
        html::escape(name), html::escape(run.file), rate(count), lines);
}

}  // namespace

std::string coberturaReport(const std::vector<SuiteRun>& runs) {
    const CoverageCount all = coverageOf(runs);
    std::string packages;
    for (const SuiteRun& run : runs) {
        if (!run.program) continue;
        const std::vector<std::uint8_t> executed = executedBy(run);
        std::string classes;
        for (std::size_t i = 0; i < run.program->sprites.size(); i++) classOf(classes, run, i, executed);
        packages += fmt::format(
            "    <package name=\"{}\" line-rate=\"{}\" branch-rate=\"0\" complexity=\"0\">\n      "
            "<classes>\n{}"
            "      </classes>\n    </package>\n",
            html::escape(run.project), rate(coverageOf(run).total), classes);
    }
    return fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<!DOCTYPE coverage SYSTEM \"http://cobertura.sourceforge.net/xml/coverage-04.dtd\">\n"
        "<coverage line-rate=\"{}\" branch-rate=\"0\" lines-covered=\"{}\" lines-valid=\"{}\" "
        "branches-covered=\"0\" "
        "branches-valid=\"0\" complexity=\"0\" version=\"1\" timestamp=\"0\">\n"
        "  <sources/>\n  <packages>\n{}  </packages>\n</coverage>\n",
        rate(all), all.covered, all.total, packages);
}

}  // namespace ounce
