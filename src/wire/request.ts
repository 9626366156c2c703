/**
 * REST requests and responses as data. Requests contain no credentials and no host; the transport
 * adds both. Plans are lists of requests.
 */
import { Failure } from "../model/failure.ts";
import { client } from "../model/limits.ts";
import { mediaTypes } from "./media.ts";
import { messageIn, pageWords, statusWords } from "./refusal-words.ts";

/** HTTP methods of the interface. */
export type Method = "GET" | "HEAD" | "PUT" | "POST" | "DELETE";

/** A body as text, in base64, or as the digest of an artefact. */
export type RequestBody =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "base64"; readonly text: string }
  | { readonly kind: "artefact"; readonly digest: string; readonly bytes: number };

/** `path` is one of `paths.ts`, encoded and without query. */
export interface WireRequest {
  readonly method: Method;
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly mediaType?: string;
  readonly body?: RequestBody;
  /**
   * The body contains a secret, which a response may quote. `given`: secrets of the manifests are
   * masked in it; `true`: it is not shown, because the server's earlier secrets are unknown.
   */
  readonly confidential?: true | "given";
  /** Set where the default timeout is too short. */
  readonly timeoutMs?: number;
}

/** Header names are in lower case. */
export interface WireResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
  /** The requested path of a GET, for error messages. */
  readonly path?: string;
}

/** No response: the connection failed or timed out; see the cause. */
export class TransportError extends Failure {
  readonly method: string;
  readonly path: string;

  constructor(method: string, path: string, cause: Error) {
    super(`${method} ${path} got no answer: ${lossOf(cause)}`, { cause });
    this.name = "TransportError";
    this.method = method;
    this.path = path;
  }
}

function lossOf(cause: Error): string {
  const { code, message, name } = cause as NodeJS.ErrnoException;
  // OpenSSL's message names lines of its own source code.
  if (isOfTls(code)) return `the other side does not speak TLS as it should (${code})`;
  return message || code || name;
}

/** Whether the error code means a TLS mismatch. */
export function isOfTls(code: string | undefined): boolean {
  return /^(?:ERR_SSL_|EPROTO)/.test(code ?? "");
}

/** Rejects with TransportError without a response; every status is a response. */
export type Transport = (request: WireRequest) => Promise<WireResponse>;

/** The only function of commands that read. */
export type Reader = (
  request: WireRequest & { readonly method: "GET" | "HEAD" },
) => Promise<WireResponse>;

/** Any 2xx status (docs/compatibility.md, "Statuses"). */
export function succeeded(response: WireResponse): boolean {
  return response.status >= 200 && response.status < 300;
}

/** A precondition on the state that was read, if the server sent an ETag. */
export function ifMatch(etag: string | undefined): Pick<WireRequest, "headers"> {
  return etag === undefined ? {} : { headers: { "if-match": etag } };
}

/** A request with a document in XML; with an ETag, only on the state that was read. */
export function xmlRequest(
  method: "POST" | "PUT",
  path: string,
  text: string,
  etag?: string,
): WireRequest {
  const body = { kind: "text", text } as const;
  return { method, path, mediaType: mediaTypes.xml, body, ...ifMatch(etag) };
}

/** A new object has no secrets but those of the manifests. */
export function confidentialIf(
  holdsSecret: boolean,
  isNew: boolean,
): Pick<WireRequest, "confidential"> {
  return holdsSecret ? { confidential: isNew ? "given" : true } : {};
}

/** Path and query of the request. */
export function pathWithQuery(request: WireRequest): string {
  const query = new URLSearchParams(request.query).toString();
  return query === "" ? request.path : `${request.path}?${query}`;
}

const decoder = new TextDecoder();
const strictDecoder = new TextDecoder("utf-8", { fatal: true });
const latin1 = new TextDecoder("latin1");

/** Decodes a body as UTF-8. */
export function bodyText(response: WireResponse): string {
  return decoder.decode(response.body);
}

/**
 * The error message, or an explanation of the status. Invalid UTF-8 is read as Latin-1, which
 * GeoServer sends without a charset. Control characters are replaced.
 */
export function refusalText({ status, headers, body }: WireResponse): string {
  const message = messageIn(decodedText(body).trim());
  const words = message === "" ? statusWords(status) : message;
  const after = status === 429 || status === 503 ? headers["retry-after"] : undefined;
  const later = after === undefined ? "" : ` (Retry-After: ${after})`;
  const shown = words.slice(0, client.errorTextCharacters) + later;
  return shown.replaceAll("\r\n", "\n").replaceAll(/(?![\n\t])\p{Cc}/gu, "\ufffd");
}

/** Describes an empty response or an HTML page; undefined for others. */
export function contentWords({ body }: WireResponse): string | undefined {
  const text = decodedText(body).trim();
  return text === "" ? "an empty answer" : pageWords(text)?.slice(0, client.errorTextCharacters);
}

function decodedText(body: Uint8Array): string {
  try {
    return strictDecoder.decode(body);
  } catch {
    return latin1.decode(body);
  }
}
