// One use of every block of the table, made from the table itself.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "project/load.h"
#include "project/text/templates.h"

namespace ounce {
namespace {

const Block* findBlock(const Project& project, Opcode opcode) {
    for (const Target& target : project.targets) {
        for (const Block& block : target.blocks.all()) {
            if (block.opcode == opcode) return &block;
        }
    }
    return nullptr;
}

// Every argument of a new block is there and is what the table says.
void expectArguments(const Project& project, const Block& block) {
    const Row& row = blockRow(block.opcode);
    for (int i = 0; i < row.argumentCount; i++) {
        const Argument& argument = row.arguments[static_cast<std::size_t>(i)];
        if (argument.kind == Kind::Branch || argument.kind == Kind::Condition) continue;
        if (argument.kind >= Kind::Field) {
            const Field* field = block.field(argument.name);
            ASSERT_NE(field, nullptr) << block.opcodeText << ' ' << argument.name;
            EXPECT_EQ(std::get<std::string>(field->value), argument.initial) << block.opcodeText;
            continue;
        }
        const Input* input = block.input(argument.name);
        ASSERT_NE(input, nullptr) << block.opcodeText << ' ' << argument.name;
        EXPECT_EQ(input->status, 1);
        if (const auto* primitive = std::get_if<Primitive>(&input->block)) {
            EXPECT_EQ(primitive->code,
                      argument.kind == Kind::Message ? 11 : 4 + static_cast<int>(argument.kind));
            EXPECT_EQ(std::get<std::string>(primitive->value), argument.initial) << block.opcodeText;
        } else {
            const Block* shadow = project.targets[1].blocks.find(std::get<std::string>(input->block));
            ASSERT_NE(shadow, nullptr);
            EXPECT_TRUE(shadow->shadow);
            EXPECT_EQ(std::get<std::string>(shadow->fields.at(0).value), argument.initial)
                << block.opcodeText;
        }
    }
}

TEST(EveryBlock, IsReadAndWrittenInTheWordsOfTheTable) {
    int count = 0;
    const auto& specimens = text::specimens();
    std::size_t next = 0;
    for (std::size_t i = 1; i < static_cast<std::size_t>(Opcode::Count); i++) {
        const auto opcode = static_cast<Opcode>(i);
        if (!text::hasWords(opcode)) continue;
        const Row& row = blockRow(opcode);
        ASSERT_LT(next, specimens.size());
        const std::string words = specimens[next++].text;
        std::string line = words;
        if (row.isValue())
            line = row.shape == Shape::Boolean ? fmt::format("<{}>", words) : fmt::format("({})", words);
        std::string source = line + '\n';
        const bool branch = row.flow == Flow::Loops || row.flow == Flow::Branches;
        if (branch) source += "  hide\nend\n";
        const auto project = readText(source, "test", "");
        ASSERT_TRUE(project) << source << project.error().message();
        const Block* block = findBlock(*project, opcode);
        ASSERT_NE(block, nullptr) << opcodeName(opcode) << ": " << source;
        EXPECT_TRUE(block->topLevel) << source;
        expectArguments(*project, *block);
        const auto written = writeText(*project);
        ASSERT_TRUE(written);
        EXPECT_NE(written->find(fmt::format("\n{}\n", line)), std::string::npos) << line << "\n" << *written;
        const auto again = readText(*written, "test", "");
        ASSERT_TRUE(again) << *written << again.error().message();
        EXPECT_EQ(*writeText(*again), *written);
        count++;
    }
    EXPECT_EQ(next, specimens.size());
    EXPECT_GT(count, 200);
}

// Reporters over every slot: the editor needs the shadow behind them.
TEST(EveryBlock, KeepsAShadowBehindAReporter) {
    for (std::size_t i = 1; i < static_cast<std::size_t>(Opcode::Count); i++) {
        const auto opcode = static_cast<Opcode>(i);
        if (!text::hasWords(opcode)) continue;
        const Row& row = blockRow(opcode);
        std::string line;
        for (const text::TemplatePiece& part : text::templateOf(opcode)) {
            line += line.empty() ? "" : " ";
            if (part.argument < 0) {
                line += part.word;
                continue;
            }
            const Argument& argument = row.arguments[static_cast<std::size_t>(part.argument)];
            if (argument.kind >= Kind::Field) {
                line += fmt::format("[{} v]", shownOption(argument, argument.initial));
            } else {
                line += argument.kind == Kind::Condition ? "<mouse down?>" : "(answer)";
            }
        }
        line += " :: " + text::markFor(opcode);
        if (row.isValue()) line = fmt::format("({})", line);
        const bool branch = row.flow == Flow::Loops || row.flow == Flow::Branches;
        const auto project = readText(line + (branch ? "\nend" : ""), "test", "");
        ASSERT_TRUE(project) << line << ": " << project.error().message();
        const Block* block = findBlock(*project, opcode);
        ASSERT_NE(block, nullptr) << line;
        for (const Input& input : block->inputs) {
            const bool condition = row.find(input.name)->kind == Kind::Condition;
            EXPECT_EQ(input.status, condition ? 2 : 3) << line;
            EXPECT_EQ(std::holds_alternative<std::monostate>(input.shadow), condition) << line;
        }
    }
}

}  // namespace
}  // namespace ounce
