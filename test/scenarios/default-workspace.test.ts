/** The default workspace is renamed, replaced and deleted like any other one, and its manifest decides which one is it. */
import { describe, expect, test } from "vitest";
import { AUTHORIZATION } from "../support/servers/catalog.ts";
import { applyFolder, planFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { document } from "../support/estates/passes.ts";
import { serverNames, servers } from "../support/servers/servers.ts";
import { rmSync } from "node:fs";
import { join } from "node:path";

const URI = "http://example.org/u";
const isDefault = (workspace: string) =>
  document("DefaultWorkspace", { name: "default" }, { workspace });
const workspace = (name: string, spec: object = {}, previousName?: string) =>
  document("Workspace", { name, ...(previousName && { previousName }) }, spec);

interface Case {
  readonly after: Readonly<Record<string, string | undefined>>;
  /** Which one is the default one in the end; undefined where any may be. */
  readonly wanted: string | undefined;
  /** Requests that set it. */
  readonly sets: number;
}

const cases: Readonly<Record<string, Case>> = {
  "renamed with its URI": {
    after: { "w.yaml": workspace("v", { namespace: URI }, "w"), "d.yaml": isDefault("v") },
    wanted: "v",
    sets: 1,
  },
  "renamed without": {
    after: { "w.yaml": workspace("v", {}, "w"), "d.yaml": isDefault("v") },
    wanted: "v",
    sets: 1,
  },
  "renamed, and another one is it": {
    after: { "w.yaml": workspace("v", { namespace: URI }, "w"), "d.yaml": isDefault("z") },
    wanted: "z",
    sets: 1,
  },
  "renamed, and nobody says which one is it": {
    after: { "w.yaml": workspace("v", { namespace: URI }, "w"), "d.yaml": undefined },
    wanted: "v",
    sets: 1,
  },
  "deleted, and another one is it": {
    after: { "w.yaml": undefined, "d.yaml": isDefault("z") },
    wanted: "z",
    sets: 1,
  },
  "deleted with its manifest": {
    after: { "w.yaml": undefined, "d.yaml": undefined },
    wanted: undefined,
    sets: 0,
  },
};

describe.for(serverNames)("%s", (server) => {
  test.for(Object.entries(cases))("%s", async ([, { after, wanted, sets }]) => {
    const app = await servers[server]();
    const folder = temporaryFolder();
    const options = { prune: "owned", allow: ["workspace-delete"] } as const;
    writeFiles(folder, {
      "w.yaml": workspace("w", { namespace: URI }),
      "z.yaml": workspace("z"),
      "d.yaml": isDefault("w"),
    });
    expect((await applyFolder(app, folder, options)).result?.converged).toBe(true);
    for (const [file, text] of Object.entries(after))
      if (text === undefined) rmSync(join(folder, file));
      else writeFiles(folder, { [file]: text });
    const { result, planned, writes } = await applyFolder(app, folder, options);
    expect(planned.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(result?.diagnostics ?? planned.plan?.blocks).toEqual([]);
    const setting = writes.filter(({ request }) => request.path === "/workspaces/default");
    expect(setting).toHaveLength(sets);
    const answer = await app.inject({
      url: "/rest/workspaces/default.json",
      headers: { authorization: AUTHORIZATION },
    });
    const found = JSON.parse(answer.body) as { readonly workspace: { readonly name: string } };
    if (wanted !== undefined) expect(found.workspace.name).toBe(wanted);
    expect((await planFolder(app, folder, options)).plan?.steps).toEqual([]);
  });
});
