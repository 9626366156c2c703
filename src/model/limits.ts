/**
 * Every bound on what Plumbline parses or accepts, in one place: parsers, routes, documentation
 * and tests read these constants (docs/reference.md, "Bounds"). Sizes are bytes.
 */

const KIB = 1024;
const MIB = 1024 * KIB;

/** Bounds of the HTTP door. */
export const http = {
  headerBytes: 32 * KIB,
  urlBytes: 12 * KIB,
  nameBytes: 255,
  /** REST documents in XML or JSON. */
  documentBytes: 1 * MIB,
  /** Access rule documents. */
  rulesBytes: 4 * MIB,
  /** Uploads: ZIP packages and resource files. */
  uploadBytes: 64 * MIB,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 600_000,
} as const;

/** Bounds of style content. */
export const style = { sldBytes: 8 * MIB, cssBytes: 2 * MIB } as const;

/** Bounds of XML that users write. */
export const xml = {
  mappingBytes: 8 * MIB,
  schemaBytes: 8 * MIB,
  elements: 200_000,
  depth: 100,
} as const;

/** Bounds of app-schema mappings. */
export const mapping = { typeMappings: 1_000, includes: 200, includeDepth: 10 } as const;

/** Bounds of style and mapping archives. */
export const zip = {
  unpackedBytes: 128 * MIB,
  entryBytes: 64 * MIB,
  entries: 2_000,
  nameBytes: 1_024,
  depth: 16,
  /** Unpacked to packed; looked at only above `ratioFromBytes`. */
  ratio: 200,
  ratioFromBytes: 1 * MIB,
} as const;

/** Bounds of digests of what content means. */
export const digest = {
  /** Largest XML document whose meaning is digested. */
  xmlBytes: 256 * KIB,
  /** Time one request spends on looking into content for the first time. */
  workMs: 500,
} as const;

/** Bounds of access rules. */
export const rules = { count: 20_000, roles: 256, roleBytes: 128 } as const;

/** Bounds of JSON bodies. */
export const json = { depth: 64 } as const;

/** Bounds of manifests. */
export const manifest = {
  fileBytes: 4 * MIB,
  treeBytes: 64 * MIB,
  documents: 50_000,
  depth: 64,
  aliases: 100,
} as const;

/** Bounds of the reconciler's HTTP client. */
export const client = {
  connections: 8,
  readTimeoutMs: 30_000,
  uploadTimeoutMs: 300_000,
  retries: 4,
  retryBaseMs: 250,
  retryCapMs: 8_000,
  /** What is shown of a refusal. */
  errorTextCharacters: 2_000,
} as const;
