/**
 * What loading keeps of files from one run to the next, so that only what changed is read and parsed again
 * (docs/decisions/0073-kept-manifests.md). What is kept is what files hold: overlays, variables and the checks of
 * manifests come after it, as without it.
 */
import { dirname, resolve } from "node:path";
import type { SourceText, TextDocument } from "../source-text.ts";
import { wholePath } from "../whole-path.ts";
import { openFolder, type CacheFolder } from "./folder.ts";
import { readDocumentsIn, writeDocuments } from "./documents.ts";
import { readOutline, writeOutline, type Outline } from "./outline.ts";
import { metRows, type MetRows } from "./met-rows.ts";
import {
  escapeKey,
  keyOf,
  openRows,
  rowOf,
  rowsOf,
  unescapeKey,
  writeRows,
  type KeptRows,
} from "./rows.ts";
import { isSettled, stampTextAt, type Stamp } from "./stamp.ts";

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
  /** Keeps for the next run what this one has met, which ends it. What cannot be written is not kept. */
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
  return keptFiles(place, { before: openRows(place.read(), binding), binding });
}

/** What keys of manifests begin with; their rows say how long the text is, and hold documents and outline. */
const MANIFEST = "M ";

/** What keys of artefacts begin with; their rows say length and digest of what is sent, and whether it is unmarked. */
const ARTEFACT = "A ";

/** In the place of documents that are not kept. */
const NOT_KEPT = "";

/** In the place of documents of a text that says of itself that it is no manifest. */
const IGNORED = "null";

/** What is known of a file, with where its row begins, or the key of a new one. */
interface KnownRow {
  readonly place: number | string;
  readonly key: string;
  readonly stamp: string;
  readonly fields: readonly string[];
}

function keptFiles(
  place: CacheFolder,
  { before, binding }: { readonly before: KeptRows; readonly binding: string },
): KeptFiles {
  const met = metRows(before);
  const withheld = new Set<string>();
  /** When files began to be read. */
  let begun: { readonly moment: bigint | undefined } | undefined;
  let isChanged = false;
  /** The last manifest, whose outline may be made after it. */
  let last: KnownRow | undefined;
  /** What that one held, until it is known whether an outline stands for it. */
  let unwritten: SourceText | undefined;
  const known = (key: string, path: string) => knownIn(before, met, { key, path });
  const put = ({ place: at, key, stamp, fields }: KnownRow) => {
    met.put(at, rowOf(key, stamp, fields));
    isChanged = true;
  };
  const rowFor = (key: string, stamp: Stamp | undefined): KnownRow | undefined => {
    const { moment } = begun ?? {};
    if (moment === undefined || stamp === undefined || !isSettled(stamp, moment)) return undefined;
    // A manifest may be read although it is as it was, for an artefact that is not.
    const at = last?.key === key ? last.place : key;
    return { place: at, key, stamp: stamp.text, fields: [] };
  };
  const settle = () => {
    if (last !== undefined && unwritten !== undefined)
      put({ ...last, fields: fieldsOf(unwritten) });
    unwritten = undefined;
  };
  return {
    manifest: (file) => {
      settle();
      last = known(manifestKey(file), file);
      return last && manifestOf(last);
    },
    artefact: (path) => {
      const row = known(artefactKey(path), path);
      return row && artefactOf(row);
    },
    reading: () => void (begun ??= { moment: place.moment() }),
    keepManifest: (file, stamp, text) => {
      settle();
      last = rowFor(manifestKey(file), stamp);
      if (last === undefined) return;
      // Its place is before that of the file that it names.
      met.put(last.place, "");
      unwritten = text;
    },
    keepOutline: (file, outline) => {
      if (last === undefined || last.key !== manifestKey(file)) return;
      if (!(unwritten === undefined ? isOnlyDocuments(last) : isPlain(unwritten))) return;
      const characters = String(unwritten?.characters ?? last.fields[0]);
      unwritten = undefined;
      // Who needs the document all the same reads the file again.
      put({ ...last, fields: [characters, NOT_KEPT, writeOutline(outline)] });
    },
    keepArtefact: (path, stamp, { bytes, digest, isUnmarked = false }) => {
      const row = rowFor(artefactKey(path), stamp);
      if (row) put({ ...row, fields: [String(bytes), digest, isUnmarked ? "1" : ""] });
    },
    withhold: (path) => void withheld.add(resolve(path)),
    save: () => {
      settle();
      const { parts, rows } = rowsBeside(withheld, met);
      if (isChanged || rows < before.size) place.write(writeRows(parts, { binding, rows }));
      before.close();
    },
  };
}

