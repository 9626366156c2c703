/**
 * A report as Markdown for a pull request: the verdict, then one folded part per object, within the
 * size of a comment. Text from manifests or servers is escaped in HTML code elements, or in a fence
 * that it cannot close, so that no name can become markup, a link or a mention.
 */
import { count } from "../../model/count.ts";
import { report as limits } from "../../model/limits.ts";
import { formatPosition } from "../../model/diagnostic.ts";
import type { DiagnosticDocument } from "./documents.ts";
import { placeOf, type Outline, type OutlineObject } from "./outline.ts";
import { fitting, roomOf } from "./room.ts";
import { visible } from "./visible.ts";
import { diffLines } from "./unlike.ts";

/** Renders a report of at most `maximum` bytes of UTF-8. */
export function renderMarkdown(
  outline: Outline,
  { maximum = limits.markdownBytes }: { readonly maximum?: number } = {},
): string {
  const page = openPage(maximum - RESERVED_BYTES);
  page.add([headOf(outline)], "heading");
  page.add(
    outline.stops.map(({ message, hint }) => `- **Stopped:** ${code(message)} ${code(hint)}`),
    "stop",
  );
  page.add(outline.diagnostics.map(diagnosticLine), "diagnostic");
  const [hard, soft] = [true, false].map((destructive) =>
    outline.objects.filter((object) => object.destructive === destructive),
  );
  page.add((hard ?? []).map(folded), "object", "#### Destructive");
  page.add((soft ?? []).map(folded), "object", hard?.length === 0 ? "" : "#### Other changes");
  for (const { title, lines } of outline.sections)
    page.add(
      lines.map((line) => `- ${code(line)}`),
      "line",
      `#### ${title}`,
    );
  return page.text();
}

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
  const shown = fitting(lines, roomOf(maximum));
  const left = lines.length - shown.length;
  return left === 0 ? lines : [...shown, `… ${count(left, "more line")}`];
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
  const room = roomOf(maximum, 2);
  const parts: string[] = [];
  const left: string[] = [];
  /** Adds parts until one does not fit; the rest is counted. */
  const add = (all: readonly string[], noun: string, title = ""): void => {
    if (all.length === 0) return;
    const head = title === "" ? [] : [title];
    const isTitled = head.every(room.take);
    const shown = isTitled ? fitting(all, room) : [];
    if (isTitled) parts.push(...head, ...shown);
    if (shown.length < all.length) left.push(count(all.length - shown.length, `more ${noun}`));
  };
  const text = (): string => {
    const rest = `**… and ${left.join(", ")}.** The report as JSON or text of the same run has them all.`;
    return `${[...parts, ...(left.length === 0 ? [] : [rest])].join("\n\n")}\n`;
  };
  return { add, text };
}
