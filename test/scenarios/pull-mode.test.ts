/**
 * The commits of a real estate, one by one, before a watch that follows the branch, and before one that
 * listens to a folder in which they are checked out: each is applied once, or together with the next,
 * with as many writes as styles changed, and in the end nothing is left to do.
 */
import type { FastifyInstance } from "fastify";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { PassEnd } from "../../src/reconciler/watch/pass-end.ts";
import { openGitSource } from "../../src/reconciler/watch/git-source.ts";
import { startCatalog } from "../support/servers/catalog.ts";
import { planFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { git, makeRepository, type TestRepository } from "../support/project/git.ts";
import { describeSamples } from "../support/run/samples.ts";
import { scale } from "../support/run/scale.ts";
import {
  compareStyles,
  styleCommits,
  writeStyles,
  type Styles,
} from "../support/estates/style-history.ts";
import { watchFolder, type Watched } from "../watch/support.ts";

// Some commits change more than the change limits let through.
const terms = { prune: "owned", allow: ["over-limit"] } as const;

const FIRST: Styles = new Map();

function commits(test: number): readonly Styles[] {
  return [...styleCommits()].slice(0, scale({ test, proof: 1_000 }));
}

/** Writes the manifests of a commit; a file says which one, so that every commit is one. */
function write({ folder }: TestRepository, styles: Styles, number: number): void {
  writeStyles(join(folder, "manifests"), styles);
  writeFiles(folder, { "manifests/commit.txt": `${number}\n` });
}

function isDone({ result }: PassEnd): boolean {
  return result === "applied" || result === "converged";
}

async function expectNothingLeft(app: FastifyInstance, folder: string, watched: Watched) {
  expect((await planFolder(app, folder, terms)).plan?.steps).toEqual([]);
  expect(watched.passes.filter((end) => !isDone(end))).toEqual([]);
}

describeSamples("the commits of a real estate", () => {
  test("pushed to a branch that is followed", { timeout: 1_200_000 }, async () => {
    const { app } = await startCatalog();
    const repository = makeRepository();
    write(repository, FIRST, 0);
    repository.push();
    const source = openGitSource({
      environment: process.env,
      url: repository.url,
      branch: "main",
      path: "manifests",
      folder: temporaryFolder(),
    });
    onTestFinished(() => source.close());
    const times = { gitMs: 50, quietMs: 20, deleteQuietMs: 40 };
    const watched = watchFolder(app, source.folder, { ...terms, source, times });
    await watched.seen(isDone);
    const pushed: string[] = [];
    let writes = watched.writes().length;
    let before = FIRST;
    for (const [index, after] of commits(6).entries()) {
      write(repository, after, index + 1);
      const commit = repository.push();
      pushed.push(commit);
      // Every fifth time the next one is pushed while this one is on its way.
      if (index % 5 === 4) continue;
      await watched.seen((end) => end.commit === commit && isDone(end));
      const { changed } = compareStyles(before, after);
      const isAlone = index % 5 !== 0;
      if (isAlone) expect(watched.writes().length - writes, `commit ${index}`).toBe(changed);
      writes = watched.writes().length;
      before = after;
    }
    const last = pushed.at(-1);
    await watched.seen((end) => end.commit === last && isDone(end));

    const applied = watched.passes.filter((end) => end.writes > 0).map(({ commit }) => commit);
    expect(new Set(applied).size, "a commit was applied twice").toBe(applied.length);
    const order = watched.passes.map(({ commit }) => pushed.indexOf(commit ?? ""));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    await expectNothingLeft(app, source.folder, watched);
  });

  test("checked out in a folder that is listened to", { timeout: 1_200_000 }, async () => {
    const { app } = await startCatalog();
    const repository = makeRepository();
    const all = commits(5);
    const made = [FIRST, ...all].map((styles, index) => {
      write(repository, styles, index);
      return repository.commit();
    });
    const checkOut = (index: number) =>
      git(repository.folder, "checkout", "--quiet", made[index] ?? "");
    checkOut(0);
    const folder = join(repository.folder, "manifests");
    const watched = watchFolder(app, folder, {
      ...terms,
      times: { quietMs: 100, deleteQuietMs: 150 },
    });
    await watched.seen(isDone);
    let before = FIRST;
    for (const [index, after] of all.entries()) {
      const writes = watched.writes().length;
      const end = watched.next(isDone);
      checkOut(index + 1);
      await end;
      const { changed } = compareStyles(before, after);
      expect(watched.writes().length - writes, `commit ${index}`).toBe(changed);
      before = after;
    }
    await expectNothingLeft(app, folder, watched);
  });
});
