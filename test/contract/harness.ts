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
import { defaultNamespaceUri } from "../../src/model/workspace.ts";
import type { DialectChoice } from "../../src/server/catalog/dialect.ts";
import type { OpenServer } from "../../src/server/options.ts";
import { putSchema } from "../live/case.ts";
import { openDoor, type Door } from "../live/door.ts";
import { loadableMapping } from "../live/loadable-mapping.ts";
import { elementsIn, namespaceIn } from "../live/loadable.ts";
import { descriptionOf, undescribed } from "../support/description.ts";
import { AUTHORIZATION, openTestServer } from "../support/catalog.ts";
import { lineFor, wantedLine } from "../support/drawn-line.ts";
import { isProof } from "../support/scale.ts";
import { sendRaw, type RawRequest, type RawResponse } from "../support/http.ts";

/** What an answer must be. Only what is given is checked. */
export interface Expected {
  readonly status: number;
  /** The whole body as text, or a pattern in it; of XML without its layout. */
  readonly text?: string | RegExp;
  /** A pattern in the body as it came. */
  readonly layout?: RegExp;
  /** The whole body as JSON; `BASE` in it stands for the address of the REST root. */
  readonly json?: unknown;
  /** Patterns that must not occur. */
  readonly without?: RegExp;
  /** Headers by lower-case name; null says that the header must be absent. */
  readonly headers?: Readonly<Record<string, string | RegExp | null>>;
  /** The body byte for byte. */
  readonly bytes?: Uint8Array;
}

/** The answer of each dialect, and that of the line 2.28 where it is another one. */
export type Answers = Readonly<Record<DialectName, Expected>> & { readonly "2.28"?: Expected };

/** An answer that is the same in both dialects, but for the line 2.28. */
export function by228(usual: Expected, line228: Expected): Answers {
  return { documented: usual, geoserver: usual, "2.28": line228 };
}

/** One row: a request and the answer, the same in both dialects or one for each. */
export interface Row {
  /** What it shows; a number in front is the row of the conformance vectors. */
  readonly name: string;
  readonly request: Omit<RawRequest, "path"> & { readonly path: string };
  readonly answer: Expected | Answers;
  /** False for rows that only the included server promises. */
  readonly foreign?: false;
  /** True for rows that mean something only over a socket: the in-process door tidies the path. */
  readonly wire?: true;
  /** For what costs much: the dialect that it is met in, but in a proof. */
  readonly onceIn?: DialectName;
}

interface Target {
  readonly base: string;
  readonly send: (request: RawRequest) => Promise<RawResponse>;
  readonly close: () => Promise<void>;
  /** Is notified of each row that was answered as it must be. */
  readonly onHeld?: () => void;
}

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
    runTable(name, own, choice, () => foreign(given, name, own));
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
    test.for(own.map((row) => [row.name, row] as const))("%s", async ([, row]) => {
      const response = await target.send(row.request);
      const answer = answerOf(row, choice);
      const expected = isOfContainer(response) ? { status: answer.status } : answer;
      check(response, expected, { base: target.base, line: choice.line });
      if (door === undefined) checkDescription(row.request, response, choice);
      target.onHeld?.();
    });
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

function check(
  response: RawResponse,
  expected: Expected,
  { base, line }: Pick<Target, "base"> & Pick<DialectChoice, "line">,
): void {
  const type = response.headers["content-type"] ?? "";
  // A text that is not said to be UTF-8 is Latin-1, but of 2.28.
  const isPlain =
    line === "2.28"
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

function credentials(request: RawRequest, authorization: string): RawRequest {
  const own = Object.keys(request.headers ?? {}).some(
    (header) => header.toLowerCase() === "authorization",
  );
  return own ? request : { ...request, headers: { authorization, ...request.headers } };
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

/** The server under test, cleaned for a table; what became of its rows is booked at the end. */
async function foreign(lane: Door, table: string, rows: readonly Row[]): Promise<Target> {
  const { origin, pathname } = new URL(lane.info.url);
  const service = pathname.replace(/\/$/, "");
  const root = `${service}/rest`;
  const left = await lane.begin(`contract: ${table}`);
  expect(left, "the server could not be cleaned").toEqual([]);
  const bodies = rows.flatMap(({ request: { body } }) => (typeof body === "string" ? [body] : []));
  const elements = elementsIn(bodies);
  const mappings = rows.flatMap(({ request }) => namespaceOf(request, bodies) ?? []);
  for (const namespace of new Set(mappings)) await putSchema(lane, namespace, elements);
  /** Mappings get a source and a schema; all else goes as it is written. */
  const loadable = (request: RawRequest): RawRequest["body"] => {
    const namespace = namespaceOf(request, bodies);
    if (namespace === undefined || typeof request.body !== "string") return request.body;
    const { database } = lane.info;
    return loadableMapping(request.body, { namespace, database, elements, depth: 0 });
  };
  let held = 0;
  return {
    base: `${origin}${root}`,
    send: (request) =>
      sendRaw(
        origin,
        credentials(
          {
            ...request,
            path: request.path.replace(/^(\/gwc)?\/rest/, (own) => `${service}${own}`),
            body: loadable(request),
          },
          AUTHORIZATION,
        ),
      ),
    onHeld: () => void held++,
    close: async () => {
      const cells = { rows: String(rows.length), "as expected": String(held) };
      const outcome = held === rows.length ? "held" : "failed";
      await lane.record({ table: "contract tables", case: table, cells, outcome });
    },
  };
}

/** The namespace of the workspace that a mapping is sent to; undefined for other requests. */
function namespaceOf({ path, body }: RawRequest, bodies: readonly string[]): string | undefined {
  if (typeof body !== "string" || namespaceIn(body) === undefined) return undefined;
  const workspace = /^\/rest\/workspaces\/([^/]+)\//.exec(path)?.[1] ?? "";
  const named = bodies.map((one) => /<prefix>([^<]+)<\/prefix><uri>([^<]+)</.exec(one));
  return named.find((found) => found?.[1] === workspace)?.[2] ?? defaultNamespaceUri(workspace);
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
