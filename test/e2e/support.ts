/** What the end-to-end tests share: one server process per file, estates of one style each. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { sld } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, openTestServer } from "../support/servers/catalog.ts";
import type { Ran } from "../support/commands/cli.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { runHere } from "../support/commands/run-here.ts";

/** A manifest without a spec. */
export const manifest = (kind: string, metadata: string): string =>
  `apiVersion: plumbline/v1\nkind: ${kind}\nmetadata: { ${metadata} }\nspec: {}\n`;

/** A manifest of a style whose SLD lies beside it. */
export const style = (name: string): string =>
  `apiVersion: plumbline/v1\nkind: Style\nmetadata: { name: ${name} }\nspec: { source: ./${name}.sld }\n`;

/** A manifest of the catalog mode. */
export const mode = (value: string): string =>
  `apiVersion: plumbline/v1\nkind: CatalogMode\nmetadata: { name: catalog }\nspec: { mode: ${value} }\n`;

/** A project file; nothing is pruned where it says nothing of it. */
export const project = (more: string): string =>
  `apiVersion: plumbline/v1\nkind: Project\n${more}\n${/^prune:/m.test(more) ? "" : "prune: none\n"}`;

/** A folder with one style of its own, in an estate of its own. */
export function estate(
  name: string,
  files: Readonly<Record<string, string | Uint8Array>> = {},
): string {
  const folder = temporaryFolder();
  writeFiles(folder, {
    "plumbline.yaml": project(`estate: ${name}`),
    "a.yaml": style(name),
    [`${name}.sld`]: sld(),
    ...files,
  });
  return folder;
}

/** An estate with a workspace, a store, a layer and a style of it, applied. */
export async function withLayer(
  run: (...args: string[]) => Promise<Ran>,
  name: string,
): Promise<string> {
  const manifest = (kind: string, own: string, spec: string) =>
    `apiVersion: plumbline/v1\nkind: ${kind}\nmetadata: { workspace: ${name}, name: ${own} }\nspec: ${spec}\n`;
  const folder = temporaryFolder();
  writeFiles(folder, {
    "plumbline.yaml": project(`estate: ${name}`),
    "a.yaml": style(name),
    [`${name}.sld`]: sld(),
    "b.yaml": [
      `apiVersion: plumbline/v1\nkind: Workspace\nmetadata: { name: ${name} }\nspec: {}\n`,
      manifest("DataStore", "db", "{ type: PostGIS, connectionParameters: { dbtype: postgis } }"),
      manifest("FeatureType", "ways", "{ store: db }"),
      manifest("Layer", "ways", `{ defaultStyle: ${name} }`),
    ].join("---\n"),
  });
  const { code, stderr } = await run("apply", folder, "--yes");
  if (code !== 0) throw new Error(stderr);
  return folder;
}

/** A server for the tests of one file; the commands run in the process of the tests. */
export function serverForFile(): {
  readonly url: () => string;
  readonly run: (...args: string[]) => Promise<Ran>;
} {
  let url = "";
  let stop = async (): Promise<void> => undefined;
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), "plumbline-e2e-"));
    const { app, close } = await openTestServer(folder, {});
    url = await app.listen({ host: "127.0.0.1", port: 0 });
    stop = async () => {
      await close();
      rmSync(folder, { recursive: true, force: true });
    };
  });
  afterAll(() => stop());
  return { url: () => url, run: (...args) => runHere(args, { url }) };
}

/** The lease of an estate as the catalog keeps it. */
export function leaseOf(url: string, name: string): Promise<Readonly<Record<string, unknown>>> {
  return stateOf(url, name, "lock.json");
}

/** A state document of an estate as the catalog keeps it. */
export async function stateOf(
  url: string,
  name: string,
  file: string,
): Promise<Readonly<Record<string, unknown>>> {
  const address = `${url}/rest/resource/plumbline/${name}/${file}`;
  const answer = await fetch(address, { headers: { authorization: AUTHORIZATION } });
  return (await answer.json()) as Readonly<Record<string, unknown>>;
}
