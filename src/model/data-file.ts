/**
 * Data directory files that manifests may declare, and locations of templates (docs/opinions.md,
 * "Files").
 */
import { nameProblem } from "./name.ts";
import { cacheNouns } from "./nouns.ts";
import { zip } from "./limits.ts";

/** Path patterns that may not be declared, with the reason. */
const OTHERS: readonly (readonly [RegExp, string])[] = [
  [/^security(?:\/|$)/, "security is declared by AccessRules, User, Role and KeystorePassword"],
  [/^plumbline(?:\/|$)/, "estates keep their state there"],
  [/^gwc-layers(?:\/|$)/, "the server keeps its tile layers there"],
  [
    /^gwc\/geowebcache(?:[^/]*)\.xml$/,
    `the server keeps ${cacheNouns.map(({ label }) => `${label}s`).join(" and ")} there`,
  ],
  [/^(?:global|logging|services|catalog)\.xml$/, "the server rewrites its own settings"],
  [/^(?:wms|wfs|wcs|wmts|wps|csw)\.xml$/, "the server rewrites the settings of its services"],
  [/^workspaces\/(?:.*\/)?[^/]*\.ftl$/, "Template declares templates"],
  [/^workspaces\/.*\.xml$/, "the server rewrites the documents of its catalog"],
  [/^layergroups(?:\/|$)/, "LayerGroup declares layer groups"],
  [
    /^(?:workspaces\/[^/]+\/)?styles\/[^/]*\.(?:sld|css|xml|ysld|ya?ml|json|mbstyle)$/,
    "Style declares styles",
  ],
  [/\.jks$/, "it is a keystore"],
];

const PATH = /^[A-Za-z0-9._/-]+$/;

/** Why a path cannot be declared as a file. */
export function dataFileProblem(path: string): string | undefined {
  if (!PATH.test(path))
    return "may hold letters, digits, dots, slashes, - and _ alone: servers decode others twice";
  const parts = path.split("/");
  if (parts.some((part) => part === "" || part === "." || part === ".."))
    return "is no path in the data directory: folder/file, without a slash at either end";
  if (Buffer.byteLength(path) > zip.nameBytes || parts.length > zip.depth)
    return `is longer than ${zip.nameBytes} bytes or ${zip.depth} folders`;
  const lower = path.toLowerCase();
  const other = OTHERS.find(([pattern]) => pattern.test(lower));
  return other === undefined ? undefined : `is not declared as a file: ${other[1]}`;
}

/** The workspace of a file, if any. */
export function workspaceOfFile(path: string): string | undefined {
  return /^workspaces\/([^/]+)\//.exec(path)?.[1];
}

/** The store, or published resource of a store, of a template, if any. */
export interface TemplatePlace {
  readonly store: string | undefined;
  /** The feature type or coverage. */
  readonly published: string | undefined;
}

/** Most parts of a template name. */
const DEEPEST = 3;

/** Parses a template name: `content`, `STORE/content` or `STORE/TYPE/content`. */
export function templatePlace(name: string): TemplatePlace {
  const parts = name.split("/");
  const [store, published] = parts.slice(0, -1);
  return { store, published };
}

/** Why a template name is invalid. */
export function templateNameProblem(name: string, workspace: string | null): string | undefined {
  const parts = name.split("/");
  if (name.endsWith(".ftl")) return "is written without its ending .ftl";
  if (workspace === null && parts.length > 1)
    return "is in a store, and so in a workspace: name that in metadata.workspace";
  if (parts.length > DEEPEST) return "has more than a store and a feature type before it";
  return parts.map((part) => nameProblem(part)).find((problem) => problem !== undefined);
}

/** The folder of a workspace's or of global templates. */
export function templateFolder(workspace: string | null, inside = ""): string {
  return ["workspaces", workspace ?? "", inside].filter((part) => part !== "").join("/");
}

/** The file of a template. */
export function templateFile(workspace: string | null, name: string): string {
  return `${templateFolder(workspace)}/${name}.ftl`;
}
