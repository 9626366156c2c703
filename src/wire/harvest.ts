/** Reports of harvests, with what a status of 201 or 202 does not say. */
import type { HarvestReport, HarvestState, SkippedFile } from "../model/harvest.ts";
import { harvest as limits } from "../model/limits.ts";
import type { DocumentFormat, RenderedDocument } from "./document.ts";
import { jsonIn } from "./json.ts";
import { mediaTypes } from "./media.ts";
import { asList, member, memberText, type Tree } from "./tree.ts";
import { WireError } from "./wire-error.ts";
import { writableText } from "../model/writable.ts";
import { renderXml, type XmlValue } from "./xml.ts";

const FORMAT_VERSION = "1.0";

/** Renders a report; the list of skipped files is limited. */
export function renderHarvest(report: HarvestReport, format: DocumentFormat): RenderedDocument {
  const skipped = report.skipped.slice(0, limits.skipped);
  if (format === "json") {
    const listed = skipped.map(({ file, reason }) => ({ file, reason }));
    const document = { format_version: FORMAT_VERSION, ...summary(report), skipped: listed };
    return { contentType: mediaTypes.json, text: JSON.stringify(document) };
  }
  const listed = skipped.map(({ file, reason }) => ({
    file: writableText(file),
    reason: writableText(reason),
  }));
  const content = { ...summaryXml(report), skipped: { skippedFile: listed } };
  return { contentType: mediaTypes.xml, text: renderXml("harvest", content) };
}

/** Renders a list of reports without their skipped files. */
export function renderHarvests(
  reports: readonly HarvestReport[],
  format: DocumentFormat,
): RenderedDocument {
  if (format === "json") {
    const document = { format_version: FORMAT_VERSION, harvests: reports.map(summary) };
    return { contentType: mediaTypes.json, text: JSON.stringify(document) };
  }
  const content: XmlValue = reports.length === 0 ? "" : { harvest: reports.map(summaryXml) };
  return { contentType: mediaTypes.xml, text: renderXml("harvests", content) };
}

/** The order of members is the one of the document. */
function summary(report: HarvestReport): Omit<HarvestReport, "skipped"> {
  const { id, workspace, store, state, files, granules, message, started, ended } = report;
  const { found, harvested, skipped } = files;
  const { added, replaced } = granules;
  return {
    id,
    workspace,
    store,
    state,
    files: { found, harvested, skipped },
    granules: { added, replaced },
    message,
    started,
    ended,
  };
}

/** XML omits null values. */
function summaryXml(report: HarvestReport): Readonly<Record<string, XmlValue>> {
  const { message, ended, started, ...others } = summary(report);
  return {
    ...others,
    ...(message === null ? {} : { message: writableText(message) }),
    started,
    ...(ended === null ? {} : { ended }),
  };
}

const states: ReadonlySet<string> = new Set<HarvestState>(["running", "done", "failed"]);

/** Parses a report in JSON. Throws WireError for other documents and other format versions. */
export function parseHarvest(text: string): HarvestReport {
  const tree = jsonIn(text) as Tree;
  const version = memberText(tree, "format_version") ?? "";
  if (version.split(".", 1)[0] !== FORMAT_VERSION.split(".", 1)[0]) {
    const message = `The report on a harvest has format version '${version}'`;
    throw new WireError("meaningless", `${message}; only ${FORMAT_VERSION} can be read`);
  }
  const state = required(tree, "state");
  if (!isState(state)) throw new WireError("meaningless", `'${state}' is no state of a harvest`);
  const [files, granules] = [member(tree, "files"), member(tree, "granules")];
  return {
    id: required(tree, "id"),
    workspace: required(tree, "workspace"),
    store: required(tree, "store"),
    state,
    files: {
      found: count(files, "found"),
      harvested: count(files, "harvested"),
      skipped: count(files, "skipped"),
    },
    granules: { added: count(granules, "added"), replaced: count(granules, "replaced") },
    skipped: asList(member(tree, "skipped")).slice(0, limits.skipped).map(skippedFile),
    message: textIn(tree, "message") ?? null,
    started: required(tree, "started"),
    ended: textIn(tree, "ended") ?? null,
  };
}

function isState(text: string): text is HarvestState {
  return states.has(text);
}

function skippedFile(tree: Tree): SkippedFile {
  return { file: required(tree, "file"), reason: required(tree, "reason") };
}

/** Not trimmed: file names may start or end with white space. */
function textIn(tree: Tree, key: string): string | undefined {
  const text = member(tree, key);
  return typeof text === "string" ? text : undefined;
}

function required(tree: Tree, key: string): string {
  const text = textIn(tree, key);
  if (text !== undefined) return text;
  throw new WireError("malformed", `The report on a harvest has no text as ${key}`);
}

function count(tree: Tree | undefined, key: string): number {
  const number = member(tree, key);
  if (typeof number === "number" && Number.isInteger(number) && number >= 0) return number;
  throw new WireError("malformed", `The report on a harvest has no number as ${key}`);
}
