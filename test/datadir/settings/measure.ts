/**
 * Measures how much of a data directory an import declares: each setting is changed in a copy of the directory, which
 * is imported again. It is declared if its object's manifest, or a file beside that, comes out different.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openDataDirectory } from "../../../src/datadir/open.ts";
import { formatAddress, type Address } from "../../../src/model/address.ts";
import type { Declaration } from "../../../src/reconciler/kind.ts";
import { collect } from "../../../src/reconciler/import/collect.ts";
import { importCatalog, type Imported } from "../../../src/reconciler/import/import.ts";
import { temporaryFolder, writeFiles } from "../../support/run/folders.ts";
import { otherTexts } from "./changes.ts";
import { readDocuments, type DirectoryFiles, type SettingsDocument } from "./documents.ts";
import { changedDocument, readLeaves, type Leaf } from "./leaves.ts";
import { isFound, isOwn, noSetting } from "./what-counts.ts";

/** What an import says of a setting: its manifest, a remark that names it, or nothing. */
type Fate = "declared" | "told" | "silent";

/** A setting with what became of it. */
export interface Setting {
  readonly file: string;
  readonly path: string;
  readonly fate: Fate;
  /** Kinds of the manifests that declare it. */
  readonly by: readonly string[];
  /** Kinds of all manifests of its object. */
  readonly kinds: readonly string[];
}

interface Candidate {
  readonly document: SettingsDocument;
  readonly leaf: Leaf;
  /** Texts that were not tried yet. */
  readonly texts: readonly string[];
}

/** Measures a directory, given its files; `choose` takes some of its settings. */
export async function measure(
  given: DirectoryFiles,
  choose: <Item>(all: readonly Item[]) => readonly Item[] = (all) => all,
): Promise<readonly Setting[]> {
  const folder = temporaryFolder();
  const files = rewritten(given);
  writeFiles(folder, Object.fromEntries(files));
  const base = await importWhole(folder);
  const kept = new Set(base.imported.objects.map(({ address }) => formatAddress(address)));
  const before = await manifestsOf(folder, kept);
  const documents = readDocuments(files, bringers(base.imported));
  const seen = seenTexts(documents);
  const settings = documents.flatMap((document) =>
    document.leaves
      .filter(({ path, text }) => noSetting(document.file, path, text) === undefined)
      .map((leaf) => ({ document, leaf })),
  );
  const all = choose(settings).map(({ document, leaf }): Candidate => {
    const texts = otherTexts(leaf.path, leaf.text, seen.get(leaf.path) ?? new Set());
    return { document, leaf, texts };
  });
  const declared = await declaredOf(all, (round) =>
    changedBy(folder, files, { round, before, kept }),
  );
  return all.map(({ document, leaf }) => {
    const isTold = () => tells(base, document, leaf.path);
    const by = declared.get(leaf) ?? [];
    const fate = by.length > 0 ? "declared" : isTold() ? "told" : "silent";
    const own = base.imported.objects.filter(({ address }) => document.isOf(address));
    const kinds = own.map(({ address: { kind } }) => kind);
    return { file: document.file, path: leaf.path, fate, by, kinds };
  });
}

/** Documents as they are written here, so that nothing differs but what is changed. */
function rewritten(files: DirectoryFiles): DirectoryFiles {
  return new Map(
    [...files].map(([file, text]) => {
      const found = file.endsWith(".xml") ? readLeaves(text) : undefined;
      return [file, found === undefined ? text : changedDocument(found.root, [])];
    }),
  );
}

/** Settings with the kinds of the manifests in which they show. */
type Found = ReadonlyMap<Leaf, readonly string[]>;

/** Settings of a document that are changed together. */
type Batch = readonly [Candidate, ...Candidate[]];

/** Kinds of the manifests in which each of the batches shows. */
type Find = (round: readonly Batch[]) => Promise<readonly (readonly string[])[]>;

/** Those of the settings that show in manifests by themselves: tried in rounds, until no other text is left. */
async function declaredOf(all: readonly Candidate[], find: Find): Promise<Found> {
  const declared = new Map<Leaf, readonly string[]>();
  const sizes = new Map<SettingsDocument, number>();
  for (const some of Map.groupBy(all, ({ document }) => document.sort).values()) {
    let open: readonly Candidate[] = some.filter(({ texts }) => texts.length > 0);
    while (open.length > 0) {
      const round = apart(open, sizes);
      const shown = await find(round);
      const tried = new Set<Candidate>();
      for (const [index, batch] of round.entries()) {
        const [{ document, leaf }] = batch;
        const by = shown[index] ?? [];
        sizes.set(document, by.length === 0 ? batch.length * 2 : Math.ceil(batch.length / 2));
        if (by.length > 0 && batch.length === 1) declared.set(leaf, by);
        if (by.length === 0 || batch.length === 1) for (const one of batch) tried.add(one);
      }
      const again = [...tried].map((one) => ({ ...one, texts: one.texts.slice(1) }));
      open = [...open.filter((one) => !tried.has(one)), ...again].filter(
        ({ leaf, texts }) => texts.length > 0 && !declared.has(leaf),
      );
    }
  }
  return declared;
}

/**
 * One batch of each document, and of each object too: one setting, but of what hardly any import declares, which is as
 * silent alone as it is together, more and more while nothing shows.
 */
