/**
 * What loading keeps of files from one run to the next, so that only what changed is read and parsed again
 * (docs/decisions/0073-kept-manifests.md). What is kept is what files hold: overlays, variables and the checks of
 * manifests come after it, as without it.
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
  /** Length of what is sent. */
  readonly bytes: number;
  /** True where a mark of UTF-8 in front is not sent. */
  readonly isUnmarked?: true;
}

/** Where loading keeps what it learns. */
export interface CachePlace {
  /** Made where it is missing, for its owner alone. */
  readonly folder: string;
  /** Tells apart what is loaded from one folder for different targets. */
  readonly name: string;
  /** Everything beside the files that loading depends on: what was kept under another one is not used. */
  readonly binding: string;
}

/** Files of one sort, by path. */
interface KeptTable<Value> {
  /** What is known of a file, where it is as it was when that was kept. */
  readonly recall: (path: string) => Value | undefined;
  /** Keeps what was found in the file that was read last. */
  readonly keep: (path: string, value: Value) => void;
}

/** What is known of files, for one load. */
export interface KeptFiles {
  readonly manifests: KeptTable<SourceText>;
  readonly artefacts: KeptTable<KeptArtefact>;
  /** Reads a file of which something may be kept. Throws what the file system throws. */
  readonly read: (path: string) => Uint8Array;
  /** Nothing of the file is kept, nor a digest of it; of a folder, of all that is in it. */
  readonly withhold: (path: string) => void;
  /** Keeps for the next run what this one has met, which ends it. What cannot be written is not kept. */
  readonly save: () => void;
}

/**
 * A file, and what is known of it as long as it has that stamp, as JSON: a plan needs one value after the other, and none
 * of them twice.
 */
type Row = readonly [path: string, stamp: string, value: string];

interface Content {
  readonly manifests: readonly Row[];
  readonly artefacts: readonly Row[];
}

const NOTHING: Content = { manifests: [], artefacts: [] };

/** Opens what was kept; undefined where nothing can be kept. */
export function openKept({ folder, name, binding }: CachePlace): KeptFiles | undefined {
  const place = openFolder(folder, name);
  if (place === undefined) return undefined;
  const before = contentIn(place.read(), binding);
  const withheld = new Set<string>();
  /** When files began to be read. */
  let begun: { readonly moment: bigint | undefined } | undefined;
  /** The file that was read last, where it can be told apart from what it becomes. */
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

/** What a text holds that this build wrote whole, for the same loads; nothing otherwise. */
function contentIn(bytes: Buffer | undefined, binding: string): Content {
  const end = bytes?.indexOf("\n") ?? -1;
  if (bytes === undefined || end === -1) return NOTHING;
  const text = bytes.toString("utf8", end + 1);
  if (bytes.toString("latin1", 0, end) !== sealOf(text, binding)) return NOTHING;
  // Nobody else makes that seal, so it is what `save` wrote.
  return JSON.parse(text) as Content;
}

/** The first line of what is kept: no text that is damaged, of another build or of another load has it. */
function sealOf(text: string, binding: string): string {
  return digestOfValue([binding, digestOf(text)]);
}

/** Whether rows are those of before, in whatever order. */
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

/** Whether a path is withheld, or a folder that it lies in. */
function isWithheld(path: string, withheld: ReadonlySet<string>): boolean {
  if (withheld.has(path)) return true;
  const around = dirname(path);
  return around !== path && isWithheld(around, withheld);
}

/** Whether JSON gives a value back as it is, with no reference to a secret in it. */
export function canBeKept(value: unknown): boolean {
  const text = JSON.stringify(value);
  return !/"from(?:Env|File|Exec)":/.test(text) && isDeepStrictEqual(JSON.parse(text), value);
}
