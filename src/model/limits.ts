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

/** Bounds of access rules. */
export const rules = { count: 20_000, roles: 256, roleBytes: 128 } as const;

/**
 * Bounds of logging in (docs/compatibility.md, "Failed logins"). A network is a /24 of IPv4 or a
 * /64 of IPv6; known is one from which the account has logged in.
 */
export const login = {
  /** Failures of one account from one network that cost no waiting. */
  freeFailures: 3,
  firstWaitMs: 1_000,
  longestWaitMs: 32_000,
  /** Failures of one account in an hour, from one network. */
  networkFailures: 25,
  /** Failures of one account in an hour, from all known networks together. */
  knownFailures: 50,
  /** Failures of one account in an hour, from all other networks together. */
  unknownFailures: 50,
  /** Accounts, and user names without one, whose failures are remembered. */
  accounts: 10_000,
  strangers: 1_000,
  knownNetworks: 16,
  /** Credentials remembered as right, and how long that saves hashing them. */
  credentials: 1_024,
  credentialMs: 300_000,
} as const;

/** Bounds of password hashing: how many at a time, and how many may wait. */
export const hashing = { slots: 2, queued: 16, retrySeconds: 1 } as const;

/** Bounds of passwords; `characters` is the fewest that count as strong. */
export const password = { bytes: 1_024, characters: 15 } as const;

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
