#include "html/page.h"

#include <fmt/format.h>

#include "base/base64.h"
#include "base/text.h"

namespace ounce::html {
namespace {

// Custom properties hold the colours; contrast is at least 4.5 to 1 in both themes.
constexpr std::string_view kStyle = R"(
:root { color-scheme: light dark; --page: #f6f7f9; --card: #fff; --ink: #1b1f24; --soft: #59636e; --line: #d8dee4;
  --good: #116329; --good-back: #dafbe1; --bad: #a40e26; --bad-back: #ffebe9; --warn: #7d4e00; --warn-back: #fff8c5;
  --none: #59636e; --none-back: #eaeef2; --accent: #0b5cad; --code: #f6f8fa; --plain-ink: #fff;
  --motion: #1f5fbf; --looks: #6b3fc4; --sound: #a03aa0; --event: #8a6100; --control: #96590b; --sensing: #1f6f8f;
  --operator: #2d7d2d; --data: #a85400; --procedures: #b8264a; --other: #0a7a5a; }
@media (prefers-color-scheme: dark) { :root { --page: #0d1117; --card: #161b22; --ink: #e6edf3; --soft: #9198a1;
  --line: #30363d; --good: #56d364; --good-back: #12361f; --bad: #ff8f88; --bad-back: #4b1113; --warn: #e3b341;
  --warn-back: #3d2e00; --none: #9198a1; --none-back: #262c36; --accent: #6cb6ff; --code: #1c2128; --plain-ink: #10151c;
  --motion: #7fb2ff; --looks: #b69cff; --sound: #e39be3; --event: #ffcf4d; --control: #ffc266; --sensing: #86cdea;
  --operator: #85d985; --data: #ffa95c; --procedures: #ff9bb0; --other: #4fe0b5; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, "Segoe UI", Roboto, sans-serif;
  overflow-wrap: break-word; }
main { max-width: 72rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.75rem; margin: 0 0 .25rem; } h2 { font-size: 1.25rem; margin: 2rem 0 .75rem; }
h3 { font-size: 1rem; margin: 1rem 0 .5rem; } h1, h2, h3 { overflow-wrap: anywhere; }
p { margin: .5rem 0; } .soft { color: var(--soft); } a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.tiles { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1rem 0; padding: 0; list-style: none; }
.tiles li { background: var(--card); border: 1px solid var(--line); border-left: 6px solid var(--line);
  border-radius: .5rem; padding: .5rem 1rem; min-width: 7rem; }
.tiles b { display: block; font-size: 1.6rem; line-height: 1.2; }
.tiles .good { border-left-color: var(--good); } .tiles .bad { border-left-color: var(--bad); }
.tiles .warn { border-left-color: var(--warn); }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; margin: .5rem 0; }
details.card > summary { padding: .6rem 1rem; cursor: pointer; display: flex; gap: .75rem; align-items: baseline; }
details.card > summary::before { content: "▸"; color: var(--soft); } details[open].card > summary::before { content: "▾"; }
.card .inside { padding: 0 1rem 1rem; border-top: 1px solid var(--line); }
.name { font-weight: 600; overflow-wrap: anywhere; flex: 1; }
.verdict { display: inline-block; min-width: 3.6rem; text-align: center; border-radius: 1rem; padding: 0 .6rem;
  font-size: .85rem; font-weight: 600; }
.pass { color: var(--good); background: var(--good-back); } .fail { color: var(--bad); background: var(--bad-back); }
.error { color: var(--warn); background: var(--warn-back); } .skip { color: var(--none); background: var(--none-back); }
.scroll { overflow-x: auto; } table { border-collapse: collapse; background: var(--card); border: 1px solid var(--line); }
th, td { text-align: left; padding: .35rem .75rem; border-bottom: 1px solid var(--line); vertical-align: top; }
thead th, tfoot th, tfoot td { background: var(--code); }
.matrix { border-collapse: separate; border-spacing: 0; } .matrix tr > :first-child { position: sticky; left: 0; z-index: 1;
  background: var(--card); border-right: 1px solid var(--line); max-width: min(30rem, 46vw); min-width: 7rem; overflow-wrap: break-word; }
.matrix thead tr > :first-child, .matrix tfoot tr > :first-child { background: var(--code); }
.matrix thead th { min-width: 6rem; max-width: 12rem; overflow-wrap: break-word; vertical-align: bottom; font-weight: 600; }
.matrix td a { text-decoration: none; } :target { outline: 3px solid var(--accent); outline-offset: 2px; } td.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: .75rem 0; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
code, pre { font: .9rem/1.5 ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace; }
pre { background: var(--code); border: 1px solid var(--line); border-radius: .5rem; padding: .75rem; overflow-x: auto; margin: .5rem 0; }
pre .line { display: block; padding-left: 1.5rem; position: relative; white-space: pre; min-height: 1.5em; }
.blocks { margin: .75rem 0; overflow-x: auto; font: 600 .85rem/1.6 system-ui, "Segoe UI", Roboto, sans-serif; }
.blocks .block, .blocks .loose { width: max-content; max-width: 100%; min-width: 5rem; padding: .2rem .7rem;
  border-radius: .3rem; margin-bottom: 2px; color: var(--block-ink); background: var(--own); position: relative; }
.blocks .loose { background: none; padding: .2rem 0; }
.blocks .hat { border-radius: 1rem 1rem .3rem .3rem; padding-top: .4rem; }
.blocks .block:not(.hat)::before { content: ""; position: absolute; left: .9rem; top: 0; width: 1rem; height: 3px;
  background: var(--card); opacity: .55; border-radius: 0 0 4px 4px; }
.blocks .mouths { width: max-content; max-width: 100%; margin-bottom: 2px; }
.blocks .mouths > .block { margin-bottom: 0; border-radius: .3rem .3rem .3rem 0; }
.blocks .mouth { border-left: .8rem solid var(--own); padding: 2px 0 0 2px; min-height: .9rem; }
.blocks .mouths > .block:not(:first-child) { border-radius: 0 .3rem .3rem 0; }
.blocks .foot { min-height: .6rem; padding: 0; border-radius: 0 .3rem .3rem .3rem !important; }
.blocks span { display: inline-block; max-width: 100%; overflow-wrap: anywhere; }
.blocks .number, .blocks .words { background: var(--card); color: var(--ink); padding: 0 .5rem; min-width: 1.4rem;
  min-height: 1.4em; text-align: center; vertical-align: middle; font-weight: 400; white-space: pre-wrap; }
.blocks .number, .blocks .reporter { border-radius: 1rem; } .blocks .words { border-radius: .2rem; }
.blocks .menu { background: rgba(0, 0, 0, .18); border-radius: 1rem; padding: 0 .5rem; }
.blocks .reporter, .blocks .boolean { background: var(--own); color: var(--block-ink); padding: .05rem .5rem;
  box-shadow: inset 0 0 0 1px rgba(0, 0, 0, .25); margin: 1px 0; }
.blocks .boolean { border-radius: .8rem / 50%; padding: .05rem .8rem;
  clip-path: polygon(.6rem 0, calc(100% - .6rem) 0, 100% 50%, calc(100% - .6rem) 100%, .6rem 100%, 0 50%); }
.blocks .hole { width: 2.4rem; height: 1.2rem; background: rgba(0, 0, 0, .25); vertical-align: middle;
  clip-path: polygon(.6rem 0, calc(100% - .6rem) 0, 100% 50%, calc(100% - .6rem) 100%, .6rem 100%, 0 50%); }
.blocks .colour { width: 1.8rem; height: 1.1rem; border-radius: 1rem; border: 1px solid #fff; vertical-align: middle; }
.blocks .no { outline: 2px dashed var(--bad); outline-offset: -2px; } .blocks .mouths.no { outline: none; }
.blocks .missed { background: var(--bad-back); color: var(--bad); border-radius: 1rem; padding: 0 .4rem; font-style: normal; }
.blocks .script { margin-left: .8rem; font-weight: 400; opacity: .85; }
.blocks .note { background: var(--warn-back); color: var(--warn); border-radius: .2rem; padding: 0 .5rem; margin-left: .5rem;
  font-weight: 400; }
.motion { --own: var(--motion); } .looks { --own: var(--looks); } .sound { --own: var(--sound); }
.event { --own: #ffbf00; --block-ink: #2b2000; } .control { --own: #ffab19; --block-ink: #2b1c00; }
.sensing { --own: var(--sensing); --block-ink: var(--plain-ink); } .motion, .looks, .sound, .operator, .procedures, .argument,
.other { --block-ink: var(--plain-ink); } .data { --own: #ff8c1a; --block-ink: #2b1500; }
.operator { --own: var(--operator); } .procedures, .argument { --own: var(--procedures); }
.other { --own: var(--other); }
.meter { display: inline-block; width: 8rem; height: .7rem; border-radius: .4rem; background: var(--none-back);
  overflow: hidden; vertical-align: middle; margin-right: .5rem; }
.count { white-space: nowrap; } .meter i { display: block; height: 100%; background: var(--good); }
img.stage { display: block; max-width: 100%; height: auto; border: 1px solid var(--line); border-radius: .5rem; background: #fff; }
.story { list-style: none; margin: 0; padding: 0; }
.story > li { display: grid; grid-template-columns: 3.5rem 1fr; gap: .25rem .75rem; padding: .15rem 0; }
.story .at { color: var(--soft); text-align: right; font-variant-numeric: tabular-nums; }
.story .later { color: var(--soft); }
.checks { margin: 0; padding: 0; color: var(--soft); font-size: .92rem; list-style: none; }
.checks li { overflow-wrap: anywhere; } .checks b { color: var(--bad); font-weight: 600; }
details.more { color: var(--soft); font-size: .92rem; } details.more summary { cursor: pointer; }
.sides { display: flex; flex-wrap: wrap; gap: 1.5rem; } .sides > div { flex: 1 1 20rem; min-width: 0; }
@media (max-width: 40rem) { main { padding: 1rem .75rem 3rem; } h1 { font-size: 1.4rem; overflow-wrap: anywhere; }
  details.card > summary { flex-wrap: wrap; gap: .4rem; padding: .5rem .6rem; } .card .inside { padding: 0 .6rem .75rem; }
  .name { flex: 1 1 10rem; } dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .4rem; }
  .tiles { gap: .5rem; } .tiles li { min-width: min-content; flex: 1 1 6rem; padding: .4rem .6rem; overflow-wrap: normal; }
  .tiles b { font-size: 1.3rem; }
  .story > li { grid-template-columns: 2.6rem 1fr; } .sides > div { flex-basis: 100%; } th, td { padding: .3rem .5rem; }
  .meter { width: 4rem; } .matrix tr > :first-child { font-size: .85rem; line-height: 1.3; } }
@media print { details.card > .inside { display: block; } body { background: #fff; } }
)";

bool isAllowed(char16_t unit) {
    return unit == '\t' || unit == '\n' || (unit >= 0x20 && unit < 0x7F) || (unit > 0x9F && unit < 0xFFFE);
}

}  // namespace

std::string escape(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    std::u16string units = toUtf16(text);
    for (char16_t& unit : units) {
        if (!isAllowed(unit)) unit = 0xFFFD;
    }
    for (const char c : toUtf8(units)) {
        switch (c) {
            case '&': out += "&amp;"; break;
            case '<': out += "&lt;"; break;
            case '>': out += "&gt;"; break;
            case '"': out += "&quot;"; break;
            case '\'': out += "&#39;"; break;
            default: out += c;
        }
    }
    return out;
}

std::string page(std::string_view title, std::string_view body, std::string_view extraStyle) {
    return fmt::format(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"generator\" content=\"Ounce\">\n"
        "<title>{0}</title>\n<style>{2}{3}</style>\n</head>\n<body>\n<main>\n<h1>{0}</h1>\n{1}</main>\n"
        "</body>\n</html>\n",
        escape(title), body, kStyle, extraStyle);
}

std::string picture(std::string_view png, std::string_view alternative, int width, int height) {
    return fmt::format(
        "<img class=\"stage\" width=\"{}\" height=\"{}\" alt=\"{}\" src=\"data:image/png;base64,{}\">\n",
        width, height, escape(alternative), toBase64(png));
}

std::string meter(std::size_t part, std::size_t whole) {
    const double share = whole == 0 ? 1 : static_cast<double>(part) / static_cast<double>(whole);
    return fmt::format(
        "<span class=\"count\"><span class=\"meter\" aria-hidden=\"true\"><i "
        "style=\"width:{:.1f}%\"></i></span>{} of "
        "{}</span>",
        100 * share, part, whole);
}

Tile countTile(std::size_t count, std::string_view one, std::string_view many, std::string kind) {
    return {fmt::format("{}", count), std::string(count == 1 ? one : many), std::move(kind)};
}

std::string tiles(const std::vector<Tile>& tiles) {
    std::string out = "<ul class=\"tiles\">\n";
    for (const Tile& tile : tiles) {
        out += fmt::format("<li class=\"{}\"><b>{}</b> {}</li>\n", tile.kind, escape(tile.value),
                           escape(tile.label));
    }
    return out + "</ul>\n";
}

}  // namespace ounce::html
