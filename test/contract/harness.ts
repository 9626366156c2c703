/**
 * Runs tables of requests and expected answers against catalog servers: ours in process, ours
 * over HTTP, in both dialects; or a foreign one at PLUMBLINE_LIVE_URL. The tables are written
 * by hand from the published interface; nothing of the product's codecs is used to check them.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dialectLines, dialects, type DialectName } from "../../src/model/dialect.ts";
import type { DialectChoice } from "../../src/server/catalog/dialect.ts";
import type { OpenServer } from "../../src/server/options.ts";
import { differingRow } from "../live/differing-rows.ts";
import { openDoor } from "../live/door.ts";
import { descriptionOf, undescribed } from "../support/servers/description.ts";
import { AUTHORIZATION, openTestServer } from "../support/servers/catalog.ts";
import { lineFor, wantedLine } from "../support/servers/drawn-line.ts";
import { isProof } from "../support/run/scale.ts";
import { openForeign } from "./foreign.ts";
import { credentials, type Expected, type Row, type Target } from "./rows.ts";
import { sendRaw, type RawRequest, type RawResponse } from "../support/servers/http.ts";

const door = openDoor();

/** How a table is run. */
export interface ContractOptions {
  readonly inProcessOnly?: boolean;
  readonly dialects?: readonly DialectName[];
  /** For tables of large bodies: the dialect that they are met in, through one door, but in a proof. */
  readonly onceIn?: DialectName;
  /** The dialect that a foreign server has to have; the paths of the table are no part of another one. */
  readonly foreignOnlyIn?: DialectName;
  /** Folders whose rasters may be harvested. */
  readonly granuleRoots?: readonly string[];
}

/**
 * Whether a table goes through a door in a dialect. In a proof every table goes through both doors in
 * both dialects; otherwise through one in each, so that all four are met by half of the tables.
 */
function opens(
  door: "process" | "socket",
  name: string,
  dialect: DialectName,
  { inProcessOnly = false, dialects: only, onceIn }: ContractOptions,
): boolean {
  if (inProcessOnly) return door === "process";
  if (isProof || only !== undefined) return true;
  if (onceIn !== undefined) return door === "process";
  const turn = name.length + dialects.indexOf(dialect) + (door === "socket" ? 1 : 0);
  return turn % 2 === 0;
}

/**
 * Runs a table, in its order, on one fresh catalog per target and dialect. Tables of large bodies
 * may do without the socket.
 */
export function contract(name: string, rows: readonly Row[], options: ContractOptions = {}): void {
  if (door !== undefined) {
    runForeign(door, name, rows, options);
    return;
  }
  const { onceIn } = options;
  const own = onceIn === undefined || isProof ? (options.dialects ?? dialects) : [onceIn];
  for (const choice of own.flatMap((dialect) => choicesOf(name, dialect))) {
    const { dialect } = choice;
    const direct = rows.filter(({ wire }) => wire !== true);
    const onlyWire = options.inProcessOnly !== true && rows.some(({ wire }) => wire === true);
    const isMetBySocket = onlyWire && onceIn !== undefined && !isProof;
    if (direct.length > 0 && !isMetBySocket && opens("process", name, dialect, options))
      runTable(`${name} (${toldOf(choice)}, in process)`, direct, choice, () =>
        inProcess(choice, options),
      );
    if (onlyWire || opens("socket", name, dialect, options))
      runTable(`${name} (${toldOf(choice)}, HTTP)`, rows, choice, () => overHttp(choice, options));
  }
}

/** What a dialect is met as: on both lines in a proof, on the one that the name of the table draws otherwise. */
function choicesOf(name: string, dialect: DialectName): readonly DialectChoice[] {
  if (dialect === "documented") return [{ dialect }];
  const lines = isProof && wantedLine === undefined ? dialectLines : [lineFor(name)];
  return lines.map((line) => ({ dialect, line }));
}

