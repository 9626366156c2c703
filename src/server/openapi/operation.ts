/**
 * How an operation of the interface is described: the source of `/rest/openapi.json`. Routes
 * look their description up by path and method; one without a description fails a test.
 */
import type { DialectName } from "../../model/dialect.ts";
import { mediaTypes } from "../../wire/media.ts";
import type { PathName } from "../../wire/paths.ts";
import type { CatalogErrorCode } from "../catalog/errors.ts";
import type { DescribedDocument } from "./schemas.ts";

/** Methods that have a description. */
export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** Statuses of success, each with what it means. */
export type Answers = Readonly<Record<number, string>>;

/** One operation. */
export interface Operation {
  readonly summary: string;
  /** Query parameters by name, each with what it does. */
  readonly query?: Readonly<Record<string, string>>;
  /** Media types of the request body; absent when there is none. */
  readonly takes?: readonly string[];
  /** Media types of the answer; plain text when absent. */
  readonly gives?: readonly string[];
  /** The document that is sent, or read where it succeeds, or those that it may be; absent where no table describes it. */
  readonly documents?: readonly DescribedDocument[];
  /** The same in both dialects, or those of each. Empty where nothing ever succeeds. */
  readonly answers: Answers | Readonly<Record<DialectName, Answers>>;
  /** What it may refuse beside what every request may; statuses follow from the codes. */
  readonly refuses?: readonly CatalogErrorCode[];
}

/** Operations by path and method. */
export type Operations = {
  readonly [Name in PathName]?: Partial<Readonly<Record<Method, Operation>>>;
};

/** Media types of a catalog document that is sent. */
export const documentTypes: readonly string[] = [mediaTypes.json, mediaTypes.xml];

/** Media types of a catalog document that is read. */
export const readableTypes: readonly string[] = [
  mediaTypes.xml,
  mediaTypes.textXml,
  mediaTypes.json,
  mediaTypes.textJson,
];

/** Media types of archives. */
export const zipTypes: readonly string[] = [
  mediaTypes.zip,
  "multipart/x-zip",
  "application/x-zip-compressed",
];

type More = Partial<Omit<Operation, "summary">>;

/** Reads a document or list of something that may not be there. */
export function reads(summary: string, more: More = {}): Operation {
  const refuses: readonly CatalogErrorCode[] = ["not-found", ...(more.refuses ?? [])];
  return { summary, gives: documentTypes, answers: { 200: "The document" }, ...more, refuses };
}

/** Reads a list that is always there. */
export function lists(summary: string, more: More = {}): Operation {
  return { summary, gives: documentTypes, answers: { 200: "The list" }, ...more };
}

/** Creates something from a document. */
export function creates(summary: string, more: More = {}): Operation {
  const answers = { 201: "Created; the body is its name" };
  return { summary, takes: readableTypes, answers, ...more };
}

/** Changes something; fields that are absent keep their value. */
export function updates(summary: string, more: More = {}): Operation {
  const refuses: readonly CatalogErrorCode[] = ["precondition-failed", ...(more.refuses ?? [])];
  return { summary, takes: readableTypes, answers: { 200: "Changed" }, ...more, refuses };
}

/** Removes something. */
export function removes(summary: string, more: More = {}): Operation {
  const own = more.refuses ?? [];
  const refuses: readonly CatalogErrorCode[] = ["not-found", "precondition-failed", ...own];
  return { summary, answers: { 200: "Removed" }, ...more, refuses };
}

/** The query parameter of removals that take what is inside along. */
export const recurse = { recurse: "`true`: what is inside or depends on it goes too" };
