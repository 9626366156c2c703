/**
 * Which requests come through at all: accounts × rules on requests × methods × paths, by hand from
 * docs/compatibility.md, "Rules on requests" and "Who sees what".
 */
import { describe, expect, test } from "vitest";
import { sharedCatalog, type Account } from "./server.ts";

type Row = readonly [account: Account, method: string, path: string, status: number];

const scenarios: Readonly<
  Record<string, { rules: Readonly<Record<string, string>>; table: readonly Row[] }>
> = {
  "a new catalog: administrators only": {
    rules: {
      "/**:GET,HEAD,OPTIONS": "ROLE_ADMINISTRATOR",
      "/**:POST,DELETE,PUT": "ROLE_ADMINISTRATOR",
    },
    table: [
      ["admin", "GET", "/workspaces.json", 200],
      ["boss", "GET", "/workspaces.json", 200],
      ["chief", "GET", "/workspaces.json", 200],
      ["low", "GET", "/workspaces.json", 403],
      ["retired", "GET", "/workspaces.json", 403],
      ["both", "GET", "/workspaces.json", 403],
      ["both", "GET", "/about/version.json", 403],
      ["both", "HEAD", "/workspaces.json", 403],
      ["gone", "GET", "/workspaces.json", 401],
      ["nobody", "GET", "/workspaces.json", 401],
      ["nobody", "GET", "/none", 401],
      ["nobody", "POST", "/workspaces", 401],
    ],
  },
  "no rules at all": {
    rules: {},
    table: [
      ["admin", "GET", "/workspaces.json", 200],
      ["boss", "DELETE", "/workspaces/none", 404],
      ["both", "GET", "/workspaces.json", 403],
    ],
  },
  "the first rule that covers path and method decides": {
    rules: { "/workspaces/**:GET": "ROLE_GEO", "/**:GET,HEAD": "ROLE_SEA" },
    table: [
      ["geo", "GET", "/workspaces", 200],
      ["geo", "GET", "/workspaces/geo", 200],
      ["geo", "GET", "/workspaces/geo/datastores/gs", 200],
      ["geo", "GET", "/layers", 403],
      ["geo", "HEAD", "/workspaces", 403],
      ["sea", "GET", "/workspaces", 403],
      ["sea", "GET", "/workspaces/geo", 403],
      ["sea", "HEAD", "/workspaces", 200],
      ["sea", "GET", "/layers", 200],
      ["sea", "GET", "/styles/line.sld", 200],
      ["both", "GET", "/workspaces", 200],
      ["both", "GET", "/layers", 200],
      ["retired", "GET", "/layers", 403],
      ["low", "GET", "/workspaces", 403],
    ],
  },
  "a rule for nobody closes what a wider one opens, in every spelling": {
    rules: { "/**:GET,HEAD": "*", "/styles/**:GET": "", "/workspaces/geo:GET,HEAD": "" },
    table: [
      ["low", "GET", "/layers", 200],
      ["low", "GET", "/styles", 403],
      ["low", "GET", "/styles.json", 403],
      ["low", "GET", "/styles/", 403],
      ["low", "GET", "//styles", 403],
      ["low", "GET", "/styles/line.sld", 403],
      ["low", "GET", "/st%79les/line", 403],
      ["low", "GET", "/workspaces/geo", 403],
      ["low", "GET", "/workspaces/geo.xml", 403],
      ["low", "GET", "/workspaces/%67eo.json", 403],
      ["low", "HEAD", "/workspaces/geo", 403],
      ["low", "GET", "/geoserver/rest/workspaces/geo", 403],
      ["low", "GET", "/workspaces/sea", 200],
      ["nobody", "GET", "/layers", 401],
      ["gone", "GET", "/layers", 401],
    ],
  },
  "wildcards, and patterns that begin with /rest": {
    rules: {
      "/workspaces/ge?:GET": "ROLE_GEO",
      "/workspaces/*/styles:GET": "ROLE_GEO",
      "/rest/layers/**:GET": "ROLE_SEA",
      "/workspaces/s*a/*:GET": "ROLE_SEA",
    },
    table: [
      ["geo", "GET", "/workspaces/geo", 200],
      ["geo", "GET", "/workspaces/sea", 403],
      ["geo", "GET", "/workspaces", 403],
      ["geo", "GET", "/workspaces/geo/styles", 200],
      ["geo", "GET", "/workspaces/geo/styles/gstyle", 403],
      ["sea", "GET", "/workspaces/sea/layers", 200],
      ["sea", "GET", "/workspaces/sea/styles", 200],
      ["geo", "GET", "/workspaces/sea/styles", 403],
      ["both", "GET", "/workspaces/sea/styles", 200],
      ["sea", "GET", "/workspaces/geo/layers", 403],
      ["sea", "GET", "/layers", 200],
      ["sea", "GET", "/layers/sea:tides", 200],
      ["sea", "GET", "/geoserver/rest/layers/sea:tides.xml", 200],
    ],
  },
  "whatever rules say, accounts write nothing and administer nothing": {
    rules: { "/**:GET,HEAD,OPTIONS,POST,PUT,DELETE": "*" },
    table: [
      ["both", "GET", "/layers", 200],
      ["both", "GET", "/geo/styles", 200],
      ["both", "GET", "/security/acl/layers", 403],
      ["both", "GET", "/security/acl/services", 403],
      ["both", "GET", "/security/acl/rest", 403],
      ["both", "GET", "/security/acl/catalog", 403],
      ["both", "GET", "/security/none", 403],
      ["both", "GET", "/security/styles", 403],
      ["both", "PUT", "/security/acl/catalog", 403],
      ["both", "POST", "/security/acl/layers", 403],
      ["both", "POST", "/security/acl/catalog/reload", 403],
      ["both", "DELETE", "/security/acl/rest/%2F**%3AGET", 403],
      ["both", "GET", "/resource", 403],
      ["both", "GET", "/resource/styles/line.sld", 403],
      ["both", "GET", "/resource/styles", 403],
      ["both", "GET", "/plumbline/audit", 403],
      ["both", "GET", "/plumbline/harvests", 403],
      ["both", "GET", "/settings", 403],
      ["both", "POST", "/reload", 403],
      ["both", "PUT", "/reset", 403],
      ["both", "GET", "/none/none", 403],
      ["both", "OPTIONS", "/none", 403],
      ["both", "POST", "/workspaces", 403],
      ["both", "PUT", "/layers/geo:wells", 403],
      ["both", "DELETE", "/layers/geo:wells", 403],
      ["both", "DELETE", "/workspaces/empty", 403],
      ["both", "PUT", "/styles/line", 403],
      ["both", "PATCH", "/styles/line", 403],
      ["low", "GET", "/workspaces", 200],
      ["low", "PUT", "/workspaces/geo", 403],
      ["nobody", "PUT", "/security/self/password", 401],
      ["admin", "GET", "/security/acl/rest", 200],
      ["boss", "GET", "/plumbline/audit", 200],
    ],
  },
};

