/** The source of `/rest/openapi.json`. A test fails for a route without a description. */
import type { DialectName } from "../../model/dialect.ts";
import { memberOf, type ListedRecord } from "../../model/nouns.ts";
import { mediaTypes } from "../../wire/media.ts";
import type { ObjectPath, PathName } from "../../wire/paths.ts";
import type { CatalogErrorCode } from "../catalog/errors.ts";
import type { DescribedDocument } from "./schemas.ts";
import { nameListDocument } from "./written-documents.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** Success statuses with descriptions. */
export type Answers = Readonly<Record<number, string>>;

export interface Operation {
  readonly summary: string;
  /** Descriptions by query parameter. */
  readonly query?: Readonly<Record<string, string>>;
  /** Media types of the request body, if there is one. */
  readonly takes?: readonly string[];
  /** Media types of the response; plain text if absent. */
  readonly gives?: readonly string[];
  /** In the request or successful response; absent if no table describes the document. */
  readonly documents?: readonly DescribedDocument[];
  /** For both dialects, or by dialect. Empty if the operation never succeeds. */
  readonly answers: Answers | Readonly<Record<DialectName, Answers>>;
  /** Errors beyond the general ones; their codes determine the statuses. */
  readonly refuses?: readonly CatalogErrorCode[];
}

type Methods = Partial<Readonly<Record<Method, Operation>>>;

export type Operations = { readonly [Name in PathName]?: Methods };

/** Media types of documents in responses. */
export const documentTypes: readonly string[] = [mediaTypes.json, mediaTypes.xml];

/** Media types of documents in requests. */
export const readableTypes: readonly string[] = [
  mediaTypes.xml,
  mediaTypes.textXml,
  mediaTypes.json,
  mediaTypes.textJson,
];

export const zipTypes: readonly string[] = [
  mediaTypes.zip,
  "multipart/x-zip",
  "application/x-zip-compressed",
];

type More = Partial<Operation>;

/** Reads an object that may not exist. */
export function reads(summary: string, more: More = {}): Operation {
  const refuses: readonly CatalogErrorCode[] = ["not-found", ...(more.refuses ?? [])];
  return { summary, gives: documentTypes, answers: { 200: "The document" }, ...more, refuses };
}

/** Reads an object that always exists. */
export function lists(summary: string, more: More = {}): Operation {
  return { summary, gives: documentTypes, answers: { 200: "The list" }, ...more };
}

export function creates(summary: string, more: More = {}): Operation {
  const answers = { 201: "Created; the body is its name" };
  return { summary, takes: readableTypes, answers, ...more };
}

/** Absent fields keep their values. */
export function updates(summary: string, more: More = {}): Operation {
  const refuses: readonly CatalogErrorCode[] = ["precondition-failed", ...(more.refuses ?? [])];
  return { summary, takes: readableTypes, answers: { 200: "Changed" }, ...more, refuses };
}

export function removes(summary: string, more: More = {}): Operation {
  const own = more.refuses ?? [];
  const refuses: readonly CatalogErrorCode[] = ["not-found", "precondition-failed", ...own];
  return { summary, answers: { 200: "Removed" }, ...more, refuses };
}

export const recurse = { recurse: "`true`: also delete contents and dependents" };

/** Operations whose requests or responses have one of the documents. */
export function withDocuments(documents: readonly DescribedDocument[], methods: Methods): Methods {
  return Object.fromEntries(
    Object.entries(methods).map(([method, operation]) => [method, { ...operation, documents }]),
  );
}

export function listOf(listed: string, isFlat?: true): DescribedDocument {
  return { root: `${listed}s`, listed, ...(isFlat && { isFlat }) };
}

interface Objects {
  /** Path of an object, with `s` of the list; by default that of the record. */
  readonly path?: ObjectPath;
  /** Element of one in lists; by default like the record. */
  readonly listed?: string;
  /** What people call one; by default the words of the record. */
  readonly label?: string;
  readonly documents: readonly DescribedDocument[];
  /** Lists in JSON are bare names. */
  readonly isFlat?: true;
  readonly list: Operation;
  /** By default nothing is created by POST. */
  readonly create?: Described;
  readonly read?: Described;
  readonly update: Described;
  readonly remove?: Described;
}

/** A summary, if it is not made of the name of the noun, and more. */
type Described = Partial<Operation>;

/** Operations on a list of objects and on one of them. A query may select a list of names. */
export function objects<Path extends ObjectPath>(
  record: ListedRecord,
  about: Objects & { readonly path?: Path },
): Readonly<Record<Path | `${Path}s`, Methods>> {
  const { documents, list, create, read, update, remove } = about;
  const { label = record.replaceAll("-", " "), listed = memberOf(record) } = about;
  const path = about.path ?? memberOf(record);
  const names = list.query?.["list"] === undefined ? [] : [nameListDocument];
  return {
    [`${path}s`]: {
      ...withDocuments([listOf(listed, about.isFlat), ...names], { GET: list }),
      ...(create && withDocuments(documents, { POST: creates(`Create a ${label}`, create) })),
    },
    [path]: withDocuments(documents, {
      GET: reads(`Read a ${label}`, read),
      PUT: updates(`Change a ${label}`, update),
      DELETE: removes(`Remove a ${label}`, remove),
    }),
  } as Record<Path | `${Path}s`, Methods>;
}
