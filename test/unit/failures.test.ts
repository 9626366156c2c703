/** What goes wrong is told as what it is, and leaves nothing open: what the sources of commands have to keep to. */
import { expect, test } from "vitest";
import { filesBelow, textOf } from "../support/project/sources.ts";

const sources = filesBelow("src", /\.ts$/);

test("what a function opens ends with it, whatever comes of the next thing that it waits for", () => {
  const opens =
    /const \w+ = (?:await )?(?:open(?:Client|Ahead|Thread|RasterPool|WebhookClient|CopyServer|Notifier|Endpoints)|connectFor\w+)\(/g;
  let found = 0;
  for (const file of sources.filter((one) =>
    /^src\/(?:reconciler|cli|library|rehearsal)\//.test(one),
  )) {
    const text = textOf(file);
    for (const { index, 0: opening } of text.matchAll(opens)) {
      found++;
      const lines = text.slice(text.indexOf(";\n", index)).split("\n");
      // One that is returned ends with what holds it, and a function waits for nothing until it is called.
      const next = lines.find((line) => /\btry\b|\breturn \{|^(?!.*=>).*\bawait\b/.test(line));
      expect(next ?? "", `${file}: ${opening}`).not.toMatch(/\bawait\b/);
    }
  }
  expect(found).toBeGreaterThan(5);
});

test("what is caught in the reconciler is told by its reason only where it is no fault of the program", () => {
  const whole = sources.filter(
    (file) =>
      file.startsWith("src/reconciler/") && textOf(file).includes("(error as Error).message"),
  );
  // Where manifests are read, everything else is thrown again.
  expect(whole).toEqual(["src/reconciler/manifest/find-files.ts"]);
});
