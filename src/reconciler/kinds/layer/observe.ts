/** Reads layers as the server holds them. */
import { workspaceOf } from "../identity/workspace.ts";
import type { Address } from "../../../model/address.ts";
import { usualOf } from "../../../model/fields.ts";
import {
  layerFields,
  layerFlags,
  qualifiedName,
  splitQualifiedName,
  type DrawnLayer,
} from "../../../model/layer.ts";
import { layerDigest } from "../../../model/object-digest.ts";
import { readLayer, type FoundLayer } from "../../../wire/layer.ts";
import { parseNames } from "../../../wire/list.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { getIfThere } from "../../../wire/reading.ts";
import type { Digests, Facts, FactValue, KindContext, Live, Manifest, Wanted } from "../../kind.ts";
import { nounOf, shown } from "../published/shown.ts";
import { readTitle, type Home } from "../published/title.ts";
import { carriedFact } from "./kept.ts";
import { isStyleName } from "../../../wire/answered-document.ts";
import { reportBroken } from "../published/broken.ts";
import { drawnNow } from "./names-now.ts";
import { layerSettingFields } from "./settings.ts";

/** A declared layer. */
export interface LayerPayload<Spec = unknown> {
  readonly manifest: Manifest<Spec>;
  /** What of the manifests publishes it; undefined where none does. */
  readonly home: Home | undefined;
}

/** Reads the wanted layers; those that are not there are left out. */
export async function observeLayers(
  context: KindContext,
  wanted: readonly Wanted<LayerPayload>[],
): Promise<readonly Live[]> {
  const lives: Live[] = [];
  for (const [workspace, layers] of Map.groupBy(wanted, ({ address }) => address.workspace)) {
    const names = await listed(context, workspace, layers);
    const present = layers.filter(({ address }) => names?.has(address.name) ?? true);
    const found = await Promise.all(
      present.map(async ({ address, facts, presence }) => {
        if (presence) return { address, facts: {}, requires: [] };
        const live = await observeLayer(context, address, facts);
        const asks = facts?.["title"] !== undefined || facts?.["enabled"] !== undefined;
        return live && asks ? withBehind(context, live) : live;
      }),
    );
    lives.push(...found.filter((live) => live !== undefined));
  }
  return lives;
}

/** Names of the layers of a workspace, where it matters of one whether it is there. */
async function listed(
  { read }: KindContext,
  workspace: string | null,
  wanted: readonly Wanted[],
): Promise<ReadonlySet<string> | undefined> {
  if (workspace === null || !wanted.some(({ presence }) => presence)) return undefined;
  const list = await getIfThere(read, pathTo("workspaceLayers", { workspace }, "xml"));
  return new Set(list === undefined ? [] : parseNames(list, "layer"));
}

/**
 * Digests of layers: of all that is drawn, but not of what else their manifests say, nor of titles, which are read where
 * what publishes the layer is known.
 */
export const layerDigests: Digests<LayerPayload> = {
  of: "Layer",
  digest: ({ facts, payload }) => {
    const isReadable = facts["title"] === undefined || payload?.home !== undefined;
    const isCounted = layerSettingFields.names.every((name) => facts[name] === undefined);
    return isReadable && isCounted && isWhole(facts) ? layerDigest(facts) : undefined;
  },
  known: async (context, { address, facts, payload }) => {
    const home = payload?.home;
    const type = home === undefined ? {} : { type: shown[home.noun].type };
    const requires = requirementsOf(address, facts);
    const live = { address, facts: { ...facts, ...type }, requires };
    return facts["title"] === undefined ? live : withBehind(context, live);
  },
};

function isWhole(facts: Facts): facts is Facts & DrawnLayer {
  return Object.keys(layerFields).every((field) => facts[field] !== undefined);
}

function isList(fact: FactValue | undefined): fact is readonly string[] {
  return Array.isArray(fact);
}

/** What a layer that was read with what is behind it shows. */
export function homeOf({ type, store }: Facts): Home | undefined {
  if (typeof store !== "string") return undefined;
  return { noun: nounOf(type), store };
}

