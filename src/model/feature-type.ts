/** Feature types that a server publishes by itself: what it says of them (docs/compatibility.md, "Feature types"). */
import type { Details } from "./details.ts";

/** The fields of a type that no client described. */
export function automaticDetails(name: string): Details {
  return { keywords: { string: ["features", name] }, projectionPolicy: "NONE" };
}
