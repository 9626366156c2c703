/** What somebody changed on the server, and no manifest says: `verify` tells what map users miss. */
import { describe, expect, test } from "vitest";
import { layer, serveEstate, tables, type, workspace, type ServedEstate } from "./served-estate.ts";

const served = () =>
  serveEstate([
    workspace("city"),
    tables("city:pg"),
    ...["roads", "rails"].flatMap((name) => [type(`city:${name}`), layer(`city:${name}`, "point")]),
  ]);

const TYPE = "/workspaces/city/datastores/pg/featuretypes/roads";
const STORE = "/workspaces/city/datastores/pg";

async function healthOf({ verify }: ServedEstate, address: string) {
  const { code, found } = await verify();
  const own = found.objects.find((one) => one.address === address);
  return {
    code,
    health: own?.health,
    text: own?.findings[0]?.text,
    cause: own?.findings[0]?.cause,
  };
}

describe("changed on the server only", () => {
  test.for([
    [TYPE, { featureType: { enabled: false } }, "is off on the server, and no manifest says so"],
    [STORE, { dataStore: { enabled: false } }, "is off on the server, and no manifest says so"],
    [
      TYPE,
      { featureType: { advertised: false } },
      "is not advertised on the server, and no manifest says so",
    ],
    [
      TYPE,
      { featureType: { serviceConfiguration: true, disabledServices: { string: ["WMS"] } } },
      "is not drawn: the Web Map Service does not offer it, and no manifest says so",
    ],
  ] as const)("%s %o", async ([path, body, text]) => {
    const estate = await served();
    await estate.tell("PUT", path, body);
    expect(await healthOf(estate, "Layer/city:roads")).toMatchObject({
      code: 7,
      health: "degraded",
      text,
    });
  });

  test("a workspace that was isolated", async () => {
    const estate = await served();
    const body = { namespace: { prefix: "city", uri: "http://example.org/city", isolated: true } };
    await estate.tell("PUT", "/namespaces/city", body);
    expect(await healthOf(estate, "Layer/city:roads")).toMatchObject({
      health: "degraded",
      text: "is in a workspace that is isolated on the server, and no manifest says so",
      cause: "Workspace/city",
    });
  });
});

test("looks as more accounts than the requests of a layer allow are counted", async () => {
  const names = Array.from({ length: 9 }, (_, index) => `user${index}`);
  const accounts = Object.fromEntries(names.map((name) => [name, ["ROLE_A"]]));
  const estate = await serveEstate(
    [workspace("city"), tables("city:pg"), type("city:roads"), layer("city:roads", "point")],
    { accounts },
  );
  const { found } = await estate.verify();
  expect(found.looks_left).toBe(10 - (8 - 2 - 2));
  const { stdout } = await estate.run(["verify"]);
  expect(stdout).toContain("Left out: 6 looks as further accounts, at most 8 requests a layer.");
});
