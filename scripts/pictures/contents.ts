/**
 * What is in the pictures, as it can be found out without a browser: the digest of each part, so that a
 * picture is known to be out of date (docs/decisions/0070-pictures-in-the-documentation.md).
 */
import { createHash } from "node:crypto";
import { parse, type AtRule, type Rule } from "postcss";
import { dataOfPage, picturesOfPage } from "../../test/support/report-page.ts";
import { textOf } from "../../test/support/sources.ts";
import type { Shown } from "./estate.ts";
import { OPENED } from "./shots.ts";

/** Digests by what they are of. */
export type Contents = Readonly<Record<string, string>>;

/** What is in the picture of the report: the upper part of the page, the opened object, its pictures, the styles. */
export function reportContents({ report }: Shown): Contents {
  const { changes } = dataOfPage(report);
  const heads = changes.map(({ address, word, dangers, notes }) => ({
    address,
    word,
    dangers,
    notes,
  }));
  const opened = changes.findIndex(({ address }) => address === OPENED);
  return {
    "what the page says above its changes, and the list of these": digestOf(upperPart(report)),
    "what the filters are made of": digestOf(JSON.stringify(heads)),
    [`what is said of ${OPENED}`]: digestOf(JSON.stringify(changes[opened])),
    [`pictures of ${OPENED}`]: digestOf(JSON.stringify(picturesOfPage(report).get(opened))),
    "src/report-page/page.css": styleDigest("src/report-page/page.css"),
  };
}

/** What is in the picture of the console: the values of documents of the server, the frame of the page, the styles. */
export async function consoleContents(
  { read }: Shown,
  documents: readonly string[],
): Promise<Contents> {
  const values = await Promise.all(
    documents.map(async (path) => {
      const digest = digestOf(JSON.stringify(valuesIn(JSON.parse(await read(path)))));
      return [`${READ}${path}`, digest] as const;
    }),
  );
  return {
    ...Object.fromEntries(values),
    "src/console/index.html": digestOf(squeezed(textOf("src/console/index.html"))),
    "src/console/console.css": styleDigest("src/console/console.css"),
  };
}

/** What stands before the path of a document of the server. */
const READ = "GET ";

/** Paths and queries of the documents among the contents. */
export function documentsIn(contents: Contents): readonly string[] {
  const names = Object.keys(contents).filter((name) => name.startsWith(READ));
  return names.map((name) => name.slice(READ.length));
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

function squeezed(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

/** The body of a page from its beginning to the end of the list of changes. */
function upperPart(page: string): string {
  const [, body = ""] = /<body>([\s\S]*?)<script type="application\/json"/.exec(page) ?? [];
  const end = body.indexOf("</section>\n</section>");
  if (end < 0) throw new Error("The report has no list of changes");
  return squeezed(body.slice(0, end));
}

/** Texts, numbers and truths of a document but for links, which nobody sees. */
function valuesIn(document: unknown): readonly unknown[] {
  if (typeof document !== "object" || document === null) return [document];
  return Object.entries(document).flatMap(([name, value]) =>
    name === "href" || name === "@href" ? [] : valuesIn(value),
  );
}

/** Rules that a light screen of the width of the pictures never meets. */
const ELSEWHERE = /print|prefers-color-scheme: dark|max-width/;

/** The digest of the rules of a style sheet that the pictures meet, however they are written down. */
function styleDigest(file: string): string {
  const sheet = parse(textOf(file));
  sheet.walkComments((comment) => void comment.remove());
  sheet.walkAtRules("media", (rule) => {
    if (ELSEWHERE.test(rule.params)) rule.remove();
  });
  const lines: string[] = [];
  sheet.walkDecls(({ prop, value, parent }) => {
    const { selector, params } = parent as Partial<Rule & AtRule>;
    lines.push(squeezed(`${selector ?? params ?? ""} ${prop}: ${value}`));
  });
  return digestOf(lines.join("\n"));
}
