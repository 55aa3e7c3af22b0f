// From the text form to models.
#include "models/model_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <set>

#include "base/cast.h"
#include "base/nearest.h"
#include "base/text.h"
#include "models/arguments.h"
#include "models/text_lexer.h"

namespace ounce::models {
namespace {

using Kind = TextToken::Kind;

// One statement: a line, and the lines below it that are indented more.
struct Piece {
    std::string text{};
    std::string comment{};
    std::size_t line = 0;
};

std::vector<Piece> piecesOf(std::string_view text) {
    std::vector<Piece> pieces;
    std::string comment;
    std::size_t line = 0, indentation = 0;
    while (!text.empty()) {
        line++;
        const std::size_t end = text.find('\n');
        std::string_view row = text.substr(0, end);
        text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
        if (!row.empty() && row.back() == '\r') row.remove_suffix(1);
        const std::size_t begin = row.find_first_not_of(" \t");
        if (begin == std::string_view::npos) {
            if (!pieces.empty()) indentation = std::string_view::npos;  // the next line is a new statement
            comment.clear();
            continue;
        }
        if (row[begin] == '#') {
            const std::string_view words =
                row.substr(std::min(row.size(), row.find_first_not_of("# ", begin)));
            if (!comment.empty()) comment += ' ';
            comment += words;
            indentation = std::string_view::npos;
            continue;
        }
        if (!pieces.empty() && indentation != std::string_view::npos && begin > indentation &&
            pieces.back().text.find("->") != std::string::npos) {
            pieces.back().text += '\n';
            pieces.back().text += row;
            continue;
        }
        pieces.push_back({.text = std::string(row), .comment = std::move(comment), .line = line});
        comment.clear();
        indentation = begin;
    }
    return pieces;
}

class PieceReader {
  public:
    PieceReader(std::vector<TextToken> tokens, Model* model) : tokens_(std::move(tokens)), model_(model) {}

    const TextToken& token() const { return tokens_[at_]; }
    const TextToken& ahead(std::size_t count = 1) const {
        return tokens_[std::min(at_ + count, tokens_.size() - 1)];
    }
    bool accept(std::string_view word) {
        if (!token().is(word)) return false;
        at_++;
        return true;
    }
    [[nodiscard]] bool atEnd() const { return token().kind == Kind::End; }
    std::unexpected<Error> expected(std::string_view what) const {
        return fail(fmt::format("line {}: expected {}, not {}", token().line, what,
                                atEnd() ? "the end of the line" : fmt::format("«{}»", token().text)));
    }
    Result<std::string> name(std::string_view what) {
        if (!token().isName()) return expected(what);
        return tokens_[at_++].text;
    }
    std::size_t node(const std::string& id) {
        for (std::size_t i = 0; i < model_->nodes.size(); i++) {
            if (model_->nodes[i].id == id) return i;
        }
        model_->nodes.push_back({.id = id, .label = id});
        return model_->nodes.size() - 1;
    }

    // from -> to as id when … then … do … by 31 s within 1 s
    Result<Edge> edge() {
        Edge edge;
        OUNCE_TRY(const std::string from, name("the name of a state"));
        if (!accept("->")) return expected("«->»");
        OUNCE_TRY(const std::string to, name("the name of a state"));
        edge.from = node(from);
        edge.to = node(to);
        while (!atEnd()) {
            if (accept("as")) {
                OUNCE_TRY(edge.id, name("the name of the edge"));
                if (accept("called")) {
                    OUNCE_TRY(edge.label, name("what the edge is called"));
                }
            } else if (accept("when")) {
                OUNCE_CHECK(checks(edge.conditions));
            } else if (accept("then")) {
                OUNCE_CHECK(checks(edge.effects));
            } else if (accept("do")) {
                OUNCE_CHECK(inputs(edge.inputs));
            } else if (accept("by")) {
                OUNCE_TRY(edge.forceAt, time());
            } else if (accept("within")) {
                OUNCE_TRY(edge.forceAfter, time());
            } else {
                return expected("«as», «when», «then», «do», «by» or «within»");
            }
        }
        return edge;
    }

