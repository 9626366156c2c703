/** Manifests in their canonical form: what is rewritten, what is only reported, what is left alone. */
import { chmodSync, lstatSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { runHere } from "../support/commands/run-here.ts";

const untidy = "kind: Workspace\napiVersion: plumbline/v1\nmetadata:   {name: roads}\nspec: {}\n";

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  writeFiles(folder, files);
  return folder;
}

describe("plumbline fmt", () => {
  test("shows with --check, then rewrites, then finds nothing", async () => {
    const folder = folderWith({ "roads.yaml": untidy });
    const file = join(folder, "roads.yaml");
    const checked = await runHere(["fmt", "--check", folder, "-o", "json"]);
    expect(checked.code).toBe(2);
    expect(JSON.parse(checked.stdout)).toMatchObject({ format_version: "1.0", changed: [file] });
    expect(readFileSync(file, "utf8")).toBe(untidy);
    expect(await runHere(["fmt", folder])).toEqual({ code: 0, stdout: `${file}\n`, stderr: "" });
    expect(readFileSync(file, "utf8")).toMatch(/^apiVersion: plumbline\/v1\nkind: Workspace\n/);
    expect(await runHere(["fmt", "--check", folder])).toMatchObject({ code: 0, stdout: "" });
  });

  test("shows what would change, and changes nothing", async () => {
    const folder = folderWith({ "roads.yaml": untidy });
    const file = join(folder, "roads.yaml");
    const checked = await runHere(["fmt", "--check", folder]);
    expect(checked).toMatchObject({ code: 2, stdout: `${file}\n` });
    expect(checked.stderr).toContain("fmt --diff shows what would change");
    const shown = await runHere(["fmt", "--diff", folder]);
    expect(shown.code).toBe(2);
    expect(shown.stdout).toMatch(
      /\n-metadata: {3}\{name: roads\}\n(?:.*\n)*\+metadata: \{ name: roads \}\n/,
    );
    const json = await runHere(["fmt", "--diff", "-o", "json", folder]);
    expect(JSON.parse(json.stdout)).toMatchObject({ written: false, patches: [shown.stdout] });
    expect(readFileSync(file, "utf8")).toBe(untidy);
  });

  test("name and workspace stay in the order of the author, lists and maps as people write them", async () => {
    const text = (first: string, second: string) =>
      `apiVersion: plumbline/v1\nkind: Style\nmetadata:\n  ${first}\n  ${second}\nspec: { source: ./a.sld }\n---\napiVersion: plumbline/v1\nkind: AccessRules\nmetadata: { name: rules }\nspec:\n  scope: ["a.*"]\n  mode: merge\n  rules:\n    "a.*.r": [ROLE_A, ROLE_B]\n    "a.*.w": [ROLE_A]\n`;
    const folder = folderWith({
      "a.yaml": text("name: a", "workspace: w"),
      "b.yaml": text("workspace: w", "name: a"),
    });
    expect(await runHere(["fmt", "--diff", folder])).toMatchObject({ code: 0, stdout: "" });
  });

  test("a file keeps who may read it, and a link stays one", async () => {
    const folder = folderWith({ "roads.yaml": untidy, "elsewhere/lakes.txt": untidy });
    const [file, link] = [join(folder, "roads.yaml"), join(folder, "lakes.yaml")];
    chmodSync(file, 0o600);
    symlinkSync(join(folder, "elsewhere", "lakes.txt"), link);
    expect(await runHere(["fmt", folder])).toMatchObject({ code: 0, stderr: "" });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, "utf8")).not.toBe(untidy);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(link, "utf8")).toBe(readFileSync(file, "utf8"));
  });

  test("comments stay where they belong, and what is in order stays as it is", async () => {
    const tidy =
      "# What roads are for.\napiVersion: plumbline/v1\nkind: Workspace\nmetadata:\n  name: roads # never renamed\nspec: {}\n";
    const moved = "# Of the kind.\nkind: Workspace\napiVersion: plumbline/v1 # the first\n";
    const folder = folderWith({
      "tidy.yaml": tidy,
      "moved.yaml": `${moved}metadata: { name: lakes }\nspec: {}\n`,
    });
    expect((await runHere(["fmt", folder])).stdout).toBe(`${join(folder, "moved.yaml")}\n`);
    expect(readFileSync(join(folder, "tidy.yaml"), "utf8")).toBe(tidy);
    const text = readFileSync(join(folder, "moved.yaml"), "utf8");
    expect(text).toMatch(/^apiVersion: plumbline\/v1 # the first\n/m);
    expect(text).toMatch(/# Of the kind\.\n/);
  });

  test("what is no YAML is an error with its place, and nothing is rewritten", async () => {
    const folder = folderWith({ "a.yaml": untidy, "b.yaml": "kind: [\n" });
    const ran = await runHere(["fmt", folder]);
    expect(ran).toMatchObject({ code: 1, stdout: "" });
    expect(ran.stderr).toMatch(/b\.yaml:\d+:\d+/);
    expect(readFileSync(join(folder, "a.yaml"), "utf8")).toBe(untidy);
  });
});
