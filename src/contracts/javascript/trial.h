// Generated programs by number: the same seed and number give the same program, whoever asks.
#pragma once

#include <memory>
#include <optional>

#include "contracts/core/corpus.h"
#include "contracts/core/generator.h"
#include "contracts/javascript/module.h"
#include "contracts/javascript/session.h"
#include "contracts/javascript/values.h"
#include "contracts/options.h"

namespace ounce::contracts {

class JsTrial {
  public:
    // Both must outlive it.
    JsTrial(const JsModule& module, const FuzzOptions& options)
        : module_(module),
          options_(options),
          language_(module.declarations),
          generator_(module.world, language_, {.callbacks = options.callbacks}, 0) {}

    // Before the first run.
    Result<void> start(const Corpus& corpus = {}) {
        OUNCE_TRY(session_, JsSession::start(module_));
        session_->setTimeLimit(options_.programSeconds);
        session_->know(corpus.reached());
        return {};
    }

    void know(const Corpus& corpus) { session_->know(corpus.reached()); }

    std::optional<Made> generate(std::uint64_t number, const Corpus& corpus) {
        const std::uint32_t seed = programSeed(options_.seed, number);
        return makeProgram(generator_, corpus, seed, programSize(seed, options_.largest), options_.largest);
    }
    // The same program when what it was made from is known.
    std::optional<Program> again(std::uint64_t number, const Program* base) {
        const std::uint32_t seed = programSeed(options_.seed, number);
        return makeAgain(generator_, base, seed, programSize(seed, options_.largest));
    }
    // A program that reached something new joins the corpus, without the calls that were never made. Gives
    // the statements that were.
    std::vector<VariableId> keep(Program program, std::uint64_t number,
                                 const std::vector<std::uint32_t>& fresh, Corpus& corpus) {
        std::vector<VariableId> done = session_->run(program, programSeed(options_.seed, number), true).done;
        dropUnused(program, done);
        corpus.reach(fresh);
        corpus.add(number, std::move(program));
        return done;
    }
    JsReport run(const Program& program, std::uint64_t number, bool tells = false) {
        JsReport report = session_->run(program, programSeed(options_.seed, number), tells);
        // One program that hangs is enough to know; others get less time.
        if (report.condition == "hangs") beImpatient();
        return report;
    }
    void beImpatient() { session_->setTimeLimit(options_.programSeconds / kImpatience); }
    void bePatient() { session_->setTimeLimit(options_.programSeconds); }
    [[nodiscard]] const JsLanguage& language() const { return language_; }

  private:
    static constexpr double kImpatience = 10;
    const JsModule& module_;
    const FuzzOptions& options_;
    JsLanguage language_;
    Generator generator_;
    std::unique_ptr<JsSession> session_{};
};

}  // namespace ounce::contracts
