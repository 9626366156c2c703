/** All bounds of Plumbline (docs/reference.md, "Bounds"). Sizes are bytes. */

export * from "./limits/console.ts";
export * from "./limits/data-directory.ts";
export * from "./limits/data-folder.ts";
export * from "./limits/fonts.ts";
export * from "./limits/geocss.ts";
export * from "./limits/http.ts";
export * from "./limits/lint.ts";
export * from "./limits/painter.ts";
export * from "./limits/postgres.ts";
export * from "./limits/reconciler.ts";
export * from "./limits/tile-cache.ts";
export * from "./limits/watch.ts";

const KIB = 1024;
const MIB = 1024 * KIB;
const GIB = 1024 * MIB;

/** Parsing of uploads. */
export const parsing = {
  /** Larger bodies use a worker. */
  inlineBytes: 256 * KIB,
  /** Larger style sheets, or those with more rules, do, too. */
  inlineSheetBytes: 16 * KIB,
  inlineSheetRules: 6,
  /** Cached translations. */
  translations: 64,
  translationsBytes: 32 * MIB,
  workers: 2,
  /** Waiting jobs; further ones are refused. */
  queue: 64,
  workerMib: 256,
  /** Computing time for one body, without waiting. */
  computeMs: 10_000,
  waitMs: 60_000,
  /** In a unit of work, which blocks other changes. */
  unitWaitMs: 10_000,
  idleMs: 10_000,
} as const;

/** Style content. */
export const style = { sldBytes: 8 * MIB, cssBytes: 2 * MIB } as const;

/** XML from users. */
export const xml = {
  mappingBytes: 8 * MIB,
  schemaBytes: 8 * MIB,
  elements: 200_000,
  depth: 100,
  /** Last characters of a truncated document in an error. */
  shownEnd: 80,
  /** Per element. */
  attributes: 256,
  attributeCharacters: 64 * KIB,
  /** Characters of a text run. */
  textCharacters: 4 * MIB,
  nameCharacters: 1 * KIB,
} as const;

/** Reads in parallel, where no other number is said. */
export const reading = { atOnce: 16 } as const;

/** App-schema mappings. */
export const mapping = { typeMappings: 1_000, includes: 200, includeDepth: 10 } as const;

/** Document databases. */
export const documentDatabase = {
  ids: 400,
  idBytes: 64,
  /** Documents per rebuild and collection. */
  max: 1_000_000,
  documentBytes: 16 * MIB,
  depth: 100,
  /** Paths in one schema. */
  attributes: 10_000,
  selectionTimeoutMs: 5_000,
  /** One exchange. */
  operationTimeoutMs: 30_000,
  /** All reads of a request from one internal store. */
  requestTimeoutMs: 300_000,
} as const;

/** Style and mapping archives. */
export const zip = {
  unpackedBytes: 128 * MIB,
  entryBytes: 64 * MIB,
  entries: 2_000,
  nameBytes: 1_024,
  depth: 16,
  /** Unpacked to packed; checked only above `ratioFromBytes`. */
  ratio: 200,
  ratioFromBytes: 1 * MIB,
} as const;

/** Mosaic archives, which stream to disk. */
export const mosaicZip = {
  packedBytes: 2 * GIB,
  unpackedBytes: 8 * GIB,
  entryBytes: 4 * GIB,
  entries: 100_000,
  nameBytes: 1_024,
  depth: 16,
  ratio: 200,
  /** Empty rasters compress a thousandfold; only archives that could fill a disk are checked. */
  ratioFromBytes: 64 * MIB,
  /** Concurrent fsyncs. */
  syncsAtOnce: 16,
} as const;