describe("which requests come through", () => {
  const catalog = sharedCatalog();

  test.for(Object.entries(scenarios))("%s", async ([, { rules, table }]) => {
    await catalog.setRules("layers", { "*.*.r": "*", "*.*.w": "*", "geo.*.a": "ROLE_GEO" });
    await catalog.setRules("rest", rules);
    const found: Row[] = [];
    for (const [account, method, path] of table) {
      found.push([account, method, path, (await catalog.send(account, method, path)).status]);
    }
    expect(found).toEqual(table);
  });

  test("refusals say what is missing, as plain text", async () => {
    await catalog.setRules("rest", { "/**:GET": "*" });
    expect((await catalog.send("low", "POST", "/workspaces")).text).toBe("Access is denied");
    for (const path of [
      "layers",
      "services",
      "rest",
      "catalog",
      "catalog/reload",
      "layers/a.b.r",
    ]) {
      for (const method of ["GET", "POST", "PUT", "DELETE"]) {
        const answer = await catalog.send("low", method, `/security/acl/${path}`);
        expect([answer.status, answer.text]).toEqual([403, "Administrative privileges required"]);
      }
    }
    const nobody = await catalog.send("nobody", "GET", "/workspaces");
    expect(nobody.text).toBe("Credentials are required");
  });

  test("a change of rules counts from the next request on", async () => {
    await catalog.setRules("rest", { "/**:GET": "ROLE_GEO" });
    expect((await catalog.send("geo", "GET", "/layers")).status).toBe(200);
    await catalog.setRules("rest", { "/**:GET": "ROLE_SEA" });
    expect((await catalog.send("geo", "GET", "/layers")).status).toBe(403);
  });

  test("what was refused has changed nothing", async () => {
    await catalog.setRules("rest", { "/**:GET,POST,PUT,DELETE": "*" });
    const before = await catalog.send("admin", "GET", "/plumbline/audit?limit=1000");
    await catalog.send("both", "POST", "/workspaces", {
      body: "<workspace><name>mine</name></workspace>",
    });
    await catalog.send("both", "DELETE", "/workspaces/geo?recurse=true");
    expect((await catalog.send("admin", "GET", "/plumbline/audit?limit=1000")).text).toBe(
      before.text,
    );
  });
});