function toldOf({ dialect, line }: DialectChoice): string {
  return line === undefined ? dialect : `${dialect} ${line}`;
}

/** The rows that every server promises, against the one that was given. */
function runForeign(
  given: NonNullable<typeof door>,
  name: string,
  rows: readonly Row[],
  { foreignOnlyIn }: ContractOptions,
): void {
  const choice: DialectChoice =
    process.env["PLUMBLINE_CONTRACT_DIALECT"] === "documented"
      ? { dialect: "documented" }
      : { dialect: "geoserver", line: wantedLine };
  const isMeant = foreignOnlyIn === undefined || foreignOnlyIn === choice.dialect;
  const own = isMeant ? rows.filter((row) => row.foreign !== false) : [];
  // A file without tests counts as a failure, so a table without such rows is one that is left out.
  describe.skipIf(own.length === 0)("against the server that was given", () => {
    runTable(name, own, choice, () => openForeign(given, name, own));
  });
}

function runTable(
  name: string,
  rows: readonly Row[],
  choice: DialectChoice,
  open: () => Promise<Target>,
): void {
  const { dialect } = choice;
  describe(name, () => {
    let target: Target;
    beforeAll(async () => {
      target = await open();
    });
    afterAll(() => target.close());
    const own = rows.filter(
      ({ onceIn = dialect }) => isProof || door !== undefined || onceIn === dialect,
    );
    test.for(numbered(own))("%s", async ([told, row]) => {
      const response = await target.send(row.request);
      const { base, line = choice.line } = target;
      const answer = answerOf(row, { ...choice, line });
      const expected = isOfContainer(response) ? { status: answer.status } : answer;
      const differing = door === undefined ? undefined : differingRow(line, name, told);
      if (differing === undefined) check(response, expected, { base, line });
      else if (differing.sometimes !== true) {
        const isAsExpected = holds(() => check(response, expected, { base, line }));
        expect(isAsExpected, `It is listed as one that differs: ${differing.because}`).toBe(false);
      }
      if (door === undefined) checkDescription(row.request, response, choice);
      target.onHeld?.(differing !== undefined);
    });
  });
}

/** Rows by names of their own: those that share one are told apart by their order. */
function numbered(rows: readonly Row[]): readonly (readonly [name: string, row: Row])[] {
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const number = (seen.get(row.name) ?? 0) + 1;
    seen.set(row.name, number);
    return [number === 1 ? row.name : `${row.name} (${number})`, row] as const;
  });
}

function answerOf({ answer }: Row, { dialect, line }: DialectChoice): Expected {
  if ("status" in answer) return answer;
  return (line === "2.28" ? answer[line] : undefined) ?? answer[dialect];
}

/**
 * Whether the container of a foreign server took the words out of a refusal, or put them into a page of its own: then
 * only the status is the server's.
 */
function isOfContainer({ status, headers, body }: RawResponse): boolean {
  if (door === undefined || status < 400) return false;
  return body.byteLength === 0 || /^text\/html\b/.test(headers["content-type"] ?? "");
}

function holds(check: () => void): boolean {
  try {
    check();
    return true;
  } catch {
    return false;
  }
}