/** Harvests, and mosaic files that are read whole. */
export const harvest = {
  requestBytes: 4 * KIB,
  /** Files, and folder entries scanned for them. */
  files: 100_000,
  entries: 1_000_000,
  depth: 16,
  /** Symbolic links on a path. */
  links: 40,
  /** One definition file. */
  definitionBytes: 1 * MIB,
  /** Files per unit of work. */
  batch: 256,
  /** Batches read ahead of the written one. */
  batchesAhead: 3,
  /** Skipped files that a response lists. */
  warned: 5,
  /** Concurrent reads per worker. */
  filesAtOnce: 16,
  /** Skipped files that a report lists. */
  skipped: 1_000,
  /** Stored reports. */
  reports: 100,
} as const;

/** Content digests. */
export const digest = {
  /** Larger XML has no semantic digest. */
  xmlBytes: 256 * KIB,
  /** Time per request for new digests. */
  workMs: 500,
  /** Changed objects that a reconciler reads itself; above it the server digests all. */
  readAlone: 16,
} as const;

/** Longest work without yielding to the event loop. */
export const slices = { ms: 4 } as const;

/** Access rules. */
export const rules = {
  count: 20_000,
  /** Rules on requests, which every request is matched against. */
  restCount: 1_000,
  keyBytes: 1_024,
  roles: 256,
  roleBytes: 128,
} as const;

/** Responses cached per catalog revision; `http.keptBytes` bounds their total. */
export const keptAnswers = {
  /** Overhead per entry. */
  entryBytes: 512,
  /** Requests with longer keys hardly repeat and are not cached. */
  keyCharacters: 4 * KIB,
  /** Longer texts are stored as bytes. */
  textBytes: 16 * KIB,
} as const;

/**
 * What a server knows of changes: names that they touched, or that one reader depends on; entries
 * read at once; rows that an audit entry names. Beyond that, everything counts as changed.
 */
export const seenChanges = { names: 10_000, entries: 1_000, rows: 100 } as const;

/** The audit. */
export const audit = { page: 1_000, objects: 1_000, estateCharacters: 200 } as const;

/** Kept parts of documents that the catalog does not interpret. */
export const details = { keptBytes: 256 * KIB, depth: 50 } as const;

/**
 * Logins (docs/compatibility.md, "Failed logins"). A network (IPv4 /24 or IPv6 /64) is known if the
 * account has logged in from it.
 */
export const login = {
  /** Failures per account and network without a delay. */
  freeFailures: 3,
  firstWaitMs: 1_000,
  longestWaitMs: 32_000,
  /** Failures per account, network and hour. */
  networkFailures: 25,
  /** The same from all known networks. */
  knownFailures: 50,
  /** The same from all other networks. */
  unknownFailures: 50,
  /** Remembered accounts and unknown user names. */
  accounts: 10_000,
  unknownClients: 1_000,
  knownNetworks: 16,
  /** Remembered replacements of hashes with outdated cost. */
  renewed: 1_000,
  /**
   * A throttled account has one repeated attempt per this time, separately for known and other
   * networks.
   */
  slowMs: 30_000,
  /** Rejected credentials, and when they count as repeated. */
  returning: 32_768,
  returnMs: 1_000,
  /** Valid credentials, and how long they are not rehashed. */
  credentials: 1_024,
  credentialMs: 300_000,
} as const;

/** Password hashing. */
export const hashing = { concurrency: 2, queued: 16, retrySeconds: 1 } as const;

/** Passwords; `stockCharacters` is the minimum of a stock keystore. */
export const password = { bytes: 1_024, characters: 15, stockCharacters: 8 } as const;

/** JSON bodies. */
export const json = { depth: 64 } as const;

/** Styles such as YSLD: nesting, and repetitions by aliases. */
export const styleValues = { depth: 100, aliases: 100 } as const;

/** Definition files of a mosaic. */
export const mosaicDefinition = {
  /** One .properties or .xml file. */
  fileBytes: 1 * MIB,
  /** Characters of a file name pattern, and of its subject. */
  patternCharacters: 1 * KIB,
  subjectCharacters: 1 * KIB,
  /** Nesting depth of groups. */
  patternDepth: 32,
  /** Parts, with counted repeats expanded. */
  patternParts: 4_096,
  /** Matching steps on one subject, estimated before. */
  patternSteps: 20_000_000,
  attributes: 256,
  collectors: 256,
  coverages: 1_000,
  domains: 64,
} as const;

