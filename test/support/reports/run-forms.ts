/** What every form of a run's report has to be, whatever became of the run. */
import { expect } from "vitest";
import { readRun } from "../../../src/reconciler/report/saved-run.ts";
import { parseXml } from "../../../src/wire/xml.ts";
import { faultsOfPage } from "./report-page.ts";
import { faultsOfSarif } from "./sarif.ts";

/** A form of output or of a report file. */
export type Form = "text" | "json" | "lines" | "markdown" | "junit" | "sarif" | "html";

/** What a report says in the end: whether nobody has to look at it. */
export interface Told {
  /** Undefined where the form does not say it. */
  readonly passed: boolean | undefined;
}

/** Reads a report strictly in its form. */
export function readForm(form: Form, text: string): Told {
  const read = {
    text: readText,
    json: readJson,
    lines: readLines,
    markdown: readMarkdown,
    junit: readJunit,
    sarif: readSarif,
    html: readHtml,
  };
  return read[form](text);
}

function readText(text: string): Told {
  // oxlint-disable-next-line no-control-regex -- a terminal's commands are control characters.
  expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f]|undefined|\[object/);
  return { passed: undefined };
}

function readJson(text: string): Told {
  const value = JSON.parse(text) as { readonly format_version: string };
  expect(value.format_version).toBe("1.0");
  expect(readRun(text)).toMatchObject({ saved: value });
  return { passed: undefined };
}

function readLines(text: string): Told {
  expect(text.endsWith("\n")).toBe(true);
  const lines = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
  expect(lines[0]).toMatchObject({ type: "version", format_version: "1.0" });
  expect(lines.map(({ type }) => type).filter((type) => type === "summary")).toHaveLength(1);
  expect(lines.at(-1)).toMatchObject({ type: "summary", format_version: "1.0" });
  expect(new Set(lines.map((line) => line["run_id"])).size).toBe(1);
  for (const line of lines) expect(line["@timestamp"]).toMatch(/Z$/);
  expect(readRun(text)).toBeDefined();
  return { passed: lines.at(-1)?.["converged"] === true };
}

function readMarkdown(text: string): Told {
  const [, sign] =
    /^<!-- plumbline:\S+ -->\n### Plumbline [^\n]+\n\n(✅|❌) \*\*/u.exec(text) ?? [];
  expect(sign).toBeDefined();
  return { passed: sign === "✅" };
}

function readJunit(text: string): Told {
  const { root, content } = parseXml(text);
  expect(root).toBe("testsuites");
  const { "@tests": tests, "@failures": failures } = content as unknown as Record<string, string>;
  expect(Number(tests)).toBeGreaterThan(0);
  return { passed: failures === "0" };
}

function readHtml(text: string): Told {
  expect(faultsOfPage(text)).toEqual([]);
  const [, sign] =
    /<p class="verdict(?: failed| care)?"><span aria-hidden="true">(✓|!|✗)</u.exec(text) ?? [];
  expect(sign).toBeDefined();
  return { passed: sign === "✓" || sign === "!" };
}

function readSarif(text: string): Told {
  const log = JSON.parse(text) as { runs: [{ results: readonly { level: string }[] }] };
  expect(faultsOfSarif(log)).toEqual([]);
  return { passed: undefined };
}
