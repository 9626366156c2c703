/**
 * What loading keeps of files from one run to the next, so that only what changed is read and parsed again
 * (docs/decisions/0073-kept-manifests.md). What is kept is what files hold: overlays, variables and the checks of
 * manifests come after it, as without it.
 */
import { dirname, resolve, sep } from "node:path";
import type { SourceText, TextDocument } from "../source-text.ts";
import { openFolder, type CacheFolder } from "./folder.ts";
import {
  ARTEFACT,
  isManifestRow,
  NOT_KEPT,
  MANIFEST,
  readDocumentsIn,
  readRows,
  writeDocuments,
  writeRows,
  type ArtefactRow,
  type KeptArtefact,
  type ManifestRow,
  type Row,
} from "./entries.ts";
import { readOutline, writeOutline, type Outline } from "./outline.ts";
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
  readonly manifest: (file: string) => KeptManifest | undefined;
  /** What is known of an artefact, where it is the one that was read before. */
  readonly artefact: (path: string) => KeptArtefact | undefined;
  /** To be called before a file is read that may be kept. */
  readonly reading: () => void;
  readonly keepManifest: (file: string, stamp: Stamp | undefined, text: SourceText) => void;
  /** Keeps with a manifest file, where that is kept, what its only document came to. */
  readonly keepOutline: (file: string, outline: Outline) => void;
  readonly keepArtefact: (path: string, stamp: Stamp | undefined, artefact: KeptArtefact) => void;
  /** Nothing of the file is kept, nor a digest of it; of a folder, of all that is in it. */
  readonly withhold: (path: string) => void;
  /** Keeps for the next run what this one has met. What cannot be written is not kept. */
  readonly save: () => void;
}

/** What is known of a manifest file without reading it. */
export interface KeptManifest {
  readonly characters: number;
  /** What its only document came to, where that is kept. */
  readonly outline: Outline | undefined;
  /** Null for a text that says of itself that it is no manifest; undefined where what is kept makes no sense. */
  readonly documents: () => readonly TextDocument[] | null | undefined;
}

/** Opens what was kept; undefined where nothing can be kept. */
export function openKept({ folder, name, binding }: CachePlace): KeptFiles | undefined {
  const place = openFolder(folder, name);
  if (place === undefined) return undefined;
  return keptFiles(place, { before: readRows(place.read(), binding), binding });
}

/** Rows by what they are of and its path. */
type Rows = ReadonlyMap<string, Row>;

function keptFiles(
  place: CacheFolder,
  { before, binding }: { readonly before: Rows; readonly binding: string },
): KeptFiles {
  const met = new Map<string, Row>();
  const withheld = new Set<string>();
  let moment: bigint | undefined;
  let isAsked = false;
  let isChanged = false;
  const known = (key: string, path: string): Row | undefined => {
    const row = before.get(key);
    if (row === undefined || row[1] !== textOf(path)) return undefined;
    met.set(key, row);
    return row;
  };
  const keep = (stamp: Stamp | undefined, make: (stamp: string) => Row) => {
    if (moment === undefined || stamp === undefined || !isSettled(stamp, moment)) return;
    const row = make(stamp.text);
    met.set(row[0], row);
    isChanged = true;
  };
  return {
    manifest: (file) => {
      const row = known(manifestKey(file), file);
      return row !== undefined && isManifestRow(row) ? manifestOf(row) : undefined;
    },
    artefact: (path) => {
      const row = known(artefactKey(path), path);
      return row === undefined || isManifestRow(row) ? undefined : artefactOf(row);
    },
    reading: () => {
      if (!isAsked) moment = place.moment();
      isAsked = true;
    },
    keepManifest: (file, stamp, { characters, documents }) => {
      const text = documents && writeDocuments(documents);
      keep(stamp, (stamped) => [manifestKey(file), stamped, characters, text, null]);
    },
    keepOutline: (file, outline) => {
      const row = met.get(manifestKey(file));
      if (row === undefined || !isManifestRow(row)) return;
      const [key, stamp, characters, documents, last] = row;
      // What holds a variable means what the variable does.
      if (last !== null || documents === null || documents.includes("${{")) return;
      // Who needs the document all the same reads the file again.
      met.set(key, [key, stamp, characters, NOT_KEPT, writeOutline(outline)]);
      isChanged = true;
    },
    keepArtefact: (path, stamp, { bytes, digest, isUnmarked = false }) =>
      keep(stamp, (stamped) => [artefactKey(path), stamped, bytes, digest, isUnmarked]),
    withhold: (path) => void withheld.add(resolve(path)),
    save: () => {
      for (const key of withheld.size === 0 ? [] : met.keys())
        if (isWithin(key.slice(MANIFEST.length), withheld)) met.delete(key);
      if (isChanged || met.size < before.size) place.write(writeRows(met.values(), binding));
    },
  };
}

function manifestOf([, , characters, text, outline]: ManifestRow): KeptManifest {
  const documents = () => (text === null ? null : readDocumentsIn(text));
  return { characters, outline: outline === null ? undefined : readOutline(outline), documents };
}

function artefactOf([, , bytes, digest, isUnmarked]: ArtefactRow): KeptArtefact {
  return isUnmarked ? { digest, bytes, isUnmarked } : { digest, bytes };
}

function textOf(path: string): string | undefined {
  try {
    return stampAt(path)?.text;
  } catch {
    return undefined;
  }
}

function manifestKey(file: string): string {
  return MANIFEST + wholePath(file);
}

function artefactKey(path: string): string {
  return ARTEFACT + wholePath(path);
}

/** The path as `resolve` gives it, which takes longer than to see that it is one already. */
function wholePath(path: string): string {
  const isWhole = sep === "/" && path.startsWith("/") && !/\/(?:[./]|$)/.test(path);
  return isWhole ? path : resolve(path);
}

/** Whether a path is one of some, or lies in one of them. */
function isWithin(path: string, places: ReadonlySet<string>): boolean {
  if (places.has(path)) return true;
  const around = dirname(path);
  return around !== path && isWithin(around, places);
}