  private:
    Result<void> checks(std::vector<Check>& all) {
        do {
            OUNCE_TRY(Check one, check());
            all.push_back(std::move(one));
        } while (accept("and"));
        return {};
    }
    Result<void> inputs(std::vector<Input>& all) {
        do {
            OUNCE_TRY(Input one, input());
            all.push_back(std::move(one));
        } while (accept("and"));
        return {};
    }

    Result<double> time() {
        if (token().kind != Kind::Number) return expected("a time such as «100 ms» or «1.5 s»");
        const double number = findNumber(tokens_[at_++].text).value_or(0);
        if (accept("ms")) return number;
        if (accept("s")) return number * 1000;
        return expected("«ms» or «s»");
    }
    Result<std::string> timeText() {
        OUNCE_TRY(const double time, this->time());
        return numberToString(time).utf8();
    }
    Result<std::string> number() {
        if (token().kind != Kind::Number) return expected("a number");
        return tokens_[at_++].text;
    }
    // What stands behind a comparison or a comma.
    Result<std::string> value() {
        if (token().kind == Kind::Number || token().kind == Kind::Quoted || token().kind == Kind::Word)
            return tokens_[at_++].text;
        return expected("a value");
    }
    Result<std::string> comparison() {
        if (token().kind != Kind::Symbol || !findComparison(token().text))
            return expected("a comparison such as «<»");
        return tokens_[at_++].text;
    }

    Result<Check> made(CheckKind kind, std::vector<std::string> args, bool negated, std::size_t line) {
        if (auto fine = checkArguments(rowOf(kind), args); !fine)
            return fail(fmt::format("line {}: {}", line, fine.error().message()));
        return Check{.kind = kind, .args = std::move(args), .negated = negated};
    }

    Result<std::vector<std::string>> arguments() {
        std::vector<std::string> args;
        if (!accept("(")) return expected("«(»");
        while (!accept(")")) {
            if (!args.empty() && !accept(",")) return expected("«,» or «)»");
            if (atEnd()) return expected("«)»");
            // Comparisons and changes stand here without quotation marks.
            std::string text = tokens_[at_++].text;
            while (!atEnd() && !token().is(",") && !token().is(")")) text += tokens_[at_++].text;
            args.push_back(std::move(text));
        }
        return args;
    }

    Result<Check> check() {
        const std::size_t line = token().line;
        bool negated = false;
        while (accept("not")) negated = !negated;
        const auto make = [&](CheckKind kind, std::vector<std::string> args) {
            return made(kind, std::move(args), negated, line);
        };
        if (token().kind == Kind::Braces) return make(CheckKind::Property, {tokens_[at_++].text});
        if (token().kind == Kind::Word && ahead().is("(")) {
            const auto rows = checkRows();
            for (std::size_t i = 0; i < rows.size(); i++) {
                if (rows[i].name != token().text) continue;
                at_++;
                OUNCE_TRY(std::vector<std::string> args, arguments());
                return make(static_cast<CheckKind>(i), std::move(args));
            }
        }
        if (accept("always")) return make(CheckKind::Function, {"true"});
        if (accept("js")) {
            OUNCE_TRY(std::string text, value());
            return make(CheckKind::Function, {std::move(text)});
        }
        if (accept("expr")) {
            OUNCE_TRY(std::string text, value());
            return make(CheckKind::Expr, {std::move(text)});
        }
        if (accept("chance")) {
            OUNCE_TRY(std::string text, number());
            return make(CheckKind::Probability, {std::move(text)});
        }
        if (accept("elapsed")) {
            OUNCE_TRY(std::string text, timeText());
            return make(CheckKind::TimeElapsed, {std::move(text)});
        }
        if (accept("after")) {
            if (accept("end")) {
                OUNCE_TRY(std::string text, timeText());
                return make(CheckKind::TimeAfterEnd, {std::move(text)});
            }
            OUNCE_TRY(std::string text, timeText());
            return make(CheckKind::TimeBetween, {std::move(text)});
        }
        if (accept("key")) {
            OUNCE_TRY(std::string key, this->key());
            return make(CheckKind::Key, {std::move(key)});
        }
        if (token().is("backdrop") && ahead().is("is")) {
            at_ += 2;
            OUNCE_TRY(std::string text, value());
            return make(CheckKind::BackgroundChange, {std::move(text)});
        }
        if (token().is("clones") || (token().is("visible") && ahead().is("clones"))) {
            const bool visible = accept("visible");
            at_++;
            if (!accept("of")) return expected("«of»");
            OUNCE_TRY(std::string sprite, name("a sprite"));
            OUNCE_TRY(std::string op, comparison());
            OUNCE_TRY(std::string count, number());
            return make(visible ? CheckKind::NbrOfVisibleClones : CheckKind::NbrOfClones,
                        {sprite, op, count});
        }
        return aboutSprite(negated, line);
    }

