/**
 * What a server removes with the layers of a store: rules and the choice of styles
 * (docs/compatibility.md, "Cascades"). The groups' own kind handles layer groups.
 */
import { ruleAddress, ruleTargetsLayer } from "../../../model/access-rule.ts";
import type { Address } from "../../../model/address.ts";
import { readAccessRules } from "../../../wire/access-rules.ts";
import type { Cascade, Facts, KindContext, Live, AffectedObject, AlsoDeleted } from "../../kind.ts";
import { qualifiedName } from "../../../model/layer.ts";
import {
  carriedOfPublished,
  keptOfPublished,
  keptWords,
  type KeptSettings,
  type NewObjectDefaults,
} from "../../../wire/kept-settings.ts";
import { readLayer } from "../../../wire/layer.ts";
import { member, type Tree } from "../../../wire/tree.ts";
import { asWritten } from "../../../wire/xml.ts";
import { BEHIND, keptFact, keptIn, OWN } from "../published/kept.ts";
import { drawnNow } from "./names-now.ts";
import { GUESSED, isAsCreated, liveLayer } from "./observe.ts";
import { geometryStyle } from "../published/geometry-style.ts";
import { reportBroken } from "../published/broken.ts";
import { affectedTiles, movedTiles, TILE_LAYER_KIND } from "../published/tile-layer.ts";
import { nounOfRoot, storeIn } from "../published/shown.ts";
import { readTitle } from "../published/title.ts";

/** What publishes a layer again. */
export interface Publisher {
  readonly owner: Address;
  readonly store: string;
  readonly givesTitle: boolean;
  readonly givesEnabled?: boolean;
  /** Whether the request creating the resource behind the layer restores its settings. */
  readonly carries?: true;
  /** The initial settings without any request of ours. */
  readonly newborn: NewObjectDefaults;
  /** Adds declared values where servers replace both together. */
  readonly laidOver?: (kept: KeptSettings) => KeptSettings;
}

export type Publishers = ReadonlyMap<string, Publisher>;

export async function affectedRules(
  { read }: KindContext,
  workspace: string | null,
  layers: readonly string[],
): Promise<readonly Live[]> {
  if (layers.length === 0) return [];
  const { rules } = await readAccessRules(read);
  return [...rules]
    .filter(([key]) => layers.some((layer) => ruleTargetsLayer(key, workspace, layer)))
    .map(([key, roles]) => ({ address: ruleAddress(key), facts: { roles }, requires: [] }));
}

/** Layers that come back and differ from new ones, with their tiles. */
async function affectedLayers(
  context: KindContext,
  workspace: string,
  publishers: Publishers,
): Promise<readonly AffectedObject[]> {
  const tiled = [...publishers].map(([name, { owner }]) => ({ workspace, name, owner }));
  return [
    ...(await affectedOnes(context, workspace, publishers)),
    ...(await affectedTiles(context, tiled)),
  ];
}

async function affectedOnes(
  context: KindContext,
  workspace: string,
  publishers: Publishers,
): Promise<readonly AffectedObject[]> {
  const whole = await wholeLayers(context, workspace, publishers);
  return whole.flatMap((one) => {
    const { live, publisher, byGeometry, keepsUsual } = one;
    const facts: Facts = { ...live.facts, store: publisher.store, ...madeWith(context, one) };
    if (!isMore(live) && keepsUsual && isAsCreated(facts)) return [];
    // The usual style of the old geometry was not chosen; a manifest may still declare it.
    const { defaultStyle, ...others } = facts;
    const wanted = !keepsUsual && defaultStyle === byGeometry ? others : facts;
    return [{ ...live, facts: wanted, requires: [publisher.owner, ...live.requires] }];
  });
}

function madeWith({ server }: KindContext, { publisher, byGeometry, keepsUsual }: Whole): Facts {
  const isGuessing = server.software === "geoserver" && publisher.newborn.root === "featureType";
  const guess: Facts = isGuessing ? { [GUESSED]: true } : {};
  // It is unknown which attribute of a mapped feature type a server takes as the geometry.
  return { ...(publisher.carries && keepsUsual ? fresh(byGeometry) : {}), ...guess };
}

