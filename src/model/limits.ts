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
  /** Requests under way at once; the next one is sent away. */
  requests: 512,
  connections: 1_024,
  /** Bodies up to this size are collected in memory, larger ones on disk. */
  memoryBytes: 256 * KIB,
  /** Inflated to sent, for gzip bodies; looked at only above `gzipRatioFromBytes`. */
  gzipRatio: 100,
  gzipRatioFromBytes: 1 * MIB,
  /** Large uploads that are worked on at once; others wait so long, then are sent away. */
  uploads: 4,
  uploadWaitMs: 30_000,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 600_000,
  /** A body may take this long, and longer by what it has brought at the pace below. */
  bodyGraceMs: 30_000,
  bodyBytesPerSecond: 16 * KIB,
  /** Space that stays free on the disk of the catalog; below it no body is taken. */
  freeBytes: 256 * MIB,
} as const;

/** Bounds of parsing what users upload. */
export const parsing = {
  /** Up to this size it is done at once, above it in a worker. */
  inlineBytes: 256 * KIB,
  workers: 2,
  /** Jobs that wait for a worker; the next one is sent away. */
  queue: 64,
  workerMib: 256,
  timeMs: 10_000,
  /** A worker without work ends after this time. */
  idleMs: 10_000,
} as const;

/** Bounds of style content. */
export const style = { sldBytes: 8 * MIB, cssBytes: 2 * MIB } as const;

/** Bounds of XML that users write. */
export const xml = {
  mappingBytes: 8 * MIB,
  schemaBytes: 8 * MIB,
  elements: 200_000,
  depth: 100,
  /** Attributes of one element. */
  attributes: 256,
  /** Characters of one attribute's value. */
  attributeCharacters: 64 * KIB,
  /** Characters of one run of text. */
  textCharacters: 4 * MIB,
  /** Characters of the name of an element or attribute. */
  nameCharacters: 1 * KIB,
} as const;

/** Bounds of app-schema mappings. */
export const mapping = { typeMappings: 1_000, includes: 200, includeDepth: 10 } as const;

/** Bounds of reading document databases, and of the requests that ask for it. */
export const documentDatabase = {
  ids: 400,
  idBytes: 64,
  /** Documents that one rebuild may be asked to read per collection. */
  max: 1_000_000,
  documentBytes: 16 * MIB,
  depth: 100,
  /** Paths that one schema may hold. */
  attributes: 10_000,
  /** Until a server is found. */
  selectionTimeoutMs: 5_000,
  /** For one exchange with the server. */
  operationTimeoutMs: 30_000,
  /** For everything that a request reads of one internal store. */
  requestTimeoutMs: 300_000,
} as const;

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
export const rules = {
  count: 20_000,
  /** Rules on requests; each request is held against them. */
  restCount: 1_000,
  keyBytes: 1_024,
  roles: 256,
  roleBytes: 128,
} as const;

/** Bounds of the audit. */
export const audit = { page: 1_000 } as const;

/** Bounds of what is kept of a document beyond the fields the catalog understands. */
export const details = { keptBytes: 256 * KIB, depth: 50 } as const;

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