    // A key: the word for an arrow is two words.
    Result<std::string> key() {
        if (token().kind == Kind::Number) return tokens_[at_++].text;
        OUNCE_TRY(std::string key, name("a key"));
        if (accept("arrow")) key += " arrow";
        return key;
    }

    Result<Check> aboutSprite(bool negated, std::size_t line) {
        const auto make = [&](CheckKind kind, std::vector<std::string> args) {
            return made(kind, std::move(args), negated, line);
        };
        if (!token().isName())
            return expected("a condition such as «Bowl.x increases» or «Apple touches Bowl»");
        const std::string sprite = tokens_[at_++].text;
        if (accept("touches")) {
            if (accept("edge")) return make(CheckKind::TouchingEdge, {sprite});
            if (token().is("vertical") && ahead().is("edge"))
                return at_ += 2, make(CheckKind::TouchingVerticalEdge, {sprite});
            if (token().is("horizontal") && ahead().is("edge"))
                return at_ += 2, make(CheckKind::TouchingHorizEdge, {sprite});
            if (token().kind == Kind::Symbol && token().text.size() == 7) {
                const std::string colour = tokens_[at_++].text;
                std::vector<std::string> args{sprite};
                for (const std::size_t part : {1, 3, 5})
                    args.push_back(std::to_string(std::stoi(colour.substr(part, 2), nullptr, 16)));
                return make(CheckKind::SpriteColor, std::move(args));
            }
            OUNCE_TRY(std::string other, name("a sprite, «edge» or a colour such as #ff0000"));
            return make(CheckKind::SpriteTouching, {sprite, std::move(other)});
        }
        if (accept("says")) {
            OUNCE_TRY(std::string text, value());
            return make(CheckKind::Output, {sprite, std::move(text)});
        }
        if (accept("is")) {
            if (!accept("clicked")) return expected("«clicked»");
            return make(CheckKind::Click, {sprite});
        }
        if (!accept("."))
            return expected("«touches», «says», «is clicked» or «.» and an attribute or variable");
        OUNCE_TRY(const std::string member, name("an attribute or a variable"));
        const bool attribute = findSpriteAttribute(member).has_value();
        const CheckKind change = attribute ? CheckKind::AttrChange : CheckKind::VarChange;
        if (accept("increases")) return make(change, {sprite, member, "+"});
        if (accept("decreases")) return make(change, {sprite, member, "-"});
        if (accept("stays")) return make(change, {sprite, member, "="});
        if (token().is("does") && ahead().is("not")) {
            at_ += 2;
            if (accept("decrease")) return make(change, {sprite, member, "+="});
            if (accept("increase")) return make(change, {sprite, member, "-="});
            return expected("«increase» or «decrease»");
        }
        if (accept("changes")) {
            // «changes by 5» is an amount, «changes by 5 s» a deadline.
            const bool deadline = token().is("by") && (ahead(2).is("s") || ahead(2).is("ms"));
            if (deadline || !accept("by")) return negated = !negated, make(change, {sprite, member, "="});
            OUNCE_TRY(std::string by, number());
            return make(change, {sprite, member, std::move(by)});
        }
        if (accept("is")) {
            if (!accept("random")) return expected("«random»");
            return make(CheckKind::RandomValue, {sprite, member});
        }
        OUNCE_TRY(std::string op, comparison());
        OUNCE_TRY(std::string right, value());
        return make(attribute ? CheckKind::AttrComp : CheckKind::VarComp,
                    {sprite, member, std::move(op), std::move(right)});
    }

