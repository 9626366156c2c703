/**
 * Documents of a data directory: the same fields that a server shows, with ids where it shows names.
 * Nothing here knows what a document is about.
 */
import { dataDirectory as limits } from "../../model/limits.ts";
import type { Details, DetailsChange } from "../../model/details.ts";
import { decodeText } from "../../wire/text.ts";
import {
  members,
  memberText,
  referenceName,
  textOf,
  textsBelow,
  type Tree,
} from "../../wire/tree.ts";
import { WireError } from "../../wire/wire-error.ts";
import { parseXml } from "../../wire/xml.ts";
import type { Notes } from "../notes.ts";
import { folderOf, joined, nameOf, type FileTree, type TreeEntry } from "../tree/file-tree.ts";

/** What reading needs. */
export interface Loading {
  readonly tree: FileTree;
  readonly notes: Notes;
  /** Files that were read; what else lies about is reported at the end. */
  readonly used: Set<string>;
}

/** A document with what is the same in all of them. */
export interface StoredDocument {
  readonly file: string;
  /** Name of its root element. */
  readonly root: string;
  readonly id: string | undefined;
  /** All but the id. */
  readonly content: Tree;
  /** ISO 8601. */
  readonly created: string;
  readonly modified: string | null;
}

/** Reads a document; undefined where there is none or it is damaged, which is reported. */
export async function readDocument(
  { tree, notes, used }: Loading,
  file: string,
): Promise<StoredDocument | undefined> {
  const bytes = await tree.read(file);
  if (bytes === undefined) return undefined;
  used.add(file);
  try {
    const text = decodeText(bytes).trimStart();
    if (text === "") throw new WireError("malformed", "The file is empty");
    const { root, content } = parseXml(text);
    return {
      file,
      root,
      id: memberText(content, "id") || undefined,
      content: without(content, ["id"]),
      created: dateIn(content, "dateCreated") ?? UNKNOWN_DATE,
      modified: dateIn(content, "dateModified") ?? null,
    };
  } catch (error) {
    notes.unreadable(file, error);
    return undefined;
  }
}

/** The same of a document that is to be of one sort: one of another is left out, which is reported. */
export async function readDocumentOf(
  loading: Loading,
  file: string,
  root: string,
): Promise<StoredDocument | undefined> {
  const document = await readDocument(loading, file);
  if (document === undefined || document.root === root) return document;
  const message = `The document is one of ${document.root}, not of ${root}; it is left out`;
  loading.notes.damaged({ file, message });
  return undefined;
}

/** What a document that does not say it shows. */
const UNKNOWN_DATE = new Date(0).toISOString();

function dateIn(content: Tree, name: string): string | undefined {
  const text = memberText(content, name) ?? "";
  const found = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d{1,3})?)\d*(?: UTC|Z)?$/.exec(text);
  const date = new Date(`${found?.[1]}T${found?.[2]}Z`);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** Reports what a document holds beside what is read of it: `known` are elements. */
export function reportOthers(
  { notes }: Loading,
  { file, content }: StoredDocument,
  known: readonly string[],
): void {
  const others = members(content).filter(
    ([name, node]) =>
      ![...known, ...EVERYWHERE].includes(name) &&
      !/[@$:]/.test(name) &&
      textsBelow(node).length > 0,
  );
  for (const [name] of others)
    notes.unread({ file, message: `The file says ${name}, for which there is no manifest` });
}

/** Elements that every document may have. */
const EVERYWHERE = ["id", "name", "dateCreated", "dateModified", "modifiedBy"];

/** A tree without some of its members. */
export function without(tree: Tree, names: readonly string[]): Tree {
  return Object.fromEntries(members(tree).filter(([name]) => !names.includes(name)));
}

/** A tree with other members. */
export function withMembers(tree: Tree, changed: Readonly<Record<string, Tree | undefined>>): Tree {
  const kept = without(tree, Object.keys(changed));
  const set = Object.entries(changed).filter(
    (entry): entry is [string, Tree] => entry[1] !== undefined,
  );
  return { ...(kept as Readonly<Record<string, Tree>>), ...Object.fromEntries(set) };
}

/** What a document refers to: an id, or a name where it gives one. */
export interface Reference {
  readonly id: string | undefined;
  readonly name: string | undefined;
}

/** Reads a reference; undefined where there is none. */
export function referenceIn(tree: Tree | undefined): Reference | undefined {
  const id = memberText(tree, "id") || undefined;
  const name = (id === undefined ? referenceName(tree) : memberText(tree, "name")) || undefined;
  return id === undefined && name === undefined ? undefined : { id, name };
}

/** A reference as a note names it. */
export function referenceText({ id, name }: Reference): string {
  return name ?? `with the id ${id}`;
}

/** The details of a body that set something. */
export function detailsIn(change: DetailsChange): Details {
  return Object.fromEntries(
    Object.entries(change).flatMap(([name, detail]) =>
      detail === null || detail === undefined ? [] : [[name, detail] as const],
    ),
  );
}

/** A flag that servers take for false when a document does not say it. */
export function flagIn(
  { notes }: Loading,
  { file, content }: StoredDocument,
  name: string,
): boolean {
  const text = textOf(members(content).find(([key]) => key === name)?.[1]);
  if (text !== undefined && text !== "") return text.toLowerCase() === "true";
  notes.damaged({ file, message: `The document does not say ${name}; it is taken for false` });
  return false;
}

/** What comes of a document; undefined where it turns out to be damaged, which is reported. */
export async function unlessDamaged<Result>(
  { notes }: Loading,
  { file }: StoredDocument,
  work: () => Promise<Result> | Result,
): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    notes.unreadable(file, error);
    return undefined;
  }
}

/** The name a document gives, else that of its folder, which is reported. */
export function namedBy(
  { notes }: Loading,
  { file }: StoredDocument,
  given: string | undefined,
): string {
  if (given !== undefined && given !== "") return given;
  const usual = nameOf(folderOf(file));
  const message = `The document gives no name; that of its folder is taken, ${usual}`;
  notes.damaged({ file, message });
  return usual;
}

/** The folders in a folder; none where it is not there. */
export async function foldersIn({ tree }: Loading, folder: string): Promise<readonly string[]> {
  return pathsOf(await tree.list(folder), folder, "folder");
}

/** The documents in a folder: its .xml files, but hidden ones; those of folders in it where asked. */
export async function documentsIn(
  loading: Loading,
  folder: string,
  { depth = 0 }: { readonly depth?: number } = {},
): Promise<readonly string[]> {
  const entries = await loading.tree.list(folder);
  const files = pathsOf(entries, folder, "file").filter((file) => /\.xml$/i.test(file));
  if (depth === 0) return files;
  const folders = pathsOf(entries, folder, "folder");
  const below = await each(folders, (one) => documentsIn(loading, one, { depth: depth - 1 }));
  return [...files, ...below.flat()];
}

function pathsOf(
  entries: readonly TreeEntry[] | undefined,
  folder: string,
  type: TreeEntry["type"],
): readonly string[] {
  return (entries ?? [])
    .filter((one) => one.type === type && !one.name.startsWith("."))
    .map(({ name }) => joined(folder, name));
}

/** Does something for each, a few at a time, and gives what came of it in their order. */
export async function each<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += limits.readsAtOnce) {
    const some = items.slice(from, from + limits.readsAtOnce);
    results.push(...(await Promise.all(some.map(work))));
  }
  return results;
}
