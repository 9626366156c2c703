/** Data folders for tests: one with mosaics in it, what is in one, and one whose server was cut off. */
import { cpSync, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect } from "vitest";
import { digestOf } from "../../src/model/digest.ts";
import type { OpenOptions } from "../../src/server/options.ts";
import {
  AUTHORIZATION,
  openTestServer,
  startCatalog,
  type TestCatalog,
} from "../support/servers/catalog.ts";
import { temporaryFolder } from "../support/run/folders.ts";
import { archiveOf, granules, XML, ZIP } from "../support/mosaics/mosaics.ts";

/** A request to a server; GET by default, `url` begins below `/rest`. */
interface Asked {
  readonly method?: "GET" | "PUT" | "POST" | "DELETE";
  readonly url: string;
  readonly type?: string;
  readonly payload?: string | Buffer | Readable;
}

/** Sends a request as the administrator. */
export function send(
  { app }: Pick<TestCatalog, "app">,
  { method = "GET", url, type, payload }: Asked,
) {
  const headers = {
    authorization: AUTHORIZATION,
    ...(type === undefined ? {} : { "content-type": type }),
    ...(payload instanceof Readable ? { "transfer-encoding": "chunked" } : {}),
  };
  const body = payload === undefined ? {} : { payload };
  return app.inject({ method, url: `/rest${url}`, headers, ...body });
}

/** Sends a request and expects a status; gives the body as text. */
export async function ask(
  catalog: Pick<TestCatalog, "app">,
  status: number,
  asked: Asked,
): Promise<string> {
  const answer = await send(catalog, asked);
  expect(answer.statusCode, `${asked.method} ${asked.url}: ${answer.body}`).toBe(status);
  return answer.body;
}

/** Makes a workspace. */
export async function makeWorkspace(catalog: Pick<TestCatalog, "app">, name = "w"): Promise<void> {
  const payload = `<workspace><name>${name}</name></workspace>`;
  await ask(catalog, 201, { method: "POST", url: "/workspaces", type: XML, payload });
}

/** Uploads a mosaic with so many granules into the workspace w. */
export async function putMosaic(
  catalog: Pick<TestCatalog, "app">,
  store: string,
  count = 2,
): Promise<void> {
  await ask(catalog, 200, {
    method: "PUT",
    url: `/workspaces/w/coveragestores/${store}/file.imagemosaic`,
    type: ZIP,
    payload: await archiveOf(granules(0, count)),
  });
}

/** A catalog with the workspace w and a mosaic in it. */
export async function catalogWith(store: string): Promise<TestCatalog> {
  const catalog = await startCatalog();
  await makeWorkspace(catalog);
  await putMosaic(catalog, store);
  return catalog;
}

/** Digests of the files of a folder that are not the server's state, by path. */
export function filesOf(folder: string): Readonly<Record<string, string>> {
  if (!existsSync(folder)) return {};
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted();
  const files = paths.filter((path) => statSync(join(folder, path)).isFile());
  const granules = files.filter((path) => !/^catalog\.|^staging|\.plumbline-store$/.test(path));
  return Object.fromEntries(
    granules.map((path) => [path, digestOf(readFileSync(join(folder, path)))]),
  );
}

/** A copy of the folder of a server that runs: what is there when it is cut off now. */
export function cutOff({ folder }: Pick<TestCatalog, "folder">): string {
  const copy = temporaryFolder();
  cpSync(folder, copy, { recursive: true });
  return copy;
}

/** A catalog on this folder, with more to choose than tests elsewhere need. */
export async function catalogOf(
  folder: string,
  options: Partial<OpenOptions> = {},
): Promise<Pick<TestCatalog, "app" | "folder" | "close">> {
  const { app, close } = await openTestServer(folder, options);
  return { app, folder, close };
}
