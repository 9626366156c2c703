/**
 * Every bound on what Plumbline parses or accepts, in one place: parsers, routes, documentation
 * and tests read these constants (docs/reference.md, "Bounds"). Sizes are bytes.
 */

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

/** Bounds of parsing what users upload. */
export const parsing = {
  /** Up to this size it is done at once, above it in a worker. */
  inlineBytes: 256 * KIB,
  /** Style sheets up to this size, and with so many rules, are. */
  inlineSheetBytes: 16 * KIB,
  inlineSheetRules: 6,
  /** SLDs of style sheets that are kept, so that a sheet is translated once. */
  translations: 64,
  translationsBytes: 32 * MIB,
  workers: 2,
  /** Jobs that wait for a worker; the next one is sent away. */
  queue: 64,
  workerMib: 256,
  /** What a worker computes for one body; to wait counts apart. */
  computeMs: 10_000,
  waitMs: 60_000,
  /** In a unit of work, for which everybody waits who changes something. */
  unitWaitMs: 10_000,
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
  /** Characters that are reported of the end of a document that breaks off. */
  shownEnd: 80,
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

/** Bounds of mosaic archives, which stream to disk and never are in memory. */
export const mosaicZip = {
  packedBytes: 2 * GIB,
  unpackedBytes: 8 * GIB,
  entryBytes: 4 * GIB,
  entries: 100_000,
  nameBytes: 1_024,
  depth: 16,
  ratio: 200,
  /** Rasters without data pack a thousandfold; only what would fill a disk is looked at. */
  ratioFromBytes: 64 * MIB,
  /** Files that are made durable at a time. */
  syncsAtOnce: 16,
} as const;

/** Bounds of harvests, and of the files of mosaics that are read whole. */
export const harvest = {
  /** The body that names what is harvested. */
  requestBytes: 4 * KIB,
  /** Files of one harvest, and entries of folders looked at to find them. */
  files: 100_000,
  entries: 1_000_000,
  depth: 16,
  /** Symbolic links on the way to one file. */
  links: 40,
  /** Indexers, collectors and other definitions. */
  definitionBytes: 1 * MIB,
  /** Files that one unit of work takes. */
  batch: 256,
  /** Batches that are read while another is written. */
  batchesAhead: 3,
  /** Files that an upload left out and that its answer names. */
  warned: 5,
  /** Headers that one worker reads at a time. */
  filesAtOnce: 16,
  /** Skipped files that a report names. */
  skipped: 1_000,
  /** Reports that are kept. */
  reports: 100,
} as const;

/** Bounds of digests of what content means. */
export const digest = {
  /** Largest XML document whose meaning is digested. */
  xmlBytes: 256 * KIB,
  /** Time one request spends on looking into content for the first time. */
  workMs: 500,
  /** Objects of other bytes than were sent that a reconciler reads itself before it has the server look into all. */
  readAlone: 16,
  /** Digests of styles that are kept, so that a change of one has no other hashed again. */
  kept: 120_000,
} as const;

/** Time for which long work goes on before all else has its turn. */
export const slices = { ms: 4 } as const;

/** Bounds of access rules. */
export const rules = {
  count: 20_000,
  /** Rules on requests; each request is matched against them. */
  restCount: 1_000,
  keyBytes: 1_024,
  roles: 256,
  roleBytes: 128,
} as const;

/** Bounds of answers that are kept as long as the catalog is at one revision; `http.keptBytes` is that of all. */
export const keptAnswers = {
  /** What one takes beside its texts. */
  entryBytes: 512,
  /** Longer keys are those of nobody who asks twice. */
  keyCharacters: 4 * KIB,
  /** Texts up to this size are kept as such, longer ones as bytes. */
  textBytes: 16 * KIB,
} as const;

/** What is noted of reading at most, to be compared later: statements, and characters of the rows that they gave. */
export const traces = { statements: 16, characters: 16 * KIB } as const;

/** Bounds of the audit. */
export const audit = { page: 1_000, objects: 1_000, estateCharacters: 200 } as const;

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
  unknownClients: 1_000,
  knownNetworks: 16,
  /** Hashes of which is remembered what stands in their place since their cost has risen. */
  renewed: 1_000,
  /** One attempt whose credentials come again is looked at in this time, from known networks and from others. */
  slowMs: 30_000,
  /** Credentials that were sent away are remembered, and when they count as coming again. */
  returning: 32_768,
  returnMs: 1_000,
  /** Credentials remembered as right, and how long that saves hashing them. */
  credentials: 1_024,
  credentialMs: 300_000,
} as const;

/** Bounds of password hashing: how many at a time, and how many may wait. */
export const hashing = { concurrency: 2, queued: 16, retrySeconds: 1 } as const;

/** Bounds of passwords; `characters` are enough for ours, `stockCharacters` for a stock keystore. */
export const password = { bytes: 1_024, characters: 15, stockCharacters: 8 } as const;

/** Bounds of JSON bodies. */
export const json = { depth: 64 } as const;

/** Bounds of styles that are values, such as YSLD: how deep they are nested, and how often aliases repeat what they name. */
export const styleValues = { depth: 100, aliases: 100 } as const;

