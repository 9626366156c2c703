/**
 * Caches parsed files between runs, so that only changed files are read and parsed
 * (docs/decisions/0073-kept-manifests.md). Only file content is cached: overlays, variables and
 * checks always run. Unchanged files are detected without reading, as Git's index does: by size, times
 * (ns), and inode.
 */
import { dirname, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { digestOf, digestOfValue } from "../../../model/digest.ts";
import type { SourceText } from "../places.ts";
import { openFolder } from "./folder.ts";
import { closeSync, fstatSync, openSync, readFileSync, statSync, type BigIntStats } from "node:fs";

/** What is known of an artefact without its bytes. */
export interface KeptArtefact {
  /** Of what is sent. */
  readonly digest: string;
  /** Of what is sent. */
  readonly bytes: number;
  /** Whether a UTF-8 BOM is not sent. */
  readonly isUnmarked?: true;
}

/** Where loading keeps its cache. */
export interface CachePlace {
  /** Created if missing, private to its owner. */
  readonly folder: string;
  /** Separates loads from one folder for different targets. */
  readonly name: string;
  /** Everything else that loading depends on; a cache with another binding is not used. */
  readonly binding: string;
}

interface KeptTable<Value> {
  /** The kept value, if the file is unchanged. */
  readonly recall: (path: string) => Value | undefined;
  /** Keeps the value of the file read last. */
  readonly keep: (path: string, value: Value) => void;
}

/** The cache during one load. */
export interface KeptFiles {
  readonly manifests: KeptTable<SourceText>;
  readonly artefacts: KeptTable<KeptArtefact>;
  /** Throws what the file system throws. */
  readonly read: (path: string) => Uint8Array;
  /** Keeps nothing of the file, not even a digest; of a folder, nothing in it. */
  readonly withhold: (path: string) => void;
  /** Saves what this run used; write errors are ignored. */
  readonly save: () => void;
}

/**
 * Lines by sort and path. The rest is a stamp and a value, which holds as long as the file has the
 * stamp. Path and value are JSON text. All are slices of the whole text, without memory of their own.
 */
type Lines = Map<string, string>;

type Sort = "manifest" | "artefact";

/** JSON text holds no tab. */
const BETWEEN = "\t";

/** Undefined where nothing can be cached. */
export function openKept({ folder, name, binding }: CachePlace): KeptFiles | undefined {
  const place = openFolder(folder, name);
  if (place === undefined) return undefined;
  const before = linesIn(place.read(), binding);
  const met: Lines = new Map();
  const withheld = new Set<string>();
  /** When reading began. */
  let begun: { readonly moment: bigint | undefined } | undefined;
  /** Set only if a later change of the file can be detected. */
  let last: { readonly path: string; readonly stamp: string } | undefined;
  const table = <Value>(sort: Sort): KeptTable<Value> => {
    const keyOf = (whole: string) => sort + BETWEEN + JSON.stringify(whole);
    return {
      recall: (path) => {
        const whole = resolve(path);
        const key = keyOf(whole);
        const rest = before.get(key);
        const stamp = rest === undefined ? undefined : stampTextAt(whole);
        if (stamp === undefined || rest?.startsWith(stamp + BETWEEN) !== true) return undefined;
        met.set(key, rest);
        return JSON.parse(rest.slice(stamp.length + 1)) as Value;
      },
      keep: (path, value) => {
        const whole = resolve(path);
        if (last?.path === whole)
          met.set(keyOf(whole), last.stamp + BETWEEN + JSON.stringify(value));
      },
    };
  };
  return {
    manifests: table("manifest"),
    artefacts: table("artefact"),
    read: (path) => {
      const { moment } = (begun ??= { moment: place.moment() });
      const { bytes, stamp } = readStamped(path);
      // Settled if every change after the moment also changes the times.
      const isSettled = stamp && moment !== undefined && stamp.changed + stamp.grain < moment;
      last = isSettled ? { path: resolve(path), stamp: stamp.text } : undefined;
      return bytes;
    },
    withhold: (path) => void withheld.add(resolve(path)),
    save: () => {
      for (const key of withheld.size === 0 ? [] : met.keys())
        if (isWithheld(JSON.parse(key.slice(key.indexOf(BETWEEN) + 1)) as string, withheld))
          met.delete(key);
      const isSame = ([key, rest]: readonly [string, string]) => before.get(key) === rest;
      if (met.size !== before.size || !met.entries().every(isSame)) {
        const text = [...met].map((line) => line.join(BETWEEN)).join("\n");
        place.write(`${sealOf(text, binding)}\n${text}`);
      }
      // Closures of what was loaded may outlive the load; the text must not.
      before.clear();
      met.clear();
    },
  };
}

/** No lines unless this build wrote the whole text for the same load. */
function linesIn(bytes: Buffer | undefined, binding: string): Lines {
  const end = bytes?.indexOf("\n") ?? -1;
  if (bytes === undefined || end === -1) return new Map();
  const text = bytes.toString("utf8", end + 1);
  if (bytes.toString("latin1", 0, end) !== sealOf(text, binding)) return new Map();
  // The seal proves that `save` wrote it.
  const lines: Lines = new Map();
  for (const line of text === "" ? [] : text.split("\n")) {
    const middle = line.indexOf(BETWEEN, line.indexOf(BETWEEN) + 1);
    lines.set(line.slice(0, middle), line.slice(middle + 1));
  }
  return lines;
}

/** The first line; detects damage, other builds and other loads. */
function sealOf(text: string, binding: string): string {
  return digestOfValue([binding, digestOf(text)]);
}

function isWithheld(path: string, withheld: ReadonlySet<string>): boolean {
  if (withheld.has(path)) return true;
  const around = dirname(path);
  return around !== path && isWithheld(around, withheld);
}

/** Whether a value survives JSON unchanged and holds no secret reference. */
export function canBeKept(value: unknown): boolean {
  const text = JSON.stringify(value);
  return !/"from(?:Env|File|Exec)":/.test(text) && isDeepStrictEqual(JSON.parse(text), value);
}

interface Stamp {
  /** Equal texts mean the same content, if the file was settled. */
  readonly text: string;
  /** The later of its two times, in nanoseconds since 1970. */
  readonly changed: bigint;
  /** Nanoseconds within which two changes can have equal times. */
  readonly grain: bigint;
}

const SECOND = 1_000_000_000n;

/** Coarse file systems count in up to two seconds; finer clocks tick every 10 ms at most. */
const COARSE = 3n * SECOND;
const FINE = SECOND / 20n;

/** Follows links; undefined for what is no file or not accessible. */
function stampTextAt(path: string): string | undefined {
  try {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    return found?.isFile() === true ? textOf(found) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * No stamp if the file changed while it was read, or is no regular file. Throws what the file
 * system throws.
 */
function readStamped(path: string) {
  const descriptor = openSync(path, "r");
  try {
    const before = fstatSync(descriptor, { bigint: true });
    const bytes = readFileSync(descriptor);
    const after = fstatSync(descriptor, { bigint: true });
    return { bytes, stamp: textOf(before) === textOf(after) ? stampOf(after) : undefined };
  } finally {
    closeSync(descriptor);
  }
}

function stampOf(found: BigIntStats): Stamp | undefined {
  if (!found.isFile()) return undefined;
  const { mtimeNs, ctimeNs } = found;
  const isCoarse = mtimeNs % SECOND === 0n && ctimeNs % SECOND === 0n;
  return {
    text: textOf(found),
    changed: mtimeNs > ctimeNs ? mtimeNs : ctimeNs,
    grain: isCoarse ? COARSE : FINE,
  };
}

function textOf({ size, mtimeNs, ctimeNs, ino, dev }: BigIntStats): string {
  return `${size} ${mtimeNs} ${ctimeNs} ${ino} ${dev}`;
}
