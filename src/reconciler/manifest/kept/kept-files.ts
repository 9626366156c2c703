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

/** Each value is JSON text, parsed when it is needed. */
type Row = readonly [path: string, stamp: string, value: string];

interface Content {
  readonly manifests: readonly Row[];
  readonly artefacts: readonly Row[];
}

const NOTHING: Content = { manifests: [], artefacts: [] };

/** Undefined where nothing can be cached. */
export function openKept({ folder, name, binding }: CachePlace): KeptFiles | undefined {
  const place = openFolder(folder, name);
  if (place === undefined) return undefined;
  const before = contentIn(place.read(), binding);
  const withheld = new Set<string>();
  /** When reading began. */
  let begun: { readonly moment: bigint | undefined } | undefined;
  /** Set only if a later change of the file can be detected. */
  let last: { readonly path: string; readonly stamp: string } | undefined;
  const stampOf = (path: string) => (last?.path === path ? last.stamp : undefined);
  const manifests = openTable<SourceText>(before.manifests, stampOf);
  const artefacts = openTable<KeptArtefact>(before.artefacts, stampOf);
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
      const now: Content = {
        manifests: manifests.met(withheld),
        artefacts: artefacts.met(withheld),
      };
      if (isSame(now.manifests, before.manifests) && isSame(now.artefacts, before.artefacts))
        return;
      const text = JSON.stringify(now);
      place.write(`${sealOf(text, binding)}\n${text}`);
    },
  };
}

/** Nothing unless this build wrote the whole text for the same load. */
function contentIn(bytes: Buffer | undefined, binding: string): Content {
  const end = bytes?.indexOf("\n") ?? -1;
  if (bytes === undefined || end === -1) return NOTHING;
  const text = bytes.toString("utf8", end + 1);
  if (bytes.toString("latin1", 0, end) !== sealOf(text, binding)) return NOTHING;
  // The seal proves that `save` wrote it.
  return JSON.parse(text) as Content;
}

/** The first line; detects damage, other builds and other loads. */
function sealOf(text: string, binding: string): string {
  return digestOfValue([binding, digestOf(text)]);
}

function isSame(rows: readonly Row[], before: readonly Row[]): boolean {
  return rows.length === before.length && new Set(before).isSupersetOf(new Set(rows));
}

function openTable<Value>(
  before: readonly Row[],
  stampOf: (path: string) => string | undefined,
): KeptTable<Value> & { readonly met: (withheld: ReadonlySet<string>) => readonly Row[] } {
  const known = new Map(before.map((row) => [row[0], row]));
  const met = new Map<string, Row>();
  return {
    recall: (path) => {
      const whole = resolve(path);
      const row = known.get(whole);
      if (row === undefined || row[1] !== stampTextAt(whole)) return undefined;
      met.set(whole, row);
      return JSON.parse(row[2]) as Value;
    },
    keep: (path, value) => {
      const whole = resolve(path);
      const stamp = stampOf(whole);
      if (stamp !== undefined) met.set(whole, [whole, stamp, JSON.stringify(value)]);
    },
    met: (withheld) => [...met.values()].filter(([path]) => !isWithheld(path, withheld)),
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
