/** What V8 made of scripts of the bundle is kept between runs, and never instead of them. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cachedDataVersionTag } from "node:v8";
import { describe, expect, test } from "vitest";
import { temporaryFolder, writeFiles } from "../support/folders.ts";
import { root } from "../support/sources.ts";

const answer =
  "function answer(is) { return [is, 'the middle'].join('').replace('the middle', is + is); }";

/** Two scripts, of which one runs the other, and a program that starts them. */
function program() {
  const folder = temporaryFolder();
  writeFiles(folder, {
    "package.json": `{ "type": "module" }`,
    "dist/main.cjs": `require("./answer.cjs"); importLate("./answer.cjs").then(({ answer }) => console.log(answer("42")));`,
    "dist/answer.cjs": `${answer} exports.answer = answer; console.log("loaded");`,
    "start.js": `import { loadScript } from "./bin/kept-code.js"; loadScript(new URL("./dist/main.cjs", import.meta.url));`,
  });
  mkdirSync(join(folder, "bin"));
  cpSync(join(root, "bin", "kept-code.js"), join(folder, "bin", "kept-code.js"));
  const code = join(folder, "dist", "code");
  const file = join(code, String(cachedDataVersionTag()), "answer.cjs");
  const run = (env: Readonly<Record<string, string>> = {}, flags: readonly string[] = []) => {
    const ran = spawnSync(process.execPath, [...flags, join(folder, "start.js")], {
      env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: "", ...env },
      encoding: "utf8",
    });
    return `${ran.stdout}${ran.stderr}`;
  };
  return { folder, code, file, run };
}

const said = "loaded\n424242\n";

describe("code", () => {
  test("is written by the first run, with what was called, and used by the next", () => {
    const { file, run } = program();
    expect(run()).toBe(said);
    const before = readFileSync(file);
    const time = statSync(file).mtimeMs;
    expect(run()).toBe(said);
    expect(statSync(file).mtimeMs, "nothing to write").toBe(time);
    expect(before.includes("the middle"), "the function that was called").toBe(true);
    expect(readdirSync(join(file, "..")).toSorted()).toEqual(["answer.cjs", "main.cjs"]);
  });

  test("of damaged files is made anew", () => {
    const { file, run } = program();
    run();
    const whole = readFileSync(file).length;
    for (const damaged of [
      Buffer.alloc(0),
      Buffer.from("no code"),
      readFileSync(file).subarray(9),
    ]) {
      writeFileSync(file, damaged);
      expect(run()).toBe(said);
      expect(readFileSync(file).length).toBe(whole);
    }
  });

  test("of another V8 or other flags lies elsewhere", () => {
    const { code, run } = program();
    run();
    expect(run({}, ["--no-lazy"])).toBe(said);
    expect(readdirSync(code)).toHaveLength(2);
  });

  test("grows with what further runs call when that is asked for", () => {
    const { folder, file, run } = program();
    writeFileSync(
      join(folder, "dist/answer.cjs"),
      `${answer} exports.answer = () => 1; if (process.env.MORE) answer("");`,
    );
    run();
    const before = readFileSync(file).length;
    run({ MORE: "1" });
    expect(readFileSync(file).length).toBe(before);
    run({ MORE: "1", PLUMBLINE_KEEP_CODE: "1" });
    expect(readFileSync(file).length).toBeGreaterThan(before);
  });

  test.for([
    ["Node is to keep nothing", () => undefined, { NODE_DISABLE_COMPILE_CACHE: "1" }],
    ["there is no place for it", (code) => writeFileSync(code, ""), {}],
  ] as const satisfies readonly (readonly [
    string,
    (code: string) => void,
    Record<string, string>,
  ])[])("is left unwritten when %s", ([, prepare, env]) => {
    const { code, file, run } = program();
    prepare(code);
    expect(run(env)).toBe(said);
    expect(statSync(file, { throwIfNoEntry: false })).toBeUndefined();
  });

  test("of a script that was replaced meanwhile is not kept", () => {
    const { folder, file, run } = program();
    const script = join(folder, "dist/answer.cjs");
    const replace = `process.getBuiltinModule("node:fs").utimesSync(__filename, 1, 1);`;
    writeFileSync(script, `${readFileSync(script, "utf8")} ${replace}`);
    expect(run()).toBe(said);
    expect(statSync(file, { throwIfNoEntry: false })).toBeUndefined();
  });
});

test("the build keeps the code of what commands start with", () => {
  const folder = join(root, "dist", "code", String(cachedDataVersionTag()));
  const kept = readdirSync(folder).filter((name) => /^(?:main|start-.*|plan-.*)\.cjs$/.test(name));
  expect(kept.length).toBeGreaterThanOrEqual(3);
  const plan = kept.map((name) => statSync(join(folder, name)).size).toSorted((a, b) => b - a)[0];
  expect(plan, "more than what is compiled when it is loaded").toBeGreaterThan(1_000_000);
});

test("every module of the bundle loads, and has what it exports", () => {
  const folder = join(root, "dist");
  const modules = readdirSync(folder).filter((name) => /(?<!^main)\.js$/.test(name));
  expect(modules.length).toBeGreaterThan(20);
  const program = `
    for (const name of ${JSON.stringify(modules)}) {
      const values = Object.values(await import(${JSON.stringify(`${folder}/`)} + name));
      if (values.includes(undefined)) console.log(name + " exports nothing under a name");
    }`;
  const ran = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
    encoding: "utf8",
  });
  expect(ran.stderr).toBe("");
  expect(ran.stdout).toBe("");
});
