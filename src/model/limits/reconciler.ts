/** Bounds of the reconciler and of the command line; limits.ts has them all, with those of the server. */

const KIB = 1024;
const MIB = 1024 * KIB;

/** Bounds of manifests; `gitLockMs` is how long a load waits for Git to finish with the files. */
export const manifest = {
  gitLockMs: 3_000,
  fileBytes: 4 * MIB,
  treeBytes: 64 * MIB,
  documents: 50_000,
  depth: 64,
  aliases: 100,
  /** Names of a folder that a path which leads nowhere is compared with. */
  namesCompared: 5_000,
} as const;

/** Bounds of what loading keeps between runs; more than that is not kept. */
export const kept = { bytes: 64 * MIB } as const;

/** Bounds of the reconciler's HTTP client. */
export const client = {
  connections: 8,
  /** Writes that may be under way together at the included server, and at first. */
  writes: 32,
  firstWrites: 4,
  /** Writes that a user may ask for. */
  mostWrites: 64,
  /** An answer within this time allows for one more write beside it, by and by. */
  quickMs: 500,
  readTimeoutMs: 30_000,
  uploadTimeoutMs: 300_000,
  /** Bodies larger than this are sent in pieces of it where somebody watches. */
  pieceBytes: 256 * KIB,
  /** Harvests answer when all of their files are read. */
  harvestTimeoutMs: 3_600_000,
  retries: 4,
  retryBaseMs: 250,
  retryCapMs: 8_000,
  /** Repetitions of a request to which nothing came for all of its time. */
  silences: 1,
  /** A read without an answer is shown on a terminal after this time, and again at each beat. */
  silenceShownMs: 2_000,
  silenceBeatMs: 500,
  /** How often a run that waits looks whether it is to end. */
  interruptMs: 200,
  /** The longest that a receiver of messages may ask to wait, and that a request waits in all which is put off. */
  retryAfterCapMs: 120_000,
  putOffMs: 300_000,
  /** Looks at something that takes effect after a while, and the pauses between them. */
  inForceLooks: 40,
  inForceMs: 500,
  /** The pause before what a run has made is read again, where that is asked for; each one is twice as long as the one before it. */
  settlePauseMs: 100,
  /** What is shown of a refusal. */
  errorTextCharacters: 2_000,
  /** A password of so many characters is hidden in refusals wherever it stands; a shorter one, and one that the address holds, beside its user. */
  maskedCharacters: 4,
} as const;

/** Targets of a wave that a command may be asked to work on together. */
export const targets = { parallel: 64 } as const;

/** Times of the lock of an estate (docs/decisions/0023-plan-files-and-the-lock.md). */
export const lock = {
  ttlMs: 600_000,
  renewMs: 60_000,
  /** How long ago the lease may have been seen when something is written. */
  checkMs: 5_000,
  /** Pause before what was written is read back, on servers without conditions. */
  confirmMs: 500,
  waitBaseMs: 250,
  waitCapMs: 5_000,
  /** Tries to take or end a lease that others write. */
  attempts: 3,
} as const;

/** Bounds of plan files. */
export const planFile = { fileBytes: 256 * MIB, expiresMs: 86_400_000 } as const;

/** Bounds of how the reconciler brings granules to a mosaic and takes them away. */
export const mosaicPlan = {
  page: 1_000,
  /** Granules that are read of one coverage in all. */
  granules: 2_000_000,
  /** Bytes of granules that travel in one archive; a larger one travels alone. */
  archiveBytes: 64 * MIB,
  archiveFiles: 1_000,
  /** Bytes of an archive that brings a mosaic with all of its granules. */
  wholeBytes: 512 * MIB,
  /** Characters of a filter in an address, encoded: stock servers take 8 KiB of address. */
  filterCharacters: 6 * KIB,
  filterLocations: 1_000,
  /** Granules that go of which a plan says where they lie. */
  footprints: 5_000,
  /** A mirror that would delete more of what it looks at stops. */
  deletedShare: 0.2,
} as const;

/** How much of a catalog one plan may change before it stops (docs/opinions.md, "What stops a plan"). */
export const changeLimits = {
  /** Shares count once so many objects of a kind are in a workspace, or outside of workspaces. */
  fromObjects: 10,
  updatedPercent: 30,
  deletedPercent: 20,
  recreatedPercent: 5,
  /** Recreates that are within the share however few objects there are. */
  recreatedAtLeast: 1,
  /** Objects of all kinds that one plan updates, deletes or recreates, each counted for itself. */
  objectsOfPlan: 50,
  /** Of all that an estate owns, once it owns so many objects, no more than this share is deleted. */
  fromOwned: 3,
  ownedPercent: 50,
} as const;

/** Bounds of a rehearsal: reads of the catalog and writes to its copy together, before the plan runs. */
export const rehearsal = { requests: 100_000, readsAtOnce: 16 } as const;

/** Bounds of commands that give a secret. */
export const reference = { execTimeoutMs: 30_000, execBytes: 64 * KIB } as const;

/** Bounds of comparisons and of the words for what they find. */
export const compare = {
  /** Milliseconds that working out one patch may take. */
  patchMs: 5_000,
  /** Lines of a text without structure that differ; with more, only that it differs is said. */
  textEdits: 2_000,
  /** Differences of one file that are listed; more are counted. */
  differences: 10_000,
  /** Characters of one line, of a text in it, and of a text in a document for programs. */
  lineCharacters: 180,
  shownCharacters: 60,
  keptCharacters: 1_000,
} as const;

/**
 * What the history of an estate keeps: runs, and of each run so many changes and failures; names and
 * addresses of who made it; and how many groups of changes a list of runs names.
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

/** A lease that somebody takes by hand: how long it holds when nothing is said, and at most. */
export const handLease = {
  usualMs: 3_600_000,
  mostMs: 604_800_000,
  reasonCharacters: 200,
} as const;

/** Lines of files that are shown with what is wrong in them; columns where no terminal says its own. */
export const excerpt = { fileBytes: 4 * MIB, columns: 120 } as const;

/** Bounds of reports: GitHub takes comments of 65,536 characters. */
export const report = {
  /** A report as Markdown, and what it shows of one object. */
  markdownBytes: 60_000,
  markdownObjectBytes: 4_000,
  /** A report as a page, the styles that it shows pictures of, and the objects of its graph. */
  pageBytes: 15 * MIB,
  pagePictures: 200,
  /** Pictures of rules on one page, of one style, and the bytes of one picture; what of them is left out is told. */
  pageRules: 20_000,
  pictureRules: 40,
  pictureBytes: MIB,
  /** What servers hold in place of files that plans change, kept until a page is written. */
  metBytes: 128 * MIB,
  pageGraphObjects: 20_000,
  /** Lines that a plan shows of what differs inside the files of one object. */
  differences: 10,
  /** Objects or requests of which the same is to be said, above which they are reported together. */
  foldFrom: 20,
  /** Failures with the same answer that are reported one by one. */
  sameFailures: 3,
  /** A saved report or plan that is shown. */
  fileBytes: 256 * MIB,
} as const;

/** Bounds of files of the data directory that an import declares, and of templates that a plan brings back. */
export const dataFile = {
  files: 2_000,
  fileBytes: 16 * MIB,
  depth: 8,
  templateBytes: 256 * KIB,
} as const;
