/** The project's manifests: what edits of a style mean nothing, and what one that means something costs. */
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/run/folders.ts";
import { slice } from "../support/run/scale.ts";
import { root } from "../support/project/sources.ts";
import { serverForFile } from "./support.ts";

const { run } = serverForFile();

const layoutOnly: Readonly<Record<string, (sld: string) => string>> = {
  comments: (sld) => sld.replace("<NamedLayer>", "<!-- revised --><NamedLayer>"),
  "white space": (sld) => sld.replaceAll(/>\s+</g, ">\n\t\t<"),
  "no white space": (sld) => sld.replaceAll(/>\s+</g, "><"),
  "a prefix": (sld) => sld.replaceAll("ogc:", "fes:").replace("xmlns:ogc", "xmlns:fes"),
  "no default namespace": (sld) =>
    sld
      .replaceAll(/<(\/?)(?=[A-Z])/g, "<$1s:")
      .replace('xmlns="http://www.opengis.net/sld"', 'xmlns:s="http://www.opengis.net/sld"'),
  "the order of attributes": (sld) =>
    sld.replace(/version="1\.0\.0" (xmlns="[^"]+")/, '$1 version="1.0.0"'),
  "line ends": (sld) => sld.replaceAll("\n", "\r\n"),
  "the declaration": (sld) => sld.replace(/<\?xml.*?\?>\s*/, ""),
};

test("apply, then plan: nothing; edit layout: nothing; edit a colour: one PUT", async () => {
  const folder = join(temporaryFolder(), "manifests");
  cpSync(join(root, "manifests"), folder, { recursive: true });
  const file = join(folder, "styles", "roads.sld");
  const original = readFileSync(file, "utf8");
  const nothing = { code: 0, stdout: expect.stringMatching(/^No changes\./m) };
  expect(await run("apply", folder, "--yes")).toMatchObject({ code: 0 });
  expect(await run("plan", folder, "--detailed-exitcode")).toMatchObject(nothing);
  for (const [what, edit] of slice(Object.entries(layoutOnly), { test: 1 })) {
    const edited = edit(original);
    expect(edited, what).not.toBe(original);
    writeFileSync(file, edited);
    expect(await run("plan", folder, "--detailed-exitcode"), what).toMatchObject(nothing);
  }
  writeFileSync(file, original.replace("#B03A2E", "#B03A2F"));
  const { code, stdout } = await run("plan", folder, "--detailed-exitcode", "-o", "json");
  expect(code).toBe(2);
  expect(JSON.parse(stdout)).toMatchObject({
    requests: [{ method: "PUT", path: "/styles/roads?raw=true" }],
  });
  expect(await run("apply", folder, "--yes")).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/1 of 1 requests done/),
  });
  expect(await run("plan", folder, "--detailed-exitcode")).toMatchObject(nothing);
});
