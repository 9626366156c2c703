/**
 * Documents of a data directory. They hold ids where a server shows names. This file is independent
 * of their types.
 */
import { each } from "../../model/each.ts";
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

/** The state of a load. */
export interface Loading {
  readonly tree: FileTree;
  readonly notes: Notes;
  /** Files that were read; the others are reported at the end. */
  readonly used: Set<string>;
}

export interface StoredDocument {
  readonly file: string;
  readonly root: string;
  readonly id: string | undefined;
  /** The document without its id. */
  readonly content: Tree;
  /** ISO 8601. */
  readonly created: string;
  readonly modified: string | null;
}

/** Reads a document; undefined if it is missing, or damaged, which is reported. */
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

/** The same for one root; a document with another root is reported and left out. */
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

/** The date of a document that has none. */
export const UNKNOWN_DATE = new Date(0).toISOString();

function dateIn(content: Tree, name: string): string | undefined {
  const text = memberText(content, name) ?? "";
  const found = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d{1,3})?)\d*(?: UTC|Z)?$/.exec(text);
  const date = new Date(`${found?.[1]}T${found?.[2]}Z`);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** Reports elements outside of `known`. */
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

const EVERYWHERE = ["id", "name", "dateCreated", "dateModified", "modifiedBy"];

export function without(tree: Tree, names: readonly string[]): Tree {
  return Object.fromEntries(members(tree).filter(([name]) => !names.includes(name)));
}

export function withMembers(tree: Tree, changed: Readonly<Record<string, Tree | undefined>>): Tree {
  const kept = without(tree, Object.keys(changed));
  const set = Object.entries(changed).filter(
    (entry): entry is [string, Tree] => entry[1] !== undefined,
  );
  return { ...(kept as Readonly<Record<string, Tree>>), ...Object.fromEntries(set) };
}

export interface Reference {
  readonly id: string | undefined;
  readonly name: string | undefined;
}

export function referenceIn(tree: Tree | undefined): Reference | undefined {
  const id = memberText(tree, "id") || undefined;
  const name = (id === undefined ? referenceName(tree) : memberText(tree, "name")) || undefined;
  return id === undefined && name === undefined ? undefined : { id, name };
}

export function referenceText({ id, name }: Reference): string {
  return name ?? `with the id ${id}`;
}

/** Keeps details with a value. */
export function detailsIn(change: DetailsChange): Details {
  return Object.fromEntries(
    Object.entries(change).flatMap(([name, detail]) =>
      detail === null || detail === undefined ? [] : [[name, detail] as const],
    ),
  );
}

/** Servers take a missing flag for false; that is reported. */
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

/** Runs `work`; undefined if the document proves damaged, which is reported. */
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

/** The name in a document, else its folder's name, which is reported. */
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

/** Lists the folders in a folder; none if it does not exist. */
export async function foldersIn({ tree }: Loading, folder: string): Promise<readonly string[]> {
  return pathsOf(await tree.list(folder), folder, "folder");
}

/** The .xml files except hidden ones, down to `depth` folders. */
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
