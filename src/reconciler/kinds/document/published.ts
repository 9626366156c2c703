/** What feature types and coverages have in common as documents: both come with a layer. */
import { workspaceOf } from "../identity/workspace.ts";
import { z } from "zod";
import { compareText, type Address } from "../../../model/address.ts";
import { splitQualifiedName } from "../../../model/layer.ts";
import { pathTo } from "../../../wire/addressing.ts";
import {
  asList,
  member,
  memberFlag,
  memberText,
  referenceName,
  type Tree,
} from "../../../wire/tree.ts";
import type { Cascade, KindContext, Live, Manifest, Resource } from "../../kind.ts";
import {
  lostLayers,
  lostRules,
  takenLayers,
  type Publisher,
  type Publishers,
} from "../published/cascades.ts";
import { titleSet } from "../published/title.ts";
import type { DocumentPaths } from "./contract.ts";
import { AUTOMATIC_METADATA } from "./entries.ts";
import {
  documentText,
  filledText,
  flagField,
  saidText,
  textField,
  textsIn,
  type DocumentField,
  type Said,
  type Saying,
} from "./fields.ts";
import { readDocument } from "./observe.ts";

const POLICIES = ["NONE", "REPROJECT_TO_DECLARED", "FORCE_DECLARED"] as const;

/** Spec of what either may have. */
export const publishedSpec = {
  store: filledText.describe("The store it is published from, in the same workspace."),
  nativeName: filledText
    .optional()
    .describe("Name inside the store; that of the manifest when absent."),
  title: filledText.optional(),
  abstract: documentText.optional(),
  keywords: z.array(filledText).min(1).optional().describe("Every keyword."),
  srs: filledText.optional().describe("Declared coordinate reference system, such as EPSG:4326."),
  projectionPolicy: z.enum(POLICIES).optional(),
  enabled: z.boolean().optional().describe("Whether it is shown; a new one is enabled."),
  advertised: z.boolean().optional().describe("Whether capabilities list it."),
};

const storeField: DocumentField<{ readonly store: string }> = {
  label: "store",
  onChange: "replace",
  wanted: ({ store }) => store,
  shown: storeIn,
  said: (document) => ({ spec: { store: storeIn(document) } }),
  // The path of a request says it.
  body: () => ({}),
};

/** The title; a new one has its name for a title. */
const titleField: DocumentField<{ readonly title?: string | undefined }> = {
  ...textField("title", "title"),
  said: (document, { address: { name } }) => {
    const title = memberText(document, "title") ?? "";
    return saidText("title", title === name ? "" : title);
  },
};

const policyField: DocumentField<{ readonly projectionPolicy?: string | undefined }> = {
  ...textField("projectionPolicy", "projection policy"),
  said: (document) => {
    const policy = memberText(document, "projectionPolicy") ?? "";
    return saidText("projectionPolicy", POLICIES.find((one) => one === policy) ?? "");
  },
};

/** The name inside the store, in any of these elements, where it is another one. */
export function saidNativeName(elements: readonly string[]) {
  return (document: Tree, { address: { name } }: Saying): Said => {
    const found = elements.map((element) => memberText(document, element)).find(Boolean) ?? name;
    return saidText("nativeName", found === name ? "" : found);
  };
}

/** Fields of either; what `nativeName` and `keywords` lead to differs. */
export const publishedFields = {
  store: storeField,
  title: titleField,
  abstract: textField("abstract", "abstract"),
  srs: textField("srs", "reference system"),
  projectionPolicy: policyField,
  enabled: flagField("enabled"),
  advertised: flagField("advertised"),
};

/** Name of the store that a document names. */
export function storeIn(document: Tree): string {
  return splitQualifiedName(referenceName(member(document, "store")) ?? "").name;
}

/** The store, which paths of requests name. */
export function storeFacts(document: Tree) {
  return { store: storeIn(document) };
}

/** Paths of either, by their names in the interface. */
export function publishedPaths(names: {
  readonly document: "featureType" | "coverage";
  readonly collection: "storeFeatureTypes" | "storeCoverages";
  readonly single: "storeFeatureType" | "storeCoverage";
}): DocumentPaths {
  const place = ({ workspace, name }: Address) => ({
    workspace: workspace ?? "",
    featureType: name,
    coverage: name,
  });
  return {
    // Without the store: that is what the document tells.
    read: (address, suffix) => pathTo(names.document, place(address), suffix),
    collection: (address, { store }) =>
      pathTo(names.collection, { ...place(address), store: String(store) }),
    single: (address, { store }) =>
      pathTo(names.single, { ...place(address), store: String(store) }),
  };
}

