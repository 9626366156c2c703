/** What is done at one server of a catalog in a database is so at the others at once, without sticky sessions. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { secret } from "../../src/model/secret.ts";
import { sld } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, KEYSTORE_PASSWORD, USER } from "../support/servers/catalog.ts";
import { describePostgres, type TestDatabase } from "../support/databases/postgres.ts";
import {
  archiveOf,
  expectConsistent,
  granules,
  makeMosaic,
  makeWorkspace,
  STORE,
  TEXT,
  writeGranules,
  XML,
  ZIP,
} from "../support/mosaics/mosaics.ts";
import { sendRaw } from "../support/servers/http.ts";
import { temporaryFolder } from "../support/run/folders.ts";
import { sharedEstate, three, type Replica } from "./replicas.ts";

const SLD = "application/vnd.ogc.sld+xml";
const red = sld({ colour: "#ff0000" });
const blue = sld({ colour: "#0000ff" });

describePostgres("servers that share a catalog", (database) => {
  describe("what one of them changes", () => documents(database));
  describe("who may do what", () => accounts(database));
  describe("mosaics", () => mosaics(database));
});

function documents(database: TestDatabase): void {
  test("is what the others answer, and what they kept of it before is not", async () => {
    const estate = sharedEstate(database);
    const [one, other] = [(await estate.start()).client, (await estate.start()).client];
    await one.expect(201, "POST", "/styles?name=river", SLD, red);
    for (const colour of [red, blue, red]) {
      await one.expect(200, "PUT", "/styles/river", SLD, colour);
      // Asked twice, so that the second answer is a kept one.
      for (let time = 0; time < 2; time++)
        expect(await other.expect(200, "GET", "/styles/river.sld")).toBe(colour);
    }
    expect((await other.send("GET", "/styles/river.json")).headers["etag"]).toBe(
      (await one.send("GET", "/styles/river.json")).headers["etag"],
    );
    await other.expect(200, "DELETE", "/styles/river?purge=true");
    await one.expect(404, "GET", "/styles/river.sld");
  });

  test("raises one revision, without gaps", async () => {
    const estate = sharedEstate(database);
    const servers = await three(estate);
    await Promise.all(
      servers.flatMap(({ client }, server) =>
        Array.from({ length: 10 }, (_unused, number) =>
          makeWorkspace(client, `w${server}-${number}`),
        ),
      ),
    );
    const text = await servers[0].client.expect(200, "GET", "/plumbline/audit?limit=1000");
    const entries = JSON.parse(text) as { id: number; revision: number }[];
    const revisions = entries.map(({ revision }) => revision);
    expect(new Set(revisions.slice(-30)).size).toBe(30);
    expect(entries.map(({ id }) => id)).toEqual(entries.map((_unused, index) => index + 1));
  });

  test("lets one of two conditional changes through", async () => {
    const estate = sharedEstate(database);
    const servers = await three(estate);
    const [first] = servers;
    await first.client.expect(201, "POST", "/styles?name=river", SLD, red);
    for (let round = 0; round < 20; round++) {
      const { headers } = await first.client.send("GET", "/styles/river.sld");
      const statuses = await Promise.all(
        servers.map(async ({ origin }, server) => {
          const answer = await sendRaw(origin, {
            method: "PUT",
            path: "/rest/styles/river",
            headers: {
              authorization: AUTHORIZATION,
              "content-type": SLD,
              "if-match": headers["etag"] ?? "",
            },
            body: sld({ colour: `#0000${server}${round % 10}` }),
          });
          return answer.status;
        }),
      );
      expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 412, 412]);
    }
  });
}

function accounts(database: TestDatabase): void {
  test("a password that is changed at one counts at the others from then on", async () => {
    const estate = sharedEstate(database);
    const [one, other] = [await estate.start(), await estate.start()];
    const body = (password: string) =>
      `<user><userName>ann</userName><password>${password}</password><enabled>true</enabled></user>`;
    await one.client.expect(
      201,
      "POST",
      "/security/usergroup/users",
      XML,
      body("the first word, 1"),
    );
    await one.client.expect(200, "POST", "/security/roles/role/ADMIN/user/ann");
    const ask = async ({ origin }: Replica, password: string) => {
      const headers = { authorization: `Basic ${btoa(`ann:${password}`)}` };
      const request = { method: "GET", path: "/rest/workspaces.json", headers };
      return (await sendRaw(origin, request)).status;
    };
    expect(await ask(other, "the first word, 1")).toBe(200);
    await one.client.expect(
      200,
      "POST",
      "/security/usergroup/user/ann",
      XML,
      body("the next word, 2"),
    );
    expect([await ask(other, "the first word, 1"), await ask(other, "the next word, 2")]).toEqual([
      401, 200,
    ]);
    await other.client.expect(200, "DELETE", "/security/usergroup/user/ann");
    expect(await ask(one, "the next word, 2")).toBe(401);
  });

  test("the keystore password is known to all after a change, and is what later ones need", async () => {
    const estate = sharedEstate(database);
    const [one, other] = [await estate.start(), await estate.start()];
    const path = "/security/masterpw.json";
    const change = (old: string, next: string) =>
      JSON.stringify({ oldMasterPassword: old, newMasterPassword: next });
    const next = "another keystore password, 2";
    const JSON_TYPE = "application/json";
    await one.client.expect(200, "PUT", path, JSON_TYPE, change(KEYSTORE_PASSWORD, next));
    expect(await other.client.expect(200, "GET", path)).toContain(next);
    await other.client.expect(
      422,
      "PUT",
      path,
      JSON_TYPE,
      change(KEYSTORE_PASSWORD, "no, 3 times"),
    );
    await expect(estate.start()).rejects.toThrow("PLUMBLINE_MASTER_PASSWORD does not open");
    const later = await estate.start({ keystore: { password: secret(next) } });
    expect(await later.client.expect(200, "GET", path)).toContain(next);
  });

  test("who has not all passwords at hand does not start", async () => {
    const estate = sharedEstate(database);
    for (const missing of [
      { keystore: { password: undefined } },
      { administrator: { user: USER, password: undefined } },
    ])
      await expect(estate.start(missing)).rejects.toThrow(
        "PLUMBLINE_ADMIN_PASSWORD and PLUMBLINE_MASTER_PASSWORD",
      );
  });
}

function mosaics(database: TestDatabase): void {
  test("are uploaded at one, harvested at another and removed at a third", async () => {
    const estate = sharedEstate(database);
    const [one, two, last] = await three(estate);
    await makeMosaic(one.client, granules(0, 3));
    expect(await expectConsistent(two.client)).toEqual(Object.keys(granules(0, 3)).toSorted());
    const more = await archiveOf(granules(3, 2));
    await two.client.expect(201, "POST", `${STORE}/file.imagemosaic`, ZIP, more);
    const found = await expectConsistent(last.client);
    expect(found).toHaveLength(5);
    expect(readdirSync(join(estate.files, "data/w/rain"))).toEqual(expect.arrayContaining(found));
    await last.client.expect(200, "DELETE", `${STORE}?recurse=true&purge=all`);
    expect(existsSync(join(estate.files, "data/w/rain"))).toBe(false);
    await one.client.expect(404, "GET", `${STORE}.xml`);
  });

  test("what a harvest did is told by every server", async () => {
    const estate = sharedEstate(database);
    const root = temporaryFolder();
    writeGranules(root, 10);
    const [one, other] = [await estate.start({ granuleRoots: [root] }), await estate.start()];
    await makeMosaic(one.client);
    const { headers } = await one.client.send("POST", `${STORE}/external.imagemosaic`, TEXT, root);
    const path = new URL(headers["location"] ?? "").pathname.replace(/^\/rest/, "");
    const text = await other.client.expect(200, "GET", path);
    expect(JSON.parse(text)).toMatchObject({ state: "done", files: { harvested: 10 } });
    const list = await other.client.expect(200, "GET", "/plumbline/harvests.json");
    expect(JSON.parse(list).harvests).toHaveLength(1);
  });

  test("uploads of one store at several servers end one after the other, and nothing is there twice", async () => {
    const estate = sharedEstate(database);
    const servers = await three(estate);
    await makeWorkspace(servers[0].client);
    const archives = await Promise.all([0, 1, 2].map((at) => archiveOf(granules(2 * at, 3))));
    const statuses = await Promise.all(
      servers.map(async ({ client }, at) => {
        const { status } = await client.send("PUT", `${STORE}/file.imagemosaic`, ZIP, archives[at]);
        return status;
      }),
    );
    for (const status of statuses) expect([200, 201]).toContain(status);
    const found = await expectConsistent(servers[1].client);
    expect(readdirSync(join(estate.files, "data/w/rain"))).toEqual(expect.arrayContaining(found));
  });
}
