/** What the documents of feature types, coverages and cascaded layers share: all bring a layer. */
import { z } from "zod";
import { madeOnce } from "../../lazy.ts";
import { workspaceOf } from "../identity/workspace.ts";
import { isSameAddress, type Address } from "../../../model/address.ts";
import { qualifiedName } from "../../../model/layer.ts";
import { caching, links } from "../../../model/published-parts.ts";
import { publishedSettings } from "../../../model/published.ts";
import { pathTo } from "../../../wire/addressing.ts";
import {
  carriedOfPublished,
  type KeptSettings,
  type NewObjectDefaults,
} from "../../../wire/kept-settings.ts";
import { memberText, memberWholeText, type Tree } from "../../../wire/tree.ts";
import type { Cascade, Departure, KindContext, Live, Manifest, Resource } from "../../kind.ts";
import { type Move, type Publisher, type Publishers, layersCascade } from "../layer/cascades.ts";
import { mappedNewborn } from "../published/mapped-newborn.ts";
import { shown, shownPath, storeIn, type ShownNoun } from "../published/shown.ts";
import { storeFolders, templateCascade } from "../published/templates.ts";
import { enabledSet, titleSet } from "../published/title.ts";
import type { DocumentPaths, DocumentPayload } from "./contract.ts";
import { disabledServicesField, disabledServicesSpec } from "./disabled-services.ts";
import { metadataField, metadataSpec } from "../fields/metadata.ts";
import { keywords } from "./keywords.ts";
import { linksHandler } from "./links.ts";
import { translationsField, translationsSpec } from "./translations.ts";
import type {
  PartHandler,
  PartHandlers,
  DeclaredPart,
  DeclareContext,
} from "../fields/contract.ts";
import { partsSpec } from "../fields/part-specs.ts";
import { declaredText, partHandler, partHandlers } from "../fields/parts.ts";
import { filledText } from "../fields/texts.ts";
import { readDocument } from "./observe.ts";
import { asDeclared } from "./steps.ts";

const alias = { type: "texts", means: "Other names, which servers keep and do not use." } as const;

export const publishedSpec = madeOnce(() => {
  const { title, abstract, description, ...others } = partsSpec(publishedSettings);
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
    ...partsSpec({ keywords }),
    ...partsSpec({ alias }),
    links: z.strictObject(partsSpec(links)).optional(),
    ...others,
    disabledServices: disabledServicesSpec().optional(),
    ...partsSpec({ caching }),
    metadata: metadataSpec
      .optional()
      .describe(
        "Entries that are plain texts and that no other field says; others stay, and null takes one away.",
      ),
  };
});

const storeField: PartHandler<{ readonly store: string }> = {
  onChange: "replace",
  wanted: ({ store }) => store,
  shown: storeIn,
  declare: (document) => ({ spec: { store: storeIn(document) } }),
  // The path of the request names the store.
  body: () => ({}),
};

/** A new object has its name as title. */
function declaredTitle(document: Tree, { address: { name } }: DeclareContext): DeclaredPart {
  const found = memberWholeText(document, "title") ?? "";
  return declaredText("title", found === name ? "" : found);
}

export function declaredNativeName(elements: readonly string[]) {
  return (document: Tree, { address: { name } }: DeclareContext): DeclaredPart => {
    const found = elements.map((element) => memberText(document, element)).find(Boolean) ?? name;
    return declaredText("nativeName", found === name ? "" : found);
  };
}

/** A description that a server generated is left to it. */
function declaredDescription(document: Tree): DeclaredPart {
  const found = memberWholeText(document, "description") ?? "";
  return declaredText("description", found.startsWith("Generated from ") ? "" : found);
}

/** `nativeName` and `keywords` differ by kind. */
export const publishedFields = madeOnce(() => {
  const settings = partHandlers(publishedSettings);
  return {
    store: storeField,
    ...settings,
    title: { ...settings.title, declare: declaredTitle },
    description: { ...settings.description, declare: declaredDescription },
    titles: translationsField("titles", "internationalTitle"),
    abstracts: translationsField("abstracts", "internationalAbstract"),
    alias: partHandler("alias", alias),
    linksToMetadata: linksHandler("metadata"),
    linksToData: linksHandler("data"),
    disabledServices: disabledServicesField,
  };
});

export const publishedMetadata = () => ({
  ...partHandlers({ caching }),
  metadata: metadataField,
});

export function storeFacts(document: Tree) {
  return { store: storeIn(document) };
}

