/** What a harvest or an upload left out, where the server says so: one of good and bad files succeeds. */
import { parseHarvest } from "../../../wire/harvest.ts";
import { documentFormat } from "../../../wire/media.ts";
import { bodyText, type WireResponse } from "../../../wire/request.ts";
import { parseWarning } from "../../../wire/skipped.ts";
import { WireError } from "../../../wire/wire-error.ts";

/** Files that are named; of more it gives the number. */
const NAMED = 5;

/** The files that were skipped, with the reasons; undefined for other answers. */
export function skippedFiles(answer: WireResponse): string | undefined {
  const warned = parseWarning(answer.headers["warning"]);
  if (warned !== undefined) return warned;
  if (documentFormat(answer.headers["content-type"] ?? "") !== "json") return undefined;
  try {
    const { files, skipped } = parseHarvest(bodyText(answer));
    if (files.skipped === 0) return undefined;
    const named = skipped.slice(0, NAMED).map(({ file, reason }) => `\n${file}: ${reason}`);
    const more = files.skipped - named.length;
    const rest = more > 0 ? `\nand ${more} more` : "";
    return `${files.skipped} of ${files.found} files were left out${named.join("")}${rest}`;
  } catch (error) {
    if (error instanceof WireError) return undefined;
    throw error;
  }
}
