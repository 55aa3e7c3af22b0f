#include "verify/export.h"

#include <fmt/format.h>

#include "base/file.h"
#include "base/json_writer.h"
#include "vm/inputs_json.h"

namespace ounce::verify {

Result<ExportedWitness> exportWitness(const std::string& folder, const std::string& name,
                                      const Program& program, const std::vector<spec::Monitor>& monitors,
                                      std::size_t propertyIndex, const Witness& witness) {
    OUNCE_CHECK(makeFolder(folder));
    ExportedWitness exported;
    const auto write = [&](const char* ending, const std::string& text) -> Result<void> {
        exported.files.push_back(fmt::format("{}/{}{}", folder, name, ending));
        return writeFile(exported.files.back(), text);
    };
    OUNCE_CHECK(write(".witness.json", writeWitness(witness, program)));
    TestFiles tests = writeTests(program, monitors, propertyIndex, witness);
    OUNCE_CHECK(write(".test.json", tests.json));
    OUNCE_CHECK(write(".test.js", tests.javaScript));
    JsonWriter inputs;
    writeInputs(inputs, witness.log.inputs);
    OUNCE_CHECK(write(".inputs.json", inputs.take() + '\n'));
    OUNCE_CHECK(write(".html", writePage(program, monitors, propertyIndex, witness)));
    exported.notes = std::move(tests.notes);
    return exported;
}

}  // namespace ounce::verify
