/** The catalog as a tree, read on demand. */
import { namesOfPath } from "../model/path-address.ts";
import { namesIn } from "./lists.ts";
import { RestError, type Rest } from "./reading.ts";

/** An object, or a folder of objects of one kind. */
export interface TreeNode {
  readonly label: string;
  /** The path of its document, without the suffix; absent for folders. */
  readonly path?: string;
  /** Absent for folders. */
  readonly noun?: string;
  /** Absent for leaves. Rejects with RestError. */
  readonly children?: () => Promise<readonly TreeNode[]>;
}

/** A kind of object, and the kinds inside. */
interface Noun {
  readonly label: string;
  readonly noun: string;
  readonly segment: string;
  readonly inside?: readonly Noun[];
}

const inWorkspaces: readonly Noun[] = [
  storesOf("data", { label: "Feature types", noun: "feature type", segment: "featuretypes" }),
  storesOf("coverage", { label: "Coverages", noun: "coverage", segment: "coverages" }),
  storesOf("WMS", { label: "Layers", noun: "WMS layer", segment: "wmslayers" }),
  storesOf("WMTS", { label: "Layers", noun: "WMTS layer", segment: "layers" }),
  { label: "Layers", noun: "layer", segment: "layers" },
  { label: "Layer groups", noun: "layer group", segment: "layergroups" },
  { label: "Styles", noun: "style", segment: "styles" },
];

function storesOf(sort: string, inside: Noun): Noun {
  const label = `${sort.charAt(0).toUpperCase()}${sort.slice(1)} stores`;
  return { label, noun: `${sort} store`, segment: `${sort.toLowerCase()}stores`, inside: [inside] };
}

const global: readonly Noun[] = [
  { label: "Workspaces", noun: "workspace", segment: "workspaces", inside: inWorkspaces },
  { label: "Layer groups of no workspace", noun: "layer group", segment: "layergroups" },
  { label: "Styles of no workspace", noun: "style", segment: "styles" },
];

/** Only administrators may read these. */
const administrative: readonly Noun[] = [
  { label: "Grid sets", noun: "grid set", segment: "gridsets" },
  { label: "Blob stores", noun: "blob store", segment: "blobstores" },
];

/** Other addresses of objects, which the tree does not show again. */
const elsewhere: readonly Noun[] = [
  { label: "Layers", noun: "layer", segment: "layers" },
  { label: "Namespaces", noun: "workspace", segment: "namespaces", inside: inWorkspaces },
];

const tileLayers: Noun = { label: "Tile layers", noun: "tile layer", segment: "layers" };

/** The kind of the object at a path, or the title of a list; undefined for other paths. */
export function kindAt(path: string): string | undefined {
  const names = namesOfPath(path);
  const isCache = names[0] === "gwc";
  let known = isCache ? [...administrative, tileLayers] : [...global, ...elsewhere];
  let kind: string | undefined;
  for (let at = isCache ? 2 : 1; at < names.length; at += 2) {
    const found = known.find(({ segment }) => segment === names[at]);
    if (found === undefined) return undefined;
    kind = at + 1 < names.length ? found.noun : found.label;
    known = [...(found.inside ?? [])];
  }
  return kind;
}

export function catalogTree(rest: Rest, administrates: boolean): readonly TreeNode[] {
  return [
    ...global.map((noun) => folder(rest, "rest", noun)),
    ...(administrates ? administrative.map((noun) => folder(rest, "gwc/rest", noun)) : []),
  ];
}

function folder(rest: Rest, base: string, noun: Noun): TreeNode {
  const list = `${base}/${noun.segment}`;
  return {
    label: noun.label,
    children: async () => (await namesOf(rest, list)).map((name) => object(rest, list, noun, name)),
  };
}

function object(rest: Rest, list: string, { noun, inside }: Noun, name: string): TreeNode {
  const path = `${list}/${encodeURIComponent(name)}`;
  const node = { label: name, path, noun };
  if (inside === undefined) return node;
  const [only, ...others] = inside;
  const folders = inside.map((child) => folder(rest, path, child));
  // A single kind of content needs no folder.
  const children = async () =>
    only !== undefined && others.length === 0 ? ((await folders[0]?.children?.()) ?? []) : folders;
  return { ...node, children };
}

/** Empty where the server has no such list, or hides it from this account. */
async function namesOf(rest: Rest, list: string): Promise<readonly string[]> {
  try {
    return namesIn(await rest.json(`${list}.json`));
  } catch (error) {
    if (error instanceof RestError && error.status === 404) return [];
    throw error;
  }
}