/** The title of the layer, where a manifest gives one. */
export function titleIn({
  name,
  workspace,
  spec,
  locate,
}: Manifest<{ readonly title?: string | undefined }>) {
  return spec.title === undefined ? [] : [titleSet({ workspace, name }, locate(["spec", "title"]))];
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

/** What goes with a feature type or coverage, and what comes back with one that is recreated. */
export function publishedCascades(about: {
  readonly noun: string;
  readonly paths: DocumentPaths;
  /** Keywords that servers give by themselves, beside the name. */
  readonly keywords: readonly string[];
}) {
  return async (
    context: KindContext,
    { address }: Live,
    declared: readonly Resource[],
  ): Promise<Cascade> => {
    const workspace = address.workspace ?? "";
    const { name } = address;
    const own = declared.find(
      (one) => one.address.workspace === workspace && one.address.name === name,
    );
    const owners: Publishers = new Map(own === undefined ? [] : [[name, publisherOf(own)]]);
    const found = own && (await readDocument(about, context, address));
    const words = own && found && ownWords(found.document, own, about.keywords);
    return {
      lost: [
        ...(await lostRules(context, workspace, [name])),
        ...(await lostLayers(context, workspace, owners, found && freshStyle(found, context))),
      ],
      gone: own === undefined ? layerOf(address) : [],
      contents: [],
      taken: takenLayers(workspace, [name], owners),
      irreversible: (words ?? []).map((what) => `the ${what} of ${about.noun} ${name}`),
    };
  };
}

function publisherOf({ address, facts }: Resource): Publisher {
  const { store, title } = facts;
  return { owner: address, store: String(store), givesTitle: title !== undefined };
}

/** Styles that a stock server gives to new layers by the geometry of their feature types. */
const BY_GEOMETRY: Readonly<Record<string, string>> = {
  Point: "point",
  LineString: "line",
  Polygon: "polygon",
};

/** The style of a new layer of the same data; undefined where it is the usual one. */
function freshStyle(
  { document }: { readonly document: Tree },
  { server }: KindContext,
): string | undefined {
  return server.software === "geoserver" ? geometryStyle(document) : undefined;
}

/** The style that such a server gives by the attributes of a feature type. */
export function geometryStyle(document: Tree): string | undefined {
  const bindings = asList(member(member(document, "attributes"), "attribute")).map(
    (attribute) => memberText(attribute, "binding") ?? "",
  );
  const [geometry] = bindings.flatMap((one) => /\.geom\.(?:Multi)?(\w+)$/.exec(one)?.[1] ?? []);
  return geometry === undefined ? undefined : BY_GEOMETRY[geometry];
}

/** What somebody set and the manifest does not say: a new document starts without it. Titles come
 * back with the layer.
 */
function ownWords(
  document: Tree,
  { address: { name }, facts }: Resource,
  keywords: readonly string[],
): readonly string[] {
  const nativeName = memberText(document, "nativeName") ?? name;
  const format = memberText(document, "nativeFormat") ?? name;
  const usual = new Set([...keywords, name, nativeName, format]);
  const set = {
    abstract: (memberText(document, "abstract") ?? "") !== "",
    keywords: textsIn(document, "keywords").some((keyword) => !usual.has(keyword)),
    enabled: memberFlag(document, "enabled") === false,
    advertised: memberFlag(document, "advertised") === false,
  };
  const words: Readonly<Record<string, string>> = { enabled: "disabling", advertised: "hiding" };
  return [
    ...Object.entries(set)
      .filter(([field, isSet]) => isSet && facts[field] === undefined)
      .map(([field]) => words[field] ?? field),
    ...metadataWords(document, facts),
  ];
}

/** Entries of the metadata that only a client can have set. */
function metadataWords(document: Tree, facts: Resource["facts"]): readonly string[] {
  const declared = facts["metadata"];
  const own = new Set(
    (Array.isArray(declared) ? (declared as readonly string[]) : []).map((text) =>
      text.slice(0, text.indexOf("=")),
    ),
  );
  return asList(member(member(document, "metadata"), "entry"))
    .filter(
      (entry) => facts["dimensions"] === undefined || member(entry, "dimensionInfo") === undefined,
    )
    .map((entry) => memberText(entry, "@key") ?? "")
    .filter((key) => !own.has(key) && !AUTOMATIC_METADATA.has(key))
    .toSorted(compareText)
    .map((key) => `metadata ${key}`);
}
