/** What feature types and coverages have in common as documents: both come with a layer. */
import { madeOnce } from "../../lazy.ts";
import { workspaceOf } from "../identity/workspace.ts";
import { isSameAddress, type Address } from "../../../model/address.ts";
import { qualifiedName } from "../../../model/layer.ts";
import { caching } from "../../../model/property-groups.ts";
import { publishedSettings } from "../../../model/published.ts";
import { pathTo } from "../../../wire/addressing.ts";
import {
  carriedOfPublished,
  type KeptSettings,
  type Newborn,
} from "../../../wire/kept-settings.ts";
import { memberText, memberWholeText, type Tree } from "../../../wire/tree.ts";
import type { Cascade, Departure, KindContext, Live, Manifest, Resource } from "../../kind.ts";
import {
  leftBehind,
  affectedLayers,
  affectedRules,
  alsoDeletedLayers,
  uncovered,
  type Move,
  type Publisher,
  type Publishers,
} from "../published/cascades.ts";
import { mappedNewborn } from "../app-schema-store/words.ts";
import { storeIn, type shown, type ShownNoun } from "../published/shown.ts";
import { storeFolders, templateCascade } from "../published/templates.ts";
import { enabledSet, titleSet } from "../published/title.ts";
import type { DocumentPaths, DocumentPayload } from "./contract.ts";
import { disabledServicesField, disabledServicesSpec } from "./disabled-services.ts";
import { metadataField, metadataSpec } from "./entries.ts";
import { groupField, groupSpec } from "./group.ts";
import { keywordsSpec } from "./keywords.ts";
import { linksField, linksSpec } from "./links.ts";
import { textsField, textsSpec } from "./texts.ts";
import { translationsField, translationsSpec } from "./translations.ts";
import {
  filledText,
  declaredText,
  tableFields,
  tableSpec,
  type DocumentField,
  type DocumentFields,
  type DeclaredPart,
  type DeclareContext,
} from "./fields.ts";
import { readDocument } from "./observe.ts";
import { asDeclared } from "./steps.ts";

/** Spec of what either may have. */
export const publishedSpec = madeOnce(() => {
  const { title, abstract, description, ...others } = tableSpec(publishedSettings);
  return {
    store: filledText.describe("The store it is published from, in the same workspace."),
    nativeName: filledText
      .optional()
      .describe("Name inside the store; that of the manifest when absent."),
    title,
    abstract,
    titles: translationsSpec().optional().describe("The title in every language, by its code."),
    abstracts: translationsSpec()
      .optional()
      .describe("The abstract in every language, by its code."),
    description,
    keywords: keywordsSpec().optional(),
    alias: textsSpec.optional().describe("Other names, which servers keep and do not use."),
    links: linksSpec().optional(),
    ...others,
    disabledServices: disabledServicesSpec().optional(),
    caching: groupSpec(caching).optional().describe("How long clients may keep maps of it."),
    metadata: metadataSpec
      .optional()
      .describe(
        "Entries that are plain texts and that no other field says; others stay, and null takes one away.",
      ),
  };
});

const storeField: DocumentField<{ readonly store: string }> = {
  onChange: "replace",
  wanted: ({ store }) => store,
  shown: storeIn,
  declare: (document) => ({ spec: { store: storeIn(document) } }),
  // The path of a request says it.
  body: () => ({}),
};

const settings = tableFields(publishedSettings);

/** The title; a new one has its name for a title. */
const titleField: typeof settings.title = {
  ...settings.title,
  declare: (document, { address: { name } }) => {
    const found = memberWholeText(document, "title") ?? "";
    return declaredText("title", found === name ? "" : found);
  },
};

/** The name inside the store, in any of these elements, where it is another one. */
export function declaredNativeName(elements: readonly string[]) {
  return (document: Tree, { address: { name } }: DeclareContext): DeclaredPart => {
    const found = elements.map((element) => memberText(document, element)).find(Boolean) ?? name;
    return declaredText("nativeName", found === name ? "" : found);
  };
}

/** A description that a server has found by itself is left to it. */
const descriptionField: typeof settings.description = {
  ...settings.description,
  declare: (document) => {
    const found = memberWholeText(document, "description") ?? "";
    return declaredText("description", found.startsWith("Generated from ") ? "" : found);
  },
};

/** Fields of either; what `nativeName` and `keywords` lead to differs. */
export const publishedFields = {
  store: storeField,
  ...settings,
  title: titleField,
  description: descriptionField,
  titles: translationsField("titles", "internationalTitle"),
  abstracts: translationsField("abstracts", "internationalAbstract"),
  alias: textsField("alias"),
  linksToMetadata: linksField("metadata"),
  linksToData: linksField("data"),
  disabledServices: disabledServicesField,
};

