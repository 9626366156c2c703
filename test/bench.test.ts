/** The benches together: their figures stand in a page, between its marks, and nothing else of it changes. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "./support/run/folders.ts";
import { PROGRAMS } from "./support/run/parts.ts";
import { root, textOf } from "./support/project/sources.ts";

function benchAll(args: readonly string[]) {
  const command = ["scripts/bench.ts", "all", "--tiny", ...args];
  return spawnSync(process.execPath, command, { cwd: root, encoding: "utf8" });
}

/** What stands before and behind the figures of a page, and the figures. */
function parted(page: string): readonly string[] {
  return page.split(/(?=<!-- Figures of)|(?<=End of the figures\. -->)/);
}

describe("all benches", PROGRAMS, () => {
  test("write their figures into a page, and leave the rest of it", () => {
    const into = join(temporaryFolder(), "evidence.md");
    const before = textOf("docs/evidence.md");
    writeFileSync(into, before);
    const ran = benchAll(["--only", "sheets,no-op", "--into", into]);
    expect(ran.status, ran.stderr).toBe(0);
    const [head, figures, tail] = parted(readFileSync(into, "utf8"));
    expect([head, tail]).toEqual([parted(before)[0], parted(before)[2]]);
    expect(figures).toMatch(/### `npm run bench -- sheets --tiny`\n[^#]*\| the largest of them, /);
    expect(figures).toMatch(
      /### `npm run bench -- no-op --tiny`\n[^#]*\| plan of 20 styles, one file changed \| \d+\.\d\d s \|[^|]* cache \| \d+\.\d\d \| ≤ 0\.75 \| (?:held|\*\*missed\*\*) \|/,
    );
    expect(figures).toMatch(/Of 3 goals \d held and \d (?:was|were) missed\./);
  });

  test("measure nothing for a page that has no place for figures", () => {
    const into = join(temporaryFolder(), "evidence.md");
    writeFileSync(into, "# Evidence\n");
    const ran = benchAll(["--only", "sheets", "--into", into]);
    expect(ran.status).not.toBe(0);
    expect(ran.stderr).toContain("the page does not hold");
    expect(ran.stdout).not.toContain("== npm run bench");
    expect(readFileSync(into, "utf8")).toBe("# Evidence\n");
  });
});
