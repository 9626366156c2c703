/**
 * What the console shows an account is what the interface shows it: the tables of `visibility-table.ts` through
 * the console's own requests, and the objects in its tree. A part of each table in every run, all in a proof.
 */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { RestError, type Rest } from "../../src/console/reading.ts";
import { everyObject } from "../../src/console/search.ts";
import { catalogTree } from "../../src/console/tree.ts";
import { ACCOUNT_PASSWORD } from "../support/servers/accounts.ts";
import { PASSWORD, USER } from "../support/servers/catalog.ts";
import { logInAtConsole, type ConsoleUser } from "../support/reports/console-browser.ts";
import { isProof, slice } from "../support/run/scale.ts";
import { sharedCatalog, type Account } from "./server.ts";
import {
  administrators,
  cellOf,
  columns,
  everything,
  modes,
  nobody,
  scenarios,
  type Cell,
  type Scenario,
} from "./visibility-table.ts";

const catalog = sharedCatalog();
const users: Partial<Record<Account, ConsoleUser>> = {};

beforeAll(async () => {
  for (const account of [...columns, ...administrators]) {
    const password = account === USER ? PASSWORD : ACCOUNT_PASSWORD;
    users[account] = await logInAtConsole(catalog.app(), account, password);
  }
});

afterAll(() => {
  vi.unstubAllGlobals();
});

function userOf(account: Account): ConsoleUser {
  const found = users[account];
  if (found === undefined) throw new TypeError(`${account} has not logged in`);
  return found;
}

/** What a page of the console is told of a path: a text, or why there is none. */
async function toldOf(account: Account, path: string) {
  try {
    const bytes = await userOf(account).rest.bytes(`rest${path}`);
    return { status: 200, text: Buffer.from(bytes).toString(), etag: "" };
  } catch (error) {
    if (!(error instanceof RestError)) throw error;
    return { status: error.status, text: error.message, etag: "" };
  }
}

/** The interface with a password, as far as a page reads it. */
function restWithPassword(account: Account): Rest {
  const ask = async (path: string) => {
    const { status, text } = await catalog.send(account, "GET", `/geoserver/${path}`);
    if (status !== 200) throw new RestError(status, text);
    return text;
  };
  return {
    json: async (path) => JSON.parse(await ask(path)) as unknown,
    bytes: async (path) => Buffer.from(await ask(path)),
  };
}

const objectsOf = async (rest: Rest, administrates: boolean) =>
  (await everyObject(catalogTree(rest, administrates))).map(({ path }) => path).toSorted();

/** Rows of each table in every run. */
const ROWS = 2;

const rowsOf = ({ table }: Scenario) => slice(table, { test: ROWS });

let asked = 0;

/** What is wrong with what the console tells an account of a path. */
async function faultsOf(account: Account, path: string, right: Cell): Promise<readonly string[]> {
  asked++;
  const shown = await toldOf(account, path);
  const own = await catalog.send(account, "GET", path);
  const isSame = shown.status === own.status && shown.text.trim() === own.text.trim();
  const faults = [
    cellOf(shown) === right ? undefined : `${cellOf(shown)}, not ${right}`,
    isSame ? undefined : `${shown.text} with a session, ${own.text} with a password`,
  ];
  return faults.flatMap((fault) => (fault === undefined ? [] : [`${account} ${path}: ${fault}`]));
}

async function expectSameTree(account: Account): Promise<void> {
  const { rest, user } = userOf(account);
  const own = await objectsOf(restWithPassword(account), user.administrates);
  expect(await objectsOf(rest, user.administrates), account).toEqual(own);
}

describe("what the console shows is what the interface shows", () => {
  test.for(Object.entries(scenarios))("%s", async ([, scenario]) => {
    await catalog.enter(scenario);
    const faults: string[] = [];
    for (const [path, ...cells] of rowsOf(scenario))
      for (const [at, account] of columns.entries())
        faults.push(...(await faultsOf(account, path, cells[at] ?? "no column")));
    expect(faults).toEqual([]);
    for (const account of slice(columns, { test: 1 })) await expectSameTree(account);
  });

  test.for(slice(modes, { test: 1 }))("administrators, %s", async (mode) => {
    await catalog.enter({ mode, rules: nobody });
    for (const account of administrators) {
      for (const [path, cell] of everything)
        expect(await faultsOf(account, path, cell)).toEqual([]);
    }
    for (const account of slice(administrators, { test: 1 })) await expectSameTree(account);
  });

  test("in as many cases as there are", () => {
    const rows = Object.values(scenarios).flatMap(rowsOf);
    const ofAll = slice(modes, { test: 1 }).length * administrators.length * everything.length;
    expect(asked).toBe(rows.length * columns.length + ofAll);
    if (isProof) expect(asked).toBeGreaterThanOrEqual(536);
    process.stderr.write(`the console's requests: ${asked} cases of the access tables\n`);
  });

  test("and nothing without the session", async () => {
    await catalog.enter({ mode: "HIDE", rules: { "*.*.r": "*" } });
    const { rest } = await logInAtConsole(catalog.app(), "geo", ACCOUNT_PASSWORD);
    expect(await objectsOf(rest, false)).toContain("rest/workspaces/geo");
    await expect(logInAtConsole(catalog.app(), "gone", ACCOUNT_PASSWORD)).rejects.toMatchObject({
      status: 401,
    });
  });
});
