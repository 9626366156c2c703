/** What `plumbline catalog copy` refuses, and that nothing is changed then. */
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { reveal } from "../../src/model/secret.ts";
import { KEYSTORE } from "../support/servers/catalog.ts";
import type { Ran } from "../support/commands/cli.ts";
import { layLine } from "../support/databases/cut-line.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { describePostgres, type TestDatabase } from "../support/databases/postgres.ts";
import { runHere } from "../support/commands/run-here.ts";
import { catalogWith, filesOf } from "../data-folder/support.ts";
import { behind, opened, copiedHere, copyHere, spotIn, type SharedSpot } from "./support.ts";

/** A refused copy: what it said of itself, with nothing else. */
function expectRefused(ran: Ran, text: RegExp): void {
  expect(ran.code, ran.stderr).toBe(1);
  const { diagnostics } = JSON.parse(ran.stdout) as {
    diagnostics: readonly { code: string; message: string; hint?: string }[];
  };
  expect(diagnostics.map(({ code }) => code)).toEqual(["copy-refused"]);
  expect(`${diagnostics[0]?.message} ${diagnostics[0]?.hint ?? ""}`).toMatch(text);
}

/** A stopped data folder with a mosaic. */
async function stoppedFolder(): Promise<string> {
  const { folder, close } = await catalogWith("rain");
  await close();
  return folder;
}

describePostgres("a copy is refused", (database) => {
  usage(database);
  sources(database);
  destinations(database);
  databases(database);
});

const tablesOf = (database: TestDatabase, { address }: SharedSpot) =>
  database.execute(`select 1 from pg_namespace where nspname = '${address.schema}'`);

async function expectNothingIn(database: TestDatabase, spot: SharedSpot): Promise<void> {
  expect(await tablesOf(database, spot)).toEqual([]);
  if (!existsSync(spot.files)) return;
  expect(readdirSync(spot.files).filter((name) => !name.startsWith("catalog.lock"))).toEqual([]);
}

function usage(database: TestDatabase): void {
  test("without a place, and with a password that all can read", async () => {
    const spot = spotIn(database);
    const { host, port, database: name, user, password } = spot.address;
    const url = `postgres://${user}:${encodeURIComponent(reveal(password))}@${host}:${port}/${name}`;
    const begin = ["catalog", "copy", "--data", "x"];
    for (const [args, text] of [
      [
        [...begin, "--catalog", url, "--files", "f", "--to", "folder"],
        "--catalog holds a password",
      ],
      [[...begin, ...spot.flags], "--to <place>"],
      [[...begin, ...spot.flags, "--to", "tape"], "Allowed choices are database, folder"],
      [[...begin, "--to", "folder", "--files", "f"], "name the database by --catalog"],
      [[...begin, "--to", "folder", "--catalog", "postgres://a@b/c"], "by --files"],
      [
        ["catalog", "move", "--data", "x", ...spot.flags, "--to", "folder"],
        "Allowed choices are copy",
      ],
    ] as const) {
      const ran = await runHere(args);
      expect(ran.code, text).toBe(64);
      expect(ran.stderr).toContain(text);
      expect(ran.stderr).not.toContain(reveal(password));
    }
    const wrong = await runHere([
      ...begin,
      "--to",
      "folder",
      "--catalog",
      "postgres:x",
      "--files",
      "f",
    ]);
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining("must be postgres://")]);
  });
}

function sources(database: TestDatabase): void {
  test("while a server works on the folder, or when it is not in order", async () => {
    const catalog = await catalogWith("rain");
    const spot = spotIn(database);
    expectRefused(await copyHere("database", catalog.folder, spot), /in use by process \d+ on/);
    await catalog.close();
    const damages: readonly (readonly [RegExp, (folder: string) => void])[] = [
      [/contains no catalog/, (folder) => rmSync(join(folder, "catalog.db"))],
      [
        /version 7, which is older than \d+ Start plumbline serve/,
        (folder) => run(folder, "UPDATE versions SET version = 7"),
      ],
      [/has version 99/, (folder) => run(folder, "UPDATE versions SET version = 99")],
      [
        /is as an earlier Plumbline left it Start plumbline serve/,
        (folder) => run(folder, "ALTER TABLE audit DROP COLUMN about"),
      ],
      [
        /interrupted during a change/,
        (folder) =>
          writeFiles(folder, {
            "staging/m/change.json": JSON.stringify({
              action: "create",
              place: { workspace: "w", store: "snow" },
            }),
          }),
      ],
      [
        /interrupted during a change/,
        (folder) => writeFileSync(join(folder, "keystore-password.next"), "x"),
      ],
      [
        /older than what lies beside it/,
        (folder) => run(folder, "UPDATE counters SET value = 1 WHERE name = 'revision'"),
      ],
      [/The catalog of .* is in the database/, elsewhere],
      [
        /No server has finished its start/,
        (folder) => run(folder, "DELETE FROM records WHERE kind = 'keystore'"),
      ],
      [
        /The database in .*: file is not a database|cannot be read/,
        (folder) => writeFileSync(join(folder, "catalog.db"), "x".repeat(9_000)),
      ],
    ];
    for (const [text, damage] of damages) {
      const folder = join(temporaryFolder(), "copy");
      cpSync(catalog.folder, folder, { recursive: true });
      damage(folder);
      const before = filesOf(folder);
      expectRefused(await copyHere("database", folder, spot), text);
      expect(filesOf(folder)).toEqual(before);
    }
    await expectNothingIn(database, spot);
  });
}

