/** Granule roots as the operator gives them: by flag and by variable, and refused at the start. */
import { mkdirSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, test } from "vitest";
import { buildProgram } from "../../src/cli/program.ts";
import { openMosaicFiles } from "../../src/server/mosaics/open.ts";
import { startCatalog } from "../support/servers/catalog.ts";
import { startServer } from "../support/commands/cli.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { runHere } from "../support/commands/run-here.ts";
import { contentOf, RAIN, stagedWith } from "./support.ts";

const settings = ["--port", "0", "--log-level", "error"];
const serve = (data: string, ...more: readonly string[]) => [
  "serve",
  "--data",
  data,
  ...settings,
  ...more,
];

describe("a root that cannot be used ends the start", () => {
  test("by flag, each one given", async () => {
    const data = temporaryFolder();
    const flags = ["--granule-root", data, "--granule-root", join(data, "nowhere")];
    const { code, stderr } = await runHere(serve(data, ...flags));
    expect(code).toBe(1);
    expect(stderr).toMatch(/The granule root ".*nowhere" does not exist; give another folder/);
  });

  test("by variable, each one in it", async () => {
    const data = temporaryFolder();
    mkdirSync(join(data, "a"));
    const roots = [join(data, "a"), join(data, "nowhere")].join(delimiter);
    const { code, stderr } = await runHere(serve(data), {
      env: { PLUMBLINE_GRANULE_ROOTS: roots },
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(/"[^"]*nowhere" does not exist/);
  });
});

test("a folder with a separator in its name can be given by flag", async () => {
  const folder = join(temporaryFolder(), `a${delimiter}b`);
  mkdirSync(folder);
  const server = await startServer(temporaryFolder(), { args: ["--granule-root", folder] });
  expect(await server.end()).toBe(0);
});

test("the help names flag and variable", () => {
  const help = buildProgram(() => undefined)
    .commands.find((command) => command.name() === "serve")
    ?.helpInformation();
  expect(help).toContain("--granule-root <folder>");
  expect(help).toContain("PLUMBLINE_GRANULE_ROOTS");
});

test("at the start, a server sets aside what it wrote for stores that are gone, and only that", async () => {
  const { folder, close } = await startCatalog();
  await close();
  const files = await openMosaicFiles({ dataFolder: folder, granuleRoots: [] });
  await (await files.adopt(await stagedWith(files, { "a.tif": "a" }), RAIN, "create")).done();
  writeFiles(folder, { "data/w/mine/a.tif": "mine" });
  const { remarks } = await startCatalog({ folder });
  expect(contentOf(join(folder, "data"))).toEqual({ "w/mine/a.tif": "mine" });
  expect(Object.values(contentOf(join(folder, ".orphans")))).toEqual(["a"]);
  expect(remarks).toEqual([expect.stringMatching(/^data\/w\/rain is of no store .*\.orphans\//)]);
  expect(readdirSync(join(folder, "staging"))).toEqual([]);
});
