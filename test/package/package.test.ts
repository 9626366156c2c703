/**
 * The package as people get it: packed, installed from that one file without a registry, called,
 * imported, and followed page by page in an empty folder.
 */
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeTypes } from "../../scripts/build/types.ts";
import { VERSION } from "../../src/version.ts";
import { listenCatalog, PASSWORD } from "../support/servers/catalog.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { scriptOf, seenIn } from "../support/project/page-script.ts";
import { blocksOf, missingLines } from "../support/project/pages.ts";
import { PROGRAMS } from "../support/run/parts.ts";
import { root } from "../support/project/sources.ts";

const LONG = 600_000;

interface Ran {
  readonly code: number | null;
  readonly said: string;
}

/** What the installation said. */
let said = "";

/** An account with nothing of its own but what `npm install --global` brings it. */
let home = "";
const pathOf = () => [join(home, "global", "bin"), dirname(process.execPath), "/usr/bin", "/bin"];

function run(
  command: string,
  args: readonly string[],
  { cwd, env = {} }: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): Promise<Ran> {
  const settings = {
    npm_config_cache: join(home, "cache"),
    npm_config_prefix: join(home, "global"),
    npm_config_offline: "true",
    npm_config_audit: "false",
    npm_config_pack_destination: home,
  };
  const own = { HOME: home, PATH: pathOf().join(delimiter), NO_COLOR: "1", ...settings, ...env };
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: own, stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, said }));
  });
}

/** The two lines of a page that install: one is typed in the clone, one where the package then lies. */
function installing(page: string): readonly string[] {
  const block = blocksOf(page).find(({ words }) => words.has("install"));
  return (block?.text ?? "").trim().split("\n");
}

/** Pages of which every block is done, from the installation on. */
const followed = ["README.md", "docs/tutorial.md"];

const tarball = () => join(home, `plumbline-${VERSION}.tgz`);
const installed = () => join(home, "global", "lib", "node_modules", "plumbline");

