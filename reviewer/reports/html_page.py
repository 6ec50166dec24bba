"""Style and script of the HTML report, and the few ways in which its markup is written."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Sequence
from html import escape

from reviewer.reports.escaping import by_code
from reviewer.visible import visible

STYLE = """\
:root{color-scheme:light dark;--back:#fff;--text:#1f2328;--soft:#59636e;--line:#d1d9e0;--panel:#f6f8fa;--link:#0969da;
--bad:#b3261e;--good:#116329;--warn:#7d4e00;--left:#0550ae;--right:#8250df;--mark:#bc4c00}
@media (prefers-color-scheme:dark){:root{--back:#0d1117;--text:#f0f6fc;--soft:#a3adb8;--line:#3d444d;--panel:#151b23;
--link:#58a6ff;--bad:#ff8a80;--good:#5bd07a;--warn:#e3b341;--left:#79c0ff;--right:#d2a8ff;--mark:#ffa657}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--text);font:15px/1.5 system-ui,sans-serif;overflow-wrap:break-word}
main,header,footer{max-width:70rem;margin:0 auto;padding:0 1rem}
h1{font-size:1.4rem;margin:1rem 0 .5rem}h2{font-size:1.15rem;margin:2rem 0 .5rem}h3{font-size:1rem;margin:1rem 0 .25rem}
a{color:var(--link)}.soft{color:var(--soft)}.bad{color:var(--bad)}.good{color:var(--good)}.warn{color:var(--warn)}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:.5rem;background:var(--back);padding:.5rem}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;list-style:none;padding:0;margin:.5rem 0}
.verdict{border:1px solid var(--line);border-left:6px solid var(--soft);background:var(--panel);padding:.75rem 1rem}
.verdict.failed{border-left-color:var(--bad)}.verdict.passed{border-left-color:var(--good)}
.verdict p{margin:.25rem 0}.wide{overflow-x:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;min-width:30rem}caption{text-align:left;color:var(--soft)}
th,td{border-bottom:1px solid var(--line);padding:.25rem .6rem;text-align:left;vertical-align:top}
.n{text-align:right}td.n{white-space:nowrap}th[scope=row]{white-space:nowrap}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
code,.id{font-family:ui-monospace,monospace;font-size:.92em;overflow-wrap:anywhere}
.tools{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:end;margin:.5rem 0}
.tools label{display:flex;flex-direction:column;font-size:.85rem;color:var(--soft)}
input,select,button{font:inherit;color:inherit;background:var(--panel);border:1px solid var(--soft);border-radius:4px;
padding:.25rem .5rem;max-width:100%}
details{border:1px solid var(--line);border-radius:4px;margin:.3rem 0;padding:0 .75rem}
details[open]{padding-bottom:.75rem;background:var(--panel)}
summary{cursor:pointer;padding:.35rem 0;display:flex;flex-wrap:wrap;gap:.1rem 1rem}
summary .id{font-weight:600;flex:1 1 16rem}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.draw{width:100%;height:6.5rem;max-width:60rem;display:block;background:var(--back);border:1px solid var(--line)}
.draw .left{stroke:var(--left);fill:none}.draw .right{stroke:var(--right);fill:none}
.draw rect{stroke-width:1.5;vector-effect:non-scaling-stroke}.draw .ev{fill:var(--mark);fill-opacity:.25;
stroke:var(--mark)}.above{color:var(--left)}.below{color:var(--right)}
.beyond td{color:var(--soft)}.k td,.k th{border-bottom:3px double var(--text)}
@media (max-width:40rem){table{min-width:0;font-size:.85rem}th,td{padding:.2rem .3rem}
th[scope=row]{white-space:normal;overflow-wrap:anywhere;min-width:7rem;position:sticky;left:0;background:var(--back)}
details th[scope=row]{min-width:0;background:var(--panel)}details td{overflow-wrap:anywhere}}
@media (min-width:40.01rem){td:last-child:not(.n){min-width:14rem}}
@media print{.tools,nav,.skip{display:none}details{break-inside:avoid}body{font-size:11px}}
"""

SCRIPT = """\
(function(){"use strict";
var items=[].slice.call(document.querySelectorAll("details[data-find]")),find=document.getElementById("find"),
change=document.getElementById("change"),cause=document.getElementById("cause"),slice=document.getElementById("slice"),
count=document.getElementById("count");
if(!find){return;}
function apply(){var words=find.value.toLowerCase().split(/\\s+/).filter(Boolean),shown=0;
items.forEach(function(item){var data=item.dataset,
ok=words.every(function(word){return (data.find+" "+data.slices.toLowerCase()).indexOf(word)>=0;})&&
(!change.value||data.change===change.value)&&(!cause.value||data.cause===cause.value)&&
(!slice.value||data.slices.split("\\n").indexOf(slice.value)>=0);
item.hidden=!ok;if(ok){shown+=1;}});count.textContent=shown+" of "+items.length+" shown";}
[find,change,cause,slice].forEach(function(one){one.addEventListener("input",apply);});
document.getElementById("open").addEventListener("click",function(){
var seen=items.filter(function(one){return !one.hidden;}),open=seen.some(function(one){return !one.open;});
seen.forEach(function(one){one.open=open;});});
document.addEventListener("keydown",function(event){
var tag=event.target.tagName;if(event.ctrlKey||event.metaKey||event.altKey){return;}
if(event.key==="Escape"&&event.target===find){find.value="";apply();find.blur();return;}
if(tag==="INPUT"||tag==="SELECT"){return;}
if(event.key==="/"){event.preventDefault();find.focus();return;}
if(event.key!=="n"&&event.key!=="p"){return;}
var seen=items.filter(function(one){return !one.hidden;}),at=seen.indexOf(document.activeElement.closest("details"));
var next=seen[Math.min(Math.max(at+(event.key==="n"?1:-1),0),seen.length-1)];
if(next){next.querySelector("summary").focus();next.scrollIntoView({block:"nearest"});}});
window.addEventListener("beforeprint",function(){items.forEach(function(one){one.open=true;});});
apply();})();
"""


def text(value: object) -> str:
    """Give anything as text of a page: escaped, what could act unseen shown."""
    return escape(visible(str(value)), quote=True)


def policy() -> str:
    """Give the policy by which a browser loads nothing and runs our script alone."""
    digest = base64.b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()
    ours = f"style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    return f"default-src 'none'; {ours}; base-uri 'none'; form-action 'none'"


def table(caption: str, header: Sequence[str], numeric: Sequence[bool], rows: Iterable[Sequence[str]]) -> str:
    """Give a table from texts; the first cell of a row heads it."""
    head = "".join(
        f'<th scope="col"{_right(is_number)}>{text(name)}</th>' for name, is_number in zip(header, numeric, strict=True)
    )
    body = "".join(f"<tr>{_row(row, numeric)}</tr>" for row in rows)
    return (
        f'<div class="wide" tabindex="0" role="region" aria-label="{text(caption)}"><table>'
        f'<caption class="unseen">{text(caption)}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _row(row: Sequence[str], numeric: Sequence[bool]) -> str:
    first, *rest = row
    cells = "".join(
        f"<td{_right(is_number)}>{text(one)}</td>" for one, is_number in zip(rest, numeric[1:], strict=True)
    )
    return f'<th scope="row">{text(first)}</th>{cells}'


def _right(is_number: bool) -> str:  # noqa: FBT001  # a column's kind
    return ' class="n"' if is_number else ""


def section(name: str, title: str, *parts: str) -> str:
    """Give a section under its heading; nothing where it would be empty."""
    inside = "".join(parts)
    return (
        f'<section id="{name}" aria-labelledby="{name}-h"><h2 id="{name}-h">{text(title)}</h2>{inside}</section>'
        if inside
        else ""
    )


def paragraph(value: str, kind: str = "") -> str:
    """Give a paragraph from a sentence; nothing from none."""
    return f"<p{f' class={chr(34)}{kind}{chr(34)}' if kind else ''}>{prose(value)}</p>" if value else ""


def prose(value: str) -> str:
    """Give a sentence of our own as markup: what stands between two backticks as code, all of it escaped."""
    return "".join(f"<code>{text(part)}</code>" if at % 2 else text(part) for at, part in enumerate(by_code(value)))
