/** Reads the content of a style to be sent; the XML code is loaded on first use. */
import { styleMediaType } from "../../../wire/media.ts";
import type { PlanMemo, KindContext } from "../../kind.ts";
import { madeOnce } from "../../lazy.ts";
import type { StyleProblem } from "./problems.ts";
import type { StylePayload } from "./source.ts";

const problems = madeOnce(() => import("./problems.ts"));
const reading = madeOnce(() => import("./reading.ts"));

/** Without a cache, only the problems are computed. */
export async function problemsOf(
  { content, format }: StylePayload,
  kept: PlanMemo | undefined,
): Promise<readonly StyleProblem[]> {
  if (kept !== undefined) {
    const { readStyle } = await reading();
    return (await readStyle(content, format, kept)).problems;
  }
  const { styleProblems } = await problems();
  return styleProblems(await content.load(), format);
}

/** The fallback is never used, because unreadable content is not sent. */
export async function mediaTypeOf(
  { content, format }: StylePayload,
  { kept }: KindContext,
): Promise<string> {
  const { readStyle } = await reading();
  const { mediaType } = await readStyle(content, format, kept);
  return mediaType ?? styleMediaType(format, "1.0.0");
}