/** Bounds of what the files of a mosaic's folder say. */
export const mosaicDefinition = {
  /** One .properties or .xml file. */
  fileBytes: 1 * MIB,
  /** Characters of a pattern that reads names of files, and of what it is matched against. */
  patternCharacters: 1 * KIB,
  subjectCharacters: 1 * KIB,
  /** Groups of a pattern inside one another. */
  patternDepth: 32,
  /** Parts of a pattern, counted repeats written out. */
  patternParts: 4_096,
  /** Ways in which a pattern could be tried on one subject, estimated before it is. */
  patternSteps: 20_000_000,
  attributes: 256,
  collectors: 256,
  coverages: 1_000,
  domains: 64,
} as const;

/** Bounds of documents about the granules of a mosaic. */
export const granules = {
  page: 100_000,
  pageCharacters: 128 * MIB,
  attributes: 256,
  /** Granules that are rendered in one go, while all else waits. */
  batch: 500,
} as const;

/** Bounds of the workers that read rasters. */
export const rasterPool = {
  workers: 2,
  workerMib: 256,
  /** What a worker may have of young objects; the default keeps several times as much. */
  workerYoungMib: 8,
  /** What a worker computes for a batch of files, then for each file of one that failed. */
  batchComputeMs: 30_000,
  fileComputeMs: 3_000,
  /** How long either waits, for a worker and for the disk. */
  waitMs: 120_000,
  idleMs: 10_000,
} as const;

/** Bounds of granule filters. `depth` is of parentheses, and of the tree that comes of them. */
export const filter = {
  bytes: 8 * KIB,
  tokens: 2_000,
  depth: 32,
  options: 1_000,
  literalBytes: 4 * KIB,
  likeCharacters: 256,
  /** Farthest from zero that a coordinate may be, in the units of the index. */
  coordinate: 1_000_000_000,
} as const;

/** The database of the catalog. */
export const storage = {
  /** Connections that read: what takes long on one does not hold up the others. */
  readers: 4,
  /** Pages that a connection keeps, in KiB; changes of many rows touch many pages again and again. */
  readerCacheKib: 2_048,
  writerCacheKib: 16_384,
  /** How long a connection waits for another one that changes something. */
  busyMs: 5_000,
  /** Contents that were compared with their digest and are not looked at again. */
  soundContents: 50_000,
  /** Rows of a list that are read at once. */
  pageRows: 1_000,
  /** Changes after which they get a thread; who changes little is served sooner without. */
  changesBeforeThread: 32,
  /** What is committed together: so many changes, and no more after so many bytes or so long. */
  groupUnits: 64,
  groupBytes: 16 * MIB,
  groupMs: 50,
  /** Statements that are sent together, and those that are sent before one is waited for. */
  sentTogether: 64,
  unanswered: 1_024,
  /** How long the loop sleeps for the answer to a statement before it does other things meanwhile. */
  answerMs: 2,
} as const;

/** Bounds of the indexes of mosaics, and of the databases that users keep them in. */
export const granuleIndex = {
  /** Rows that are worked on at once where a filter needs more than the database can say. */
  batchRows: 1_000,
  /** What one request computes to evaluate rows in code. */
  evaluateMs: 2_000,
  /** Rows that are looked through, or put in, before all else has its turn. */
  windowRows: 10_000,
  putRows: 512,
  /** Rows up to which the index of boxes is asked first; above it, rows are read in order. */
  narrowRows: 20_000,
  /** Largest size of a coordinate, in the units of the index's system. */
  coordinate: 1e15,
  /** Connections to one database of a user, and how long they may wait. */
  connections: 4,
  connectTimeoutMs: 5_000,
  statementTimeoutMs: 30_000,
  idleMs: 10_000,
  /** Length of names in PostgreSQL, which cuts longer ones without a word. */
  identifierBytes: 63,
} as const;

/** Bounds of reading headers of rasters, per file. */
export const raster = {
  /** What reading it computes. */
  computeMs: 2_000,
  /** What is read of a file at once; most headers are within it. */
  firstReadBytes: 64 * KIB,
  /** Everything that is read of a file. */
  readBytes: 32 * MIB,
  /** Everything that is read of a TIFF file, and what its tags hold together. */
  tiffBytes: 4 * MIB,
  /** Image file directories of a TIFF file, and tags of each. */
  directories: 256,
  tags: 1_024,
  tagBytes: 1 * MIB,
  metadataBytes: 256 * KIB,
  /** Places and lengths of strips and tiles, of all directories together; they are not read. */
  blocks: 4_000_000,
  side: 2 ** 31 - 1,
  bands: 4_096,
  netcdfHeaderBytes: 16 * MIB,
  dimensions: 1_024,
  variables: 8_192,
  /** Attributes of a variable, or of the file. */
  attributes: 8_192,
  nameBytes: 256,
  attributeBytes: 1 * MIB,
  axisValues: 1_000_000,
  rank: 32,
  /** Times, elevations and positions on other axes, multiplied; of all variables together. */
  slices: 250_000,
  /** Groups and datasets of a NetCDF-4 file, and how deep they may lie. */
  objects: 10_000,
  depth: 32,
  /** World files and descriptions of coordinate systems beside a picture. */
  sideFileBytes: 64 * KIB,
} as const;