/** Fields of either that are in the metadata. */
export const publishedMetadata = {
  caching: groupField("caching", caching),
  metadata: metadataField,
};

/** The store, which paths of requests name. */
export function storeFacts(document: Tree) {
  return { store: storeIn(document) };
}

/** Roots of the documents of what stores publish. */
export type ShownRoot = (typeof shown)[ShownNoun]["root"];

/** Paths of what is published, by their names in the interface. */
export function publishedPaths(names: {
  readonly document: ShownRoot;
  readonly collection:
    | "storeFeatureTypes"
    | "storeCoverages"
    | "wmsStoreLayers"
    | "wmtsStoreLayers";
  readonly single: "storeFeatureType" | "storeCoverage" | "wmsLayer" | "wmtsLayer";
}): DocumentPaths {
  const place = ({ workspace, name }: Address) => ({
    workspace: workspace ?? "",
    featureType: name,
    coverage: name,
    wmsLayer: name,
    wmtsLayer: name,
  });
  return {
    // Without the store: that is what the document shows.
    read: (address, suffix) => pathTo(names.document, place(address), suffix),
    collection: (address, { store }) =>
      pathTo(names.collection, { ...place(address), store: String(store) }),
    single: (address, { store }) =>
      pathTo(names.single, { ...place(address), store: String(store) }),
  };
}

/** What of the layer a manifest says: its title, and whether it is enabled. */
export function setsOfLayer({
  name,
  workspace,
  spec,
  locate,
}: Manifest<{ readonly title?: string | undefined; readonly enabled?: boolean | undefined }>) {
  const layer = { workspace, name };
  return [
    ...(spec.title === undefined ? [] : [titleSet(layer, locate(["spec", "title"]))]),
    ...(spec.enabled === undefined ? [] : [enabledSet(layer, locate(["spec", "enabled"]))]),
  ];
}

/**
 * What of the layer the manifest of a cascaded one says: its title and whether it is enabled, also where it leaves
 * them out. A change of one says all of it, so that two manifests would undo each other's.
 */
export function setsOfCascadedLayer({ name, workspace, locate }: Manifest) {
  const where = locate(["metadata", "name"]);
  const layer = { workspace, name };
  return [titleSet(layer, where), enabledSet(layer, where)];
}

/** The layer that comes with either. */
export function layerOf({ workspace, name }: Address): readonly Address[] {
  return [{ kind: "Layer", workspace, name }];
}

/** The store, under the address of each kind that may declare it, and its workspace. */
export function homesOf(kinds: readonly string[]) {
  return (address: Address, document: Tree): readonly Address[] => [
    ...kinds.map((kind) => ({ kind, workspace: address.workspace, name: storeIn(document) })),
    ...workspaceOf(address),
  ];
}

/** What is known of a feature type or coverage that is recreated by a request of its own. */
export interface Republished {
  readonly root: ShownRoot;
  readonly paths: DocumentPaths;
  /** Keywords that servers give by themselves, beside the name. */
  readonly keywords: readonly string[];
}

/** What a new one is like: servers give it its name and others for keywords. */
function newbornOf({ root, keywords }: Republished, { software, dialect }: KindContext["server"]) {
  const own = (name: string) => keywords.map((keyword) => [keyword, name]);
  return (document: Tree): Newborn => {
    const names = ["name", "nativeName", "nativeCoverageName", "nativeFormat"].flatMap(
      (element) => memberText(document, element) ?? [],
    );
    const sets =
      root === "coverage" ? names.map((name) => [...names.slice(0, 1), "WCS", name]) : [];
    return {
      root,
      calculates: software === "geoserver",
      isReprojected: root === "coverage" && dialect === "geoserver",
      keywords: [...names.flatMap(own), ...sets],
    };
  };
}

/** What somebody set of a feature type or coverage: its title and its name in the store too. */
export function publishedKeeps(about: Republished) {
  return (document: Tree, { server }: KindContext): KeptSettings =>
    carriedOfPublished(document, newbornOf(about, server)(document));
}

