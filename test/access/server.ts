/** One small catalog with accounts of several roles, shared by the tables of this folder. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import type { OpenServer } from "../../src/server/options.ts";
import { authorizationOf, createAccounts } from "../support/servers/accounts.ts";
import { mapping, sld } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, openTestServer } from "../support/servers/catalog.ts";

/** What the accounts are: `sea` has its role by a group; the group of `retired` is switched off. */
const accounts = {
  low: {},
  retired: { roles: ["ROLE_READER"], groups: ["old"] },
  geo: { roles: ["ROLE_READER", "ROLE_GEO"] },
  sea: { roles: ["ROLE_READER"], groups: ["seafarers"] },
  both: { roles: ["ROLE_READER", "ROLE_GEO"], groups: ["seafarers"] },
  boss: { roles: ["ADMIN"] },
  chief: { roles: ["ROLE_ADMINISTRATOR"] },
  gone: { roles: ["ROLE_READER", "ROLE_GEO"], enabled: false },
};

/** Name of an account of the shared catalog. */
export type Account = keyof typeof accounts | "admin" | "nobody";

const groups = {
  seafarers: { enabled: true, roles: ["ROLE_SEA"] },
  old: { enabled: false, roles: ["ROLE_GEO", "ROLE_SEA"] },
};

/** An answer, reduced to what the tables look at. */
export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly etag: string;
}

type Rules = Readonly<Record<string, string>>;

/** The shared catalog, opened before the tests of a file and closed after them. */
export function sharedCatalog() {
  let server: OpenServer;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "plumbline-access-"));
    server = await openTestServer(folder, {});
    await createAccounts(folder, accounts, groups);
    await fill();
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const send = async (
    account: Account,
    method: string,
    path: string,
    {
      type = "text/xml",
      body,
      headers = {},
    }: { type?: string; body?: string; headers?: Record<string, string> } = {},
  ): Promise<Answer> => {
    const authorization = account === "admin" ? AUTHORIZATION : authorizationOf(account);
    const answer = await server.app.inject({
      method: method as "GET",
      url: path.startsWith("/geoserver/") ? path : `/rest${path}`,
      headers: {
        ...(account === "nobody" ? {} : { authorization }),
        ...(body === undefined ? {} : { "content-type": type }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: body }),
    });
    return { status: answer.statusCode, text: answer.body, etag: String(answer.headers["etag"]) };
  };
  const must = async (method: string, path: string, type: string, body: string) => {
    const { status, text } = await send("admin", method, path, { type, body });
    expect(status, `${method} ${path}: ${text}`).toBeLessThan(300);
  };
  const fill = async () => {
    for (const name of ["geo", "sea", "empty"]) {
      await must("POST", "/workspaces", "application/json", `{"workspace":{"name":"${name}"}}`);
    }
    const upload = (path: string, types: readonly string[]) =>
      must("PUT", `/workspaces/${path}/file.appschema?configure=all`, "text/xml", mapping(types));
    await upload("geo/datastores/gs", ["t:wells", "t:faults"]);
    await upload("sea/datastores/ss", ["t:tides"]);
    for (const [workspace, name] of [
      ["geo", "gstyle"],
      ["sea", "sstyle"],
    ] as const) {
      await must(
        "POST",
        `/workspaces/${workspace}/styles?name=${name}`,
        "application/vnd.ogc.sld+xml",
        sld(),
      );
    }
  };
  const setMode = (mode: string) =>
    must("PUT", "/security/acl/catalog", "application/json", JSON.stringify({ mode }));
  const setRules = (domain: "layers" | "rest", rules: Rules) =>
    must("POST", `/security/acl/${domain}`, "application/json", JSON.stringify(rules));
  return {
    app: () => server.app,
    send,
    must,
    setMode,
    setRules,
    /** Sets rules on layers in a mode; whoever has the reader's role may ask for everything. */
    enter: async ({ mode, rules }: { readonly mode: string; readonly rules: Rules }) => {
      await setMode(mode);
      await setRules("layers", rules);
      await setRules("rest", { "/**:GET,HEAD,OPTIONS": "ROLE_READER" });
    },
  };
}
