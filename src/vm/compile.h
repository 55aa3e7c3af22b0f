// From the tree to the tables. Used by compile.cpp (targets and scripts), compile_statement.cpp,
// compile_expression.cpp.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/cast.h"
#include "vm/program.h"

namespace ounce {

Value toValue(const Scalar& scalar);
std::string toUtf8(const Scalar& scalar);

// As an index into a list these mean any of its items.
inline bool isRandomWord(std::string_view word) { return word == "random" || word == "any"; }

class Compiler {
  public:
    // `original`: what the settled project is a variant of; null: the project is on its own and settled here.
    explicit Compiler(Project project, const Program* original = nullptr);
    Result<std::shared_ptr<const Program>> run();

  private:
    struct Place {
        std::int32_t slot;
        bool onStage;
    };
    struct SpriteBlocks {
        std::unordered_map<std::string, StatementIndex> statements;  // block id → statement
        std::map<std::string, std::int32_t> procedures;              // proccode → procedure
    };

    // compile.cpp
    void addSprite(int index);
    [[nodiscard]] SpriteProgram contentsOf(int index) const;
    void orderLayers();
    void addMessages();
    void addProcedures(int sprite);
    void addScripts(int sprite);
    void addDefinition(const Target& target, const Block& block);
    void addScript(const Block& block);
    void addMonitors();
    std::vector<HatGroup*> groupsOf(const Block& block);
    std::int32_t message(const std::string& name);
    Place findVariable(int sprite, const std::string& id, const std::string& name, bool list);
    static bool namesRandom(const Project& project);
    static const Block* prototypeOf(const Target& target, const Block& definition);

    // compile_statement.cpp
    StatementIndex stack(const std::string& firstId);
    void fillStatement(StatementIndex index, const Block& block);
    void fillFields(StatementIndex index, const Block& block, const Row& row);
    void fillCall(StatementIndex index, const Block& block);
    void fillCallReporter(Expression& e, const Block& block);
    Call callOf(const Block& block);
    void fillBroadcast(StatementIndex index, const Block& block);
    void prepareDraws(StatementIndex index, const Block& block,
                      std::vector<std::pair<std::string, ExpressionIndex>>& inputs);
    StatementIndex branch(const Block& block, std::string_view name);

    // compile_expression.cpp
    ExpressionIndex input(const Block& block, std::string_view name);
    ExpressionIndex slotExpression(const Slot& slot);
    ExpressionIndex reporter(const Block& block);
    ExpressionIndex constant(Value value);
    ExpressionIndex variable(const std::string& id, const std::string& name);
    ExpressionIndex add(Expression e);
    void fillReport(Expression& e, const Block& block);
    [[nodiscard]] bool drawsItself(const Expression& e) const;
    void foldComparison(ExpressionIndex& operand);
    [[nodiscard]] bool draws(ExpressionIndex e) const {
        return e != kNone && program_->expressions[static_cast<std::size_t>(e)].draws;
    }
    const Target& target() const { return program_->project.targets[static_cast<std::size_t>(sprite_)]; }

    std::shared_ptr<Program> program_;
    const Program* original_;
    std::vector<SpriteBlocks> blocks_;
    std::map<std::string, std::int32_t> messageByUpperName_;
    std::map<std::ptrdiff_t, const Block*> definitions_;  // procedure → the block that defines it
    int sprite_ = 0;
    std::int32_t definition_ = kNone;  // the procedure whose body is being compiled
    int depth_ = 0;
    bool namesRandom_ = false;  // the program has a word that, as an index into a list, means a random item
    std::string error_;
};

}  // namespace ounce
