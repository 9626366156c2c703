/** Copies that are killed: nobody takes what is left for a catalog, and the same command makes all of it. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCli } from "../support/commands/cli.ts";
import { layLine } from "../support/databases/cut-line.ts";
import { temporaryFolder } from "../support/run/folders.ts";
import { describePostgres, type TestDatabase } from "../support/databases/postgres.ts";
import { numbers } from "../support/run/numbers.ts";
import { slice } from "../support/run/scale.ts";
import {
  behind,
  copiedHere,
  copyHere,
  copying,
  opened,
  richFolder,
  spotIn,
  type Reported,
  type SharedSpot,
} from "./support.ts";

/** Lines that a copy says as it goes. */
const STEPS = 4;

/** A moment: so many lines were said, and so many milliseconds have passed since. */
interface Moment {
  readonly lines: number;
  readonly ms: number;
}

function momentsOf(seed: number): readonly Moment[] {
  const random = numbers(seed);
  const all = Array.from({ length: 20 }, (_unused, index) => ({
    lines: 1 + (index % STEPS),
    ms: Math.floor(random() * 40),
  }));
  return slice(all, { test: 2 });
}

/** Runs a copy as a process that is killed at a moment; whether it had ended before. */
async function killed(args: readonly string[], spot: SharedSpot, moment: Moment): Promise<boolean> {
  const ran = await runCli(args, {
    env: { ...spot.env },
    onStart: (child) => {
      let said = "";
      let isDoomed = false;
      child.stderr?.on("data", (piece: Buffer) => {
        said += piece.toString();
        if (isDoomed || said.split("\n").length <= moment.lines) return;
        isDoomed = true;
        setTimeout(() => child.kill("SIGKILL"), moment.ms);
      });
    },
  });
  if (ran.code !== null) expect(ran, ran.stderr).toMatchObject({ code: 0 });
  return ran.code === 0;
}

/** What a start says on what a killed copy has left. */
const UNFINISHED =
  /A catalog is being copied into .* or an earlier copy was interrupted.*catalog copy again/;

const isAnySchema = async (database: TestDatabase, { address }: SharedSpot) =>
  (await database.execute(`select 1 from pg_namespace where nspname = '${address.schema}'`))
    .length > 0;

describePostgres("a copy that is killed", (database) => {
  test("into a database: nothing is there, or everything", async () => {
    const { data } = await richFolder();
    const whole = await copiedHere("database", data, spotIn(database));
    for (const moment of momentsOf(7)) {
      const spot = spotIn(database);
      await killed(copying("database", data, spot), spot, moment);
      await expectEither(database, { data, whole, spot });
    }
    // As its transaction ends, whichever the database says.
    for (const when of ["before", "after"] as const) {
      const spot = spotIn(database);
      const line = await layLine(spot.address.port);
      const held = line.holdAt("commit\0", when);
      const ran = await runCli(copying("database", data, behind(spot, line.port)), {
        env: { ...spot.env },
        onStart: (child) => void held.then(() => child.kill("SIGKILL")),
      });
      expect(ran.code).toBe(null);
      line.cutAll();
      expect(await expectEither(database, { data, whole, spot })).toBe(when === "after");
    }
  });

  test("into a folder: nothing is there, or everything", async () => {
    const { data } = await richFolder();
    const spot = spotIn(database);
    const whole = await copiedHere("database", data, spot);
    for (const moment of momentsOf(8)) {
      const to = join(temporaryFolder(), "to");
      await killed(copying("folder", to, spot), spot, moment);
      if (!existsSync(join(to, "catalog.db"))) {
        await expect(opened(to)).rejects.toThrow(UNFINISHED);
        expect(await copiedHere("folder", to, spot)).toMatchObject(partsOf(whole));
      }
      expect(await copiedHere("database", to, spotIn(database))).toMatchObject(partsOf(whole));
      await (await opened(to)).close();
    }
  });
});

function partsOf({ catalog, rows, files }: Reported): object {
  return { catalog, rows, files };
}

interface Case {
  readonly data: string;
  readonly whole: Reported;
  readonly spot: SharedSpot;
}

/** Sees what is there, makes the rest, and says whether all was there. */
async function expectEither(database: TestDatabase, { data, whole, spot }: Case): Promise<boolean> {
  // The database hears of the end of the process a moment later.
  const sessions =
    "select 1 from pg_stat_activity where application_name = 'plumbline catalog copy'";
  await expect.poll(() => database.execute(sessions), { interval: 5 }).toEqual([]);
  const isMade = await isAnySchema(database, spot);
  if (isMade) {
    const again = await copyHere("database", data, spot);
    expect([again.code, again.stdout]).toEqual([1, expect.stringContaining("holds a catalog")]);
  } else {
    await expect(opened(temporaryFolder(), { shared: spot })).rejects.toThrow(UNFINISHED);
    expect(await isAnySchema(database, spot)).toBe(false);
    expect(await copiedHere("database", data, spot)).toMatchObject(partsOf(whole));
  }
  const back = join(temporaryFolder(), "back");
  expect(await copiedHere("folder", back, spot)).toMatchObject(partsOf(whole));
  if (isMade) await (await opened(temporaryFolder(), { shared: spot })).close();
  return isMade;
}
