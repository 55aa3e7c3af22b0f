#include "contracts/javascript/module.h"

#include <algorithm>

#include "base/file.h"
#include "contracts/javascript/module_builder.h"

namespace ounce::contracts {
namespace {

constexpr std::size_t kLongestSource = std::size_t{8} << 20;

}  // namespace

Result<JsModule> jsModuleOf(const std::string& path, std::string source, const std::string& contractsPath,
                            const std::string& contracts) {
    JsModule module;
    module.path = path;
    module.source = std::move(source);
    module.contractsPath = contractsPath;
    module.contractsText = contracts;
    module.declarations = declarationsOf(module.source);
    module.strict = module.declarations.isModule;
    if (contractsPath.empty()) {
        OUNCE_CHECK(buildModule(module, module.declarations, module.source, path));
    } else {
        const JsDeclarations separate = declarationsOf(contracts);
        OUNCE_CHECK(buildModule(module, separate, contracts, contractsPath));
    }
    // What a contract compares with is worth trying.
    for (const Condition& condition : module.conditions) {
        const JsDeclarations constants = declarationsOf(condition.text);
        for (const double number : constants.numbers) {
            std::vector<double>& known = module.declarations.numbers;
            if (std::find(known.begin(), known.end(), number) == known.end()) known.push_back(number);
        }
    }
    return module;
}

Result<JsModule> readJsModule(const std::string& path, const std::string& contractsPath) {
    OUNCE_TRY(std::string source, readFile(path, kLongestSource));
    std::string contracts;
    if (!contractsPath.empty()) {
        OUNCE_TRY(contracts, readFile(contractsPath, kLongestSource));
    }
    return jsModuleOf(path, std::move(source), contractsPath, contracts);
}

}  // namespace ounce::contracts