function check(
  response: RawResponse,
  expected: Expected,
  { base, line }: Pick<Target, "base"> & Pick<DialectChoice, "line">,
): void {
  const type = response.headers["content-type"] ?? "";
  // A text that is not said to be UTF-8 is Latin-1, but for refusals of 2.28.
  const isPlain =
    line === "2.28" && response.status >= 400
      ? type.endsWith("iso-8859-1")
      : /^text\/plain(?:;charset=iso-8859-1)?$/.test(type);
  const whole = response.body.toString(isPlain ? "latin1" : "utf8");
  if (expected.layout !== undefined) expect(whole).toMatch(expected.layout);
  // What stands between elements means nothing, and a stock server puts each on a line of its own.
  const isLaidOut = /^<\w/.test(whole) && (response.headers["content-type"] ?? "").includes("xml");
  const text = isLaidOut ? whole.replaceAll(/>\n\s*</g, "><") : whole;
  expect(response.status, text).toBe(expected.status);
  if (typeof expected.text === "string") expect(text).toBe(expected.text.replaceAll("BASE", base));
  if (expected.text instanceof RegExp) expect(text).toMatch(expected.text);
  if (expected.without !== undefined) expect(text).not.toMatch(expected.without);
  if (expected.json !== undefined) {
    // Paths in answers begin where the server was put.
    const rooted = text.replaceAll(base, "BASE").replaceAll(`${new URL(base).pathname}/`, "/rest/");
    expect(JSON.parse(rooted)).toEqual(expected.json);
  }
  if (expected.bytes !== undefined)
    expect(response.body.equals(Buffer.from(expected.bytes))).toBe(true);
  for (const [header, value] of Object.entries(expected.headers ?? {})) {
    const found = response.headers[header];
    if (value === null) expect(found, header).toBeUndefined();
    else if (typeof value === "string") expect(found, header).toBe(value.replaceAll("BASE", base));
    else expect(found, header).toMatch(value);
  }
}

/** Every answer has its status and its media type in the description of the interface. */
function checkDescription(
  { method, path }: RawRequest,
  { status, headers, body }: RawResponse,
  { dialect, line }: DialectChoice,
): void {
  const operation = descriptionOf(dialect, line).find(method, path);
  if (operation === undefined) return;
  const contentType = headers["content-type"] ?? "";
  const found = { status, contentType, bytes: body.byteLength };
  expect(undescribed(operation, found), body.toString("utf8").slice(0, 200)).toBeUndefined();
}

async function open(
  choice: DialectChoice,
  { granuleRoots = [] }: ContractOptions,
): Promise<OpenServer & { readonly remove: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-contract-"));
  const server = await openTestServer(folder, { ...choice, granuleRoots });
  return { ...server, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

async function inProcess(choice: DialectChoice, options: ContractOptions): Promise<Target> {
  const { app, close, remove } = await open(choice, options);
  const send = async (request: RawRequest): Promise<RawResponse> => {
    const { method, path, headers, body } = credentials(request, AUTHORIZATION);
    const answer = await app.inject({
      method: method as "GET",
      url: path,
      headers: { host: "catalog.test", ...headers },
      ...(body === undefined ? {} : { payload: Buffer.from(body) }),
    });
    return {
      status: answer.statusCode,
      headers: answer.headers as RawResponse["headers"],
      body: answer.rawPayload,
    };
  };
  return {
    base: "http://catalog.test/rest",
    send,
    close: async () => {
      await close();
      remove();
    },
  };
}

async function overHttp(choice: DialectChoice, options: ContractOptions): Promise<Target> {
  const { app, close, remove } = await open(choice, options);
  const origin = await app.listen({ host: "127.0.0.1", port: 0 });
  return {
    base: `${origin}/rest`,
    send: (request) => sendRaw(origin, credentials(request, AUTHORIZATION)),
    close: async () => {
      await close();
      remove();
    },
  };
}

/** Shorthand for requests. */
export const get = (path: string, headers: Record<string, string> = {}): RawRequest => ({
  method: "GET",
  path: `/rest${path}`,
  headers,
});

/** A request that removes something. */
export const del = (path: string, headers: Record<string, string> = {}): RawRequest => ({
  method: "DELETE",
  path: `/rest${path}`,
  headers,
});

/** A request with a body. */
export const put = (
  path: string,
  contentType: string,
  body: string | Uint8Array,
  headers: Record<string, string> = {},
): RawRequest => ({
  method: "PUT",
  path: `/rest${path}`,
  headers: { "content-type": contentType, ...headers },
  body,
});

/** A request that creates something. */
export const post = (
  path: string,
  contentType: string,
  body: string | Uint8Array,
  headers: Record<string, string> = {},
): RawRequest => ({
  ...put(path, contentType, body, headers),
  method: "POST",
});