    Result<Input> input() {
        const std::size_t line = token().line;
        const auto make = [&](InputKind kind, std::vector<std::string> args) -> Result<Input> {
            if (auto fine = checkArguments(rowOf(kind), args); !fine)
                return fail(fmt::format("line {}: {}", line, fine.error().message()));
            return Input{.kind = kind, .args = std::move(args)};
        };
        if (accept("press")) {
            OUNCE_TRY(std::string key, this->key());
            return make(InputKind::Key, {std::move(key)});
        }
        if (accept("click")) {
            if (accept("stage")) return make(InputKind::ClickStage, {});
            OUNCE_TRY(std::string sprite, name("a sprite or «stage»"));
            return make(InputKind::ClickSprite, {std::move(sprite)});
        }
        if (accept("type")) {
            OUNCE_TRY(std::string text, value());
            return make(InputKind::Text, {std::move(text)});
        }
        if (accept("mouse")) {
            if (accept("down")) return make(InputKind::MouseDown, {"true"});
            if (accept("up")) return make(InputKind::MouseDown, {"false"});
            return expected("«down» or «up»");
        }
        if (accept("move")) {
            if (!accept("mouse")) return expected("«mouse»");
            OUNCE_TRY(std::string x, value());
            if (!accept(",")) return expected("«,»");
            OUNCE_TRY(std::string y, value());
            return make(InputKind::MouseMove, {std::move(x), std::move(y)});
        }
        if (accept("drag")) {
            OUNCE_TRY(std::string sprite, name("a sprite"));
            if (!accept("to")) return expected("«to»");
            OUNCE_TRY(std::string x, value());
            if (!accept(",")) return expected("«,»");
            OUNCE_TRY(std::string y, value());
            return make(InputKind::DragSprite, {std::move(sprite), std::move(x), std::move(y)});
        }
        return expected("«press», «click», «type», «drag», «mouse down», «mouse up» or «move mouse»");
    }

    std::vector<TextToken> tokens_;
    std::size_t at_ = 0;
    Model* model_;
};

class TextReader {
  public:
    Result<std::vector<Model>> read(std::string_view text) {
        for (const Piece& piece : piecesOf(text)) {
            OUNCE_TRY(std::vector<TextToken> tokens, textTokens(piece.text, piece.line));
            OUNCE_CHECK(statement(std::move(tokens), piece));
        }
        OUNCE_CHECK(finish());
        if (models_.empty())
            return fail("there are no models in it; a model begins with «program model NAME»");
        return std::move(models_);
    }

