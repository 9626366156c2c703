/** What becomes of an answer on its way: slow, cut off, another one in its place. */
import type { ServerResponse } from "node:http";
import type { Answer } from "./answer.ts";

/** Ways in which an answer is none. */
export type Lie =
  /** The connection ends before the first byte. */
  | "reset"
  /** It ends in the middle, and the length said more. */
  | "cut-off"
  /** Half of the body, with the length of the half. */
  | "half"
  /** Nothing, with the type of the whole. */
  | "empty"
  /** Nothing comes, and the connection stays. */
  | "never"
  /** The body has no end. */
  | "endless"
  /** The page of a proxy with 200. */
  | "proxy-page"
  /** The page of a proxy with 502. */
  | "gateway"
  /** The way to a page where people log in. */
  | "login"
  /** The right bytes as another type. */
  | "wrong-type"
  /** Other bytes as the right type. */
  | "wrong-bytes";

const PROXY_PAGE =
  "<!DOCTYPE html><html><head><title>Maintenance</title></head><body><h1>Back soon</h1></body></html>";

/** Sends an answer, or what a lie makes of it. */
export function sendAnswer(response: ServerResponse, answer: Answer, lie: Lie | undefined): void {
  if (answer.isNever === true || lie === "never") return;
  if (lie === "reset") {
    response.socket?.destroy();
    return;
  }
  const { status, type, headers = {} } = changed(answer, lie);
  const body = Buffer.from(changed(answer, lie).body);
  if (lie === "endless") {
    response.writeHead(status, { "content-type": type });
    flood(response, body.length === 0 ? Buffer.from(" ") : body);
    return;
  }
  response.writeHead(status, {
    "content-type": type,
    "content-length": body.length,
    ...headers,
  });
  if (lie === "cut-off") {
    response.write(body.subarray(0, body.length >> 1), () => response.socket?.destroy());
    return;
  }
  response.end(body);
}

function changed(answer: Answer, lie: Lie | undefined): Answer {
  const { body, type } = answer;
  const bytes = Buffer.from(body);
  const page = { type: "text/html;charset=utf-8", body: PROXY_PAGE };
  const others: Readonly<Partial<Record<Lie, Answer>>> = {
    half: { ...answer, body: bytes.subarray(0, bytes.length >> 1) },
    empty: { ...answer, body: "" },
    "proxy-page": { ...page, status: 200 },
    gateway: { ...page, status: 502 },
    login: { status: 302, type: page.type, body: "", headers: { location: "/login" } },
    "wrong-type": { ...answer, type: type.startsWith("image/") ? "text/plain" : "image/png" },
    "wrong-bytes": { ...answer, body: "no picture, no document" },
  };
  return (lie === undefined ? undefined : others[lie]) ?? answer;
}

/** Writes until the other side has had enough. */
function flood(response: ServerResponse, bytes: Buffer): void {
  const more = () => {
    if (response.destroyed || response.writableEnded) return;
    if (response.write(bytes)) setImmediate(more);
    else response.once("drain", more);
  };
  more();
}
