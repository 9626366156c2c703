/** The reconciler and the command line. */

const KIB = 1024;
const MIB = 1024 * KIB;

/** Manifests; `gitLockMs` is the wait for Git's lock. */
export const manifest = {
  gitLockMs: 3_000,
  fileBytes: 4 * MIB,
  treeBytes: 64 * MIB,
  documents: 50_000,
  depth: 64,
  aliases: 100,
  /** Names compared with a wrong path for a suggestion. */
  namesCompared: 5_000,
} as const;

/** The cache of loads between runs. */
export const kept = { bytes: 64 * MIB } as const;

/** The HTTP client. */
export const client = {
  connections: 8,
  /** Concurrent writes to the included server: most and initial. */
  writes: 32,
  firstWrites: 4,
  /** Most configurable writes. */
  mostWrites: 64,
  /** Faster responses gradually raise the concurrency. */
  quickMs: 500,
  readTimeoutMs: 30_000,
  uploadTimeoutMs: 300_000,
  /** Larger bodies are sent in pieces, if progress is shown. */
  pieceBytes: 256 * KIB,
  /** A harvest responds after reading all files. */
  harvestTimeoutMs: 3_600_000,
  retries: 4,
  retryBaseMs: 250,
  retryCapMs: 8_000,
  /** Retries after a timeout without a response. */
  silences: 1,
  /** A terminal shows slow reads after this time, and updates at each beat. */
  silenceShownMs: 2_000,
  silenceBeatMs: 500,
  /** Check interval for interrupts. */
  interruptMs: 200,
  /** Longest accepted Retry-After, and total wait of a postponed request. */
  retryAfterCapMs: 120_000,
  putOffMs: 300_000,
  /** Checks of delayed effects. */
  inForceLooks: 40,
  inForceMs: 500,
  /** Optional pause before results are read back; each further one doubles. */
  settlePauseMs: 100,
  /** Characters shown of an error response. */
  errorTextCharacters: 2_000,
  /**
   * Passwords of this length are masked everywhere in error responses; shorter ones, and those in
   * the address, beside their user.
   */
  maskedCharacters: 4,
} as const;

/** Looks at map services, by `plumbline verify`. */
export const verify = {
  /** Requests for one layer, those to REST included. */
  requestsPerLayer: 8,
  /** Requests under way. */
  underWay: 6,
  requestMs: 20_000,
  /** All requests together; what is left then is not looked at. */
  allMs: 1_800_000,
  /** Layers and groups that are looked at; others are left out. */
  layers: 10_000,
  /** Files whose presence is asked for. */
  files: 5_000,
  /** Bands of scales of a style in which a map is requested. */
  bands: 3,
  /** Accounts beside the own one and nobody. */
  accounts: 16,
  /** Bytes of an answer that are read, and of a capabilities document. */
  answerBytes: 1 * MIB,
  capabilitiesBytes: 64 * MIB,
} as const;

/** Concurrent targets of a wave. */
export const targets = { parallel: 64 } as const;

/** The estate lock (docs/decisions/0023-plan-files-and-the-lock.md). */
export const lock = {
  ttlMs: 600_000,
  renewMs: 60_000,
  /** Age of the last lease check at a write. */
  checkMs: 5_000,
  /** Pause before reading back, on servers without conditional requests. */
  confirmMs: 500,
  waitBaseMs: 250,
  waitCapMs: 5_000,
  /** Attempts at a contended lease. */
  attempts: 3,
} as const;

/** Plan files. */
export const planFile = { fileBytes: 256 * MIB, expiresMs: 86_400_000 } as const;

/** Uploading and deleting mosaic granules. */
export const mosaicPlan = {
  page: 1_000,
  /** Granules read per coverage. */
  granules: 2_000_000,
  /** Granules in one archive; a larger granule is sent alone. */
  archiveBytes: 64 * MIB,
  archiveFiles: 1_000,
  /** An archive of a whole mosaic. */
  wholeBytes: 512 * MIB,
  /** Encoded filter: stock servers accept URLs up to 8 KiB. */
  filterCharacters: 6 * KIB,
  filterLocations: 1_000,
  /** Deleted granules whose footprints a plan shows. */
  footprints: 5_000,
  /** A mirror stops before deleting a larger share. */
  deletedShare: 0.2,
} as const;

/** Change limits of a plan (docs/opinions.md, "What stops a plan"). */
export const changeLimits = {
  /** Shares apply from so many objects of a kind in a workspace, or outside. */
  fromObjects: 10,
  updatedPercent: 30,
  deletedPercent: 20,
  recreatedPercent: 5,
  /** Always within the share. */
  recreatedAtLeast: 1,
  /** Updated, deleted or recreated objects per plan, each counted separately. */
  objectsOfPlan: 50,
  /** Deleted share of all owned objects, from `fromOwned` objects. */
  fromOwned: 3,
  ownedPercent: 50,
} as const;

/** A rehearsal: total reads of the catalog and writes to its copy. */
export const rehearsal = { requests: 100_000 } as const;

/** Commands that output a secret. */
export const reference = { execTimeoutMs: 30_000, execBytes: 64 * KIB } as const;

/** Comparisons and their descriptions. */
export const compare = {
  /** Time for computing one patch. */
  patchMs: 5_000,
  /** Differing lines of plain text; above it only the fact is reported. */
  textEdits: 2_000,
  /** Listed differences of one file; further ones are counted. */
  differences: 10_000,
  /** Characters of a line, a text in it, and a text in JSON. */
  lineCharacters: 180,
  shownCharacters: 60,
  keptCharacters: 1_000,
} as const;

/**
 * An estate's history: runs, changes and failures per run, characters of texts, names and
 * addresses, and named groups of changes in lists.
 */
export const history = {
  runs: 200,
  changes: 100,
  failures: 10,
  textCharacters: 300,
  nameCharacters: 100,
  addressCharacters: 2_000,
  named: 3,
} as const;

/** A lease taken by hand: default and longest duration. */
export const handLease = {
  usualMs: 3_600_000,
  mostMs: 604_800_000,
  reasonCharacters: 200,
} as const;

/** Excerpts of files with errors; columns without a terminal. */
export const excerpt = { fileBytes: 4 * MIB, columns: 120 } as const;

/** Reports: GitHub accepts comments of 65,536 characters. */
export const report = {
  /** A Markdown report, and its part for one object. */
  markdownBytes: 60_000,
  markdownObjectBytes: 4_000,
  /** A report page, its styles with pictures, and the objects of its graph. */
  pageBytes: 15 * MIB,
  pagePictures: 200,
  /** Pictures per page and style, and bytes of one; omissions are reported. */
  pageRules: 20_000,
  pictureRules: 40,
  pictureBytes: MIB,
  /** Server contents of changed files, kept for the page. */
  metBytes: 128 * MIB,
  pageGraphObjects: 20_000,
  /** Shown differences inside one object's files. */
  differences: 10,
  /** Items with the same message, above which they are folded. */
  foldFrom: 20,
  /** Listed failures with the same response. */
  sameFailures: 3,
  /** A saved report or plan. */
  fileBytes: 256 * MIB,
} as const;

/** Data directory files of an import, and templates that a plan restores. */
export const dataFile = {
  files: 2_000,
  fileBytes: 16 * MIB,
  depth: 8,
  templateBytes: 256 * KIB,
} as const;
