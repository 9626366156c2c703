/** `plumbline serve --catalog`: how it is told where the catalog is, and what it refuses. */
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { reveal } from "../../src/model/secret.ts";
import { KEYSTORE_PASSWORD, PASSWORD } from "../support/servers/catalog.ts";
import { runCli, startServer } from "../support/commands/cli.ts";
import { temporaryFolder } from "../support/run/folders.ts";
import { clientOf, makeMosaic, makeWorkspace, granules } from "../support/mosaics/mosaics.ts";
import { describePostgres, type TestDatabase } from "../support/databases/postgres.ts";

const PASSWORDS = {
  PLUMBLINE_ADMIN_PASSWORD: PASSWORD,
  PLUMBLINE_MASTER_PASSWORD: KEYSTORE_PASSWORD,
};

/** A place for a catalog, and what a server is told of it. */
function place(database: TestDatabase) {
  const { host, port, database: name, user, password, schema } = database.fresh();
  const folder = temporaryFolder();
  const url = (login: string) => `postgres://${login}@${host}:${port}/${name}?schema=${schema}`;
  const secretText = reveal(password);
  return {
    folder,
    files: join(folder, "files"),
    bare: url(user),
    whole: url(`${user}:${encodeURIComponent(secretText)}`),
    password: secretText,
  };
}

describePostgres("serve --catalog", (database) => {
  starts(database);
  refuses(database);
  folders(database);
});

function starts(database: TestDatabase): void {
  test("takes the URL from a flag, the environment or a file, and its password from elsewhere", async () => {
    const { folder, files, bare, whole, password } = place(database);
    const file = join(folder, "catalog-url");
    writeFileSync(file, `${whole}\n`);
    const ways = [
      { args: ["--catalog", bare], env: { PLUMBLINE_CATALOG_PASSWORD: password } },
      { args: ["--catalog-file", file], env: {} },
      { args: [], env: { PLUMBLINE_CATALOG: whole } },
    ];
    for (const [index, { args, env }] of ways.entries()) {
      const server = await startServer(join(folder, `data-${index}`), {
        args: [...args, "--files", files],
        env: { ...PASSWORDS, ...env },
      });
      const client = clientOf(server.url);
      await makeWorkspace(client, `w${index}`);
      const listed = await client.expect(200, "GET", "/workspaces.json");
      expect(JSON.parse(listed).workspaces.workspace).toHaveLength(index + 1);
      expect(await server.end()).toBe(0);
      expect(server.stderr()).not.toContain(password);
    }
  });
}

function refuses(database: TestDatabase): void {
  test("what is missing, and a password that all can read", async () => {
    const { folder, files, bare, whole, password } = place(database);
    const data = ["serve", "--port", "0", "--data", join(folder, "data")];
    const wrong = [
      [[...data, "--catalog", whole, "--files", files], {}, 64, "--catalog holds a password"],
      [[...data, "--catalog", bare], PASSWORDS, 1, "needs --files"],
      [[...data, "--files", files], PASSWORDS, 1, "--files is for servers that share a catalog"],
      [
        [...data, "--catalog", bare, "--files", files],
        { PLUMBLINE_CATALOG_PASSWORD: password },
        1,
        "PLUMBLINE_ADMIN_PASSWORD and PLUMBLINE_MASTER_PASSWORD",
      ],
      [
        [...data, "--catalog", "postgres://nobody@/x", "--files", files],
        PASSWORDS,
        1,
        "must be postgres://",
      ],
      [
        [...data, "--catalog", bare, "--files", files],
        { ...PASSWORDS, PLUMBLINE_CATALOG_PASSWORD: "a wrong word, 1" },
        1,
        "password authentication failed",
      ],
    ] as const;
    for (const [args, env, code, text] of wrong) {
      const ran = await runCli(args, { env });
      expect(ran.stderr + ran.stdout).toContain(text);
      expect(ran.code, text).toBe(code);
      expect(ran.stderr).not.toContain("a wrong word");
      expect(ran.stderr).not.toContain(password);
    }
  });
}

function folders(database: TestDatabase): void {
  test("neither a folder with a catalog nor one of a shared catalog is taken for the other", async () => {
    const { folder, files, whole } = place(database);
    const [own, scratch] = [join(folder, "own"), join(folder, "scratch")];
    await (await startServer(own)).end();
    const env = { ...PASSWORDS, PLUMBLINE_CATALOG: whole };
    const served = ["serve", "--port", "0", "--data"];
    const onCatalog = await runCli([...served, own, "--files", files], { env });
    expect([onCatalog.code, onCatalog.stderr]).toEqual([
      1,
      expect.stringMatching(/holds a catalog of its own.*plumbline catalog copy/),
    ]);
    await (await startServer(scratch, { args: ["--files", files], env })).end();
    const without = await runCli([...served, scratch], { env: PASSWORDS });
    expect([without.code, without.stderr]).toEqual([
      1,
      expect.stringMatching(/The catalog of .* is in the database .*--catalog/),
    ]);
    const checked = await runCli(["check", "--data", scratch]);
    expect([checked.code, checked.stdout]).toEqual([
      1,
      expect.stringMatching(/The catalog is in the database .*plumbline catalog copy/),
    ]);
    const backup = await runCli(["backup", join(folder, "backup.tar"), "--data", scratch]);
    expect(backup.code).toBe(1);
    expect(backup.stderr).toMatch(/pg_dump[^]*plumbline catalog copy/);
    expect(readdirSync(folder)).not.toContain("backup.tar");
  });

  test("files of another catalog are refused, and set aside when they are accepted", async () => {
    const [one, other] = [place(database), place(database)];
    const { folder, files } = one;
    const start = (whole: string, name: string, args: readonly string[] = []) =>
      startServer(join(folder, name), {
        args: ["--files", files, ...args],
        env: { ...PASSWORDS, PLUMBLINE_CATALOG: whole },
      });
    const first = await start(one.whole, "first");
    await makeMosaic(clientOf(first.url), granules(0, 2));
    await first.end();
    await expect(start(other.whole, "other")).rejects.toThrow(/files are of the catalog/);
    expect(readdirSync(join(files, "data/w/rain")).length).toBeGreaterThan(2);
    const accepting = await start(other.whole, "other", ["--accept-older-catalog"]);
    await expect.poll(accepting.stderr).toContain("data/w/rain is of no store that the catalog");
    await accepting.end();
    const days = readdirSync(join(files, ".orphans"));
    expect(days.map((day) => readdirSync(join(files, ".orphans", day, "w")))).toEqual([["rain"]]);
  });
}
