/** Answers that were read under rules are kept beside other changes, and go with the rules. */
import { expect, test } from "vitest";
import { authorizationOf, createAccounts } from "../support/servers/accounts.ts";
import { sld } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, startCatalog } from "../support/servers/catalog.ts";

const SLD = "application/vnd.ogc.sld+xml";
const JSON_TYPE = "application/json";

test("an answer under rules stays beside other changes, and goes with the rules and the mode", async () => {
  const { app, folder } = await startCatalog();
  await createAccounts(folder, { reader: { roles: ["READER"] } });
  const change = async (method: "PUT" | "POST", path: string, type: string, payload: string) => {
    const headers = { authorization: AUTHORIZATION, "content-type": type };
    const answer = await app.inject({ method, url: `/rest${path}`, headers, payload });
    expect(answer.statusCode, answer.body).toBeLessThan(300);
  };
  /** The status for the reader, and whether the answer was kept. */
  const asked = async () => {
    const { found } = app.keptAnswers();
    const headers = { authorization: authorizationOf("reader") };
    const { statusCode } = await app.inject({ url: "/rest/styles/a.sld", headers });
    return [statusCode, app.keptAnswers().found > found];
  };
  for (const name of ["a", "b"]) await change("POST", `/styles?name=${name}`, SLD, sld());
  const rule = (role: string) => JSON.stringify({ "/styles/**:GET": role });
  await change("POST", "/security/acl/rest.json", JSON_TYPE, rule("READER"));
  expect([await asked(), await asked()]).toEqual([
    [200, false],
    [200, true],
  ]);
  await change("PUT", "/styles/b", SLD, sld({ colour: "#222222" }));
  expect(await asked()).toEqual([200, true]);
  await change("PUT", "/styles/a", SLD, sld({ colour: "#222222" }));
  expect([await asked(), await asked()]).toEqual([
    [200, false],
    [200, true],
  ]);
  await change("PUT", "/security/acl/catalog.json", JSON_TYPE, '{"mode":"CHALLENGE"}');
  expect([await asked(), await asked()]).toEqual([
    [200, false],
    [200, true],
  ]);
  await change("PUT", "/security/acl/rest.json", JSON_TYPE, rule("WRITER"));
  expect(await asked()).toEqual([403, false]);
});
