/**
 * Caches parsed files between runs, so that only changed files are read and parsed
 * (docs/decisions/0073-kept-manifests.md). Only file content is cached: overlays, variables and
 * checks always run.
 */
import { dirname, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { digestOf, digestOfValue } from "../../../model/digest.ts";
import type { SourceText } from "../source-text.ts";
import { openFolder } from "./folder.ts";
import { isSettled, readStamped, stampTextAt } from "./stamp.ts";

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

/** The cells of a line; the value holds as long as the file has the stamp. Path and value are JSON text. */
type Row = readonly [sort: Sort, path: string, stamp: string, value: string];

type Sort = "manifest" | "artefact";

/** JSON text holds no tab. */
const BETWEEN = "\t";

/** Undefined where nothing can be cached. */
export function openKept({ folder, name, binding }: CachePlace): KeptFiles | undefined {
  const place = openFolder(folder, name);
  if (place === undefined) return undefined;
  const before = rowsIn(place.read(), binding);
  const withheld = new Set<string>();
  /** When reading began. */
  let begun: { readonly moment: bigint | undefined } | undefined;
  /** Set only if a later change of the file can be detected. */
  let last: { readonly path: string; readonly stamp: string } | undefined;
  const stampOf = (path: string) => (last?.path === path ? last.stamp : undefined);
  const manifests = openTable<SourceText>("manifest", before, stampOf);
  const artefacts = openTable<KeptArtefact>("artefact", before, stampOf);
  return {
    manifests,
    artefacts,
    read: (path) => {
      const { moment } = (begun ??= { moment: place.moment() });
      const { bytes, stamp } = readStamped(path);
      const isKept = stamp !== undefined && moment !== undefined && isSettled(stamp, moment);
      last = isKept ? { path: resolve(path), stamp: stamp.text } : undefined;
      return bytes;
    },
    withhold: (path) => void withheld.add(resolve(path)),
    save: () => {
      const now = [...manifests.met(), ...artefacts.met()].filter(
        ([, path]) => withheld.size === 0 || !isWithheld(JSON.parse(path) as string, withheld),
      );
      if (now.length === before.length && new Set(before).isSupersetOf(new Set(now))) return;
      const text = now.map((row) => row.join(BETWEEN)).join("\n");
      place.write(`${sealOf(text, binding)}\n${text}`);
    },
  };
}

/** No rows unless this build wrote the whole text for the same load. */
function rowsIn(bytes: Buffer | undefined, binding: string): readonly Row[] {
  const end = bytes?.indexOf("\n") ?? -1;
  if (bytes === undefined || end === -1) return [];
  const text = bytes.toString("utf8", end + 1);
  if (bytes.toString("latin1", 0, end) !== sealOf(text, binding)) return [];
  // The seal proves that `save` wrote it. Cells are slices of the text, without memory of their own.
  const lines = text === "" ? [] : text.split("\n");
  return lines.map((line) => line.split(BETWEEN) as unknown as Row);
}

/** The first line; detects damage, other builds and other loads. */
function sealOf(text: string, binding: string): string {
  return digestOfValue([binding, digestOf(text)]);
}

function openTable<Value>(
  sort: Sort,
  before: readonly Row[],
  stampOf: (path: string) => string | undefined,
): KeptTable<Value> & { readonly met: () => readonly Row[] } {
  const own = before.filter(([of]) => of === sort);
  const known = new Map(own.map((row) => [row[1], row]));
  const met = new Map<string, Row>();
  return {
    recall: (path) => {
      const whole = resolve(path);
      const key = JSON.stringify(whole);
      const row = known.get(key);
      if (row === undefined || row[2] !== stampTextAt(whole)) return undefined;
      met.set(key, row);
      return JSON.parse(row[3]) as Value;
    },
    keep: (path, value) => {
      const whole = resolve(path);
      const stamp = stampOf(whole);
      const key = JSON.stringify(whole);
      if (stamp !== undefined) met.set(key, [sort, key, stamp, JSON.stringify(value)]);
    },
    met: () => [...met.values()],
  };
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
