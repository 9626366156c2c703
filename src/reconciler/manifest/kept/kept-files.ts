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

/** What a line holds: the sort of file, its path, its stamp, and the value that is known as long as it has that stamp. */
type Row = readonly [sort: Sort, path: string, stamp: string, value: string];

type Sort = "manifest" | "artefact";

/** Paths and values are JSON, which holds no tab. */
const BETWEEN = "\t";

/** Opens what was kept; undefined where nothing can be kept. */
export function openKept({ folder, name, binding }: CachePlace): KeptFiles | undefined {
  const place = openFolder(folder, name);
  if (place === undefined) return undefined;
  const before = rowsIn(place.read(), binding);
  const withheld = new Set<string>();
  /** When files began to be read. */
  let begun: { readonly moment: bigint | undefined } | undefined;
  /** The file that was read last, where it can be told apart from what it becomes. */
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

/** The rows that this build wrote for the same loads; none where the text is another or is damaged. */
function rowsIn(bytes: Buffer | undefined, binding: string): readonly Row[] {
  const end = bytes?.indexOf("\n") ?? -1;
  if (bytes === undefined || end === -1) return [];
  const text = bytes.toString("utf8", end + 1);
  if (bytes.toString("latin1", 0, end) !== sealOf(text, binding)) return [];
  // Nobody else makes that seal, so it is what `save` wrote. Parts of the text take no memory of their own.
  return text.split("\n").map((line) => line.split(BETWEEN) as unknown as Row);
}

/** The first line of what is kept: no text that is damaged, of another build or of another load has it. */
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
