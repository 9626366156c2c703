/** Reads a style's content once for all uses: parsing XML dominates a plan with new styles. */
import type { StyleLint } from "../../../lint/finding.ts";
import { lintSld, lintSldRoot } from "../../../lint/sld.ts";
import type { StyleFormat } from "../../../model/style.ts";
import { styleMediaType } from "../../../wire/media.ts";
import { inspectSldWith, inspectStyle } from "../../../wire/sld.ts";
import { decodeText, wideCharset } from "../../../wire/text.ts";
import { WireError } from "../../../wire/wire-error.ts";
import type { Artefact, PlanMemo } from "../../kind.ts";
import { styleProblems, type StyleProblem } from "./problems.ts";

export interface StyleReading {
  readonly problems: readonly StyleProblem[];
  readonly lint: StyleLint;
  /** Undefined where the content cannot be read. */
  readonly mediaType: string | undefined;
}

/** Used for unreadable content, whose problems are reported elsewhere. */
const NOTHING: StyleLint = { findings: [], images: [] };

/** Without a cache, only the lint is computed. */
export async function lintOf(
  content: Artefact,
  format: StyleFormat,
  kept: PlanMemo | undefined,
): Promise<StyleLint> {
  if (kept === undefined) return lintContent(await content.load(), format);
  return (await readStyle(content, format, kept)).lint;
}

/** The reading is cached per plan: equal bytes are one content. */
export async function readStyle(
  content: Artefact,
  format: StyleFormat,
  kept: PlanMemo | undefined,
): Promise<StyleReading> {
  const read = async () => readingOf(await content.load(), format);
  return kept === undefined ? read() : kept(readingKey(content, format), read);
}

export function readingKey({ digest }: Artefact, format: StyleFormat): string {
  return `style ${format} ${digest}`;
}

async function lintContent(bytes: Uint8Array, format: StyleFormat): Promise<StyleLint> {
  if (format === "sld") return unlessUnreadable(() => lintSld(bytes));
  if (format !== "css") return NOTHING;
  const { lintSheet } = await import("../../../lint/sheet.ts");
  return unlessUnreadable(() => lintSheet(decodeText(bytes)));
}

export async function readingOf(bytes: Uint8Array, format: StyleFormat): Promise<StyleReading> {
  let lint = NOTHING;
  let mediaType: string | undefined;
  const inspect = () => {
    const { version } =
      format !== "sld"
        ? inspectStyle(bytes, format)
        : inspectSldWith(bytes, (root) => {
            lint = unlessUnreadable(() => lintSldRoot(root, bytes));
          });
    const charset = wideCharset(bytes);
    const type = styleMediaType(format, version);
    mediaType = charset === undefined ? type : `${type};charset=${charset}`;
  };
  const problems = await styleProblems(bytes, format, inspect);
  if (format === "css") lint = await lintContent(bytes, format);
  return { problems, lint, mediaType };
}

function unlessUnreadable(look: () => StyleLint): StyleLint {
  try {
    return look();
  } catch (error) {
    if (error instanceof WireError) return NOTHING;
    throw error;
  }
}
