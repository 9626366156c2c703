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
  400: "the server, or what stands before it, does not take the request as it is written",
  401: "the credentials are not taken, or a namespace or store is not empty",
  403: "something uses or holds it, a name is taken, or the account may not do it",
  404: "there is nothing there by that name",
  405: "the server knows no such request there, or the account may not do it",
  406: "the server does not offer that form",
  409: "it is there already, or something uses it",
  412: "it is not as it was read",
  413: "it is larger than the server, or what stands before it, takes",
  415: "the server does not take that type of content",
  422: "the server does not take what it says, or something that it names is not there",
  429: "the server was asked too often; try again later",
  502: "what stands before the server got no answer from it",
  503: "the server, or what stands before it, is too busy; try again later",
  504: "what stands before the server waited too long for it",
  507: "the disk of the server is full",
};

/** Explains a status without a message. */
export function statusWords(status: number): string {
  const words = WORDS[status] ?? (status < 500 ? WORDS[400] : undefined);
  return `without a word: ${words ?? "the server failed; the log of the server says why"}`;
}
