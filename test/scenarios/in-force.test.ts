/**
 * Secrets that are said to be in force: nobody knows by what a server shows, so taking an object over
 * sends them only where the manifest does not say so; another one is sent in any case.
 */
import { expect, test } from "vitest";
import { mapping } from "../support/estates/artefacts.ts";
import { indexer, TIME_REGEX } from "../support/mosaics/mosaic-manifests.ts";
import { document, inventoryPath, startPasses, type Files } from "../support/estates/passes.ts";

const place = { workspace: "w" };

function files(password: string, inForce: boolean | undefined): Files {
  const secret = { fromFile: "./password.txt", inForce };
  const store = { dbtype: "postgis", host: "h", passwd: secret };
  return {
    "w.yaml": document("Workspace", { name: "w" }, {}),
    "db.yaml": document("DataStore", { ...place, name: "db" }, { connectionParameters: store }),
    ...Object.fromEntries(
      ["WmsStore", "WmtsStore"].map((kind) => {
        const spec = { capabilitiesUrl: "http://maps.example/", secrets: { password: secret } };
        return [`${kind}.yaml`, document(kind, { ...place, name: kind.toLowerCase() }, spec)];
      }),
    ),
    "ann.yaml": document("User", { name: "ann" }, { password: secret }),
    "s.yaml": document(
      "ImageMosaic",
      { ...place, name: "s" },
      { definition: "./s/", variables: { passwd: secret } },
    ),
    "g.yaml": document(
      "AppSchemaStore",
      { ...place, name: "g" },
      { mapping: "./g.appschema", variables: { passwd: secret } },
    ),
    "s/indexer.properties": indexer({ lines: ["# ${{ var.passwd }}"] }),
    "s/timeregex.properties": TIME_REGEX,
    "g.appschema": mapping(["Gauge"]).replace("postgisng", "${{ var.passwd }}"),
    "password.txt": password,
  };
}

test("a secret in force is kept, another one is sent", async () => {
  const target = await startPasses("geoserver");
  await target.converge(files("the first word", undefined));
  await target.send("DELETE", inventoryPath("test"));
  expect((await target.apply(files("the first word", true))).writes).toEqual([]);
  await target.send("DELETE", inventoryPath("test"));
  const sent = (await target.apply(files("the first word", undefined))).writes;
  expect(sent).toEqual([
    "PUT /workspaces/w/datastores/db",
    "PUT /workspaces/w/coveragestores/s/file.imagemosaic",
    "PUT /workspaces/w/wmsstores/wmsstore",
    "PUT /workspaces/w/wmtsstores/wmtsstore",
    "POST /security/usergroup/user/ann",
  ]);
  const others = (await target.converge(files("the second word", true))).writes;
  expect(others.toSorted()).toEqual(
    [...sent, "PUT /workspaces/w/datastores/g/file.appschema"].toSorted(),
  );
});
