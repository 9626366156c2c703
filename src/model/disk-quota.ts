/** The disk quota of the tile cache: how much room tiles may take (docs/compatibility.md, "Tile cache"). */

/** Units of the time between two clean-ups. */
export const cleanUpUnits = ["SECONDS", "MINUTES", "HOURS", "DAYS"] as const;

/** Which tiles go first: those used least often, or longest ago. */
export const expirationPolicies = ["LFU", "LRU"] as const;

/** Which tiles go first. */
export type ExpirationPolicy = (typeof expirationPolicies)[number];

/** Room that the tiles of one layer may take. */
export interface LayerQuota {
  /** Name of its tile layer. */
  readonly layer: string;
  readonly policy: ExpirationPolicy;
  readonly bytes: number;
}

/** The policy of a layer where nobody says one. */
export const usualPolicy: ExpirationPolicy = "LFU";

/** The quota. */
export interface DiskQuota {
  readonly enabled: boolean;
  readonly cleanUpFrequency: number;
  readonly cleanUpUnits: (typeof cleanUpUnits)[number];
  readonly maxConcurrentCleanUps: number;
  readonly policy: ExpirationPolicy;
  /** For all tiles together. */
  readonly bytes: number;
  /** Of layers that have one of their own, each once. */
  readonly layers: readonly LayerQuota[];
}

/** What is said of it; the rest stays. */
export type DiskQuotaPatch = { readonly [Name in keyof DiskQuota]?: DiskQuota[Name] | undefined };

const MIB = 1_048_576;

/** That of a new tile cache. */
export const freshDiskQuota: DiskQuota = {
  enabled: false,
  cleanUpFrequency: 10,
  cleanUpUnits: "SECONDS",
  maxConcurrentCleanUps: 2,
  policy: usualPolicy,
  bytes: 500 * MIB,
  layers: [],
};

const STEP = 1024;

/** Units of sizes, each 1024 of the one before. */
const sizeUnits = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"] as const;

/** Bytes of a size such as `20 GiB`; undefined for what is none, or more than can be counted. */
export function bytesOf(size: string): number | undefined {
  const [, number = "", unit = ""] = /^(\d+(?:\.\d+)?) ?([KMGTP]iB|B)$/.exec(size.trim()) ?? [];
  if (number === "") return undefined;
  const bytes = Math.round(Number(number) * STEP ** sizeUnits.findIndex((one) => one === unit));
  return Number.isSafeInteger(bytes) ? bytes : undefined;
}

/** A size in the largest unit of which it is a whole number. */
export function sizeText(bytes: number): string {
  let [left, at] = [bytes, 0];
  while (left > 0 && left % STEP === 0 && at < sizeUnits.length - 1)
    [left, at] = [left / STEP, at + 1];
  return `${left} ${sizeUnits[at]}`;
}
