/** What a new server holds: the lane begins at no other without being reported to. */
import { isBuiltInGridSet } from "../../src/model/built-in-grid-sets.ts";
import { differenceOf, nouns, type Holdings, type Noun } from "./holdings.ts";
import { hostPortOf, LiveError, type LiveSettings } from "./settings.ts";

/**
 * What comes with a new server: the one of this package, and GeoServer with its smallest data
 * directory, which brings two workspaces without anything in them. Of files only the state documents of estates are
 * a sign of use; a server keeps others from the first.
 */
const held: Readonly<Record<Exclude<Noun, "files" | "grid sets">, readonly string[]>> = {
  "layer groups": [],
  stores: [],
  layers: [],
  styles: ["generic", "line", "point", "polygon", "raster"],
  workspaces: ["it.geosolutions", "topp"],
  "rules on layers": ["*.*.r", "*.*.w"],
  "rules on services": ["wfs.CreateStoredQuery", "wfs.DropStoredQuery"],
  "rules on requests": ["/**:GET", "/**:GET,HEAD", "/**:GET,HEAD,OPTIONS", "/**:POST,DELETE,PUT"],
  users: ["admin"],
  groups: [],
  roles: ["ADMIN", "GROUP_ADMIN"],
  "URL checks": [],
  "blob stores": [],
};

/** What a server holds beyond a new one. The account that asks is one of those that it may hold. */
export function surplusOf(holdings: Holdings, account: string): Holdings {
  const own = { files: ownFiles(holdings), "grid sets": builtIn(holdings) };
  const known = nouns.map((noun) => [noun, { ...held, ...own }[noun]] as const);
  const withAccount = known.map(
    ([noun, names]) => [noun, noun === "users" ? [...names, account] : names] as const,
  );
  return differenceOf(holdings, new Map(withAccount));
}

function builtIn(holdings: Holdings): readonly string[] {
  return (holdings.get("grid sets") ?? []).filter(isBuiltInGridSet);
}

function ownFiles(holdings: Holdings): readonly string[] {
  return (holdings.get("files") ?? []).filter((file) => file !== "plumbline");
}

/** Throws LiveError for a server that is in use, unless it was named as one that may be emptied. */
export function refuseUsed(
  holdings: Holdings,
  { url, mayEmpty, user }: Pick<LiveSettings, "url" | "mayEmpty" | "user">,
): void {
  const named = hostPortOf(url);
  if (mayEmpty !== undefined && mayEmpty !== named)
    throw new LiveError(
      `The server that may be emptied is named as ${mayEmpty}, and the one under test is ${named}. Nothing was done.`,
    );
  const surplus = surplusOf(holdings, user);
  if (surplus.size === 0 || mayEmpty === named) return;
  const lines = [...surplus].map(([noun, names]) => `  ${noun}: ${shorten(names)}`);
  throw new LiveError(
    [
      `The server at ${named} holds more than a new one does, and the lane writes to it. Nothing was done.`,
      ...lines,
      `Where all of that may be lost: --i-may-empty-it ${named} (PLUMBLINE_LIVE_MAY_EMPTY in vitest).`,
    ].join("\n"),
  );
}

function shorten(names: readonly string[]): string {
  const shown = names.slice(0, 10).join(", ");
  return names.length > 10 ? `${shown} and ${names.length - 10} more` : shown;
}
