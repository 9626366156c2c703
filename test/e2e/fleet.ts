/** Projects of several servers. */
import { listenCatalog, PASSWORD, USER } from "../support/servers/catalog.ts";
import type { Ran } from "../support/commands/cli.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { runHere } from "../support/commands/run-here.ts";
import { project } from "./support.ts";

/** A manifest of a workspace. */
export const workspace = (name: string, namespace: string) =>
  `apiVersion: plumbline/v1\nkind: Workspace\nmetadata:\n  name: ${name}\nspec:\n  namespace: ${namespace}\n`;

/** A project of several servers. */
export interface Fleet {
  readonly folder: string;
  readonly run: (...args: string[]) => Promise<Ran>;
}

/** A project of two servers, its folder being where commands run. */
export async function fleet(more = ""): Promise<Fleet> {
  const [near, far] = [await listenCatalog(), await listenCatalog("geoserver")];
  const folder = temporaryFolder();
  const target = (name: string, url: string, words: string) =>
    `  ${name}:\n    url: ${url}\n    ${words}\n    credentials: { user: ${USER}, password: { fromEnv: ${name.toUpperCase()}_PASSWORD } }\n`;
  writeFiles(folder, {
    "plumbline.yaml": project(
      `estate: roads\ntargets:\n${target("near", near, "variables: { host: near }")}${target("far", far, "overlays: [far]")}waves: [[near], [far]]\nvariables:\n  host: { default: usual }\n${more}`,
    ),
    "manifests/roads.yaml": workspace("roads", "http://${{ var.host }}.example.org"),
    "overlays/far/bridges.yaml": `$patch: add\n${workspace("bridges", "http://bridges.example.org")}`,
  });
  const env = { NEAR_PASSWORD: PASSWORD, FAR_PASSWORD: PASSWORD };
  return { folder, run: (...args) => runHere(args, { cwd: folder, env }) };
}
