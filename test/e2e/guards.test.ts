/** Guards as users meet them: everything that stops a plan at once, in text and in JSON. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { sld } from "../support/estates/artefacts.ts";
import { writeFiles } from "../support/run/folders.ts";
import { estate, mode, project, serverForFile, style } from "./support.ts";

const { run } = serverForFile();

const names = Array.from({ length: 10 }, (_one, index) => `s${index}`);
const files = Object.fromEntries(
  names.flatMap((name) => [
    [`${name}.yaml`, style(name)],
    [`${name}.sld`, sld()],
  ]),
);
const guarded = style("s0").replace("name: s0", "name: s0, lifecycle: protect");

interface PlanDocument {
  readonly blocks: readonly object[];
  readonly left_alone: readonly object[];
}

describe("guards", () => {
  test("all blocks are reported at once; exit 3 until none is left", async () => {
    const folder = estate("guarded", {
      ...files,
      "s0.yaml": guarded,
      "plumbline.yaml": project("estate: guarded\nprune: owned"),
    });
    expect(await run("apply", folder, "--yes")).toMatchObject({ code: 0 });
    for (const name of ["s0", "s1", "s2"]) rmSync(join(folder, `${name}.yaml`));
    writeFiles(folder, { "mode.yaml": mode("MIXED") });
    const stopped = await run("apply", folder, "--yes");
    expect(stopped).toMatchObject({ code: 3, stderr: "Nothing was changed.\n" });
    expect(stopped.stdout.match(/^Stopped: .*$/gm)).toEqual([
      "Stopped: The catalog mode goes from HIDE to MIXED: layers that are hidden now become visible.",
      "Stopped: Style/s0 is protected and would be deleted.",
      "Stopped: 3 of 11 objects of kind Style outside of workspaces would be deleted; the limit is 2 (20 %).",
    ]);
    const planned = await run("plan", folder, "-o", "json");
    expect(planned.code).toBe(0);
    expect((JSON.parse(planned.stdout) as PlanDocument).blocks).toMatchObject([
      { allow: "catalog-mode", excess: null },
      { allow: null, excess: null },
      {
        allow: "over-limit",
        excess: { action: "delete", kind: "Style", workspace: null, count: 3, total: 11, limit: 2 },
      },
    ]);
    const allowed = ["--allow", "over-limit", "--allow", "catalog-mode"];
    expect(await run("apply", folder, "--yes", ...allowed)).toMatchObject({
      code: 3,
      stdout: expect.not.stringContaining("of 11 objects"),
    });
    writeFiles(folder, { "s0.yaml": guarded });
    expect(await run("apply", folder, "--yes", ...allowed)).toMatchObject({ code: 0 });
  });

  test("what is skipped is in both outputs, and is no change", async () => {
    const folder = estate("watching", {
      "w.yaml": style("elsewhere").replace("elsewhere", "elsewhere, lifecycle: observe"),
      "elsewhere.sld": sld(),
    });
    expect(await run("apply", folder, "--yes")).toMatchObject({ code: 0 });
    expect(await run("plan", folder, "--detailed-exitcode")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(
        "Skipped, although out of sync:\n    ! Style/elsewhere  is only observed, and is not on the server\n\nNo changes.",
      ),
    });
    const { stdout } = await run("plan", folder, "-o", "json");
    expect((JSON.parse(stdout) as PlanDocument).left_alone).toMatchObject([
      { address: "Style/elsewhere", reason: "observed", fields: [] },
    ]);
  });
});