/** The row of a file, where the file is as it was; it is met by that. */
function knownIn(
  before: KeptRows,
  met: MetRows,
  { key, path }: { readonly key: string; readonly path: string },
): KnownRow | undefined {
  const at = before.find(key);
  const stamp = at === undefined ? undefined : textOf(path);
  const fields =
    at === undefined || stamp === undefined ? undefined : before.fields(at, key, stamp);
  if (at === undefined || stamp === undefined || fields === undefined) return undefined;
  met.recall(at);
  return { place: at, key, stamp, fields };
}

/** What a manifest file held, in the fields of its row. */
function fieldsOf({ characters, documents }: SourceText): readonly string[] {
  return [String(characters), documents === null ? IGNORED : writeDocuments(documents), ""];
}

/** Whether a row holds documents, and what they say stays what it is: what holds a variable means what the variable does. */
function isOnlyDocuments({ fields: [, documents = NOT_KEPT, outline] }: KnownRow): boolean {
  return outline === "" && documents !== IGNORED && !documents.includes("${{");
}

/** The same of a text. */
function isPlain({ documents, mayVary }: SourceText): boolean {
  return documents !== null && mayVary !== true;
}

/** What was met without files that are withheld. */
function rowsBeside(
  withheld: ReadonlySet<string>,
  met: MetRows,
): { readonly parts: readonly Uint8Array[]; readonly rows: number } {
  if (withheld.size === 0) return { parts: met.parts(), rows: met.size() };
  const kept = met
    .parts()
    .flatMap(rowsOf)
    .filter((row) => {
      const path = unescapeKey(keyOf(row).slice(MANIFEST.length));
      return path !== undefined && !isWithin(path, withheld);
    });
  return { parts: [Buffer.concat(kept)], rows: kept.length };
}

function manifestOf({ fields }: KnownRow): KeptManifest | undefined {
  // By their places: to take lists apart takes longer, ten thousand times.
  const text = fields[1] ?? NOT_KEPT;
  const outline = fields[2];
  const documents = () => {
    if (text === NOT_KEPT) return undefined;
    return text === IGNORED ? null : readDocumentsIn(text);
  };
  const found = outline ? readOutline(outline) : undefined;
  const length = lengthIn(fields[0]);
  return length === undefined ? undefined : { characters: length, outline: found, documents };
}

function artefactOf({ fields }: KnownRow): KeptArtefact | undefined {
  const bytes = lengthIn(fields[0]);
  const digest = fields[1] ?? "";
  if (bytes === undefined || !digest.startsWith("sha256-")) return undefined;
  const about = { digest: ownText(digest), bytes };
  return fields[2] === "1" ? { ...about, isUnmarked: true } : about;
}

/** The same text for itself: a part of a long text holds all of it. */
function ownText(text: string): string {
  return Buffer.from(text, "latin1").toString("latin1");
}

function lengthIn(text: string | undefined): number | undefined {
  const length = Number(text);
  return Number.isSafeInteger(length) && length >= 0 ? length : undefined;
}

function textOf(path: string): string | undefined {
  try {
    return stampTextAt(path);
  } catch {
    return undefined;
  }
}

function manifestKey(file: string): string {
  return MANIFEST + escapeKey(wholePath(file));
}

function artefactKey(path: string): string {
  return ARTEFACT + escapeKey(wholePath(path));
}

/** Whether a path is one of some, or lies in one of them. */
function isWithin(path: string, places: ReadonlySet<string>): boolean {
  if (places.has(path)) return true;
  const around = dirname(path);
  return around !== path && isWithin(around, places);
}
