/**
 * A report as one HTML file that makes no requests. Its content security policy allows only its own
 * script and style sheet; values from manifests or servers are only ever text. The script
 * (`src/report-page/`) draws an object's details from data when it is opened. Pure.
 */
import { count } from "../../../model/count.ts";
import { report as limits } from "../../../model/limits.ts";
import type { Graph } from "../../engine/inspect/graph.ts";
import type { RunDocument } from "../documents.ts";
import { outlineOf, type Outline } from "../outline.ts";
import { script, scriptHash, style, styleHash } from "./assets.js";
import { cut, pageChanges, pageRequests } from "./data.ts";
import { pageGraph } from "./graph.ts";
import { changesOf, diagnosticsOf, headOf, lineOf, sectionsOf, stopsOf, titleOf } from "./parts.ts";
import { mapLine, mapsPart, pageMaps, type ComingOf } from "./maps.ts";
import { pagePictures, type PicturesOf } from "./pictures.ts";
import { planIn } from "../run-document.ts";
import { fitting, roomOf, type Room } from "../room.ts";
import { escaped, jsonInPage } from "./text.ts";

/** What a page shows beside the document. */
export interface BesideDocument {
  readonly graph?: Graph | undefined;
  readonly pictures?: PicturesOf | undefined;
  readonly coming?: ComingOf | undefined;
}

/** The inputs of a page beside the document. */
export interface PageContext extends BesideDocument {
  readonly version: string;
  /** In bytes of UTF-8. */
  readonly maximum?: number;
}

/** Renders a report of at most `maximum` bytes of UTF-8. */
export function renderPage(document: RunDocument, context: PageContext): string {
  const { version, maximum = limits.pageBytes } = context;
  const maps = pageMaps(document, context.coming);
  const outline = outlineOf(document);
  const frame = [...beginning(document, outline, version), ...ending([], [], "null", "")];
  const all = maximum - RESERVED_BYTES - Buffer.byteLength(frame.join(""));
  // Stops, diagnostics and sections share an eighth of the room, so that they cannot push out the
  // changes.
  const lists = roomOf(Math.floor(all / 8));
  const stops = stopsOf(outline, lists);
  const sections = sectionsOf(outline, lists);
  const beside = [stops, sections.first, diagnosticsOf(outline, lists)].join("");
  const room = roomOf(Math.floor((all * 7) / 8));
  const { lines, changes, left } = changesIn(document, outline, room);
  const requests = pageRequests(document).map((request) => jsonInPage(request));
  const sent = fitting(requests, room);
  const graph = graphIn(document, context, room);
  const drawn = maps.filter((map, at) => room.take(`${mapLine(map, at)}${jsonInPage(map)}`));
  const listed = outline.objects.slice(0, lines.length);
  const pictures = pagePictures(listed, context.pictures, room);
  const missing = [
    ...left,
    ...leftOut(requests.length - sent.length, "request"),
    ...leftOut(maps.length - drawn.length, "map"),
    ...(graph === undefined ? ["the graph"] : []),
    ...pictures.left,
  ];
  return [
    ...beginning(document, outline, version),
    missing.length === 0
      ? ""
      : `<p class="cut"><strong>Left out, because the page would be too large: ${missing.join(", ")}.</strong> The report as JSON has them.</p>\n`,
    beside,
    changesOf(outline.objects, lines),
    mapsPart(drawn),
    graph === undefined || graph === "null" ? "" : GRAPH,
    sections.others,
    requestsPart(sent.length),
    `</main>\n${pictures.elements.join("\n")}`,
    ...ending(changes, sent, graph ?? "null", drawn.map(jsonInPage).join(",")),
  ].join("");
}

/**
 * Bytes kept free for the sentence that says what is left out, the titles of parts, and the end of
 * the main part.
 */
const RESERVED_BYTES = 4_096;

function beginning(document: RunDocument, outline: Outline, version: string): readonly string[] {
  return [
    "<!doctype html>\n",
    '<html lang="en">\n<head>\n<meta charset="utf-8" />\n',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}" />\n`,
    '<meta name="viewport" content="width=device-width, initial-scale=1" />\n',
    '<meta name="color-scheme" content="light dark" />\n<meta name="referrer" content="no-referrer" />\n',
    `<meta name="generator" content="Plumbline ${escaped(version)}" />\n`,
    `<title>${escaped(titleOf(outline))}</title>\n<style>${style}</style>\n</head>\n<body>\n`,
    '<a class="skip" href="#main">To the report</a>\n',
    `<header>${headOf(document, outline)}</header>\n<main id="main">\n`,
  ];
}

/** Only the page's own script, style sheet and `data:` images work; nothing is loaded. */
const POLICY = [
  "default-src 'none'",
  `script-src '${scriptHash}'`,
  `style-src '${styleHash}'`,
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

function ending(
  changes: readonly string[],
  requests: readonly string[],
  graph: string,
  maps: string,
): readonly string[] {
  return [
    `\n<script type="application/json" id="data">{"changes":[${changes.join(",\n")}],"requests":[${requests.join(",\n")}],"graph":${graph},"maps":[${maps}]}</script>\n`,
    `<script>${script}</script>\n</body>\n</html>\n`,
  ];
}

/** The lines of all changes take room before any details. */
function changesIn(document: RunDocument, outline: Outline, room: Room) {
  const { objects } = outline;
  const all = pageChanges(document, outline);
  const bare = all.map((change) => jsonInPage(cut(change)));
  const heads = objects.map(lineOf);
  const listed = fitting(
    heads.map((line, index) => `${line}${bare[index]}`),
    room,
  ).length;
  const changes = all.slice(0, listed).map((change, index) => {
    const text = jsonInPage(change);
    return room.take(text) ? { text, isCut: false } : { text: bare[index] ?? "", isCut: true };
  });
  const cuts = changes.filter(({ isCut }) => isCut).length;
  const left = [
    ...leftOut(objects.length - listed, "object"),
    ...(cuts === 0 ? [] : [`the lines of ${count(cuts, "object")}`]),
  ];
  return { lines: heads.slice(0, listed), changes: changes.map(({ text }) => text), left };
}

function leftOut(number: number, noun: string): readonly string[] {
  return number === 0 ? [] : [count(number, noun)];
}

/** The graph as JSON; `null` without a graph, undefined if it does not fit. */
function graphIn(document: RunDocument, { graph }: PageContext, room: Room): string | undefined {
  const plan = planIn(document);
  if (graph === undefined || plan === undefined || plan.changes.length === 0) return "null";
  const text = jsonInPage(pageGraph(graph, plan));
  return room.take(text) ? text : undefined;
}

const GRAPH =
  '<section aria-labelledby="walk-title"><h2 id="walk-title">What needs what</h2><div id="walk"></div></section>\n';

function requestsPart(number: number): string {
  if (number === 0) return "";
  return `<section aria-labelledby="requests"><h2 id="requests">Requests</h2><details id="all-requests"><summary>${count(number, "request")}, in their order</summary></details></section>\n`;
}
