/** Logins while the hash of an account is made anew, as its cost has risen. */
import { expect, test } from "vitest";
import { CHEAP_COSTS, startCatalog } from "../support/servers/catalog.ts";
import { temporaryFolder } from "../support/run/folders.ts";
import { askWith, logIn } from "../support/servers/sessions.ts";

test("several that begin at once all begin a session", async () => {
  const folder = temporaryFolder();
  const { close } = await startCatalog({ folder });
  await close();
  const { app } = await startCatalog({
    folder,
    costs: { ...CHEAP_COSTS, account: { ...CHEAP_COSTS.account, passes: 2 } },
  });
  const cookies = await Promise.all([logIn(app), logIn(app), logIn(app)]);
  for (const cookie of cookies)
    expect((await askWith(app, cookie, "/rest/styles.json")).statusCode).toBe(200);
});