/** With what only the feature type or coverage behind a layer shows, or is changed there. */
async function withBehind(context: KindContext, live: Live): Promise<Live> {
  const found = await titleOf(context, live);
  if (found === undefined) return live;
  const { title, enabled, store } = found;
  return { ...live, facts: { ...live.facts, title, enabled, store } };
}

function titleOf(context: KindContext, { address, facts }: Live) {
  return readTitle(context, address, nounOf(facts["type"]));
}

/** One layer with its settings, of others those that are wanted; undefined when it is not there. */
export async function observeLayer(
  { read, nameNow, report }: KindContext,
  address: Address,
  wanted?: Facts,
): Promise<Live | undefined> {
  const found = await readLayer(read, qualifiedName(address.workspace, address.name));
  if (found === undefined) return undefined;
  reportBroken(report, address, found.broken);
  const live = liveLayer(address, { ...found, settings: drawnNow(found.settings, nameNow) });
  const others =
    found.broken === undefined ? layerSettingFields.shown(address, found.document, wanted) : {};
  return { ...live, facts: { ...live.facts, ...others } };
}

/** A layer that was read; what of a broken one cannot be seen is not known. */
export function liveLayer(address: Address, found: FoundLayer): Live {
  const unknown = found.broken === undefined ? [] : Object.keys(layerFlags);
  const shown = Object.entries(found.settings).filter(
    ([field, fact]) => fact !== undefined && !unknown.includes(field),
  );
  const facts: Facts = { ...Object.fromEntries(shown), ...carriedFact(found.kept) };
  const mayRequire = found.broken === undefined ? undefined : ["Style"];
  return { address, facts, requires: requirementsOf(address, facts), mayRequire, etag: found.etag };
}

/** The workspace of a layer and the styles it uses. */
export function requirementsOf(address: Address, { defaultStyle, styles }: Facts): Address[] {
  const used = [defaultStyle, ...(isList(styles) ? styles : [])];
  return [
    ...workspaceOf(address),
    ...used.flatMap((text) =>
      typeof text === "string" && isStyleName(text)
        ? [{ kind: "Style", ...splitQualifiedName(text) }]
        : [],
    ),
  ];
}

/** Default styles of layers that nobody has touched, by what they show, where no server looks at the data. */
export const FRESH: Readonly<Record<string, string>> = {
  VECTOR: "generic",
  RASTER: "raster",
  WMS: "raster",
  WMTS: "raster",
};

/**
 * Whether a layer is drawn as its store makes it, so that there is nothing of that to bring back. Its fact `fresh`
 * names the style that the server would give a new one, where that is known; where nobody knows it, its fact
 * `guessed` says so, and only a layer without any style is surely as it was made.
 */
export function isAsCreated(facts: Facts): boolean {
  const { styles, enabled } = facts;
  const isUsual = Object.entries(usualOf(layerFlags)).every(
    ([flag, usual]) => facts[flag] === usual,
  );
  return (
    enabled !== false && isUsual && isFreshStyle(facts) && isList(styles) && styles.length === 0
  );
}

function isFreshStyle({ type, fresh, defaultStyle, [GUESSED]: isGuessed }: Facts): boolean {
  if (defaultStyle === "") return true;
  if (fresh !== undefined) return fresh === defaultStyle;
  return isGuessed !== true && FRESH[String(type)] === defaultStyle;
}

/** Fact of a deleted layer of which the server works the style out from geometries that it finds. */
export const GUESSED = "guessed";

/** Styles that servers guess. */
const GUESSES: ReadonlySet<unknown> = new Set(["point", "line", "polygon"]);

/**
 * Whether a layer is drawn as a server makes one in the place of another, so that nobody touched it since. That it
 * is disabled comes with what it shows, before the rest of it: as it was, or as a manifest says it.
 */
export function isLeftOf(before: Facts, now: Facts): boolean {
  const isGuess = before[GUESSED] === true && GUESSES.has(now["defaultStyle"]);
  const fresh = isGuess ? { fresh: now["defaultStyle"] ?? "" } : {};
  const { enabled: was = now["enabled"] } = before;
  const enabled = was === now["enabled"] ? { enabled: true } : {};
  return isAsCreated({ ...now, ...fresh, ...enabled });
}
