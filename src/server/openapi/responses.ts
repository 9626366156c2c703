/**
 * Responses of operations. Every possible status has a description: from the operation for success,
 * from its error codes and the general ones otherwise. The statuses of codes depend on the dialect.
 */
import { refusals } from "../../model/refusals.ts";
import { mediaTypes } from "../../wire/media.ts";
import type { Dialect } from "../catalog/dialect.ts";
import type { CatalogErrorCode } from "../catalog/errors.ts";
import type { Answers, Method, Operation } from "./operation.ts";
import { schemaOfMedia, type DescribedDocument } from "./schemas.ts";
import { anyRefusals, bodyRefusals, problemRefusals } from "./refusals.ts";

export interface Response {
  readonly description: string;
  readonly headers?: Readonly<
    Record<string, { readonly description: string; readonly schema: { readonly type: "string" } }>
  >;
  readonly content?: Readonly<Record<string, object>>;
}

/** The dialect and its statuses of error codes. */
export interface Manner {
  readonly dialect: Dialect;
  readonly statusOf: (code: CatalogErrorCode) => number;
}

/** Errors of the HTTP parser, which have no code. */
const parserTexts: Answers = {
  400: "The request is not valid HTTP",
  408: "The request arrived too slowly",
  431: "The headers exceed their limit",
};

const text = { schema: { type: "string" } } as const;
const retryAfter = { "Retry-After": { description: "Seconds to wait", ...text } };

const headersOf: Readonly<Record<number, Response["headers"]>> = {
  401: { "WWW-Authenticate": { description: "The Basic scheme and the realm", ...text } },
  405: { Allow: { description: "The methods that the path supports", ...text } },
  429: retryAfter,
  503: retryAfter,
};

/** Documents without a table have no schema. */
function mediaOf(type: string, documents: readonly DescribedDocument[]): object {
  if (type === mediaTypes.text) return text;
  const schema = schemaOfMedia(documents, type);
  return schema === undefined ? {} : { schema };
}

export function contentOf(
  types: readonly string[],
  documents: readonly DescribedDocument[] = [],
): Readonly<Record<string, object>> {
  return Object.fromEntries(types.map((type) => [type, mediaOf(type, documents)]));
}

export function responsesOf(
  method: Method,
  operation: Operation,
  manner: Manner,
): Readonly<Record<string, Response>> {
  const { gives = [mediaTypes.text], documents } = operation;
  const successes = Object.entries(successesOf(operation, manner.dialect)).map(
    ([status, description]) =>
      [status, { description, content: contentOf(gives, documents) }] as const,
  );
  const cached = method === "GET" && successes.length > 0;
  const unchanged = { description: "Not modified: If-None-Match contains the current ETag" };
  return {
    ...Object.fromEntries(successes),
    ...(cached ? { 304: unchanged } : {}),
    ...refusalsOf(method, operation, manner),
  };
}

function successesOf({ answers }: Operation, { name }: Dialect): Answers {
  return "documented" in answers ? answers[name] : answers;
}

function refusalsOf(
  method: Method,
  operation: Operation,
  { statusOf, dialect }: Manner,
): Readonly<Record<string, Response>> {
  const texts = new Map<number, Set<string>>();
  const types = new Map<number, Set<string>>();
  const add = (status: number, text: string, type: string = mediaTypes.text) => {
    texts.set(status, (texts.get(status) ?? new Set()).add(text));
    types.set(status, (types.get(status) ?? new Set()).add(type));
  };
  for (const code of refusedBy(method, operation)) {
    const isProblem = dialect.sendsProblemDocuments && problemRefusals.has(code);
    add(statusOf(code), refusals[code][0], isProblem ? mediaTypes.problem : mediaTypes.text);
  }
  for (const [status, text] of Object.entries(parserTexts)) add(Number(status), text);
  return Object.fromEntries(
    [...texts].map(([status, found]) => {
      const description = [...found].join(". ");
      return [status, refusal(status, description, [...(types.get(status) ?? [])])];
    }),
  );
}

function refusedBy(method: Method, operation: Operation): readonly CatalogErrorCode[] {
  const own = operation.refuses ?? [];
  const isDocument = operation.gives !== undefined && method === "GET";
  const forms: readonly CatalogErrorCode[] = isDocument ? ["not-acceptable"] : [];
  const bodies = method === "GET" ? [] : bodyRefusals;
  return [...own, ...forms, ...bodies, ...anyRefusals];
}

function refusal(status: number, description: string, types: readonly string[]): Response {
  const headers = headersOf[status];
  const content = contentOf(types);
  return { description, ...(headers === undefined ? {} : { headers }), content };
}
