/** A disk of the database that is full: changes are refused, what is acknowledged stays, and room is all that is needed. */
import { randomBytes, randomUUID } from "node:crypto";
import { chmodSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { serverOrigin } from "../../src/server/catalog/unit-of-work.ts";
import { openPostgresCatalog } from "../../src/server/storage/postgres.ts";
import { startPostgres } from "../support/databases/postgres-cluster.ts";
import { describeClusters } from "../support/databases/postgres.ts";
import { canMount, fillUp, smallDisk, tellWhenUnmountable } from "../support/run/small-disk.ts";

tellWhenUnmountable("a database on a full disk");

describeClusters("a database on a full disk", () => {
  test.runIf(canMount)("refuses changes as long as it is full", async () => {
    const below = smallDisk(160);
    chmodSync(below, 0o777);
    const server = await startPostgres({ below });
    onTestFinished(() => server.stop());
    const catalog = await openPostgresCatalog(
      { ...server, schema: "public", tls: undefined },
      { now: () => "2024-01-01T00:00:00Z", server: { id: randomUUID(), name: "tests" } },
    );
    onTestFinished(() => catalog.close());
    const paths: string[] = [];
    const write = async (path: string) => {
      const content = randomBytes(150_000);
      await catalog.write(serverOrigin, (writer) => writer.writeFile(path, content));
      paths.push(path);
    };
    const filler = join(below, "filler");
    fillUp(filler, below, 3_000_000);
    const fill = async () => {
      for (let number = 10; number < 100; number++) await write(`f/${number}`);
    };
    for (let time = 0; time < 3; time++)
      await expect(fill()).rejects.toMatchObject({
        code: "disk-full",
        message: "The disk of the database is full; nothing was changed",
      });
    rmSync(filler);
    await write("f/last");
    const kept = await catalog.read((reader) => reader.filesUnder("f"));
    expect(kept.map(({ path }) => path)).toEqual([...new Set(paths)].toSorted());
  });
});
