#include "testing/whisker/service.h"

#include <memory>

#include "base/bytes.h"
#include "base/json_reader.h"
#include "base/json_writer.h"
#include "project/pack.h"
#include "spec/parse.h"
#include "testing/whisker/result_json.h"
#include "testing/whisker/session.h"
#include "vm/machine_bytes.h"

namespace ounce {
namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{4} << 30;

enum class Order : std::uint8_t { Load, Run };
constexpr Order lastOf(Order) { return Order::Run; }

struct Load {
    std::string project{}, suite{}, fileName{}, properties{}, propertiesFile{}, recipe{};
    WhiskerOptions options{};
};

template <class Codec, Of<Load> T>
void fields(Codec& codec, T& load) {
    auto& options = load.options;
    codec(load.project, load.suite, load.fileName, load.properties, load.propertiesFile, load.recipe,
          options.machine, options.seed, options.inputsInMilliseconds, options.timeoutMs, options.longestMs,
          options.pictures);
}

// One suite at a time: the last that was loaded.
class Server {
  public:
    explicit Server(CompanionCook cook) : cook_(std::move(cook)) {}

    std::string serve(std::string_view message) {
        ByteReader reader(message, kMostBytes);
        Order order{};
        reader(order);
        if (order == Order::Load) {
            auto suite = load(reader);
            return suite ? writeSuite(*suite) : writeError(suite.error());
        }
        std::uint64_t test = 0;
        reader(test);
        if (reader.failed() || !session_ || test >= tests_) return {};
        return writeResult(session_->run(static_cast<std::size_t>(test)));
    }

  private:
    Result<JsSuite> load(ByteReader& reader) {
        // The old suite's engine first: what it has taken is free for the new one.
        session_.reset();
        Load load;
        reader(load);
        if (reader.failed()) return fail("a message to a worker is damaged");
        OUNCE_TRY(Project project, unpackProject(load.project));
        OUNCE_TRY(const std::shared_ptr<const Program> program, compile(std::move(project)));
        if (!load.properties.empty()) {
            OUNCE_TRY(spec::Spec spec, spec::parse(load.properties, load.propertiesFile));
            load.options.spec = std::make_shared<const spec::Spec>(std::move(spec));
        }
        if (!load.recipe.empty() && cook_) {
            OUNCE_TRY(load.options.companions, cook_(load.recipe, program));
        }
        snapshot_ = std::make_unique<const State>(whiskerSnapshot(*program, load.options));
        session_ = std::make_unique<WhiskerSession>(program, *snapshot_, std::move(load.options),
                                                    std::move(load.suite), std::move(load.fileName));
        auto suite = session_->load();
        tests_ = suite ? suite->tests.size() : 0;
        return suite;
    }

    CompanionCook cook_;
    std::unique_ptr<const State> snapshot_;
    std::unique_ptr<WhiskerSession> session_;
    std::size_t tests_ = 0;
};

Error readError(const JsonObject& root) {
    const auto text = [&](std::string_view key) {
        std::string_view found;
        return root.get(key, found) ? std::string(found) : std::string();
    };
    return {text("what"), text("where"), text("advice")};
}

}  // namespace

WorkerService whiskerService(CompanionCook cook) {
    return {kWhiskerService, [cook]() -> WorkerServe {
                auto server = std::make_shared<Server>(cook);
                return [server](std::string_view message, const Job&) { return server->serve(message); };
            }};
}

std::string loadMessage(const Program& program, const std::string& suiteText, const std::string& fileName,
                        const WhiskerOptions& options) {
    Load load{.project = packProject(program.project),
              .suite = suiteText,
              .fileName = fileName,
              .properties = options.spec ? options.spec->source : "",
              .propertiesFile = options.spec ? options.spec->file : "",
              .recipe = options.companions.recipe,
              .options = options};
    ByteWriter bytes;
    bytes(Order::Load, load);
    return bytes.take();
}

std::string testMessage(std::size_t test) {
    ByteWriter bytes;
    bytes(Order::Run, static_cast<std::uint64_t>(test));
    return bytes.take();
}

std::string writeError(const Error& error) {
    JsonWriter json;
    json.beginObject().key("what").string(error.what).key("where").string(error.where);
    return json.key("advice").string(error.advice).endObject().take();
}

Result<JsSuite> readLoadAnswer(const std::string& answer) {
    JsonDocument document;
    JsonObject root;
    if (document.parse(answer) == JsonProblem::None && document.root().get(root) && root.has("what")) {
        return std::unexpected(readError(root));
    }
    return readSuite(answer);
}

}  // namespace ounce
