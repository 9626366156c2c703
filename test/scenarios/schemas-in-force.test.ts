/** The danger schema-not-in-force: a stock server keeps each schema of a mapping by its location until it is restarted. */
import { expect, test } from "vitest";
import type { DangerName } from "../../src/reconciler/kind.ts";
import { stockServer } from "../stock/server.ts";
import { mapping, xsd } from "../support/estates/artefacts.ts";
import { startCatalog } from "../support/servers/catalog.ts";
import { applyFolder, planFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { document } from "../support/estates/passes.ts";

const MAIN = mapping(["t:T1"], { schemas: ["t.xsd"] });

/** A store with a schema that includes another one. */
function estate(files: Readonly<Record<string, string>> = {}, spec: object = {}): string {
  const folder = temporaryFolder();
  writeFiles(folder, {
    "w.yaml": document("Workspace", { name: "w" }, { namespace: "http://example.org/t" }),
    "s.yaml": document(
      "AppSchemaStore",
      { workspace: "w", name: "s" },
      { mapping: "./s/", ...spec },
    ),
    "s/s.appschema": MAIN,
    "s/t.xsd": xsd(["T1", "T2"], ["parts/more.xsd"]),
    "s/parts/more.xsd": xsd(["More"]),
    ...files,
  });
  return folder;
}

async function start() {
  const { app, state } = stockServer();
  expect((await applyFolder(app, estate())).result?.converged).toBe(true);
  const blocks = async (
    files: Readonly<Record<string, string>>,
    allow: readonly DangerName[] = [],
  ) => (await planFolder(app, estate(files), { allow })).plan?.blocks;
  return { app, state, blocks };
}

const OTHER = xsd(["T1", "T2", "T3"], ["parts/more.xsd"]);

test("another content at the same path stops the plan, which says what to do", async () => {
  const { blocks } = await start();
  expect(await blocks({ "s/t.xsd": OTHER })).toEqual([
    {
      name: "schema-not-in-force",
      message:
        "t.xsd of store s gets another content at the same path, and a stock server goes on with the content " +
        "that it read first: rename the file, so that the mapping names another one, or restart the server after the apply",
      hint: expect.stringContaining("--allow schema-not-in-force"),
      about: [{ kind: "AppSchemaStore", workspace: "w", name: "s" }],
    },
  ]);
});

test("so does a schema that another one includes, and a recreated store", async () => {
  const { blocks } = await start();
  expect(await blocks({ "s/parts/more.xsd": xsd(["Less"]) })).toMatchObject([
    { message: expect.stringContaining("parts/more.xsd of store s") },
  ]);
  const recreated = {
    "s/s.appschema": mapping(["t:T2"], { schemas: ["t.xsd"] }),
    "s/t.xsd": OTHER,
  };
  expect(await blocks(recreated)).toMatchObject([{ name: "schema-not-in-force" }]);
});

const harmless: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "another layout": { "s/t.xsd": xsd(["T1", "T2"], ["parts/more.xsd"]).replaceAll("><", ">\n<") },
  "a new schema": { "s/new.xsd": xsd(["New"]) },
  "another name": {
    "s/s.appschema": mapping(["t:T1"], { schemas: ["t2.xsd"] }),
    "s/t2.xsd": OTHER,
  },
  "another mapping": { "s/s.appschema": MAIN.replace("source<", "other<") },
  "other settings": {
    "s.yaml": document(
      "AppSchemaStore",
      { workspace: "w", name: "s" },
      { mapping: "./s/", description: "d" },
    ),
  },
};

test.for(Object.entries(harmless))("%s stops nothing", async ([, files]) => {
  const { blocks } = await start();
  expect(await blocks(files)).toEqual([]);
});

test("what is allowed is sent and converges, and is in force after a restart", async () => {
  const { app, state } = await start();
  const allow = ["schema-not-in-force"] as const;
  const { result } = await applyFolder(app, estate({ "s/t.xsd": OTHER }), { allow });
  expect(result?.converged).toBe(true);
  const path = "data/w/s/t.xsd";
  expect(state.schemas.get(path)).not.toEqual(state.files.get(path));
  expect((await planFolder(app, estate({ "s/t.xsd": OTHER }))).plan).toMatchObject({
    steps: [],
    blocks: [],
  });
});

test("the included server reads its schemas anew", async () => {
  const { app } = await startCatalog({ dialect: "geoserver" });
  await applyFolder(app, estate());
  expect((await planFolder(app, estate({ "s/t.xsd": OTHER }))).plan?.blocks).toEqual([]);
});
