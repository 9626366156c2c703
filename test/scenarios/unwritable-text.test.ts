/** Characters that no document can hold are refused before anything is sent. */
import { expect, test } from "vitest";
import { startCatalog } from "../support/servers/catalog.ts";
import { planFolder } from "../support/estates/estate.ts";
import { estateOfKinds } from "../support/estates/estate-of-kinds.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { manifest } from "../support/mosaics/mosaic-manifests.ts";

const UNWRITABLE = { control: "Roads\u000bRivers", noncharacter: "a\uFFFE", surrogate: "a\uD800" };

const FIELDS = {
  title: (text: string) => ["LayerGroup", { title: text, layers: [{ layer: "w:roads" }] }],
  abstract: (text: string) => ["LayerGroup", { abstract: text, layers: [{ layer: "w:roads" }] }],
  regex: (text: string) => ["TileLayer", { filters: { TIME: { regex: text } } }],
  values: (text: string) => ["TileLayer", { filters: { TIME: { values: [text] } } }],
} as const;

test.for(Object.entries(FIELDS))("%s", async ([, field]) => {
  const { app } = await startCatalog();
  for (const text of Object.values(UNWRITABLE)) {
    const folder = temporaryFolder();
    const [kind, spec] = field(text) as [string, object];
    const name = kind === "LayerGroup" ? "all" : "roads";
    const one = manifest(kind, { workspace: "w", name }, spec);
    writeFiles(folder, estateOfKinds({ [`${kind}.yaml`]: one }));
    const { diagnostics } = await planFolder(app, folder);
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    expect(errors.map(({ message }) => message).join()).toContain("XML cannot write");
  }
});