export type ShownRoot = (typeof shown)[ShownNoun]["root"];

export function publishedPaths(noun: ShownNoun): DocumentPaths {
  return {
    // Without the store, which the document shows.
    read: (address, suffix) => shownPath(noun, address, suffix),
    collection: ({ workspace }, { store }) =>
      pathTo(shown[noun].list, { workspace: workspace ?? "", store: String(store) }),
    single: (address, { store }) => shownPath(noun, { ...address, store: String(store) }),
  };
}

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

/** Also sets what its manifest leaves out: a change sends both, so two manifests would conflict. */
export function setsOfCascadedLayer({ name, workspace, locate }: Manifest) {
  const where = locate(["metadata", "name"]);
  const layer = { workspace, name };
  return [titleSet(layer, where), enabledSet(layer, where)];
}

export function layerOf({ workspace, name }: Address): readonly Address[] {
  return [{ kind: "Layer", workspace, name }];
}

/** The store and the workspace of a published object; `kinds` may declare the store. */
export function homesOf(kinds: readonly string[]) {
  return (address: Address, document: Tree): readonly Address[] => [
    ...kinds.map((kind) => ({ kind, workspace: address.workspace, name: storeIn(document) })),
    ...workspaceOf(address),
  ];
}

export interface Republished {
  readonly root: ShownRoot;
  readonly paths: DocumentPaths;
  /** Keywords that servers add, beside the name. */
  readonly keywords: readonly string[];
}

function newbornOf({ root, keywords }: Republished, { software, dialect }: KindContext["server"]) {
  const own = (name: string) => keywords.map((keyword) => [keyword, name]);
  return (document: Tree): NewObjectDefaults => {
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

/** The user settings of a published object, with title and native name. */
export function publishedKeeps(about: Republished) {
  return (document: Tree, { server }: KindContext): KeptSettings =>
    carriedOfPublished(document, newbornOf(about, server)(document));
}

export function publishedCascades(published: Republished) {
  return async <Declared>(
    context: KindContext,
    { address }: Live,
    declared: readonly Resource<DocumentPayload<Declared>>[],
    { fields, ...departure }: Departure & { readonly fields: PartHandlers<Declared> },
  ): Promise<Cascade> => {
    const workspace = address.workspace ?? "";
    const { name } = address;
    const { document = {} } = (await readDocument(published, context, address)) ?? {};
    const newborn = newbornOf(published, context.server)(document);
    const publish = (resource: Resource<DocumentPayload<Declared>>) =>
      publisherOf(resource, newborn, (kept) => asDeclared(kept, fields, resource, document));
    const publishers = publishersOf(address, publish, { declared, ...departure });
    const { owners, moves } = goesOn({ about: published, context, address, newborn }, publishers);
    const goesAway = publishers.own === undefined && publishers.other === undefined;
    const templates = await templatesOf(context, { address, document, owners, moves });
    const about = { workspace, names: [name], owners, moves, templates };
    const cascade = await layersCascade(context, about);
    return {
      ...cascade,
      gone: [...(goesAway ? layerOf(address) : []), ...cascade.gone],
      contents: [],
    };
  };
}

/** What publishes the layer again, or under its new address. */
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

function bringerOf(address: Address, bringer: Departure["bringer"]): Resource | undefined {
  const [layer] = layerOf(address);
  return layer && bringer?.(layer);
}

interface Leaving {
  readonly about: Republished;
  readonly context: KindContext;
  readonly address: Address;
  readonly newborn: NewObjectDefaults;
}

/**
 * A mapping that publishes the feature type gets its settings back. Any other publisher of a
 * layer of this name shows other data: nothing is restored, and the loss is reported.
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

function moveOf(name: string, publisher: Publisher | undefined): ReadonlyMap<string, Move> {
  if (publisher === undefined) return new Map();
  return new Map([[name, { to: { ...publisher.owner, kind: "Layer" }, publisher }]]);
}

/** Templates are in folders named after the store and the published object. */
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

function declaredAt<One extends Resource>(
  declared: readonly One[],
  at: Address | undefined,
): One | undefined {
  return at && declared.find(({ address }) => isSameAddress(address, at));
}

function publisherOf(
  { address, facts: { store, title, enabled } }: Resource,
  newborn: NewObjectDefaults,
  laidOver: NonNullable<Publisher["laidOver"]>,
): Publisher {
  const gives = { givesTitle: title !== undefined, givesEnabled: enabled !== undefined };
  return { owner: address, store: String(store), ...gives, carries: true, newborn, laidOver };
}
