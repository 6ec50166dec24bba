// Cuts documents its own way, ranks chunks by the words they share with a question, and writes chunks and run.
// Arguments: folder of documents, questions as `reviewer labels list --json` prints them, folder to write into.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeRun } from "./writer.mjs";

const [root, asked, to] = process.argv.slice(2);
const SIZE = 700, DEPTH = 10;

const names = readdirSync(root, { recursive: true }).filter((name) => name.endsWith(".md")).sort();
const texts = Object.fromEntries(names.map((name) =>
  [name, readFileSync(join(root, name), "utf8").replace(/\r\n?/g, "\n").normalize("NFC")]));

const words = (text) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);

// Paragraphs are joined until a chunk would grow over SIZE; the last one is the next chunk's first.
const chunks = names.flatMap((document) => {
  const paragraphs = [...texts[document].matchAll(/\S[^]*?(?=\n\s*\n|\s*$)/g)].map((found) => [found.index, found.index + found[0].length]);
  const cut = [];
  for (let first = 0; first < paragraphs.length;) {
    let last = first;
    while (last + 1 < paragraphs.length && paragraphs[last + 1][1] - paragraphs[first][0] <= SIZE) last += 1;
    const [start, end] = [paragraphs[first][0], paragraphs[last][1]];
    cut.push({ document, start, end, words: words(texts[document].slice(start, end)) });
    first = last > first && last + 1 < paragraphs.length ? last : last + 1;
  }
  return cut;
});

const search = (question) => {
  const wanted = [...words(question)];
  return chunks
    .map((chunk, at) => ({ ...chunk, at, score: wanted.filter((word) => chunk.words.has(word)).length }))
    .filter((hit) => hit.score > 0)
    .sort((one, other) => other.score - one.score || one.at - other.at)
    .slice(0, DEPTH);
};

const points = (text, unit) => [...text.slice(0, unit)].length;
const lists = Object.fromEntries(JSON.parse(readFileSync(asked, "utf8")).map(({ id, query }) => [id, search(query)]));
writeRun(join(to, "run.jsonl"), lists, texts);
writeFileSync(join(to, "chunks.jsonl"), chunks.map(({ document, start, end }) =>
  JSON.stringify({ document, start: points(texts[document], start), end: points(texts[document], end) }) + "\n").join(""));
