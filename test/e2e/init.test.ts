/** The first files of an estate: they are valid, apply, and take the place of nothing. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { PassThrough } from "node:stream";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { parse } from "yaml";
import { ask, estateOfFolder, type Answers } from "../../src/cli/commands/init.ts";
import { buildProgram } from "../../src/cli/program.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { runHere } from "../support/commands/run-here.ts";
import { serverForFile } from "./support.ts";

const { url, run } = serverForFile();
const here = (...args: string[]) => runHere(args, { url: url() });

interface Told {
  readonly written: readonly string[];
  readonly kept: readonly string[];
  readonly next: readonly string[];
}

describe("init", () => {
  test("what it writes is valid, applies, and leaves nothing to do", async () => {
    const folder = join(temporaryFolder(), "maps of jane's");
    const made = await run("init", folder, "--estate", "jane", "--url", url(), "--prune", "owned");
    expect(made).toMatchObject({ code: 0, stderr: "" });
    expect(made.stdout).toContain("  + plumbline.yaml\n  + manifests/workspace.yaml\n");
    const steps = String.raw`\nNext:\n  cd '.*/maps of jane'\\''s'\n  export PLUMBLINE_USER=… PLUMBLINE_PASSWORD=…\n  plumbline doctor\n  plumbline plan\n$`;
    expect(made.stdout).toMatch(new RegExp(steps));
    const manifests = join(folder, "manifests");
    expect(await here("validate", manifests)).toMatchObject({
      code: 0,
      stdout: "Valid: 2 manifests, 2 objects, 0 errors, 0 warnings.\n",
    });
    expect(await here("fmt", "--check", manifests)).toMatchObject({ code: 0 });
    expect(await here("apply", manifests, "--yes")).toMatchObject({ code: 0 });
    expect(await here("plan", manifests, "--detailed-exitcode")).toMatchObject({ code: 0 });
    const history = await here("history", "-p", folder, "-o", "json");
    expect(JSON.parse(history.stdout)).toMatchObject({ estate: "jane", runs: [{}] });
  });

  test("editors find the schemas that the files name", async () => {
    const folder = temporaryFolder();
    await here("init", folder);
    for (const file of [
      "plumbline.yaml",
      "manifests/workspace.yaml",
      "manifests/styles/roads.yaml",
    ]) {
      const [first = ""] = readFileSync(join(folder, file), "utf8").split("\n");
      const named = /^# yaml-language-server: \$schema=(.+)$/.exec(first)?.[1] ?? "";
      const schema = resolve(folder, dirname(file), named);
      const wanted = file === "plumbline.yaml" ? "project" : "manifest";
      expect(schema).toBe(join(folder, ".plumbline", "schema", `${wanted}.json`));
      expect(JSON.parse(readFileSync(schema, "utf8"))).toHaveProperty("$schema");
    }
  });

  test("what is there stays as it is, and is named; .gitignore gets what it lacks, once", async () => {
    const folder = temporaryFolder();
    const own = {
      "plumbline.yaml": "mine\n",
      ".gitlab-ci.yml": "mine\n",
      ".gitignore": "node_modules",
    };
    writeFiles(folder, own);
    const first = await here("init", folder, "--ci", "gitlab", "-o", "json");
    expect(first.code).toBe(0);
    const told = JSON.parse(first.stdout) as Told;
    expect(told.kept).toEqual(["plumbline.yaml", ".gitlab-ci.yml"]);
    expect(told.written).toContain(".gitignore");
    expect(readFileSync(join(folder, "plumbline.yaml"), "utf8")).toBe("mine\n");
    const ignored = "node_modules\n.plumbline/*\n!.plumbline/schema/\n";
    expect(readFileSync(join(folder, ".gitignore"), "utf8")).toBe(ignored);
    const again = JSON.parse((await here("init", folder, "-o", "json")).stdout) as Told;
    expect(again.written).toEqual([]);
    expect(readFileSync(join(folder, ".gitignore"), "utf8")).toBe(ignored);
  });

  test("samples come neither unwanted nor between manifests that are there", async () => {
    const folder = temporaryFolder();
    writeFiles(folder, { "manifests/deep/own.yaml": "own" });
    await here("init", folder);
    expect(existsSync(join(folder, "manifests/workspace.yaml"))).toBe(false);
    const bare = temporaryFolder();
    const told = await here("init", bare, "--no-samples", "-o", "json");
    expect((JSON.parse(told.stdout) as Told).next.at(-1)).toBe("plumbline import --out manifests/");
    expect(existsSync(join(bare, "manifests"))).toBe(false);
  });

  test.for([
    [["--estate", "-x"], "cannot name an estate"],
    [["--estate", "a b"], "cannot name an estate"],
    [["--estate", "default"], "is reserved"],
    [["--url", "ftp://maps"], "must start with http"],
    [["--url", "http://me:pw@maps"], "must not contain a user name or password"],
    [["--ci", "other"], "Allowed choices are github, gitlab"],
  ] as const)("%j is a mistake, and nothing is written", async ([flags, text]) => {
    const folder = join(temporaryFolder(), "new");
    const ran = await runHere(["init", folder, ...flags]);
    expect(ran).toMatchObject({ code: 64, stdout: "", stderr: expect.stringContaining(text) });
    expect(ran.stderr).not.toContain("me:pw");
    expect(existsSync(folder)).toBe(false);
  });

  test("a folder that cannot be made", async () => {
    const folder = temporaryFolder();
    writeFiles(folder, { file: "" });
    expect(await here("init", join(folder, "file", "maps"))).toMatchObject({ code: 1, stdout: "" });
  });

  test.for([
    ["roads", "roads"],
    ["My maps (2)", "My-maps-2"],
    ["2024-geology", "geology"],
    ["default", "maps"],
    ["Ä", "maps"],
    ["..", "maps"],
  ])("the folder %s becomes the estate %s", ([folder, estate]) => {
    expect(estateOfFolder(folder ?? "")).toBe(estate);
  });
});

/** Commands of a pipeline: every text that begins with plumbline. */
function commandsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return value.startsWith("plumbline ") ? [value] : [];
  return value !== null && typeof value === "object"
    ? Object.values(value).flatMap(commandsIn)
    : [];
}

describe("pipelines", () => {
  test.for([
    ["github", ".github/workflows/plumbline.yaml"],
    ["gitlab", ".gitlab-ci.yml"],
  ] as const)("%s: YAML whose commands exist, with flags that they have", async ([ci, file]) => {
    const folder = temporaryFolder();
    await here("init", folder, "--ci", ci);
    const commands = commandsIn(parse(readFileSync(join(folder, file), "utf8")));
    expect(commands.length).toBeGreaterThan(2);
    const known = buildProgram(() => undefined).commands;
    for (const [, name, ...words] of commands.map((one) => one.split(" "))) {
      const command = known.find((one) => one.name() === name);
      const flags = words.filter((word) => word.startsWith("--"));
      const has = command?.options.map(({ long }) => long) ?? [];
      expect(
        flags.filter((flag) => !has.includes(flag)),
        name,
      ).toEqual([]);
    }
  });
});

describe("questions", () => {
  // At a dumb terminal, which tests may be started at, keys that correct what was typed do nothing.
  beforeEach(() => {
    vi.stubEnv("TERM", "xterm");
    onTestFinished(() => void vi.unstubAllEnvs());
  });

  const usual: Answers = {
    estate: "maps",
    url: "",
    prune: "none",
    samples: true,
    ci: "none",
  };

  /** Types one key after the other, each once the question before it is answered. */
  async function typed(...keys: readonly string[]): Promise<Answers | undefined> {
    const [input, output] = [new PassThrough(), new PassThrough()];
    output.resume();
    const answers = ask(usual, { input, output });
    const typing = (async () => {
      for (const key of keys) {
        await new Promise((done) => setTimeout(done, 20));
        input.write(key);
      }
    })();
    const answer = await answers;
    await typing;
    return answer;
  }

  const DOWN = "\u001b[B";

  test("takes what is usual with a key, and else what is typed and chosen", async () => {
    expect(await typed("\r", "\r", "\r", "\r", "\r")).toEqual(usual);
    const chosen = await typed("2", "\r", "http://maps", "\r", DOWN, "\r", "n", DOWN, DOWN, "\r");
    expect(chosen).toEqual({
      estate: "maps2",
      url: "http://maps",
      prune: "owned",
      samples: false,
      ci: "gitlab",
    });
  });

  test("does not go on with a name that is none, and ends when somebody gives up", async () => {
    expect(await typed("/", "\r", "\u0008", "\r", "\r", "\r", "\r", "\r")).toEqual(usual);
    expect(await typed("\r", "\u0003")).toBeUndefined();
  });
});
