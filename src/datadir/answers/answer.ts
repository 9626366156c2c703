/** Requests to a data directory and their responses. */
import type { DocumentFormat, RenderedDocument, Rendering } from "../../wire/document.ts";
import { mediaTypes } from "../../wire/media.ts";
import { routePattern, type PathName } from "../../wire/paths.ts";
import type { Reader, WireResponse } from "../../wire/request.ts";

export interface AnswerRequest {
  /** The path's parameters by name, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly suffix: string | undefined;
  readonly rendering: Rendering;
  readonly query: Readonly<Record<string, string>>;
}

/** Answers a GET request; undefined for a 404. */
export type Handler = (
  asked: AnswerRequest,
) => Promise<WireResponse | undefined> | WireResponse | undefined;

/** Handlers by path name. */
export type Routes = Readonly<Partial<Record<PathName, Handler>>>;

/** Makes a document response. */
export function documentAnswer({ contentType, text }: RenderedDocument): WireResponse {
  return bytesAnswer(contentType, new TextEncoder().encode(text));
}

export function bytesAnswer(
  contentType: string,
  body: Uint8Array,
  headers: WireResponse["headers"] = {},
): WireResponse {
  return { status: 200, headers: { ...headers, "content-type": contentType }, body };
}

export function refusal(status: number, message: string): WireResponse {
  const headers = { "content-type": mediaTypes.text };
  return { status, headers, body: new TextEncoder().encode(message) };
}

const SUFFIX = /\.(xml|json|sld|css|ysld|mbstyle)$/;
const LISTS = "published";

/** Makes the reader for GET and HEAD; `resource` answers paths below `/resource`. */
export function readerOf(routes: Routes, resource: Handler): Reader {
  const patterns = Object.entries(routes).map(([name, handler]) => ({
    segments: routePattern(name as PathName).split("/"),
    handler,
  }));
  const answer = async (path: string, query: AnswerRequest["query"]) => {
    if (path === "/resource" || path.startsWith("/resource/")) {
      const format = query["format"] === "json" ? "json" : "xml";
      const file = decoded(path.slice("/resource/".length));
      const parameters = { file: file ?? "" };
      return file === undefined
        ? undefined
        : resource(requestOf(parameters, undefined, format, query));
    }
    const suffix = SUFFIX.exec(path)?.[1];
    const plain = suffix === undefined ? path : path.slice(0, -suffix.length - 1);
    for (const { segments, handler } of patterns) {
      const parameters = matched(segments, plain.split("/"));
      const format = suffix === "json" ? "json" : "xml";
      if (parameters !== undefined) return handler(requestOf(parameters, suffix, format, query));
    }
    return undefined;
  };
  return async ({ method, path, query = {} }) => {
    const found = await answer(path, query);
    const response = found ?? refusal(404, `There is nothing at ${path} in the data directory`);
    return method === "HEAD" ? { ...response, body: new Uint8Array() } : response;
  };
}

function requestOf(
  parameters: AnswerRequest["parameters"],
  suffix: string | undefined,
  format: DocumentFormat,
  query: AnswerRequest["query"],
): AnswerRequest {
  const rendering = { format, base: "", lists: LISTS } as const;
  return { parameters, suffix, rendering, query };
}

function matched(
  pattern: readonly string[],
  path: readonly string[],
): Readonly<Record<string, string>> | undefined {
  if (pattern.length !== path.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const text = path[index] ?? "";
    const value = part.startsWith(":") ? decoded(text) : text;
    if (value === undefined || (part.startsWith(":") ? value === "" : part !== text))
      return undefined;
    if (part.startsWith(":")) parameters[part.slice(1)] = value;
  }
  return parameters;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
