/**
 * Extracts the message of an error response, which may be inside a page, a document or a parser's
 * debugging output, or missing (docs/compatibility.md, "Plumbline against a stock server").
 */

const DEBUGGING = "---- Debugging information ----";

const PAGE = /^<(?:!doctype html|html)/i;

/** Empty if there is none. */
export function messageIn(text: string): string {
  if (PAGE.test(text)) return messageInPage(text);
  const [visible = ""] = text.split(DEBUGGING, 1);
  if (!visible.startsWith("{")) return visible.trim();
  try {
    const { detail, message } = JSON.parse(visible) as {
      readonly detail?: unknown;
      readonly message?: unknown;
    };
    return [detail, message].find((one) => typeof one === "string") ?? visible;
  } catch {
    return visible;
  }
}

/** Describes an HTML page; undefined for other texts. */
export function pageWords(text: string): string | undefined {
  if (!PAGE.test(text)) return undefined;
  const isLogin = /type\s*=\s*["']?password/i.test(text);
  const title = messageInPage(text);
  return `a page${isLogin ? " for a login in a browser" : ""}${title === "" ? "" : ` (${title})`}`;
}

/** Titles have the status, then a message or the status's name. */
const STATUS = /^(?:HTTP Status|Error|HTTP ERROR) \d{3}(?: [–-])?\s*/i;
const NAME =
  /^(?:Bad Request|Unauthorized|Forbidden|Not Found|Method Not Allowed|Not Acceptable|Conflict|Unprocessable .*|Internal Server Error|Service Unavailable|Request method '\w+' (?:is )?not supported)?$/i;

function messageInPage(page: string): string {
  const text =
    /<b>Message<\/b>([^<]*)</i.exec(page) ??
    /<th>MESSAGE:<\/th>\s*<td>([^<]*)</i.exec(page) ??
    /<title>([^<]*)</i.exec(page);
  const message = (text?.[1] ?? page.replaceAll(/<[^<>]*>/g, " "))
    .replaceAll(/&(?:lt|gt|quot|apos|#39|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replaceAll(/\s+/g, " ")
    .trim()
    .replace(STATUS, "");
  return NAME.test(message) ? "" : message;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&apos;": "'",
  "&#39;": "'",
  "&amp;": "&",
};

const WORDS: Readonly<Record<number, string>> = {
  400: "the server or a proxy rejects the request",
  401: "the credentials are rejected, or a namespace or store is not empty",
  403: "the object is in use or not empty, the name is taken, or the account lacks the right",
  404: "there is no object of that name",
  405: "the server does not support this method here, or the account lacks the right",
  406: "the server does not offer that format",
  409: "the object exists already or is in use",
  412: "the object has changed since it was read",
  413: "the body is larger than the server or a proxy allows",
  415: "the server does not accept that content type",
  422: "the server rejects a value, or an object that the request names is missing",
  429: "too many requests; try again later",
  502: "a proxy got no response from the server",
  503: "the server or a proxy is too busy; try again later",
  504: "a proxy got no response from the server in time",
  507: "the disk of the server is full",
};

/** Explains a status without a message. */
export function statusWords(status: number): string {
  const words = WORDS[status] ?? (status < 500 ? WORDS[400] : undefined);
  return `no reason given: ${words ?? "the server failed; see its log"}`;
}
