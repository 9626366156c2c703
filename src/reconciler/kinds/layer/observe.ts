/** Reads layers as the server holds them. */
import { workspaceOf } from "../identity/workspace.ts";
import type { Address } from "../../../model/address.ts";
import { qualifiedName, splitQualifiedName } from "../../../model/layer.ts";
import { layerDigest, type ScopeDigests } from "../../../model/object-digest.ts";
import { readDigests } from "../../../wire/digest.ts";
import { readLayer } from "../../../wire/layer.ts";
import { parseNames } from "../../../wire/list.ts";
import { pathOf } from "../../../wire/paths.ts";
import { getIfThere } from "../../../wire/reading.ts";
import type { Facts, FactValue, KindContext, Live, Wanted } from "../../kind.ts";

/** Reads the wanted layers; those that are not there are left out. */
export async function observeLayers(
  context: KindContext,
  wanted: readonly Wanted[],
): Promise<readonly Live[]> {
  const lives: Live[] = [];
  for (const [workspace, layers] of Map.groupBy(wanted, ({ address }) => address.workspace)) {
    const digests = await digestsOf(context, workspace);
    const names =
      digests === undefined
        ? await listed(context, workspace, layers)
        : new Set(digests.exact.keys());
    const present = layers.filter(({ address }) => names?.has(address.name) ?? true);
    const found = await Promise.all(
      present.map(async (one) => unread(one, digests) ?? observeLayer(context, one.address)),
    );
    lives.push(...found.filter((live) => live !== undefined));
  }
  return lives;
}

async function digestsOf({ read, server }: KindContext, workspace: string | null) {
  if (!server.digests || workspace === null) return undefined;
  return readDigests(read, "Layer", workspace);
}

/** Names of the layers of a workspace, where it matters of one whether it is there. */
async function listed(
  { read }: KindContext,
  workspace: string | null,
  wanted: readonly Wanted[],
): Promise<ReadonlySet<string> | undefined> {
  if (workspace === null || !wanted.some(({ presence }) => presence)) return undefined;
  const list = await getIfThere(read, pathOf("workspaceLayers", { workspace }, "xml"));
  return new Set(list === undefined ? [] : parseNames(list, "layer"));
}

/** A layer of which enough is known without its document. */
function unread(
  { address, facts, presence }: Wanted,
  digests: ScopeDigests | undefined,
): Live | undefined {
  if (presence) return { address, facts: {}, requires: [] };
  if (digests === undefined || facts === undefined) return undefined;
  const { defaultStyle, styles, enabled, queryable, opaque } = facts;
  if (typeof defaultStyle !== "string" || !isList(styles)) return undefined;
  if (typeof enabled !== "boolean" || typeof queryable !== "boolean") return undefined;
  if (typeof opaque !== "boolean") return undefined;
  const digest = layerDigest({ defaultStyle, styles, enabled, queryable, opaque });
  if (digests.digests.get(address.name) !== digest) return undefined;
  return { address, facts, requires: requirementsOf(address, facts) };
}

function isList(fact: FactValue | undefined): fact is readonly string[] {
  return Array.isArray(fact);
}

/** One layer with its settings; undefined when it is not there. */
export async function observeLayer(
  { read }: KindContext,
  address: Address,
): Promise<Live | undefined> {
  const found = await readLayer(read, qualifiedName(address.workspace, address.name));
  if (found === undefined) return undefined;
  const { enabled, ...settings } = found.settings;
  const facts = { ...settings, ...(enabled === undefined ? {} : { enabled }) };
  return { address, facts, requires: requirementsOf(address, facts), etag: found.etag };
}

/** The workspace of a layer and the styles it uses. */
function requirementsOf(address: Address, { defaultStyle, styles }: Facts): Address[] {
  const used = [defaultStyle, ...(isList(styles) ? styles : [])];
  return [
    ...workspaceOf(address),
    ...used.flatMap((text) =>
      typeof text === "string" && text !== ""
        ? [{ kind: "Style", ...splitQualifiedName(text) }]
        : [],
    ),
  ];
}

/** Default styles of layers that nobody has touched, by what they show. */
const FRESH: Readonly<Record<string, string>> = { VECTOR: "generic", RASTER: "raster" };

/**
 * Whether a layer is as its store makes it, so that there is nothing to bring back. Its fact `fresh`
 * names the style that the server would give a new one, where that is known to be another.
 */
export function isAsCreated(facts: Facts): boolean {
  const { type, fresh, defaultStyle, styles, enabled, queryable, opaque } = facts;
  const isUsual = enabled !== false && queryable === true && opaque === false;
  const isFresh = (fresh ?? FRESH[String(type)]) === defaultStyle;
  return isUsual && isFresh && isList(styles) && styles.length === 0;
}
