/** A recreated store would take its layers out of layer groups: stopped, in both dialects. */
import { expect, test } from "vitest";
import { dialects } from "../../src/model/dialect.ts";
import { mapping } from "../support/artefacts.ts";
import { AUTHORIZATION } from "../support/catalog.ts";
import { runCli, startServer } from "../support/cli.ts";
import { temporaryFolder, writeFiles } from "../support/folders.ts";
import { slice } from "../support/scale.ts";
import { project } from "./support.ts";

const manifests = `apiVersion: plumbline/v1
kind: Workspace
metadata: { name: w }
spec: {}
---
apiVersion: plumbline/v1
kind: AppSchemaStore
metadata: { workspace: w, name: s }
spec: { mapping: ./s.xml }
`;
const group = `<layerGroup><name>overview</name><publishables>
  <published type="layer"><name>w:A</name></published><published type="layer"><name>w:B</name></published>
</publishables></layerGroup>`;

test.for(slice(dialects, { test: 1 }))(
  "a recreate that takes a layer out of a group needs consent, %s dialect",
  { timeout: 60_000 },
  async (dialect) => {
    const server = await startServer(temporaryFolder(), { args: ["--dialect", dialect] });
    const headers = { authorization: AUTHORIZATION, "content-type": "text/xml" };
    const groups = `${server.url}/rest/layergroups`;
    const folder = temporaryFolder();
    const run = (...args: readonly string[]) => runCli(args, { url: server.url });
    try {
      writeFiles(folder, {
        "plumbline.yaml": project("estate: grouped"),
        "estate.yaml": manifests,
        "s.xml": mapping(["t:A", "t:B"]),
      });
      expect(await run("apply", folder, "--yes")).toMatchObject({ code: 0 });
      const made = await fetch(groups, { method: "POST", headers, body: group });
      expect(made.status).toBe(201);
      writeFiles(folder, { "s.xml": mapping(["t:B"]) });

      const stopped = await run("apply", folder, "--yes");
      expect(stopped.code).toBe(3);
      expect(stopped.stdout + stopped.stderr).toMatch(
        /the place of layer w:A in layer group overview/,
      );
      const before = await fetch(`${groups}/overview.xml`, { headers });
      expect(await before.text()).toMatch(/<name>w:A<\/name>/);

      expect(await run("apply", folder, "--yes", "--allow", "irreversible")).toMatchObject({
        code: 0,
      });
      expect((await fetch(`${groups}/overview.xml`, { headers })).status).toBe(404);
    } finally {
      await server.end();
    }
  },
);
