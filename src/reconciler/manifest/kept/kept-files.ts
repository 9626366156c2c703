/**
 * What loading keeps of files from one run to the next, so that only what changed is read and parsed again
 * (docs/decisions/0073-kept-manifests.md). What is kept is what files hold: overlays, variables and the checks of
 * manifests come after it, as without it.
 */
import { dirname, resolve } from "node:path";
import type { SourceText } from "../source-text.ts";
import { openFolder, type CacheFolder } from "./folder.ts";
import { readEntries, writeEntries, type Entry, type KeptArtefact } from "./entries.ts";
import { isSettled, stampAt, type Stamp } from "./stamp.ts";

export type { KeptArtefact } from "./entries.ts";

/** Where loading keeps what it learns. */
export interface CachePlace {
  /** Made where it is missing, for its owner alone. */
  readonly folder: string;
  /** Tells apart what is loaded from one folder for different targets. */
  readonly name: string;
  /** Everything beside the files that loading depends on: what was kept under another one is not used. */
  readonly binding: string;
}

/** What is known of files, for one load. */
export interface KeptFiles {
  /** What a manifest file held, where it is the one that was read before. */
  readonly manifest: (file: string) => SourceText | undefined;
  /** What is known of an artefact, where it is the one that was read before. */
  readonly artefact: (path: string) => KeptArtefact | undefined;
  /** To be called before a file is read that may be kept. */
  readonly reading: () => void;
  readonly keepManifest: (file: string, stamp: Stamp | undefined, text: SourceText) => void;
  readonly keepArtefact: (path: string, stamp: Stamp | undefined, artefact: KeptArtefact) => void;
  /** Nothing of the file is kept, nor a digest of it; of a folder, of all that is in it. */
  readonly withhold: (path: string) => void;
  /** Keeps for the next run what this one has met. What cannot be written is not kept. */
  readonly save: () => void;
}

/** Opens what was kept; undefined where nothing can be kept. */
export function openKept({ folder, name, binding }: CachePlace): KeptFiles | undefined {
  const place = openFolder(folder, name);
  if (place === undefined) return undefined;
  const before = readEntries(place.read(), binding);
  return keptFiles(place, { before, binding });
}

/** Entries by what they are of and its path. */
type Entries = ReadonlyMap<string, Entry>;

function keptFiles(
  place: CacheFolder,
  { before, binding }: { readonly before: Entries; readonly binding: string },
): KeptFiles {
  const met = new Map<string, Entry>();
  const withheld = new Set<string>();
  let moment: bigint | undefined;
  let isAsked = false;
  let isChanged = false;
  const known = (key: string, path: string): Entry | undefined => {
    const entry = before.get(key);
    if (entry === undefined || entry.stamp !== textOf(path)) return undefined;
    met.set(key, entry);
    return entry;
  };
  const keep = (key: string, stamp: Stamp | undefined, make: (stamp: string) => Entry) => {
    if (moment === undefined || stamp === undefined || !isSettled(stamp, moment)) return;
    met.set(key, make(stamp.text));
    isChanged = true;
  };
  return {
    manifest: (file) => known(manifestKey(file), file)?.manifest,
    artefact: (path) => known(artefactKey(path), path)?.artefact,
    reading: () => {
      if (!isAsked) moment = place.moment();
      isAsked = true;
    },
    keepManifest: (file, stamp, manifest) =>
      keep(manifestKey(file), stamp, (text) => ({ stamp: text, manifest })),
    keepArtefact: (path, stamp, artefact) =>
      keep(artefactKey(path), stamp, (text) => ({ stamp: text, artefact })),
    withhold: (path) => void withheld.add(resolve(path)),
    save: () => {
      for (const key of withheld.size === 0 ? [] : met.keys())
        if (isWithin(key.slice(KIND_LENGTH), withheld)) met.delete(key);
      if (isChanged || met.size < before.size) place.write(writeEntries(met, binding));
    },
  };
}

function textOf(path: string): string | undefined {
  try {
    return stampAt(path)?.text;
  } catch {
    return undefined;
  }
}

/** Length of what stands before the path in a key. */
const KIND_LENGTH = 2;

function manifestKey(file: string): string {
  return `M ${resolve(file)}`;
}

function artefactKey(path: string): string {
  return `A ${resolve(path)}`;
}

/** Whether a path is one of some, or lies in one of them. */
function isWithin(path: string, places: ReadonlySet<string>): boolean {
  if (places.has(path)) return true;
  const around = dirname(path);
  return around !== path && isWithin(around, places);
}