function isMore({ facts, carried }: AffectedObject): boolean {
  return (
    carried !== undefined || ["title", OWN, BEHIND].some((field) => facts[field] !== undefined)
  );
}

function fresh(style: string | undefined): Facts {
  return style === undefined ? {} : { fresh: style };
}

/** A layer with all user settings that no request restores by itself. */
interface Whole {
  readonly live: AffectedObject;
  readonly publisher: Publisher;
  /** The style that a server may have derived from its geometries. */
  readonly byGeometry: string | undefined;
  /** Whether the new layer gets the same derived style. */
  readonly keepsUsual: boolean;
}

async function wholeLayers(
  context: KindContext,
  workspace: string,
  publishers: Publishers,
): Promise<readonly Whole[]> {
  const found = await Promise.all(
    [...publishers].map(([name, publisher]) =>
      observeWhole(context, { kind: "Layer", workspace, name }, publisher),
    ),
  );
  return found.filter((whole) => whole !== undefined);
}

async function observeWhole(
  context: KindContext,
  address: Address,
  publisher: Publisher,
): Promise<Whole | undefined> {
  const { givesTitle, givesEnabled, carries, newborn, laidOver = (kept) => kept } = publisher;
  const read = await readLayer(context.read, qualifiedName(address.workspace, address.name));
  if (read === undefined) return undefined;
  reportBroken(context.report, address, read.broken);
  const found = { ...read, settings: drawnNow(read.settings, context.nameNow) };
  const { facts: seen, ...live } = liveLayer(address, found);
  const { enabled: _given, ...open } = seen;
  const own = keptFact(OWN, found.kept);
  const behind = await readTitle(context, address, nounOfRoot(newborn.root));
  const isGuessing = context.server.software === "geoserver";
  const styleBy = (document: Tree) => (isGuessing ? geometryStyle(document) : undefined);
  const byGeometry = behind && styleBy(behind.document);
  const settingsIn = carries ? carriedOfPublished : keptOfPublished;
  const { title, ...kept } = behind ? settingsIn(behind.document, newborn) : {};
  // The table in another store is unknown.
  const columns = (of: Tree) => (storeIn(of) === publisher.store ? columnsIn(of) : kept);
  const keepsUsual =
    behind === undefined || styleBy(laidOver(columns(behind.document))) === byGeometry;
  const whole = (more: Facts, carried?: Facts): Whole => {
    const facts = { ...(givesEnabled ? open : seen), ...own, ...more };
    const seenLive = { ...live, facts, ...(carried && { carried }) };
    return { live: seenLive, publisher, byGeometry, keepsUsual };
  };
  if (behind === undefined) return whole({});
  const titled: Facts = title === undefined || givesTitle ? {} : { title: behind.title };
  const more: Facts = { ...titled, ...keptFact(BEHIND, laidOver(kept)) };
  if (!carries) return whole(more);
  return whole({}, Object.keys(more).length === 0 ? undefined : more);
}

function columnsIn(document: Tree): KeptSettings {
  const names = ["attributes", "metadata"];
  return Object.fromEntries(names.map((name) => [name, asWritten(member(document, name) ?? "")]));
}

function alsoDeletedLayers(
  workspace: string,
  layers: readonly string[],
  publishers: Publishers,
): readonly AlsoDeleted[] {
  return layers.flatMap((name) =>
    ["Layer", TILE_LAYER_KIND].map((kind) => ({
      address: { kind, workspace, name },
      back: publishers.get(name)?.owner,
    })),
  );
}

/** Settings that hide rows, columns or whole layers from readers. */
const HIDING: ReadonlySet<string> = new Set([
  "cqlFilter",
  "enabled",
  "disabledServices",
  "serviceConfiguration",
  "parameters",
  "attributes",
]);

