/** Reads layers. */
import { workspaceOf } from "../identity/workspace.ts";
import type { Address } from "../../../model/address.ts";
import { usualOf } from "../../../model/schema.ts";
import {
  layerFields,
  layerFlags,
  qualifiedName,
  splitQualifiedName,
  type DrawnLayer,
} from "../../../model/layer.ts";
import { layerDigest } from "../../../model/object-digest.ts";
import { readLayer, type FoundLayer } from "../../../wire/layer.ts";
import { pathTo } from "../../../wire/addressing.ts";
import type {
  Digests,
  Facts,
  FactValue,
  KindContext,
  Live,
  Manifest,
  WantedObject,
} from "../../kind.ts";
import { nounOf, shown } from "../published/shown.ts";
import { readTitle, type Home } from "../published/title.ts";
import { carriedFact } from "../published/kept.ts";
import { isStyleName } from "../../../wire/answered-document.ts";
import { namesAt } from "../../../wire/list.ts";
import { reportBroken } from "../published/broken.ts";
import { drawnNow } from "./names-now.ts";
import { layerSettingFields } from "./settings.ts";

export interface LayerPayload<Spec = unknown> {
  readonly manifest: Manifest<Spec>;
  /** The declared resource that publishes it; undefined where none does. */
  readonly home: Home | undefined;
}

export async function observeLayers(
  context: KindContext,
  wanted: readonly WantedObject<LayerPayload>[],
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

/** Read only where the presence of a layer is asked. */
async function listed(
  { read }: KindContext,
  workspace: string | null,
  wanted: readonly WantedObject[],
): Promise<ReadonlySet<string> | undefined> {
  if (workspace === null || !wanted.some(({ presence }) => presence)) return undefined;
  return new Set(await namesAt(read, pathTo("workspaceLayers", { workspace }, "xml"), "layer"));
}

/** Digests cover everything drawn, but neither other settings nor titles. */
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

export function homeOf({ type, store }: Facts): Home | undefined {
  if (typeof store !== "string") return undefined;
  return { noun: nounOf(type), store };
}

/** Adds what only the feature type or coverage behind a layer shows. */
async function withBehind(context: KindContext, live: Live): Promise<Live> {
  const found = await titleOf(context, live);
  if (found === undefined) return live;
  const { title, enabled, store } = found;
  return { ...live, facts: { ...live.facts, title, enabled, store } };
}

function titleOf(context: KindContext, { address, facts }: Live) {
  return readTitle(context, address, nounOf(facts["type"]));
}

/** Further settings are read only where wanted. Returns undefined when the layer does not exist. */
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

/** A broken layer does not show its flags. */
export function liveLayer(address: Address, found: FoundLayer): Live {
  const unknown = found.broken === undefined ? [] : Object.keys(layerFlags);
  const shown = Object.entries(found.settings).filter(
    ([field, fact]) => fact !== undefined && !unknown.includes(field),
  );
  const facts: Facts = { ...Object.fromEntries(shown), ...carriedFact(found.kept) };
  const mayRequire = found.broken === undefined ? undefined : ["Style"];
  return { address, facts, requires: requirementsOf(address, facts), mayRequire, etag: found.etag };
}

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

/** Default styles of new layers, where no server looks at the data. */
export const FRESH: Readonly<Record<string, string>> = {
  VECTOR: "generic",
  RASTER: "raster",
  WMS: "raster",
  WMTS: "raster",
};

/**
 * Whether a layer is drawn as created. The fact `fresh` names the style of a new layer, where it
 * is known. The fact `guessed` marks an unknown style: then only a layer without any style is
 * surely as created.
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

/** Fact of a deleted layer whose style the server derives from geometries. */
export const GUESSED = "guessed";

/** Styles that servers derive from geometries. */
const GUESSES: ReadonlySet<unknown> = new Set(["point", "line", "polygon"]);

/**
 * Whether nobody changed the drawing of a recreated layer. A changed `enabled` is ignored: it
 * belongs to the resource behind the layer, which is restored before the layer.
 */
export function isLeftOf(before: Facts, now: Facts): boolean {
  const isGuess = before[GUESSED] === true && GUESSES.has(now["defaultStyle"]);
  const fresh = isGuess ? { fresh: now["defaultStyle"] ?? "" } : {};
  const { enabled: was = now["enabled"] } = before;
  const enabled = was === now["enabled"] ? { enabled: true } : {};
  return isAsCreated({ ...now, ...fresh, ...enabled });
}
