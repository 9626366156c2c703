/**
 * One REST request as data, its answer, and the function that exchanges them. Requests hold no
 * credentials and no host; a transport adds both. Plans are lists of these requests.
 */
import { Failure } from "../model/failure.ts";
import { client } from "../model/limits.ts";
import { messageIn, pageWords, statusWords } from "./refusal-words.ts";

/** HTTP methods of the interface. */
export type Method = "GET" | "HEAD" | "PUT" | "POST" | "DELETE";

/** A body by value, as text or as bytes in base64, or by the digest of bytes that an artefact store can produce. */
export type RequestBody =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "base64"; readonly text: string }
  | { readonly kind: "artefact"; readonly digest: string; readonly bytes: number };

/** A request; `path` is one of `paths.ts`, encoded, without query. */
export interface WireRequest {
  readonly method: Method;
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly mediaType?: string;
  readonly body?: RequestBody;
  /**
   * The body holds a secret, which an answer may quote. One that the manifests `give` is hidden in it; an answer to any
   * other is not repeated, as nobody here knows what the server had before.
   */
  readonly confidential?: true | "given";
  /** How long the answer may take, where the usual time is too short. */
  readonly timeoutMs?: number;
}

/** An answer; header names are lower case. */
export interface WireResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
  /** What was asked for, where a GET tells it: what is wrong with the answer names it. */
  readonly path?: string;
}

/** No answer came: the connection failed, or time ran out; the cause says how. */
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
  // What OpenSSL says of it names lines of its own sources.
  if (isOfTls(code)) return `the other side does not speak TLS as it should (${code})`;
  return message || code || name;
}

/** Whether a code says that both sides do not speak the same TLS. */
export function isOfTls(code: string | undefined): boolean {
  return /^(?:ERR_SSL_|EPROTO)/.test(code ?? "");
}

/** Sends one request. Rejects with TransportError when no answer came; any status is an answer. */
export type Transport = (request: WireRequest) => Promise<WireResponse>;

/** Sends one request that reads. Reading commands own no other function. */
export type Reader = (
  request: WireRequest & { readonly method: "GET" | "HEAD" },
) => Promise<WireResponse>;

/** Whether the server did what was asked: any 2xx (docs/compatibility.md, "Statuses"). */
export function succeeded(response: WireResponse): boolean {
  return response.status >= 200 && response.status < 300;
}

/** The condition of a write on the state that was read, where the server showed an ETag. */
export function ifMatch(etag: string | undefined): Pick<WireRequest, "headers"> {
  return etag === undefined ? {} : { headers: { "if-match": etag } };
}

/** Marks a request whose body holds a secret; a server that has nothing of it yet knows only what manifests give. */
export function confidentialIf(
  holdsSecret: boolean,
  isNew: boolean,
): Pick<WireRequest, "confidential"> {
  return holdsSecret ? { confidential: isNew ? "given" : true } : {};
}

/** Path with query, as it goes over the wire. */
export function pathWithQuery(request: WireRequest): string {
  const query = new URLSearchParams(request.query).toString();
  return query === "" ? request.path : `${request.path}?${query}`;
}

const decoder = new TextDecoder();
const strictDecoder = new TextDecoder("utf-8", { fatal: true });
const latin1 = new TextDecoder("latin1");

/** The body of an answer as UTF-8 text. */
export function bodyText(response: WireResponse): string {
  return decoder.decode(response.body);
}

/**
 * What a server says about a refusal, as far as it is worth showing; where it says nothing, what its status
 * means. What is no UTF-8 is Latin-1: stock servers send texts so, without a word about it. Nothing in it is for a terminal
 * to obey.
 */
export function refusalText({ status, headers, body }: WireResponse): string {
  const message = messageIn(decodedText(body).trim());
  const words = message === "" ? statusWords(status) : message;
  const after = status === 429 || status === 503 ? headers["retry-after"] : undefined;
  const later = after === undefined ? "" : ` (Retry-After: ${after})`;
  const shown = words.slice(0, client.errorTextCharacters) + later;
  return shown.replaceAll("\r\n", "\n").replaceAll(/(?![\n\t])\p{Cc}/gu, "\ufffd");
}

/** What an answer is that holds no document: empty, or a page for people; undefined for anything else. */
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
