/** What a watch reports on a terminal: what files and servers say is text there, whatever it holds. */
import { expect, test } from "vitest";
import { openWatchReport } from "../../src/cli/commands/watch/report.ts";
import type { CommandContext } from "../../src/cli/process/context.ts";
import { plain } from "../../src/reconciler/report/text.ts";
import { passEnd } from "../support/watch/pass-ends.ts";

test("nothing of it is for a terminal to obey", () => {
  let said = "";
  const screen = { write: (text: string) => void (said += text), paint: plain };
  const context = {
    isQuiet: false,
    err: screen,
    out: screen,
    now: () => 0,
  };
  const report = openWatchReport("text", context as unknown as CommandContext);
  const message = "There is no ./a\u001b[2Jb.sld";
  const diagnostic = { code: "artefact-missing", severity: "error", message } as const;
  report.event({ type: "trouble", diagnostic }, "http://maps.example.org");
  report.pass(passEnd({ result: "degraded", diagnostics: [diagnostic] }));
  expect(said.match(/\.\/a\ufffd\[2Jb\.sld/g)).toHaveLength(2);
  expect(said).not.toContain("\u001b");
});
