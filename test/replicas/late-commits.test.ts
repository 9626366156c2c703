/** A commit that reaches the database when its server has given it up: files and catalog agree, whatever comes of it. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { layLine } from "../support/databases/cut-line.ts";
import {
  archiveOf,
  expectConsistent,
  granules,
  makeWorkspace,
  STORE,
  ZIP,
} from "../support/mosaics/mosaics.ts";
import { describePostgres } from "../support/databases/postgres.ts";
import { testInProof } from "../support/run/scale.ts";
import { COMMIT } from "./losses.ts";
import { sharedEstate } from "./replicas.ts";

describePostgres("a commit that comes late", (database) => {
  testInProof(
    "is waited for before files of an upload are taken back",
    async () => {
      const estate = sharedEstate(database);
      const line = await layLine(estate.address.port);
      const [{ client }, other] = [await estate.start({}, line.port), await estate.start()];
      await makeWorkspace(client);
      const held = line.holdAt(COMMIT, "before", "plumbline_apply");
      const upload = await archiveOf(granules(0, 3));
      let isAnswered = false;
      const asked = client.send("PUT", `${STORE}/file.imagemosaic`, ZIP, upload);
      void asked.finally(() => (isAnswered = true));
      await held;
      line.cutHeld();
      // The first to wait is who asks what became of the change, the next one who asks whether the files stay.
      const waits = new Set<string>();
      const notice = async () => {
        const found = await database.execute(
          "select query_start::text as since from pg_stat_activity where wait_event = 'advisory'",
        );
        for (const { since } of found) waits.add(String(since));
        return isAnswered || waits.size > 1;
      };
      await expect.poll(notice, { timeout: 300_000 }).toBe(true);
      line.deliver();
      const { status, body } = await asked;
      expect([status, body.toString()]).toEqual([
        503,
        expect.stringContaining("may have been made"),
      ]);
      const found = await expectConsistent(other.client);
      expect(found).toEqual(Object.keys(granules(0, 3)).toSorted());
      expect(readdirSync(join(estate.files, "data/w/rain"))).toEqual(expect.arrayContaining(found));
      await client.expect(
        200,
        "PUT",
        `${STORE}/file.imagemosaic`,
        ZIP,
        await archiveOf(granules(3, 1)),
      );
      expect(await expectConsistent(other.client)).toHaveLength(4);
    },
    600_000,
  );
});
