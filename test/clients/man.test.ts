/** The manual page, as man shows it. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildProgram } from "../../src/cli/program.ts";
import { root } from "../support/project/sources.ts";

const page = join(root, "man", "plumbline.1");

/** The formatter behind man. */
const GROFF = "groff";
const hasGroff = spawnSync(GROFF, ["--version"]).status === 0;

if (!hasGroff) process.stderr.write("SKIPPED, no groff: the manual page as man shows it\n");

test.runIf(hasGroff)("is without a warning, and has every command and flag", () => {
  const shown = spawnSync(GROFF, ["-man", "-ww", "-Tascii", "-P-cbou", "-rLL=200n", page], {
    encoding: "utf8",
  });
  expect(shown).toMatchObject({ status: 0, stderr: "" });
  const text = shown.stdout;
  for (const heading of ["NAME", "SYNOPSIS", "ENVIRONMENT", "EXIT STATUS", "FILES"])
    expect(text).toMatch(new RegExp(`^${heading}$`, "m"));
  expect(text).toContain("plumbline - keeps a map server's catalog true to Git");
  for (const command of buildProgram(() => undefined).commands) {
    const [, own = ""] = text.split(new RegExp(`^ {3}plumbline ${command.name()}\\b.*$`, "m"));
    const [part = ""] = own.split(/^ {3}plumbline |^[A-Z]/m);
    for (const { flags } of command.options) expect(part, command.name()).toContain(flags);
  }
});
