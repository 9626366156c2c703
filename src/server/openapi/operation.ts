/**
 * How an operation of the interface is described: the source of `/rest/openapi.json`. Routes
 * look their description up by path and method; one without a description fails a test.
 */
import { mediaTypes } from "../../wire/media.ts";
import type { PathName } from "../../wire/paths.ts";

/** Methods that have a description. */
export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** One operation. */
export interface Operation {
  readonly summary: string;
  /** Query parameters by name, each with what it does. */
  readonly query?: Readonly<Record<string, string>>;
  /** Media types of the request body; absent when there is none. */
  readonly takes?: readonly string[];
  /** Media types of the answer; plain text when absent. */
  readonly gives?: readonly string[];
  /** Statuses, each with what it means; those that every operation shares are added. */
  readonly answers: Readonly<Record<number, string>>;
}

/** Operations by path and method. */
export type Operations = {
  readonly [Name in PathName]?: Partial<Readonly<Record<Method, Operation>>>;
};

/** Media types of a catalog document. */
export const documentTypes = [mediaTypes.xml, mediaTypes.json];

/** Reads a document or list. */
export function reads(
  summary: string,
  more: Partial<Omit<Operation, "summary" | "answers">> = {},
): Operation {
  return {
    summary,
    gives: documentTypes,
    ...more,
    answers: { 200: "The document", 404: "No such object" },
  };
}

/** Reads a list that is always there. */
export function lists(
  summary: string,
  more: Partial<Omit<Operation, "summary" | "answers">> = {},
): Operation {
  return { summary, gives: documentTypes, ...more, answers: { 200: "The list" } };
}

/** Creates something from a document. */
export function creates(
  summary: string,
  more: Partial<Omit<Operation, "summary">> = {},
): Operation {
  const answers = {
    201: "Created; the body is its name",
    400: "The body cannot be read, or a name is not possible",
    409: "It is there already",
    ...more.answers,
  };
  return { summary, takes: documentTypes, ...more, answers };
}

/** Changes something; fields that are absent keep their value. */
export function updates(
  summary: string,
  more: Partial<Omit<Operation, "summary">> = {},
): Operation {
  const answers = {
    200: "Changed",
    400: "The body cannot be read",
    404: "No such object",
    412: "If-Match does not match",
    ...more.answers,
  };
  return { summary, takes: documentTypes, ...more, answers };
}

/** Removes something. */
export function removes(
  summary: string,
  more: Partial<Omit<Operation, "summary">> = {},
): Operation {
  const answers = {
    200: "Removed",
    403: "It is in use",
    404: "No such object",
    412: "If-Match does not match",
    ...more.answers,
  };
  return { summary, ...more, answers };
}

/** The query parameter of removals that take what is inside along. */
export const recurse = { recurse: "`true`: what is inside or depends on it goes too" };