/** Granule documents. */
export const granules = {
  page: 100_000,
  pageCharacters: 128 * MIB,
  attributes: 256,
  /** Granules rendered without yielding. */
  batch: 500,
} as const;

/** Raster workers. */
export const rasterPool = {
  workers: 2,
  workerMib: 256,
  /** Young generation; Node's default is several times as much. */
  workerYoungMib: 8,
  /** Computing time of a batch, and of each file of a failed batch. */
  batchComputeMs: 30_000,
  fileComputeMs: 3_000,
  /** Wait for a worker and for the disk. */
  waitMs: 120_000,
  idleMs: 10_000,
} as const;

/** Granule filters. `depth` is of parentheses and of the tree. */
export const filter = {
  bytes: 8 * KIB,
  tokens: 2_000,
  depth: 32,
  options: 1_000,
  literalBytes: 4 * KIB,
  likeCharacters: 256,
  /** Largest absolute coordinate, in the units of the index. */
  coordinate: 1_000_000_000,
} as const;

/** The catalog's database. */
export const storage = {
  /** Read connections: a slow read does not block others. */
  readers: 4,
  /** Page caches; bulk changes touch pages repeatedly. */
  readerCacheKib: 2_048,
  writerCacheKib: 16_384,
  /** Wait for another writer. */
  busyMs: 5_000,
  /** Contents with a verified digest. */
  soundContents: 50_000,
  /** Rows per read of a list. */
  pageRows: 1_000,
  /** Units until a writer thread starts; few are faster without it. */
  unitsBeforeThread: 32,
  /** Units and bytes of a group commit. */
  groupUnits: 64,
  groupBytes: 16 * MIB,
  /** Rows of records and files that a server keeps of a database elsewhere; longer ones it does not. */
  keptRows: 4_000,
  keptRowCharacters: 2_048,
} as const;

/** Mosaic indexes, also in user databases. */
export const granuleIndex = {
  /** Rows per step of filters that need evaluation in code, and of removals. */
  batchRows: 1_000,
  /** Time per request for evaluating rows in code. */
  evaluateMs: 2_000,
  /** Rows scanned, or inserted, without yielding. */
  windowRows: 10_000,
  putRows: 512,
  /** Above it, rows are read in order instead of by the box index. */
  narrowRows: 20_000,
  /** Largest absolute coordinate, in the units of the index's system. */
  coordinate: 1e15,
  /** Per user database. */
  connections: 4,
  connectTimeoutMs: 5_000,
  statementTimeoutMs: 30_000,
  idleMs: 10_000,
  /** PostgreSQL silently truncates longer names. */
  identifierBytes: 63,
} as const;

/** Reading of raster headers, per file. */
export const raster = {
  computeMs: 2_000,
  /** First read; most headers fit in it. */
  firstReadBytes: 64 * KIB,
  readBytes: 32 * MIB,
  /** Reads of a TIFF file, and its tags in total. */
  tiffBytes: 4 * MIB,
  /** Image file directories, and tags of each. */
  directories: 256,
  tags: 1_024,
  tagBytes: 1 * MIB,
  metadataBytes: 256 * KIB,
  /** Offsets and lengths of strips and tiles in all directories; never read. */
  blocks: 4_000_000,
  side: 2 ** 31 - 1,
  bands: 4_096,
  netcdfHeaderBytes: 16 * MIB,
  dimensions: 1_024,
  variables: 8_192,
  /** Per variable or file. */
  attributes: 8_192,
  nameBytes: 256,
  attributeBytes: 1 * MIB,
  axisValues: 1_000_000,
  rank: 32,
  /** Product of all axis positions, over all variables. */
  slices: 250_000,
  /** Groups and datasets of a NetCDF-4 file, and their depth. */
  objects: 10_000,
  depth: 32,
  /** World files and CRS descriptions beside a raster. */
  sideFileBytes: 64 * KIB,
} as const;
