/**
 * Digests of catalog objects, equal for objects that map servers treat alike. Server and reconciler
 * compute the same, so one response shows which objects to read (docs/compatibility.md, "Digests").
 */
import { compareText } from "./address.ts";
import { digestOf, digestOfValue } from "./digest.ts";
import { layerFields, type DrawnLayer } from "./layer.ts";
import { digest as limits } from "./limits.ts";

/** Kinds with digests, as in addresses. */
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

/** A kind in a workspace, or globally. */
export interface DigestScope {
  readonly kind: DigestKind;
  readonly workspace: string | null;
}

/** Digests by name. A server computes those of styles when they are asked for, and keeps none. */
export type Digests = Pick<ReadonlyMap<string, string>, "size" | "keys" | "has" | "get">;

/** Digests of one kind in one scope, by name. */
export interface ScopeDigests {
  /** Semantic digests, which ignore XML layout; objects that are only in `exact` have none yet. */
  readonly digests: Digests;
  /** Byte digests of all objects. */
  readonly exact: Digests;
  /** Byte digests of shared files: style images. */
  readonly files: ReadonlyMap<string, string>;
}

/** A scope that holds nothing. */
export const noDigests: ScopeDigests = { digests: new Map(), exact: new Map(), files: new Map() };

/** Identity of content by its bytes. */
export function byteIdentity(digest: string): string {
  return `bytes ${digest}`;
}

/** Identity of XML content by its canonical digest. */
export function xmlIdentity(digest: string): string {
  return `xml ${digest}`;
}

/**
 * Whether XML is compared semantically, by extension; larger and other files are compared by bytes.
 */
export function hasMeaning(path: string, bytes: number): boolean {
  return /\.(?:appschema|sld|xml|xsd)$/i.test(path) && bytes <= limits.xmlBytes;
}

/** `content` is a content identity, or null. */
export function styleDigest(style: { format: string; content: string | null }): string {
  // As `digestOfValue`, but faster without sorting keys.
  return digestOf(JSON.stringify([style.format, style.content]));
}

/** For stores that are not app-schema, or have their mapping elsewhere. */
export function otherStoreDigest(store: { storeType: string; url: string }): string {
  return digestOfValue([store.storeType, store.url]);
}

/** `files` are identities by path below the store's folder. */
export function appSchemaDigest(store: {
  readonly main: string;
  readonly files: ReadonlyMap<string, string>;
  readonly featureTypes: readonly string[];
}): string {
  const files = [...store.files].toSorted(([a], [b]) => compareText(a, b));
  return digestOfValue([store.main, files, store.featureTypes.toSorted(compareText)]);
}

/** Digest of a workspace. */
export function workspaceDigest(workspace: { namespace: string; isolated: boolean }): string {
  const { namespace, isolated } = workspace;
  return digestOfValue(isolated ? [namespace, "isolated"] : [namespace]);
}

/** Digest of an access rule. */
export function ruleDigest(rule: { roles: readonly string[] }): string {
  return digestOfValue(rule.roles.toSorted(compareText));
}

/** Digest of the catalog mode. */
export function modeDigest({ mode }: { mode: string }): string {
  return digestOfValue([mode]);
}

/** Digest of a layer's drawn fields. */
export function layerDigest(layer: DrawnLayer): string {
  const sorted = { ...layer, styles: layer.styles.toSorted(compareText) };
  return digestOfValue(drawnFields.map((field) => sorted[field]));
}

const drawnFields = Object.keys(layerFields) as readonly (keyof typeof layerFields)[];
