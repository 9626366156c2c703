/**
 * Accounts, roles and rules on requests as declared things: the account that deploys cannot shut
 * itself out, a role that others have stays, and what cannot be done is reported before it is tried.
 */
import { describe, expect, test } from "vitest";
import { dialects } from "../../src/model/dialect.ts";
import { planEstate, type Planned } from "../../src/reconciler/reconcile.ts";
import type { ServerProfile } from "../../src/reconciler/kind.ts";
import {
  AUTHORIZATION,
  connectTo,
  startCatalog,
  USER,
  type TestCatalog,
} from "../support/servers/catalog.ts";
import { applyFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { oneByFile } from "../support/run/scale.ts";
import { servers } from "../support/servers/servers.ts";

const manifest = (kind: string, name: string, spec: object) =>
  JSON.stringify({ apiVersion: "plumbline/v1", kind, metadata: { name }, spec });

const user = (name: string, more: object) =>
  manifest("User", name, { password: { fromFile: "./password.txt" }, ...more });

function estate(...manifests: readonly string[]): string {
  const folder = temporaryFolder();
  const files = manifests.map((text, index) => [`${index}.yaml`, text] as const);
  writeFiles(folder, { ...Object.fromEntries(files), "password.txt": "slates and shingles\n" });
  return folder;
}

async function send({ app }: TestCatalog, method: "POST" | "DELETE", path: string, body?: string) {
  const headers = { authorization: AUTHORIZATION, "content-type": "text/xml" };
  const payload = body === undefined ? {} : { payload: body };
  const answer = await app.inject({ method, url: `/rest/security${path}`, headers, ...payload });
  expect(answer.statusCode, `${path}: ${answer.body}`).toBeLessThan(300);
}

/** Plans as another account, or against another sort of server. */
async function planAs(
  { app }: TestCatalog,
  folder: string,
  as: { readonly account?: string; readonly server?: Partial<ServerProfile> } = {},
): Promise<Planned> {
  const connection = await connectTo(app);
  const { account = USER, server } = as;
  return planEstate(
    { name: "test", paths: [folder], prune: "owned", allow: new Set() },
    { ...connection, account, server: { ...connection.server, ...server } },
  );
}

const messages = ({ plan }: Planned) => plan?.blocks.map(({ name, message }) => [name, message]);

describe.for(oneByFile(import.meta.url, dialects))(
  "the account that deploys, %s dialect",
  (dialect) => {
    const does = (what: string) => [
      undefined,
      `The account ann makes these requests; the plan ${what}`,
    ];

    /** A catalog in which the estate has made ann an administrator, by a role or by a group. */
    async function withAnn(given: object): Promise<TestCatalog> {
      const catalog = await startCatalog({ dialect });
      await send(catalog, "POST", "/usergroup/group/chiefs");
      await send(catalog, "POST", "/roles/role/ADMIN/group/chiefs");
      const { result } = await applyFolder(catalog.app, estate(user("ann", given)));
      expect(result?.converged).toBe(true);
      return catalog;
    }

    test.for([
      ["deleted", { roles: ["ADMIN"] }, undefined, ["deletes it"]],
      [
        "switched off",
        { roles: ["ADMIN"] },
        { enabled: false, roles: ["ADMIN"] },
        ["switches it off"],
      ],
      [
        "demoted",
        { roles: ["ADMIN"] },
        { roles: ["GROUP_ADMIN"] },
        ["takes away what makes it an administrator"],
      ],
      [
        "taken out of the group",
        { groups: ["chiefs"] },
        { groups: [] },
        ["takes away what makes it an administrator"],
      ],
      [
        "an administrator by the group instead",
        { roles: ["ADMIN"], groups: [] },
        { roles: [], groups: ["chiefs"] },
        [],
      ],
      ["given another role", { roles: ["ADMIN"] }, { roles: ["ADMIN", "GROUP_ADMIN"] }, []],
    ] as const)("%s", async ([, before, after, expected]) => {
      const catalog = await withAnn(before);
      const other = manifest("Role", "ROLE_X", {});
      const folder = after === undefined ? estate(other) : estate(other, user("ann", after));
      expect(messages(await planAs(catalog, folder, { account: "ann" }))).toEqual(
        expected.map(does),
      );
      expect(messages(await planAs(catalog, folder))).toEqual([]);
    });

    test("with another password", async () => {
      const catalog = await withAnn({ roles: ["ADMIN"] });
      const folder = estate(user("ann", { roles: ["ADMIN"] }));
      expect(messages(await planAs(catalog, folder, { account: "ann" }))).toEqual([]);
      writeFiles(folder, { "password.txt": "another one, longer" });
      expect(messages(await planAs(catalog, folder, { account: "ann" }))).toEqual([
        does("sets its password"),
      ]);
    });
  },
);

describe.for(oneByFile(import.meta.url, dialects))("roles, %s dialect", (dialect) => {
  test("one that the plan takes from everybody is deleted", async () => {
    const catalog = await startCatalog({ dialect });
    const role = manifest("Role", "ROLE_X", {});
    const first = estate(
      role,
      user("ann", { roles: ["ROLE_X"] }),
      user("bob", { roles: ["ROLE_X"] }),
    );
    expect((await applyFolder(catalog.app, first)).result?.converged).toBe(true);
    const last = estate(user("ann", { roles: [] }));
    const { planned, result } = await applyFolder(catalog.app, last, {
      prune: "owned",
      allow: ["over-limit"],
    });
    expect(messages(planned)).toEqual([]);
    expect(result?.converged).toBe(true);
  });

  test("one that a group has stays", async () => {
    const catalog = await startCatalog({ dialect });
    await applyFolder(catalog.app, estate(manifest("Role", "ROLE_X", {})));
    await send(catalog, "POST", "/usergroup/group/chiefs");
    await send(catalog, "POST", "/roles/role/ROLE_X/group/chiefs");
    expect(messages(await planAs(catalog, estate(user("ann", {}))))).toEqual([
      [undefined, "Deleting Role/ROLE_X would take it from group chiefs"],
    ]);
  });
});

test.for([
  [
    "a group that is not there",
    [user("ann", { groups: ["nobody"] })],
    /reference-missing: User\/ann is to be in the group nobody/,
  ],
  [
    "a role that is not there",
    [user("ann", { roles: ["ROLE_NONE"] })],
    /reference-missing: User\/ann needs Role\/ROLE_NONE/,
  ],
  [
    "a role of the server itself",
    [manifest("Role", "ROLE_AUTHENTICATED", {})],
    /manifest-invalid: The role name "ROLE_AUTHENTICATED" is the server's own/,
  ],
  [
    "a role with a blank",
    [manifest("Role", "a b", {})],
    /manifest-invalid: The role name "a b" contains white space/,
  ],
  [
    "a password that is not there",
    [manifest("User", "ann", { password: { fromFile: "./none.txt" } })],
    /secret-missing: .*none\.txt cannot be read/,
  ],
  [
    "a path as a name",
    [user("a/b", {})],
    /manifest-invalid: The user name "a\/b" holds the character/,
  ],
] as const)("%s is told before it is tried", async ([, manifests, expected]) => {
  const catalog = await startCatalog();
  const { diagnostics } = await planAs(catalog, estate(...manifests));
  expect(diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([
    expect.stringMatching(expected),
  ]);
});

describe("rules on requests of a stock server", () => {
  const stock = { server: { software: "geoserver" } } as const;
  const rules = (given: Readonly<Record<string, readonly string[]>>) =>
    estate(manifest("AccessRules", "requests", { domain: "rest", mode: "merge", rules: given }));

  test.for([
    [
      "a rule for others only, which may come first",
      { "/workspaces/**:GET": ["ROLE_READER"] },
      /refused GET \/workspaces\/any$/,
    ],
    [
      "the rule for all requests",
      { "/**:POST,DELETE,PUT": ["ROLE_EDITOR"] },
      /refused POST \/workspaces, PUT .*PUT \/resource\/plumbline\/any$/,
    ],
    [
      "a rule that names administrators too",
      { "/workspaces/**:GET": ["ROLE_READER", "ROLE_ADMINISTRATOR"] },
      undefined,
    ],
    ["a rule for everybody", { "/workspaces/**:GET": ["*"] }, undefined],
    ["a rule about something special", { "/fonts:GET": ["ROLE_READER"] }, undefined],
  ] as const)("%s", async ([, given, expected]) => {
    const catalog = await startCatalog({ dialect: "geoserver" });
    // That something is opened to everybody is distinguished from that, and can be allowed.
    const lockOuts = (planned: Planned) =>
      (messages(planned) ?? []).filter(([name]) => name === undefined);
    const found = lockOuts(await planAs(catalog, rules(given), stock));
    expect(found).toEqual(
      expected === undefined ? [] : [[undefined, expect.stringMatching(expected)]],
    );
    expect(lockOuts(await planAs(catalog, rules(given)))).toEqual([]);
  });

  test("one is deleted by its key, encoded twice", async () => {
    const catalog = await startCatalog({ dialect: "geoserver" });
    const { app } = catalog;
    const opened = rules({ "/workspaces/*?:GET": ["*"] });
    const allow = ["public-access"] as const;
    expect((await applyFolder(app, opened, { allow })).result?.converged).toBe(true);
    const none = estate(manifest("Role", "ROLE_X", {}));
    const { plan } = await planAs(catalog, none, stock);
    const path = plan?.steps.find(({ request }) => request.method === "DELETE")?.request.path ?? "";
    expect(path).toBe("/security/acl/rest/%252Fworkspaces%252F*%253F%253AGET");
    await send(catalog, "DELETE", path.replace("/security", ""));
  });
});

test("a stock server keeps roles of an account that is gone, so they are taken from it before", async () => {
  const app = await servers.stock();
  const kept = manifest("Role", "ROLE_X", {});
  const other = manifest("Role", "ROLE_Y", {});
  const withAnn = estate(kept, other, user("ann", { roles: ["GROUP_ADMIN", "ROLE_X", "ROLE_Y"] }));
  expect((await applyFolder(app, withAnn)).result?.converged).toBe(true);
  const options = { prune: "owned", allow: ["over-limit"] } as const;
  expect((await applyFolder(app, estate(kept), options)).result?.converged).toBe(true);
  const headers = { authorization: AUTHORIZATION };
  const left = await app.inject({ url: "/rest/security/roles/user/ann.json", headers });
  expect(left.json()).toEqual({ roles: [] });
});