function run(folder: string, statement: string): void {
  const connection = new DatabaseSync(join(folder, "catalog.db"));
  connection.exec(statement);
  connection.close();
}

function elsewhere(folder: string): void {
  rmSync(join(folder, "catalog.db"));
  const place = { host: "h", port: 1, database: "d", schema: "s" };
  writeFileSync(join(folder, "catalog.elsewhere.json"), JSON.stringify(place));
}

function destinations(database: TestDatabase): void {
  test("to a place where something is, which stays as it is", async () => {
    const folder = await stoppedFolder();
    const spot = spotIn(database);
    await copiedHere("database", folder, spot);
    const filled = filesOf(spot.files);
    const other = { ...spotIn(database), ...spot };
    expectRefused(
      await copyHere("database", folder, other),
      /holds a catalog.*nothing was changed/,
    );
    expectRefused(await copyHere("folder", folder, spot), /is not empty: it holds/);
    const fresh = spotIn(database);
    mkdirSync(fresh.files);
    writeFileSync(join(fresh.files, "mine.txt"), "mine");
    expectRefused(await copyHere("database", folder, fresh), /is not empty: it holds mine\.txt/);
    const taken = spotIn(database);
    await database.execute(
      `create schema ${taken.address.schema}; create table ${taken.address.schema}.links (a int)`,
    );
    expectRefused(await copyHere("database", folder, taken), /has a table links/);
    for (const [data, files] of [
      [folder, join(folder, "files")],
      [join(spot.files, "inner"), spot.files],
    ] as const) {
      const flags = [...spot.flags.slice(0, 2), "--files", files];
      const to = data === folder ? "database" : "folder";
      expectRefused(await copyHere(to, data, { ...spot, flags }), /lie in each other/);
    }
    expect(filesOf(spot.files)).toEqual(filled);
    expect(existsSync(join(folder, "files"))).toBe(false);
    expect(readdirSync(fresh.files).filter((name) => !name.startsWith("catalog."))).toEqual([
      "mine.txt",
    ]);
  });

  test("from files that go with another catalog, or with none", async () => {
    const spot = spotIn(database);
    await copiedHere("database", await stoppedFolder(), spot);
    const wrong = temporaryFolder();
    const flags = [...spot.flags.slice(0, 2), "--files", wrong];
    const to = join(temporaryFolder(), "to");
    expectRefused(
      await copyHere("folder", to, { ...spot, flags }),
      /nothing says of which catalog/,
    );
    writeFileSync(join(wrong, "catalog.files.json"), '{"catalog":"another"}');
    expectRefused(await copyHere("folder", to, { ...spot, flags }), /are of the catalog another/);
    expect(existsSync(to)).toBe(false);
    const nowhere = spotIn(database);
    mkdirSync(nowhere.files);
    expectRefused(await copyHere("folder", to, nowhere), /schema .* contains no catalog/);
  });
}