/** Data that is visible until its hiding settings are restored. Our own server serves no data. */
function uncovered(
  { server }: KindContext,
  affected: readonly AffectedObject[],
): readonly string[] {
  if (server.software === "plumbline") return [];
  return affected.flatMap(({ address, facts }) => {
    const hiding = Object.keys(keptIn(facts[BEHIND]) ?? {}).filter((name) => HIDING.has(name));
    const layer = qualifiedName(address.workspace, address.name);
    return hiding.map((name) => `what ${name} hides of layer ${layer}`);
  });
}

export type LeftBehind = Required<Pick<Cascade, "affected" | "damage" | "irreversible">>;

/** The new address of a layer, and its publisher there. */
export interface Move {
  readonly to: Address;
  readonly publisher: Publisher;
}

/**
 * A moved layer loses user settings: its drawing, and settings behind it that no request
 * restores. Its tile settings move along.
 */
export async function leftBehind(
  context: KindContext,
  workspace: string,
  moves: ReadonlyMap<string, Move>,
): Promise<LeftBehind> {
  const publishers = new Map([...moves].map(([name, { publisher }]) => [name, publisher]));
  const whole = await wholeLayers(context, workspace, publishers);
  const found = whole.flatMap((one) => {
    const move = moves.get(one.live.address.name);
    return move === undefined
      ? []
      : [{ ...one, move, layer: `layer ${workspace}:${one.live.address.name}` }];
  });
  const tiles = [...moves].map(
    ([
      name,
      {
        to,
        publisher: { owner },
      },
    ]) => ({
      from: { workspace, name },
      to,
      owner,
    }),
  );
  return {
    affected: [
      ...found.flatMap((one) =>
        one.live.carried === undefined ? [] : [moved(one.live, one.move, madeWith(context, one))],
      ),
      ...(await movedTiles(context, tiles)),
    ],
    irreversible: found.flatMap(({ live: { facts }, layer }) => {
      const kept = { ...keptIn(facts[BEHIND]), ...keptIn(facts[OWN]) };
      const words = [...keptWords(kept), ...(facts["title"] === undefined ? [] : ["title"])];
      return words.map((word) => `${word} of ${layer}`);
    }),
    damage: found.flatMap(({ live: { facts }, move: { to }, layer, byGeometry }) => {
      const isUsual = isAsCreated(facts) || isAsCreated({ ...facts, ...fresh(byGeometry) });
      return isUsual ? [] : [{ to, what: `how ${layer} is drawn` }];
    }),
  };
}

/** `remains` is empty: nothing is missing once the layer exists. */
function moved(
  { facts: { type = null }, carried = {} }: AffectedObject,
  { to, publisher: { owner, store } }: Move,
  made: Facts,
): AffectedObject {
  return { address: to, facts: { type, store, ...made }, carried, remains: {}, requires: [owner] };
}

/** What goes with layers: rules, choices of styles, tiles and templates. */
export async function layersCascade(
  context: KindContext,
  about: {
    readonly workspace: string;
    readonly names: readonly string[];
    /** What publishes layers again; those of `names`, if others are given, too. */
    readonly owners: Publishers;
    readonly returning?: Publishers;
    readonly moves?: ReadonlyMap<string, Move>;
    readonly templates: Pick<Required<Cascade>, "affected" | "gone" | "irreversible" | "damage">;
  },
) {
  const { workspace, names, owners, returning = owners, moves = new Map(), templates } = about;
  const layers = await affectedLayers(context, workspace, returning);
  const away = await leftBehind(context, workspace, moves);
  const rules = await affectedRules(context, workspace, names);
  return {
    affected: [...rules, ...layers, ...away.affected, ...templates.affected],
    gone: templates.gone,
    alsoDeleted: alsoDeletedLayers(workspace, names, owners),
    irreversible: [...away.irreversible, ...templates.irreversible],
    damage: [...away.damage, ...templates.damage],
    uncovers: uncovered(context, layers),
  };
}
