/**
 * Digests of catalog objects: one text per object, equal when two objects are the same to a map
 * server. Server and reconciler work them out alike, so that one answer shows the reconciler
 * which objects it has to look at (docs/compatibility.md, "Digests").
 */
import { compareText } from "./address.ts";
import { digestOf, digestOfValue } from "./digest.ts";
import { layerFields, type DrawnLayer } from "./layer.ts";
import { digest as limits } from "./limits.ts";

/** Kinds whose objects have digests, named as in addresses. */
export const digestKinds = [
  "AccessRule",
  "AppSchemaStore",
  "CatalogMode",
  "Layer",
  "Style",
  "Workspace",
] as const;

/** Name of a kind whose objects have digests. */
export type DigestKind = (typeof digestKinds)[number];

/** A kind in a workspace, or in the global scope. */
export interface DigestScope {
  readonly kind: DigestKind;
  readonly workspace: string | null;
}

/** Digests of the objects of one kind in one scope, by name. */
export interface ScopeDigests {
  /**
   * Digests of what objects mean: layout of XML plays no part. An object that is only in `exact`
   * has content that nobody has looked into yet.
   */
  readonly digests: ReadonlyMap<string, string>;
  /** Digests of what objects hold byte for byte; of every object that is there. */
  readonly exact: ReadonlyMap<string, string>;
  /** Digests of the bytes of files that the objects of the scope share: images of styles. */
  readonly files: ReadonlyMap<string, string>;
}

/** A scope that holds nothing. */
export const noDigests: ScopeDigests = { digests: new Map(), exact: new Map(), files: new Map() };

/** Identity of content of which only the bytes count; `digest` is theirs. */
export function byteIdentity(digest: string): string {
  return `bytes ${digest}`;
}

/** Identity of an XML document of which the meaning counts; `digest` is its canonical one. */
export function xmlIdentity(digest: string): string {
  return `xml ${digest}`;
}

/**
 * Whether the meaning of a file counts, not its bytes: XML by its name, and small enough to be
 * looked into. Larger documents are equal when their bytes are.
 */
export function hasMeaning(path: string, bytes: number): boolean {
  return /\.(?:appschema|sld|xml|xsd)$/i.test(path) && bytes <= limits.xmlBytes;
}

/** Digest of a style; `content` is the identity of its content, null when it has none. */
export function styleDigest(style: { format: string; content: string | null }): string {
  // The digest of that value, of which there are ten thousand: a list of texts has no keys to sort.
  return digestOf(JSON.stringify([style.format, style.content]));
}

/** Digest of a data store that is no app-schema store, or whose mapping lies elsewhere. */
export function otherStoreDigest(store: { storeType: string; url: string }): string {
  return digestOfValue([store.storeType, store.url]);
}

/** Digest of an app-schema store; `files` are identities by path below the store's folder. */
export function appSchemaDigest(store: {
  readonly main: string;
  readonly files: ReadonlyMap<string, string>;
  readonly featureTypes: readonly string[];
}): string {
  const files = [...store.files].toSorted(([a], [b]) => compareText(a, b));
  return digestOfValue([store.main, files, store.featureTypes.toSorted(compareText)]);
}

/** Digest of a workspace with its namespace URI, and whether it is isolated. */
export function workspaceDigest(workspace: { namespace: string; isolated: boolean }): string {
  const { namespace, isolated } = workspace;
  return digestOfValue(isolated ? [namespace, "isolated"] : [namespace]);
}

/** Digest of an access rule; roles are a set. */
export function ruleDigest(rule: { roles: readonly string[] }): string {
  return digestOfValue(rule.roles.toSorted(compareText));
}

/** Digest of the catalog mode. */
export function modeDigest({ mode }: { mode: string }): string {
  return digestOfValue([mode]);
}

/** Digest of a layer: of each of its fields. */
export function layerDigest(layer: DrawnLayer): string {
  const sorted = { ...layer, styles: layer.styles.toSorted(compareText) };
  return digestOfValue(drawnFields.map((field) => sorted[field]));
}

const drawnFields = Object.keys(layerFields) as readonly (keyof typeof layerFields)[];