function databases(database: TestDatabase): void {
  test("from a database with servers, also with one that was killed", async () => {
    const folder = await stoppedFolder();
    const spot = spotIn(database);
    await copiedHere("database", folder, spot);
    const to = () => join(temporaryFolder(), "to");
    const options = { shared: spot, keystore: KEYSTORE };
    const server = await opened(temporaryFolder(), options);
    expectRefused(
      await copyHere("folder", to(), spot),
      /Servers work on the database .*: .*, process \d+ \(heard of \d+ s ago\) Stop them/,
    );
    await server.close();
    const { schema } = spot.address;
    await database.execute(
      `insert into ${schema}.servers (id, name, seen) values ('a', 'one that was killed', now() - interval '1 day')`,
    );
    expectRefused(await copyHere("folder", to(), spot), /one that was killed \(heard of 86\d{3} s/);
    await database.execute(`delete from ${schema}.servers`);
    expect(await copyHere("folder", to(), spot)).toMatchObject({ code: 0 });
  });

  test("when the way to the database breaks; and until then no server starts on either side", async () => {
    const folder = await stoppedFolder();
    const spot = spotIn(database);
    const line = await layLine(spot.address.port);
    const held = line.holdAt("granules_", "before");
    const copy = copyHere("database", folder, behind(spot, line.port));
    await held;
    const options = { shared: spot, keystore: KEYSTORE };
    await expect(opened(temporaryFolder(), options)).rejects.toThrow(/is being copied into/);
    const elsewhere = { ...options, shared: { ...spot, files: temporaryFolder() } };
    await expect(opened(temporaryFolder(), elsewhere)).rejects.toThrow(/catalog copy works on it/);
    await expect(opened(folder, { keystore: KEYSTORE })).rejects.toThrow(/in use by process/);
    expectRefused(await copyHere("database", folder, spot), /in use by process/);
    const another = await stoppedFolder();
    expectRefused(await copyHere("database", another, spot), /Another copy works on the database/);
    line.cutAll();
    expectRefused(await copy, /The database linguistic at [^]*copy again/);
    await expectNothingIn(database, spot);
    await copiedHere("database", folder, spot);

    const to = join(temporaryFolder(), "to");
    const heldAgain = line.holdAt("granules_", "before");
    const back = copyHere("folder", to, behind(spot, line.port));
    await heldAgain;
    await expect(opened(temporaryFolder(), options)).rejects.toThrow(/catalog copy works on it/);
    await expect(opened(to, { keystore: KEYSTORE })).rejects.toThrow(/in use by process/);
    line.cutAll();
    expectRefused(await back, /The database linguistic at [^]*copy again/);
    expect(readdirSync(to).filter((name) => !name.startsWith("catalog.lock"))).toEqual([]);
    await copiedHere("folder", to, spot);
    await opened(to, { keystore: KEYSTORE });
    await opened(temporaryFolder(), options);
  });

  test("when the way breaks as the transaction ends, only if the database did not end it", async () => {
    const folder = await stoppedFolder();
    const spot = spotIn(database);
    const line = await layLine(spot.address.port);
    line.cutAt("commit\0", "before");
    expectRefused(await copyHere("database", folder, behind(spot, line.port)), /copy again/);
    await expectNothingIn(database, spot);
    line.cutAt("commit\0", "after");
    await copiedHere("database", folder, behind(spot, line.port));
    const server = await opened(temporaryFolder(), { shared: spot, keystore: KEYSTORE });
    await server.close();
    const back = join(temporaryFolder(), "back");
    await copiedHere("folder", back, spot);
    expect(filesOf(join(back, "data"))).toEqual(filesOf(join(folder, "data")));
  });

  test("by who may not read, or not make tables", async () => {
    const folder = await stoppedFolder();
    const full = spotIn(database);
    await copiedHere("database", folder, full);
    const login = { name: `guest_${process.pid}`, password: "a word of a guest" };
    await database.execute(`create role ${login.name} login password '${login.password}'`);
    const guest = spotIn(database, login);
    expectRefused(
      await copyHere("database", folder, guest),
      /guest_\d+ may not do that .*permission denied.*may create/,
    );
    await expectNothingIn(database, guest);
    const { schema } = full.address;
    await database.execute(`grant usage on schema ${schema} to ${login.name}`);
    const { host, port, database: name } = full.address;
    const url = `postgres://${login.name}@${host}:${port}/${name}?schema=${schema}`;
    const reading = { ...full, flags: ["--catalog", url, "--files", full.files], env: guest.env };
    expectRefused(
      await copyHere("folder", join(temporaryFolder(), "to"), reading),
      /permission denied/,
    );
    const wrong = { ...full, env: { PLUMBLINE_CATALOG_PASSWORD: "a wrong word, 1" } };
    const ran = await copyHere("folder", join(temporaryFolder(), "to"), wrong);
    expectRefused(ran, /password authentication failed/);
    expect(ran.stdout + ran.stderr).not.toContain("a wrong word");
  });
}
