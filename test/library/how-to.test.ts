/** The page for programs: what it shows compiles in strict programs, as its tables do, and its server is one. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openCatalogServer, openEstate, planDocument, VERSION } from "../../src/index.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { blocksOf } from "../support/project/pages.ts";
import { PROGRAMS } from "../support/run/parts.ts";
import { root, textOf } from "../support/project/sources.ts";

const PAGE = "docs/how-to/call-it-from-a-program.md";

/** What the tables take for granted. */
const GIVEN = `import * as all from "plumbline";
import { formatAddress, openCatalogServer, openEstate, planDocument, renderPlan } from "plumbline";
import type { ApplyEstateOptions, Change, EstatePlan, OpenEstate, Plan } from "plumbline";
declare const [project, target, folder]: string[] & [string, string, string];
declare const administrator: { user: string; password: string };
declare const [estate, planned, plan]: [OpenEstate, EstatePlan, Plan];
declare const [options, change]: [ApplyEstateOptions, Change];
`;

/** The calls of the table, each with the fields that it resolves to, and all other expressions in code. */
function tablesAsProgram(): string {
  const rows = textOf(PAGE)
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) => [...line.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code));
  const calls = rows.filter(([code = ""]) => code.includes("("));
  const errors = rows.filter(([code = ""]) => /^\w+Error$/.test(code) && code !== "TypeError");
  const lines = calls.flatMap(([call = "", ...others]) => {
    const fields = others.find((code) => /^\{ [\w, ]+ \}$/.test(code)) ?? "{}";
    const more = others.filter((code) => /^\w+\(.*\)$/.test(code));
    return [`{ const ${fields} = (await ${call}) ?? {}; }`, ...more.map((code) => `void ${code};`)];
  });
  const names = errors.flat().filter((code) => /^\w+Error$/.test(code));
  const shown = [...textOf(PAGE).matchAll(/`((?:change\.|formatAddress)[^`]+)`/g)].map(
    ([, code]) => `void ${code};`,
  );
  return [GIVEN, ...lines, ...names.map((name) => `void all.${name};`), ...shown].join("\n");
}

test(
  "its programs and its tables compile under strict TypeScript",
  { ...PROGRAMS, timeout: 300_000 },
  () => {
    const folder = temporaryFolder();
    const programs = blocksOf(PAGE).filter(({ words }) => words.has("file"));
    expect(programs.length).toBeGreaterThan(1);
    const files = Object.fromEntries([
      ...programs.map(({ words, text }) => [
        words.get("file")?.replace(/\.mjs$/, ".mts") ?? "",
        text,
      ]),
      ["tables.mts", `${tablesAsProgram()}\n`],
      [
        "wrong.mts",
        'import { openCatalogServer } from "plumbline";\nawait openCatalogServer({ folder: 5 });\n',
      ],
    ] as const);
    const compilerOptions = {
      module: "nodenext",
      target: "esnext",
      lib: ["esnext"],
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: true,
      noEmit: true,
      allowImportingTsExtensions: true,
      types: ["node"],
      typeRoots: [join(root, "node_modules/@types")],
      paths: { plumbline: [join(root, "src/index.ts")] },
    };
    writeFiles(folder, {
      ...files,
      "tsconfig.json": JSON.stringify({ compilerOptions, files: Object.keys(files) }),
    });
    const compiler = join(root, "node_modules/typescript/bin/tsc");
    const { stdout } = spawnSync(process.execPath, [compiler], { cwd: folder, encoding: "utf8" });
    const told = stdout.split("\n").filter((line) => /^\S.*error TS/.test(line));
    expect(told).toEqual([expect.stringMatching(/^wrong\.mts\(2,\d+\): error TS/)]);
  },
);

test("a server for tests takes an estate", async () => {
  const folder = temporaryFolder();
  const administrator = { user: "admin", password: "only for tests" };
  const server = await openCatalogServer({ folder: join(folder, "catalog"), administrator });
  onTestFinished(server.close);
  const url = await server.listen();
  writeFiles(folder, {
    "plumbline.yaml": `apiVersion: plumbline/v1\nkind: Project\nprune: none\ntargets:\n  here: { url: "${url}" }\n`,
    "manifests/a.yaml":
      "apiVersion: plumbline/v1\nkind: Workspace\nmetadata: { name: a }\nspec: {}\n",
  });
  const environment = { PLUMBLINE_USER: "admin", PLUMBLINE_PASSWORD: "only for tests" };
  const estate = await openEstate({ project: folder, target: "here", environment });
  onTestFinished(estate.close);
  const planned = await estate.plan();
  expect(planDocument(planned.plan, { url: estate.url })).toMatchObject({
    tool: { version: VERSION },
    target: { url },
  });
  expect((await estate.apply(planned)).converged).toBe(true);
});

const administrator = { user: "admin", password: "only for tests" };

test("an option that is undefined is one that is left out", async () => {
  const left = { dialect: undefined, version: undefined } as object;
  const server = await openCatalogServer({ folder: temporaryFolder(), administrator, ...left });
  onTestFinished(server.close);
  const url = await server.listen();
  const authorization = `Basic ${Buffer.from("admin:only for tests").toString("base64")}`;
  const about = await fetch(`${url}/rest/about/version.xml`, { headers: { authorization } });
  const text = await about.text();
  expect([about.status, text]).toEqual([200, expect.stringContaining(VERSION)]);
  expect(text).toContain("documented");
});

test.for<[given: unknown, says: RegExp]>([
  [undefined, /wants \{ folder, administrator: \{ user, password \} \}/],
  [{ folder: "x" }, /administrator is missing/],
  [{ folder: "x", administrator, line: "3.0" }, /A line is of the dialect geoserver/],
  [
    { folder: "x", administrator, dialect: "geoserver", line: "2.27" },
    /The line is one of 2\.28, 3\.0/,
  ],
  [{ administrator }, /folder is the path/],
  [
    { folder: "x", administrator: { name: "a", password: "b" } },
    /no field of administrator: name; known are user, password/,
  ],
  [{ folder: "x", administrator: { user: "a" } }, /has a user and a password/],
  [{ folder: "x", administrator: { user: "a", password: 12345 } }, /has a user and a password/],
  [{ folder: "x", administrator: { user: "a", password: null } }, /has a user and a password/],
  [
    { folder: "x", administrator, dialekt: "geoserver" },
    /no option of openCatalogServer: dialekt\. Did you mean dialect\?/,
  ],
  [{ folder: "x", administrator, dialect: "stock" }, /documented, geoserver/],
])("a server is not opened by wrong options: %j", async ([given, says]) => {
  await expect(openCatalogServer(given as never)).rejects.toThrow(says);
  await expect(openCatalogServer(given as never)).rejects.toBeInstanceOf(TypeError);
});
