/** Sessions of several servers, and of several copies of one catalog (docs/compatibility.md, "Console"). */
import { join } from "node:path";
import { expect, test } from "vitest";
import { backUp } from "../../src/server/data-folder/backup.ts";
import { restoreBackup } from "../../src/server/data-folder/restore.ts";
import { startCatalog } from "../support/servers/catalog.ts";
import { temporaryFolder } from "../support/run/folders.ts";
import { testOfFolder } from "../support/databases/postgres-catalogs.ts";
import { askWith, logIn } from "../support/servers/sessions.ts";

test("a browser has one at each server of a host: cookies know no ports", async () => {
  const servers = [await startCatalog(), await startCatalog()];
  const kept = new Map<string, string>();
  for (const { app } of servers) {
    const [name = "", value = ""] = (await logIn(app)).split("=");
    kept.set(name, value);
  }
  const cookie = [...kept].map((pair) => pair.join("=")).join("; ");
  for (const { app } of servers)
    expect((await askWith(app, cookie, "/rest/styles.json")).statusCode).toBe(200);
});

testOfFolder("a backup logs nobody in where it is restored", async () => {
  const { app, folder } = await startCatalog();
  const cookie = await logIn(app);
  const file = join(temporaryFolder(), "b.tar");
  const now = () => new Date().toISOString();
  await backUp({ folder, file, version: "0.0.0-test", now });
  expect((await askWith(app, cookie, "/rest/styles.json")).statusCode).toBe(200);
  const other = join(temporaryFolder(), "restored");
  await restoreBackup({ file, folder: other, now });
  const restored = await startCatalog({ folder: other });
  expect((await askWith(restored.app, cookie, "/rest/styles.json")).statusCode).toBe(401);
});
