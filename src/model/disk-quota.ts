/** The disk quota of the tile cache (docs/compatibility.md, "Tile cache"). */

/** Units of the interval between clean-ups. */
export const cleanUpUnits = ["SECONDS", "MINUTES", "HOURS", "DAYS"] as const;

/** Deletes the least frequently or least recently used tiles first. */
export const expirationPolicies = ["LFU", "LRU"] as const;

export type ExpirationPolicy = (typeof expirationPolicies)[number];

/** Quota of one layer. */
export interface LayerQuota {
  /** Name of the tile layer. */
  readonly layer: string;
  readonly policy: ExpirationPolicy;
  readonly bytes: number;
}

/** The default policy of a layer. */
export const usualPolicy: ExpirationPolicy = "LFU";

/** The quota of the tile cache. */
export interface DiskQuota {
  readonly enabled: boolean;
  readonly cleanUpFrequency: number;
  readonly cleanUpUnits: (typeof cleanUpUnits)[number];
  readonly maxConcurrentCleanUps: number;
  readonly policy: ExpirationPolicy;
  /** For all tiles. */
  readonly bytes: number;
  /** Layers with their own quota, each once. */
  readonly layers: readonly LayerQuota[];
}

/** A change of the quota; absent members stay. */
export type DiskQuotaPatch = { readonly [Name in keyof DiskQuota]?: DiskQuota[Name] | undefined };

const MIB = 1_048_576;

/** The quota of a new tile cache. */
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

const sizeUnits = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"] as const;

/** Parses a size such as `20 GiB`; undefined also beyond safe integers. */
export function bytesOf(size: string): number | undefined {
  const [, number = "", unit = ""] = /^(\d+(?:\.\d+)?) ?([KMGTP]iB|B)$/.exec(size.trim()) ?? [];
  if (number === "") return undefined;
  const bytes = Math.round(Number(number) * STEP ** sizeUnits.findIndex((one) => one === unit));
  return Number.isSafeInteger(bytes) ? bytes : undefined;
}

/** A size in its largest integral unit. */
export function sizeText(bytes: number): string {
  let [left, at] = [bytes, 0];
  while (left > 0 && left % STEP === 0 && at < sizeUnits.length - 1)
    [left, at] = [left / STEP, at + 1];
  return `${left} ${sizeUnits[at]}`;
}
