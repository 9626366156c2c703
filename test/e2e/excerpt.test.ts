/** At a terminal a diagnostic shows the line that it is about; elsewhere, and where a password may be, it does not. */
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { describeProgram } from "../support/run/parts.ts";
import { runHere } from "../support/commands/run-here.ts";
import { testInProof } from "../support/run/scale.ts";
import { openTerminal } from "../support/project/terminal.ts";
import { estate, style } from "./support.ts";

const faulty = () =>
  estate("faulty", {
    "b.yaml": style("b").replace("source", "sorce"),
    "c.yaml": style("c").replace("{ name: c }", "{ name: c, passwd: hunter2, lables: {} }"),
    "d.yaml": style("d").replace("name: d", `labels: { x: "${"long ".repeat(90)}" }, nam: d`),
  });

test("in a log the place says enough", async () => {
  const { stderr } = await runHere(["validate", faulty()]);
  expect(stderr).toContain("spec.sorce is not a known field");
  expect(stderr).not.toMatch(/^ +\d+ \|/m);
});

test("at a terminal the line is shown, with a mark", async () => {
  const ran = await runHere(["validate", faulty()], { env: { COLUMNS: "140" }, isSeen: true });
  const stderr = stripVTControlCharacters(ran.stderr);
  expect(stderr).toMatch(
    /b\.yaml:4:9: error: spec\.sorce is not a known field \[manifest-invalid\]\n {4}4 \| spec: \{ sorce: \.\/b\.sld \}\n {6}\| {9}\^\n {4}Did you mean source\?\n/,
  );
  expect(stderr).toContain("lables");
  expect(stderr).not.toContain("hunter2");
  const [line = "", mark = ""] = /^ +3 \| …(.*)\n +\| (.*)$/m.exec(stderr)?.slice(1) ?? [];
  expect(line.slice(mark.indexOf("^") - 1)).toMatch(/^nam: d/);
  for (const one of stderr.split("\n").filter((text) => text.includes(" | ")))
    expect(one.length).toBeLessThanOrEqual(140);
});

describeProgram("tmux", "a terminal", () => {
  testInProof(
    "a real terminal",
    async () => {
      const terminal = await openTerminal(["validate", faulty()], { columns: 90, url: "http://x" });
      expect(await terminal.ended()).toBe(1);
      expect(await terminal.shown()).toMatch(/^ {4}4 \| spec: \{ sorce: /m);
    },
    60_000,
  );
});