function apart(
  open: readonly Candidate[],
  sizes: ReadonlyMap<SettingsDocument, number>,
): readonly Batch[] {
  const taken = new Set<string>();
  const isQuiet = ({ leaf: { path } }: Candidate) => isFound(path) || !isOwn(path);
  return [...Map.groupBy(open, ({ document }) => document)].flatMap(([document, own]) => {
    const quiet = own.filter(isQuiet).slice(0, sizes.get(document) ?? 1);
    const loud = own.find((one) => !isQuiet(one));
    const [first, ...others] = loud === undefined ? quiet : [loud];
    if (first === undefined || document.names.some((name) => taken.has(name))) return [];
    for (const name of document.names) taken.add(name);
    return [[first, ...others] as const];
  });
}

type Manifests = ReadonlyMap<string, { readonly address: Address; readonly content: string }>;

interface Round {
  readonly round: readonly Batch[];
  readonly before: Manifests;
  readonly kept: ReadonlySet<string>;
}

/** Of each batch the kinds of the manifests that come out different once it is changed. */
async function changedBy(
  folder: string,
  files: DirectoryFiles,
  { round, before, kept }: Round,
): ReturnType<Find> {
  for (const batch of round) {
    const [{ document }] = batch;
    const changes = batch.map(({ leaf, texts }) => ({ at: leaf.at, text: texts[0] ?? "" }));
    writeFileSync(join(folder, document.file), changedDocument(document.root, changes));
  }
  const after = await manifestsOf(folder, kept);
  for (const [{ document }] of round)
    writeFileSync(join(folder, document.file), files.get(document.file) ?? "");
  const differing = [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const one = before.get(key) ?? after.get(key);
    const isSame = before.get(key)?.content === after.get(key)?.content;
    return isSame || one === undefined ? [] : [one.address];
  });
  return round.map(([{ document }]) => differing.filter(document.isOf).map(({ kind }) => kind));
}

/** All manifests of an import but those that are not among the ones kept and were there before. */
async function manifestsOf(folder: string, kept: ReadonlySet<string>): Promise<Manifests> {
  const directory = await openDataDirectory(folder);
  const { read, server } = directory;
  const { entries } = await collect({ read, server, account: "" }, {}, true);
  await directory.close();
  return new Map(
    entries.map(({ declaration }) => {
      const { kind, workspace, name } = declaration;
      const address = { kind, workspace, name };
      const key = formatAddress(address);
      return [key, { address, content: kept.has(key) ? contentOf(declaration) : "" }] as const;
    }),
  );
}

function contentOf({ spec, artefacts = new Map<string, Uint8Array>() }: Declaration): string {
  const files = [...artefacts].map(([path, bytes]) => [
    path,
    Buffer.from(bytes).toString("latin1"),
  ]);
  return JSON.stringify([spec, files]);
}

interface Base {
  readonly imported: Imported;
  /** Remarks about files, by path. */
  readonly remarks: readonly { readonly file: string; readonly message: string }[];
}

async function importWhole(folder: string): Promise<Base> {
  const directory = await openDataDirectory(folder);
  const { read, server, notes } = directory;
  const imported = await importCatalog({ read, server, account: "" }, { statedOnly: true });
  await directory.close();
  const remarks = notes.map(({ where, message }) => {
    return { file: (where?.file ?? "").slice(folder.length + 1), message };
  });
  return { imported, remarks };
}

/** Stores whose manifests declare what they publish. */
function bringers({ objects }: Imported): ReadonlySet<string> {
  const found = objects.filter(({ address: { kind } }) =>
    ["AppSchemaStore", "ImageMosaic"].includes(kind),
  );
  return new Set(found.map(({ address: { workspace, name } }) => `${workspace}:${name}`));
}

function seenTexts(
  documents: readonly SettingsDocument[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const seen = new Map<string, Set<string>>();
  for (const { path, text } of documents.flatMap(({ leaves }) => leaves)) {
    const texts = seen.get(path) ?? new Set();
    seen.set(path, texts.add(text));
  }
  return seen;
}

/** Whether anything is said of the document as a whole, or names an element of the path. */
function tells(
  { imported, remarks }: Base,
  { file, isOf }: SettingsDocument,
  path: string,
): boolean {
  const whole = [
    ...imported.undeclared
      .filter(({ address, everywhere }) => everywhere !== true && isOf(address))
      .map(({ reason }) => reason),
    ...remarks
      .filter(
        (one) => (file === one.file || file.startsWith(`${one.file}/`)) && isWhole(one.message),
      )
      .map(({ message }) => message),
  ];
  if (whole.length > 0) return true;
  const parts = [
    ...imported.objects.filter(({ address }) => isOf(address)).flatMap(({ notes }) => notes),
    ...remarks.filter((one) => one.file === file).map(({ message }) => message),
  ];
  const words = path.split(/[/[\]]/).slice(1);
  return parts.some((part) => {
    const said = new Set([...part.split(/[^\w.-]+/), ...part.split(/[^\w-]+/)]);
    return words.some((word) => word !== "" && said.has(word));
  });
}

/** Whether a remark is about a file as a whole, or a folder. */
function isWhole(message: string): boolean {
  return /^The (?:file|folder)\b(?! says)|is left out$|is not there$|manifests hold/.test(message);
}
