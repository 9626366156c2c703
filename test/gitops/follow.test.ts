/** A watch that follows a branch: history that is rewritten is followed, and reported. */
import { expect, onTestFinished, test } from "vitest";
import { openGitSource } from "../../src/reconciler/watch/git-source.ts";
import { sld } from "../support/estates/artefacts.ts";
import { startCatalog } from "../support/servers/catalog.ts";
import { temporaryFolder } from "../support/run/folders.ts";
import { git, makeRepository } from "../support/project/git.ts";
import { style, watchFolder } from "../watch/support.ts";

test("a force push is applied and reported once, an ordinary one is only applied", async () => {
  const { app } = await startCatalog();
  const repository = makeRepository();
  repository.push({ "a.yaml": style("a"), "a.sld": sld() });
  const { url } = repository;
  const source = openGitSource({
    url,
    branch: "main",
    folder: temporaryFolder(),
    environment: process.env,
  });
  onTestFinished(() => source.close());
  const times = { gitMs: 50, quietMs: 20, deleteQuietMs: 40 };
  const watched = watchFolder(app, source.folder, { source, times });
  const applied = (commit: string) =>
    watched.seen((end) => end.commit === commit && end.result === "applied");
  const told = () =>
    watched.events.flatMap((event) => (event.type === "trouble" ? [event.diagnostic] : []));
  const before = repository.push({ "b.yaml": style("b"), "b.sld": sld() });
  await applied(before);
  expect(told()).toEqual([]);

  git(repository.folder, "reset", "--quiet", "--hard", "HEAD~1");
  const commit = repository.push({ "c.yaml": style("c"), "c.sld": sld() });
  await applied(commit);
  expect(watched.writes().slice(-2).toSorted()).toEqual([
    expect.stringMatching(/^DELETE .*\/b\b/),
    expect.stringMatching(/^POST /),
  ]);
  await applied(repository.push({ "d.yaml": style("d"), "d.sld": sld() }));
  expect(told()).toMatchObject([{ code: "source-rewritten", severity: "warning" }]);
  expect(told()[0]?.message).toContain(before);
});
