/** What is asked of the content of a style that is about to be sent; what reads XML is loaded then. */
import { styleMediaType } from "../../../wire/media.ts";
import type { Kept, KindContext } from "../../kind.ts";
import { once } from "../../lazy.ts";
import type { StyleProblem } from "./problems.ts";
import type { StylePayload } from "./source.ts";

const problems = once(() => import("./problems.ts"));
const reading = once(() => import("./reading.ts"));

/** What is wrong with content. Where nothing is kept, nothing but that is asked for. */
export async function problemsOf(
  { content, format }: StylePayload,
  kept: Kept | undefined,
): Promise<readonly StyleProblem[]> {
  if (kept !== undefined) {
    const { readStyle } = await reading();
    return (await readStyle(content, format, kept)).problems;
  }
  const { styleProblems } = await problems();
  return styleProblems(await content.load(), format);
}

/** The type that content is sent under. What cannot be read is not sent, so the usual type is never that of it. */
export async function mediaTypeOf(
  { content, format }: StylePayload,
  { kept }: KindContext,
): Promise<string> {
  const { readStyle } = await reading();
  const { mediaType } = await readStyle(content, format, kept);
  return mediaType ?? styleMediaType(format, "1.0.0");
}
