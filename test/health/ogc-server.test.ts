/**
 * The OGC server of the tests against what a live server answered: the recordings are walked in their order, what they
 * change is changed in the catalog behind it, and each question gets the same status, type and telling text.
 */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { describeRecordings, recording } from "../support/run/samples.ts";
import { AUTHORIZATION, PASSWORD, startCatalog, USER } from "../support/servers/catalog.ts";
import {
  makeRecordedCatalog,
  recordedFaults,
  recordedTraits,
  tellCatalog,
  type Tell,
} from "../support/ogc/recorded-catalog.ts";
import { startOgcServer, type OgcServer } from "../support/ogc/server.ts";
import { faultChanges, leftOutRows, settingChanges } from "./recorded-walk.ts";
import { tellingOf, type Answered } from "./telling.ts";

const SERVICES = "../live-2.28/services.jsonl";

interface Exchange extends Answered {
  readonly row: string;
  readonly method: string;
  readonly url: string;
  readonly reqBody: string | null;
  readonly account: string;
}

const PASSWORDS: Readonly<Record<string, string>> = {
  admin: PASSWORD,
  traffic: "gis",
  jane: "jane1",
  "admin:…": "another",
};

function headersOf(account: string): Record<string, string> {
  const password = PASSWORDS[account];
  if (password === undefined) return {};
  const user = account === "admin" ? USER : account.replace(/:.*/, "");
  return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}` };
}

async function startRecorded(): Promise<{ server: OgcServer; tell: Tell }> {
  const { app } = await startCatalog({ dialect: "geoserver", line: "2.28" });
  const catalog = await app.listen({ host: "127.0.0.1", port: 0 });
  const tell = tellCatalog(catalog, AUTHORIZATION);
  await makeRecordedCatalog(tell);
  const server = await startOgcServer({
    catalog,
    administrator: { user: USER, password: PASSWORD },
    accounts: {
      traffic: { password: "gis", roles: ["ROLE_TRAFFIC"] },
      jane: { password: "jane1", roles: ["ADMIN"] },
    },
    faults: { ...recordedFaults },
    traits: { ...recordedTraits },
    keepsCatalog: true,
  });
  return { server, tell };
}

/** Repeats a change of the recordings. */
async function repeat(tell: Tell, { row, method, url, reqBody }: Exchange): Promise<void> {
  const path = url.replace(/^\/rest/, "");
  if (path === "/settings.json") return tell("PUT", path, { global: settingChanges[row] });
  if (path.includes("file.appschema") || path.endsWith("/reset")) return undefined;
  if (method === "POST" && path.includes("/wmsstores")) return undefined;
  const body = reqBody?.startsWith("{") === true ? (JSON.parse(reqBody) as unknown) : reqBody;
  return tell(method, path, body ?? undefined);
}

describeRecordings("map services", SERVICES, () => {
  const exchanges = readFileSync(recording(SERVICES), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Exchange);

  test("answer as they were recorded, row by row", async () => {
    const { server, tell } = await startRecorded();
    const wrong: string[] = [];
    let compared = 0;
    for (const [index, exchange] of exchanges.entries()) {
      const { row, method, url, account } = exchange;
      if (row.startsWith("settings after a restart")) server.restart();
      Object.assign(server.faults, faultChanges[row]);
      if (method !== "GET" && method !== "HEAD") {
        await repeat(tell, exchange);
        server.refresh();
        continue;
      }
      if (/^\/(?:gwc\/)?rest\//.test(url) || leftOutRows.some((one) => one.test(`${row} ${url}`)))
        continue;
      const answer = await fetch(`${server.url}${url}`, { method, headers: headersOf(account) });
      const answered = {
        status: answer.status,
        type: answer.headers.get("content-type"),
        body: Buffer.from(await answer.arrayBuffer()),
      };
      const [mine, recorded] = [tellingOf(answered, exchange), tellingOf(exchange, exchange)];
      compared += 1;
      if (JSON.stringify(mine) !== JSON.stringify(recorded))
        wrong.push(
          `${index} ${row}\n  ${account} ${url}\n  recorded ${JSON.stringify(recorded)}\n  answered ${JSON.stringify(mine)}`,
        );
    }
    expect(wrong.join("\n")).toBe("");
    expect(compared).toBeGreaterThan(500);
  });
});
