/**
 * A report as Markdown for a pull request: the verdict, then one folded part per object, within the
 * size of a comment. Text from manifests or servers is escaped in HTML code elements, or in a fence
 * that it cannot close, so that no name can become markup, a link or a mention.
 */
import { report as limits } from "../../model/limits.ts";
import { formatPosition } from "../../model/diagnostic.ts";
import type { DiagnosticDocument } from "./documents.ts";
import { placeOf, type Outline, type OutlineObject } from "./outline.ts";
import { visible } from "./visible.ts";
import { diffLines } from "./unlike.ts";

/** Renders a report of at most `maximum` bytes of UTF-8. */
export function renderMarkdown(
  outline: Outline,
  { maximum = limits.markdownBytes }: { readonly maximum?: number } = {},
): string {
  const page = openPage(maximum - RESERVED_BYTES);
  page.add(headOf(outline));
  page.addAll(
    outline.stops.map(({ message, hint }) => `- **Stopped:** ${code(message)} ${code(hint)}`),
    { one: "stop", several: "stops" },
  );
  page.addAll(outline.diagnostics.map(diagnosticLine), {
    one: "diagnostic",
    several: "diagnostics",
  });
  const [hard, soft] = [true, false].map((destructive) =>
    outline.objects.filter((object) => object.destructive === destructive),
  );
  page.addAll((hard ?? []).map(folded), OBJECTS, "#### Destructive");
  page.addAll((soft ?? []).map(folded), OBJECTS, hard?.length === 0 ? "" : "#### Other changes");
  for (const { title, lines } of outline.sections)
    page.addAll(
      lines.map((line) => `- ${code(line)}`),
      { one: "line", several: "lines" },
      `#### ${title}`,
    );
  return page.text();
}

const OBJECTS = { one: "object", several: "objects" } as const;

/** Bytes kept free for the sentence that says what is left out. */
const RESERVED_BYTES = 512;

function headOf({ command, estate, url, verdict, passed, objects }: Outline): string {
  const about = [
    estate === undefined ? [] : [`estate ${code(estate)}`],
    url === undefined ? [] : [`on ${code(url)}`],
  ].flat();
  const title = ["### Plumbline", command ?? "run", ...about].join(" ");
  const failed = objects.filter(({ state }) => state === "failed").length;
  const sign = passed ? "✅" : "❌";
  const trouble = failed === 0 ? "" : ` ${failed} failed.`;
  return `${markerOf(command, estate, url)}\n${title}\n\n${sign} **${escaped(verdict)}**${trouble}`;
}

/** By this marker a pipeline finds the comment to update: one per command and target. */
function markerOf(
  command: Outline["command"],
  estate: string | undefined,
  url: string | undefined,
): string {
  const parts = [command ?? "run", estate ?? "", url ?? ""].map((part) =>
    encodeURIComponent(part).replaceAll("--", "%2D%2D"),
  );
  return `<!-- plumbline:${parts.join(":")} -->`;
}

function diagnosticLine({
  severity,
  code: name,
  message,
  hint,
  ...at
}: DiagnosticDocument): string {
  const place = placeOf(at);
  const where = place === undefined ? "" : `${code(place)} `;
  const advice = hint === null ? "" : ` ${code(hint)}`;
  return `- **${severity}** ${where}${code(message)} [${code(name)}]${advice}`;
}

function folded(object: OutlineObject): string {
  const { address, symbol, word, notes, rows, state, message, where } = object;
  const beside = notes.length === 0 ? "" : ` ${code(`(${notes.join("; ")})`)}`;
  const fate = { passed: "", failed: " <b>failed</b>", skipped: " <b>not tried</b>" }[state];
  const head = `<code>${escaped(symbol)}</code> ${word} <code>${escaped(address)}</code>${beside}${fate}`;
  const place = where === null ? [] : [`declared at ${formatPosition(where)}`];
  const lines = [
    ...(message === undefined ? [] : [message]),
    ...rows.map(([label, text]) => `${label}: ${text}`),
    ...place,
  ];
  const open = `<details><summary>${head}</summary>`;
  const body = bounded(lines.map(escaped), limits.markdownObjectBytes);
  const text = lines.length === 0 ? "" : `<pre>${body.join("\n")}</pre>`;
  return `${open}${text}${fenced(diffLines(object.differences))}</details>`;
}

/**
 * The fence is longer than any run of backticks inside, so no content can close it. The blank lines
 * around it end the HTML before and begin that after it.
 */
function fenced(lines: readonly string[]): string {
  if (lines.length === 0) return "";
  const body = bounded(lines.map(visible), limits.markdownObjectBytes);
  const longest = Math.max(
    0,
    ...body
      .join("\n")
      .matchAll(/`+/g)
      .map(([row]) => row.length),
  );
  const fence = "`".repeat(Math.max(3, longest + 1));
  return `\n\n${fence}diff\n${body.join("\n")}\n${fence}\n\n`;
}

function bounded(lines: readonly string[], maximum: number): readonly string[] {
  let bytes = 0;
  const fitting = lines.findIndex((line) => (bytes += Buffer.byteLength(line) + 1) > maximum);
  if (fitting === -1) return lines;
  const left = lines.length - fitting;
  return [...lines.slice(0, fitting), `… ${left} more line${left === 1 ? "" : "s"}`];
}

function code(text: string): string {
  return `<code>${escaped(text)}</code>`;
}

function escaped(text: string): string {
  return visible(text).replaceAll(ACTIVE, (sign) => `&#${sign.codePointAt(0)};`);
}

/** Matches all characters but harmless ones, also those that make a URL a link. */
const ACTIVE = /(?<=www)\.|:(?=\/)|[^\p{L}\p{M}\p{N} .,:;+/=()→…−↵\ufffd-]/giu;

function openPage(maximum: number) {
  const parts: string[] = [];
  const left: string[] = [];
  let bytes = 0;
  const add = (part: string): boolean => {
    const size = Buffer.byteLength(part) + 2;
    if (bytes + size > maximum) return false;
    bytes += size;
    parts.push(part);
    return true;
  };
  /** Adds parts until one does not fit; the rest is counted. */
  const addAll = (
    all: readonly string[],
    noun: { readonly one: string; readonly several: string },
    title = "",
  ): void => {
    if (all.length === 0) return;
    const isTitled = title === "" || add(title);
    const unfit = isTitled ? all.findIndex((part) => !add(part)) : 0;
    if (unfit === -1) return;
    const more = all.length - unfit;
    left.push(`${more} more ${more === 1 ? noun.one : noun.several}`);
  };
  const text = (): string => {
    const rest =
      left.length === 0
        ? []
        : [
            `**… and ${left.join(", ")}.** The report as JSON or text of the same run has them all.`,
          ];
    return `${[...parts, ...rest].join("\n\n")}\n`;
  };
  return { add, addAll, text };
}
