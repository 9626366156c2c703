/** What a catalog holds when it opens: filled when new, filled up when older, left alone after. */
import { expect, test } from "vitest";
import { listRules } from "../../src/server/catalog/access-rules.ts";
import { writeCatalog } from "../support/servers/accounts.ts";
import { AUTHORIZATION, startCatalog, USER, type TestCatalog } from "../support/servers/catalog.ts";

const FRESH_REST = {
  "/**:GET,HEAD,OPTIONS": "ROLE_ADMINISTRATOR",
  "/**:POST,DELETE,PUT": "ROLE_ADMINISTRATOR",
};

async function rules({ app }: TestCatalog, domain: string): Promise<unknown> {
  const headers = { authorization: AUTHORIZATION };
  const answer = await app.inject({ url: `/rest/security/acl/${domain}.json`, headers });
  return JSON.parse(answer.body) as unknown;
}

test("a catalog from before there were rules on services and requests gets the shipped ones", async () => {
  const before = await startCatalog();
  await before.close();
  await writeCatalog(before.folder, async (writer) => {
    await writer.put({ kind: "setting", workspace: null, name: "opened" }, { text: "1" });
    for (const [domain, kind] of [
      ["services", "service-rule"],
      ["rest", "rest-rule"],
    ] as const) {
      for (const name of (await listRules(writer, domain)).keys()) {
        await writer.remove({ kind, workspace: null, name });
      }
    }
    await writer.remove({ kind: "access-rule", workspace: null, name: "*.*.w" });
    await writer.remove({ kind: "style", workspace: null, name: "generic" });
  });
  const after = await startCatalog({ folder: before.folder });
  expect(await rules(after, "rest")).toEqual(FRESH_REST);
  expect(await rules(after, "services")).toMatchObject({
    "wfs.DropStoredQuery": "ADMIN,GROUP_ADMIN",
  });
  expect(await rules(after, "layers")).toEqual({ "*.*.r": "*" });
  const headers = { authorization: AUTHORIZATION };
  expect((await after.app.inject({ url: "/rest/styles/generic.xml", headers })).statusCode).toBe(
    404,
  );
});

test("lists that were emptied stay so, but for the rules on layers", async () => {
  const before = await startCatalog();
  const headers = { authorization: AUTHORIZATION, "content-type": "application/json" };
  for (const domain of ["layers", "services", "rest"]) {
    const url = `/rest/security/acl/${domain}`;
    await before.app.inject({ method: "POST", url, headers, payload: "{}" });
    expect(await rules(before, domain)).toEqual({});
  }
  await before.close();
  const after = await startCatalog({ folder: before.folder });
  expect(await rules(after, "services")).toEqual({});
  expect(await rules(after, "rest")).toEqual({});
  expect(await rules(after, "layers")).toEqual({ "*.*.r": "*", "*.*.w": "*" });
});

test("the administrator of an older catalog keeps the role by its older name, and its rights", async () => {
  const before = await startCatalog();
  const headers = { authorization: AUTHORIZATION, "content-type": "application/json" };
  const rule = { method: "POST", url: "/rest/security/acl/layers", headers } as const;
  await before.app.inject({ ...rule, payload: '{"*.*.r":"ROLE_ADMINISTRATOR"}' });
  await before.close();
  await writeCatalog(before.folder, async (writer) => {
    const account = await writer.get("account", null, USER);
    if (account === undefined) throw new TypeError("there is no administrator");
    const value = { ...account.value, roles: ["ROLE_ADMINISTRATOR"] };
    await writer.put({ kind: "account", workspace: null, name: USER }, value);
  });
  const after = await startCatalog({ folder: before.folder });
  const send = (method: "GET" | "POST", url: string) => after.app.inject({ method, url, headers });
  expect((await send("GET", `/rest/security/roles/user/${USER}`)).json()).toEqual({
    roles: ["ROLE_ADMINISTRATOR"],
  });
  expect((await send("GET", "/rest/security/roles")).json()).toEqual({
    roles: ["ADMIN", "GROUP_ADMIN"],
  });
  expect((await send("POST", "/rest/security/roles/role/ROLE_MAP")).statusCode).toBe(201);
  expect(await rules(after, "layers")).toEqual({ "*.*.r": "ROLE_ADMINISTRATOR" });
});

test("opening a catalog again changes nothing", async () => {
  const before = await startCatalog();
  const url = "/rest/plumbline/audit?limit=1000";
  const headers = { authorization: AUTHORIZATION };
  const changes = (await before.app.inject({ url, headers })).body;
  await before.close();
  const after = await startCatalog({ folder: before.folder });
  expect((await after.app.inject({ url, headers })).body).toBe(changes);
});