  private:
    Result<void> statement(std::vector<TextToken> tokens, const Piece& piece) {
        const bool begins = tokens.size() > 2 && tokens[1].is("model");
        if (begins) {
            OUNCE_CHECK(finish());
            Model model;
            model.explanation = piece.comment;
            model.id = tokens[2].text;
            if (tokens[0].is("program"))
                model.usage = Usage::Program;
            else if (tokens[0].is("user"))
                model.usage = Usage::User;
            else if (tokens[0].is("end"))
                model.usage = Usage::End;
            else
                return fail(fmt::format("line {}: expected «program model», «user model» or «end model»",
                                        piece.line));
            if (!tokens[2].isName() || tokens.size() > 4)
                return fail(fmt::format("line {}: expected the name of the model, and nothing behind it",
                                        piece.line));
            if (!ids_.insert(model.id).second)
                return fail(fmt::format("line {}: there are two models «{}»", piece.line, model.id));
            models_.push_back(std::move(model));
            hasStart_ = false;
            return {};
        }
        if (models_.empty())
            return fail(fmt::format("line {}: expected «program model NAME» first", piece.line));
        Model& model = models_.back();
        PieceReader reader(std::move(tokens), &model);
        if (reader.ahead().is("->")) {
            auto edge = reader.edge();
            if (!edge)
                return std::unexpected(std::move(edge).error().inside(fmt::format("model «{}»", model.id)));
            edge->explanation = piece.comment;
            if (edge->id.empty()) edge->id = freshId(model, *edge);
            for (const Edge& other : model.edges) {
                if (other.id == edge->id)
                    return fail(fmt::format("line {}: there are two edges «{}»", piece.line, edge->id),
                                fmt::format("model «{}»", model.id));
            }
            if (edge->label.empty()) edge->label = edge->id;
            if (model.usage == Usage::User && !edge->effects.empty())
                return fail(fmt::format("line {}: a user model does something; expected «do», not «then»",
                                        piece.line));
            if (model.usage != Usage::User && !edge->inputs.empty())
                return fail(fmt::format(
                    "line {}: only a user model does something; expected «then», not «do»", piece.line));
            model.edges.push_back(std::move(*edge));
            return {};
        }
        if (reader.accept("start")) {
            if (hasStart_)
                return fail(
                    fmt::format("line {}: there are two start states; expected exactly one", piece.line));
            hasStart_ = true;
            OUNCE_TRY(const std::string id, reader.name("the name of a state"));
            model.start = reader.node(id);
            return reader.atEnd() ? Result<void>() : reader.expected("nothing more");
        }
        if (reader.accept("stop")) {
            const bool all = reader.accept("all");
            do {
                OUNCE_TRY(const std::string id, reader.name("the name of a state"));
                Node& node = model.nodes[reader.node(id)];
                node.stop = true;
                node.stopAll = node.stopAll || all;
            } while (reader.accept(","));
            return reader.atEnd() ? Result<void>() : reader.expected("nothing more");
        }
        return reader.expected("«start», «stop», «stop all» or an edge «from -> to»");
    }

    static std::string freshId(const Model& model, const Edge& edge) {
        std::string id = fmt::format("{}-{}", model.nodes[edge.from].id, model.nodes[edge.to].id);
        const std::string base = id;
        const auto taken = [&](const std::string& wanted) {
            return std::any_of(model.edges.begin(), model.edges.end(),
                               [&](const Edge& e) { return e.id == wanted; });
        };
        for (int number = 2; taken(id); number++) id = fmt::format("{}-{}", base, number);
        return id;
    }

    // Without a start line a model begins where its first edge does.
    Result<void> finish() {
        if (models_.empty()) return {};
        Model& model = models_.back();
        if (model.nodes.empty()) return fail("there are no states", fmt::format("model «{}»", model.id));
        if (!hasStart_ && !model.edges.empty()) model.start = model.edges.front().from;
        for (const Node& node : model.nodes) {
            const std::size_t place = static_cast<std::size_t>(&node - model.nodes.data());
            const bool used = place == model.start ||
                              std::any_of(model.edges.begin(), model.edges.end(),
                                          [&](const Edge& e) { return e.from == place || e.to == place; });
            if (!used)
                return fail(fmt::format("no edge has to do with the state «{}»", node.id),
                            fmt::format("model «{}»", model.id));
        }
        return {};
    }

    std::vector<Model> models_{};
    std::set<std::string> ids_{};
    bool hasStart_ = false;
};

}  // namespace

Result<std::vector<Model>> readModelText(std::string_view text, const std::string& name) {
    // As for models in JSON: broken bytes would be other ones, and more of them, once they are written.
    if (!isValidUtf8(text)) return fail("is no text in UTF-8", name);
    auto models = TextReader().read(text);
    if (!models) return std::unexpected(std::move(models).error().inside(name));
    return models;
}

}  // namespace ounce::models
