/** `plumbline catalog copy`: from a folder into a database and back, with everything that outlives a server. */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { reveal, secret } from "../../src/model/secret.ts";
import { secrets } from "../support/estates/rehearsal-estates.ts";
import { startCatalog } from "../support/servers/catalog.ts";
import { temporaryFolder } from "../support/run/folders.ts";
import { raster } from "../support/mosaics/mosaic-manifests.ts";
import { expectWholeDatabase } from "../support/mosaics/mosaics.ts";
import { describePostgres } from "../support/databases/postgres.ts";
import { runHere } from "../support/commands/run-here.ts";
import { catalogWith, filesOf, send } from "../data-folder/support.ts";
import { copiedHere, copying, expectSame, opened, richFolder, spotIn } from "./support.ts";

describePostgres("a copy of a catalog", (database) => {
  test("goes into a database and back, with everything", async () => {
    const rich = await richFolder();
    const before = filesOf(rich.data);
    const spot = spotIn(database);
    const there = await copiedHere("database", rich.data, spot);
    expect(there.rows.count).toBeGreaterThan(150);
    // The source is as before, and no password lies where servers share files.
    expect(filesOf(rich.data)).toEqual(before);
    expect(readdirSync(spot.files).filter((name) => !name.startsWith("catalog.lock"))).toEqual([
      "catalog.files.json",
      "data",
      "mine",
    ]);
    const back = join(temporaryFolder(), "deep/back");
    const again = await copiedHere("folder", back, spot);
    expect(again).toMatchObject({ rows: there.rows, files: there.files, catalog: there.catalog });
    expect(statSync(back).mode & 0o777).toBe(0o700);
    expect(statSync(join(back, "catalog.db")).mode & 0o777).toBe(0o600);
    expectWholeDatabase(back);
    const checked = await runHere(["check", "--data", back], {
      env: { PLUMBLINE_MASTER_PASSWORD: secrets["B"] ?? "" },
    });
    expect(checked, checked.stdout).toMatchObject({ code: 0 });
    const further = spotIn(database);
    expect(await copiedHere("database", back, further)).toMatchObject({
      rows: there.rows,
      files: there.files,
    });

    const shared = await opened(temporaryFolder(), { shared: spot });
    await expectSame(shared.app, rich);
    await shared.close();
    const own = await opened(back);
    expect(own.notices).toEqual([]);
    await expectSame(own.app, rich);
    expect((await send(own, { url: "/resource/notes/large.bin" })).rawPayload).toHaveLength(
      9 * 1024 * 1024,
    );
    // Numbers go on where they were: those that were removed are not given again.
    for (const { app } of [own, await opened(temporaryFolder(), { shared: further })])
      await expectFreshNumbers(app);
  });

  test("holds no sessions, and servers need the keystore password that is in force", async () => {
    const { folder, close } = await catalogWith("rain");
    await close();
    const source = new DatabaseSync(join(folder, "catalog.db"));
    source.exec("INSERT INTO sessions VALUES ('digest', 'admin', 'mark', '2026-01-01T00:00:00Z')");
    source.close();
    const spot = spotIn(database);
    await copiedHere("database", folder, spot);
    const { schema } = spot.address;
    expect(await database.execute(`select * from ${schema}.sessions`)).toEqual([]);
    expect(await database.execute(`select * from ${schema}.servers`)).toEqual([]);
    const start = opened(temporaryFolder(), {
      shared: spot,
      keystore: { password: secret("another long password") },
    });
    await expect(start).rejects.toThrow(/does not open the keystore/);
  });

  test("of a new catalog is one, and says what to do with passwords", async () => {
    const { folder, close } = await startCatalog({ keystore: { password: undefined } });
    await close();
    const spot = spotIn(database);
    const file = join(temporaryFolder(), "url");
    const { user, password, host, port, database: name, schema } = spot.address;
    writeFileSync(
      file,
      `postgres://${user}:${encodeURIComponent(reveal(password))}@${host}:${port}/${name}?schema=${schema}\n`,
    );
    const to = ["catalog", "copy", "--to", "database", "--data", folder];
    const ran = await runHere([...to, "--catalog-file", file, "--files", spot.files]);
    expect(ran, ran.stderr).toMatchObject({ code: 0 });
    expect(ran.stdout).toMatch(
      /^Copied from .* to the database linguistic at .*: \d+ rows and 0 files with 0 bytes.*same digests\.\n$/,
    );
    expect(ran.stderr).toMatch(/Copying files\n[^]*Copying rows\n[^]*Comparing\n/);
    expect(ran.stderr).toContain(`keystore password, which is in ${folder}/keystore-password`);
    const kept = readFileSync(join(folder, "keystore-password"), "utf8").trim();
    expect(ran.stderr + ran.stdout).not.toContain(kept);
    expect(ran.stderr + ran.stdout).not.toContain(reveal(password));
    const back = join(temporaryFolder(), "back");
    const quiet = await runHere(["-q", ...copying("folder", back, spot)], { env: spot.env });
    expect(quiet, quiet.stderr).toMatchObject({ code: 0, stderr: "" });
    expect(existsSync(join(back, "keystore-password"))).toBe(false);
    writeFileSync(join(back, "keystore-password"), `${kept}\n`);
    const server = await opened(back, { keystore: { password: undefined } });
    expect((await send(server, { url: "/styles.json" })).statusCode).toBe(200);
  });
});

/** Makes a mosaic and a granule; neither has a number that another one had. */
async function expectFreshNumbers(app: Awaited<ReturnType<typeof opened>>["app"]): Promise<void> {
  const url = "/workspaces/w/coveragestores/sst/coverages/sst/index/granules.json";
  const idsIn = async () =>
    (
      JSON.parse((await send({ app }, { url })).body) as {
        features: readonly { id: string }[];
      }
    ).features.map(({ id }) => Number(id.split(".").at(-1)));
  const before = await idsIn();
  expect(before).toEqual([1, 2]);
  const answer = await send(
    { app },
    {
      method: "POST",
      url: "/workspaces/w/coveragestores/sst/file.imagemosaic?filename=sst_20260105.tif",
      type: "image/tiff",
      payload: Buffer.from(raster(5)),
    },
  );
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  expect(await idsIn()).toEqual([1, 2, 4]);
}
