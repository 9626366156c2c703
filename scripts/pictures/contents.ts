/**
 * What is in the pictures, as it can be found out without a browser: the digest of each part, so that a
 * picture is known to be out of date (docs/decisions/0070-pictures-in-the-documentation.md).
 */
import { dataOfPage, picturesOfPage } from "../../test/support/reports/report-page.ts";
import { textOf } from "../../test/support/project/sources.ts";
import { digestOf, squeezed } from "./digest.ts";
import type { Shown } from "./estate.ts";
import { OPENED, sheets, type PictureName, type Seen } from "./shots.ts";
import { ruleDigests } from "./style-rules.ts";

/** Digests by what they are of. */
export type Contents = Readonly<Record<string, string>>;

/** What is in the picture of the report: the upper part of the page, the opened object, its pictures, the styles. */
export function reportContents({ report }: Shown, seen: Seen): Contents {
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
    ...rulesOf("report", seen),
  };
}

/** What is in the picture of the console: the values of documents of the server, the frame of the page, the styles. */
export async function consoleContents({ read }: Shown, seen: Seen): Promise<Contents> {
  const values = await Promise.all(
    seen.documents.map(async (path) => {
      const digest = digestOf(JSON.stringify(valuesIn(JSON.parse(await read(path)))));
      return [`${READ}${path}`, digest] as const;
    }),
  );
  return {
    ...Object.fromEntries(values),
    "src/console/index.html": digestOf(squeezed(textOf("src/console/index.html"))),
    ...rulesOf("console", seen),
  };
}

/** What stands before the path of a document of the server, and before a selector. */
const READ = "GET ";
const RULE = "rule ";

/** What a browser saw in the picture, by the names of its contents. */
export function seenIn(contents: Contents): Seen {
  const named = (mark: string) =>
    Object.keys(contents)
      .filter((name) => name.startsWith(mark))
      .map((name) => name.slice(mark.length));
  return { documents: named(READ), selectors: named(RULE) };
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

/** What the style sheet of a picture says of what is in it. */
function rulesOf(name: PictureName, { selectors }: Seen): Contents {
  const digests = ruleDigests(textOf(sheets[name]), selectors);
  return Object.fromEntries(
    [...digests].map(([selector, digest]) => [`${RULE}${selector}`, digest]),
  );
}
