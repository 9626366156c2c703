/** What servers without a module, a JNDI resource or a database do with mosaics that need one (docs/compatibility.md). */
import { bodyText, type WireRequest, type WireResponse } from "../../../wire/request.ts";
import type { UnkeptChange } from "../../kind.ts";
import { setIn } from "./sets.ts";
import { isRemote } from "./sources.ts";

/** Why granules at addresses are not in the index although their harvest was taken. */
export function unkeptGranules({ before = {}, after = {} }: UnkeptChange): string | undefined {
  const there = new Set(setIn(before, "granules"));
  const missing = setIn(after, "granules").filter((one) => isRemote(one) && !there.has(one));
  if (missing.length === 0) return undefined;
  return `The server took ${missing[0]} and did not index it: most likely it lacks the module for files at addresses (COG), or cannot reach them. Its log says more; install the module, or take the addresses out.`;
}

/** What it means that a mosaic cannot be opened; undefined where nothing more is known. */
export function explainMosaic({ path }: WireRequest, answer: WireResponse): string | undefined {
  if (!path.includes("/coveragestores/") || answer.status !== 500) return undefined;
  if (!bodyText(answer).startsWith("Failed to create reader from")) return undefined;
  return "The server cannot open the mosaic: the module for files at addresses (COG, where the definition says Cog=true), the JNDI resource or the database of its index may be missing; its log says which";
}