describe("the package", PROGRAMS, () => {
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), "plumbline-package-"));
    const [pack = "", install = ""] = installing("README.md");
    for (const [line, cwd] of [
      [pack, root],
      [install, home],
    ] as const) {
      const ran = await run("sh", ["-c", line], { cwd });
      if (ran.code !== 0) throw new Error(`${line} ended with ${ran.code}: ${ran.said}`);
      said = ran.said;
    }
  }, LONG);

  afterAll(() => rmSync(home, { recursive: true, force: true }));

  test("holds what is run, types, schemas and libraries; no sources and no tests", () => {
    const listed = spawnSync("tar", ["-tzf", tarball()], { encoding: "utf8", maxBuffer: 2 ** 26 });
    const files = listed.stdout
      .trim()
      .split("\n")
      .map((file) => file.replace(/^package\//, ""));
    const own = files.filter((file) => !file.startsWith("node_modules/"));
    for (const file of [
      "bin/plumbline.js",
      "dist/main.js",
      "dist/index.js",
      "dist/types/index.d.ts",
      "dist/parsing/worker.js",
      "dist/console/index.html",
      "dist/console/main.js",
      "dist/console/watch.html",
      "dist/console/watch.js",
      "dist/console/licences.txt",
      "man/plumbline.1",
      "schema/manifest.json",
      "LICENSE",
      "README.md",
    ])
      expect(own).toContain(file);
    expect(own.filter((file) => !/^(?:bin|dist|man|schema)\/|^[^/]+$/.test(file))).toEqual([]);
    expect(own.filter((file) => /(?<!\.d)\.ts$|\.test\./.test(file))).toEqual([]);
    expect(files).toContain("node_modules/fastify/package.json");
    expect(files.some((file) => /^node_modules\/(?:vitest|typescript|node)\//.test(file))).toBe(
      false,
    );
    // What is in the bundle lies nowhere else, but for what the types of the door name.
    expect(
      files.some((file) => /^node_modules\/(?:jsts|undici|archiver|geotiff)\//.test(file)),
    ).toBe(false);
    expect(statSync(tarball()).size).toBeLessThanOrEqual(12_000_000);
  });

  test("is installed without a word that reads like a failure", () => {
    expect(said).not.toMatch(/warn|script|error/i);
    const manifest = readFileSync(join(installed(), "package.json"), "utf8");
    const { scripts } = JSON.parse(manifest) as { readonly scripts: object };
    // npm links manual pages of a list only.
    const page = readFileSync(join(home, "global/share/man/man1/plumbline.1"), "utf8");
    expect(page).toBe(readFileSync(join(root, "man/plumbline.1"), "utf8"));
    const running = ["preinstall", "install", "postinstall", "prepare", "prepublish"];
    expect(Object.keys(scripts).filter((name) => running.includes(name))).toEqual([]);
  });

  test("has all its types where an earlier packing was cut off", { timeout: LONG }, () => {
    const folder = temporaryFolder();
    const door = join(folder, "index.d.ts");
    writeFiles(folder, { "version.d.ts": "cut" });
    makeTypes(folder);
    expect(readFileSync(door, "utf8")).toContain("openEstate");
    expect(readFileSync(join(folder, "version.d.ts"), "utf8")).toContain("VERSION");
    // Whole ones are left as they are: somebody may be packing them.
    writeFiles(folder, { "version.d.ts": "packed" });
    makeTypes(folder);
    expect(readFileSync(join(folder, "version.d.ts"), "utf8")).toBe("packed");
  });

  test("is installed by the same lines in every page", () => {
    expect(installing("README.md")).toHaveLength(2);
    expect(installing("docs/tutorial.md")).toEqual(installing("README.md"));
  });

  test("what the README has people type in a clone is what .ci/run runs", () => {
    const typed = blocksOf("README.md")
      .filter(({ words }) => words.has("clone"))
      .flatMap(({ text }) => text.trim().split("\n"))
      .map((line) => line.split("#", 1)[0]?.trim());
    const run = readFileSync(join(root, ".ci/run"), "utf8").split("\n");
    expect(typed).toEqual(["npm run demo", "npm test"]);
    for (const line of typed) expect(run).toContain(line);
  });

  test.for(followed)("%s has no commands but those that are followed", (page) => {
    for (const { language, words, text } of blocksOf(page)) {
      expect(["sh", "text", "yaml", "css", ""]).toContain(language);
      for (const word of words.keys())
        expect(["install", "clone", "begin", "serve", "expect", "file"]).toContain(word);
      if (language !== "sh") expect(text).not.toMatch(/^(?:\$ )?(?:plumbline|np[mx]|cd|export) /m);
    }
  });

  test("runs from any folder, and by npx without an installation", { timeout: LONG }, async () => {
    const cwd = temporaryFolder();
    const version = { code: 0, said: `${VERSION}\n` };
    expect(await run("plumbline", ["--version"], { cwd })).toEqual(version);
    const args = ["--yes", `--package=${tarball()}`, "--", "plumbline", "--version"];
    expect(await run("npx", args, { cwd })).toEqual(version);
  });

  test("says which Node it needs on one that is older", async () => {
    const cwd = temporaryFolder();
    writeFiles(cwd, {
      "older.mjs":
        'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "22.22.0" } });\n',
    });
    const script = join(installed(), "bin", "plumbline.js");
    const ran = await run("node", ["--import", "./older.mjs", script, "--version"], { cwd });
    expect(ran.code).toBe(1);
    expect(ran.said).toMatch(
      /^plumbline needs Node 24\.15 or later\. This is Node 22\.22\.0, \/.*\nGet one from https:\/\/nodejs\.org\/en\/download, or .*\n$/,
    );
  });

  const older = ["/usr/bin/node", "/usr/local/bin/node"].find((node) => {
    const [, major] =
      /^v(\d+)/.exec(spawnSync(node, ["--version"], { encoding: "utf8" }).stdout ?? "") ?? [];
    return Number(major) < 24;
  });
  if (older === undefined)
    process.stderr.write(
      "SKIPPED, no Node before 24 on this machine: the package on an older Node\n",
    );
  test.runIf(older !== undefined)("says so on a real one, too", async () => {
    const script = join(installed(), "bin", "plumbline.js");
    const ran = await run(older ?? "", [script, "--version"], { cwd: temporaryFolder() });
    expect(ran.code).toBe(1);
    expect(ran.said).toMatch(/^plumbline needs Node 24\.15 or later\. This is Node [\d.]+, /);
  });

  describe("as a library", () => {
    /** A program of somebody's in a folder of its own, with the package installed. */
    function program(files: Readonly<Record<string, string>>): string {
      const folder = temporaryFolder();
      writeFiles(folder, { "package.json": '{ "type": "module", "private": true }', ...files });
      mkdirSync(join(folder, "node_modules", "@types"), { recursive: true });
      symlinkSync(installed(), join(folder, "node_modules", "plumbline"));
      symlinkSync(join(root, "node_modules/@types/node"), join(folder, "node_modules/@types/node"));
      return folder;
    }

    test("is imported from JavaScript", async () => {
      const cwd = program({
        "a.js":
          'import { openEstate, VERSION } from "plumbline";\nconsole.log(typeof openEstate, VERSION);\n',
      });
      expect(await run("node", ["a.js"], { cwd })).toEqual({
        code: 0,
        said: `function ${VERSION}\n`,
      });
    });

    test("runs the program of its page", async () => {
      const page = "docs/how-to/call-it-from-a-program.md";
      const written = blocksOf(page).find(({ words }) => words.has("file"))?.text ?? "";
      const project = "apiVersion: plumbline/v1\nkind: Project\nestate: roads\nprune: none\n";
      const workspace =
        "apiVersion: plumbline/v1\nkind: Workspace\nmetadata: { name: roads }\nspec: {}\n";
      const cwd = program({
        "nightly.mjs": written,
        "plumbline.yaml": project,
        "manifests/a.yaml": workspace,
      });
      const env = {
        PLUMBLINE_URL: await listenCatalog(),
        PLUMBLINE_USER: "admin",
        PLUMBLINE_PASSWORD: PASSWORD,
      };
      const ran = await run("node", ["nightly.mjs"], { cwd, env });
      expect(ran).toMatchObject({
        code: 0,
        said: expect.stringMatching(/roads: applied, 0 objects drifted\.\n$/),
      });
    });

    test.for(["nodenext", "bundler"])(
      "has types for strict programs that resolve by %s",
      async (resolution) => {
        const settings = {
          module: resolution === "bundler" ? "preserve" : resolution,
          moduleResolution: resolution,
          target: "esnext",
          strict: true,
          exactOptionalPropertyTypes: true,
          noUncheckedIndexedAccess: true,
          skipLibCheck: false,
          noEmit: true,
          types: ["node"],
        };
        const cwd = program({
          "a.ts":
            'import { openEstate, type EstatePlan } from "plumbline";\nconst estate = await openEstate({ project: "." });\nexport const plan: EstatePlan = await estate.plan();\nexport const wrong: number = estate.name;\n',
          "tsconfig.json": JSON.stringify({ compilerOptions: settings, files: ["a.ts"] }),
        });
        const ran = await run("node", [join(root, "node_modules/typescript/bin/tsc")], { cwd });
        expect(ran.said.trim().split("\n")).toEqual([
          "a.ts(4,14): error TS2322: Type 'string' is not assignable to type 'number'.",
        ]);
      },
    );
  });

  test.for(followed)("%s can be followed as it is written", { timeout: LONG }, async (page) => {
    const port = await freePort();
    const own = mkdtempSync(join(home, "reader-"));
    const instead = {
      "http://127.0.0.1:8080/geoserver": await listenCatalog(),
      "http://127.0.0.1:8600": `http://127.0.0.1:${port}`,
      "PASSWORD=…": `PASSWORD='${PASSWORD}'`,
    };
    const script = scriptOf(page, { instead, port });
    const ran = await run("bash", ["-c", `exec 2>&1\n${script}`], {
      cwd: own,
      env: { HOME: own },
    });
    expect(ran.code, ran.said).toBe(0);
    for (const [expected, said] of seenIn(page, ran.said))
      expect(missingLines(expected, said), said).toEqual([]);
    if (page === "README.md") expect(ran.said).toMatch(/^Imported \d+ objects?/m);
    expect(
      readFileSync(
        join(own, page === "README.md" ? "maps/estate" : "roads", "plumbline.yaml"),
        "utf8",
      ),
    ).toMatch(/^estate: /m);
  });
});

/** A port that nobody listens on for the moment. */
function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