/** What is deleted with a feature type or coverage, and what comes back with one that is recreated. */
export function publishedCascades(about: Republished) {
  return async <Declared>(
    context: KindContext,
    { address }: Live,
    declared: readonly Resource<DocumentPayload<Declared>>[],
    { fields, ...departure }: Departure & { readonly fields: DocumentFields<Declared> },
  ): Promise<Cascade> => {
    const workspace = address.workspace ?? "";
    const { name } = address;
    const { document = {} } = (await readDocument(about, context, address)) ?? {};
    const newborn = newbornOf(about, context.server)(document);
    const publish = (resource: Resource<DocumentPayload<Declared>>) =>
      publisherOf(resource, newborn, (kept) => asDeclared(kept, fields, resource, document));
    const publishers = publishersOf(address, publish, { declared, ...departure });
    const { owners, moves } = goesOn({ about, context, address, newborn }, publishers);
    const goesAway = publishers.own === undefined && publishers.other === undefined;
    const layers = await affectedLayers(context, workspace, owners);
    const away = await leftBehind(context, workspace, moves);
    const templates = await templatesOf(context, { address, document, owners, moves });
    return {
      affected: [
        ...(await affectedRules(context, workspace, [name])),
        ...layers,
        ...away.affected,
        ...templates.affected,
      ],
      gone: [...(goesAway ? layerOf(address) : []), ...templates.gone],
      contents: [],
      alsoDeleted: alsoDeletedLayers(workspace, [name], owners),
      irreversible: [...away.irreversible, ...templates.irreversible],
      damage: [...away.damage, ...templates.damage],
      uncovers: uncovered(context, layers),
    };
  };
}

/** What publishes the layer of an address again, or what it goes on as. */
function publishersOf<One extends Resource>(
  address: Address,
  publish: (resource: One) => Publisher,
  { declared, to, bringer }: Departure & { readonly declared: readonly One[] },
) {
  const own = declaredAt(declared, address);
  const moved = declaredAt(declared, to);
  return {
    own: own && publish(own),
    other: own === undefined ? bringerOf(address, bringer) : undefined,
    moved: moved && publish(moved),
  };
}

/** What is declared, of another kind, and publishes the layer of an address. */
function bringerOf(address: Address, bringer: Departure["bringer"]): Resource | undefined {
  const [layer] = layerOf(address);
  return layer && bringer?.(layer);
}

interface Leaving {
  readonly about: Republished;
  readonly context: KindContext;
  readonly address: Address;
  readonly newborn: Newborn;
}

/**
 * What publishes the layer again, and what it goes on as. A mapping publishes a type of its own: what somebody set of
 * a feature type is given back then. Anything else that publishes a layer of the same name shows other data: nothing
 * is said again of that, and what is lost is reported.
 */
function goesOn(
  { about, context, address, newborn }: Leaving,
  {
    own,
    other,
    moved,
  }: {
    readonly own: Publisher | undefined;
    readonly other: Resource | undefined;
    readonly moved: Publisher | undefined;
  },
): { readonly owners: Publishers; readonly moves: ReadonlyMap<string, Move> } {
  const { name } = address;
  if (own !== undefined) return { owners: new Map([[name, own]]), moves: new Map() };
  if (other === undefined) return { owners: new Map(), moves: moveOf(name, moved) };
  const isMapped = about.root === "featureType" && other.address.kind === "AppSchemaStore";
  const { store = other.address.name } = other.facts;
  const publisher = {
    owner: other.address,
    store: String(store),
    givesTitle:
      other.sets?.has(`title of layer ${qualifiedName(address.workspace, name)}`) === true,
    newborn: isMapped
      ? { ...mappedNewborn(context.server), keywords: [["features", name]] }
      : { ...newborn, calculates: true },
  };
  if (isMapped) return { owners: new Map([[name, publisher]]), moves: new Map() };
  const to = { ...address, kind: "Layer" };
  return { owners: new Map(), moves: new Map([[name, { to, publisher }]]) };
}

/** What its layer goes on as, where that is declared under another address. */
function moveOf(name: string, publisher: Publisher | undefined): ReadonlyMap<string, Move> {
  if (publisher === undefined) return new Map();
  return new Map([[name, { to: { ...publisher.owner, kind: "Layer" }, publisher }]]);
}

/** Templates lie in the folder that is named after the store and what it publishes. */
async function templatesOf(
  context: KindContext,
  {
    address: { workspace, name },
    document,
    owners,
    moves,
  }: {
    readonly address: Address;
    readonly document: Tree;
    readonly owners: Publishers;
    readonly moves: ReadonlyMap<string, Move>;
  },
) {
  const store = storeIn(document);
  const move = moves.get(name);
  const moved = move && { ...move.publisher, workspace: move.to.workspace };
  const backOf = () => owners.get(name) ?? moved;
  const about = { workspace: workspace ?? "", store, goes: false, backOf };
  return templateCascade(context, store === "" ? [] : storeFolders({ ...about, names: [name] }));
}

/** What is declared at an address; undefined where nothing is. */
function declaredAt<One extends Resource>(
  declared: readonly One[],
  at: Address | undefined,
): One | undefined {
  return at && declared.find(({ address }) => isSameAddress(address, at));
}

function publisherOf(
  { address, facts: { store, title, enabled } }: Resource,
  newborn: Newborn,
  laidOver: NonNullable<Publisher["laidOver"]>,
): Publisher {
  const gives = { givesTitle: title !== undefined, givesEnabled: enabled !== undefined };
  return { owner: address, store: String(store), ...gives, carries: true, newborn, laidOver };
}
