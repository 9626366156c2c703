/** Two watches of one branch as processes: one writes at a time, and the other takes over when it is killed. */
import type { ChildProcess } from "node:child_process";
import { expect, test } from "vitest";
import { sld } from "../support/estates/artefacts.ts";
import { makeRepository } from "../support/project/git.ts";
import { isCatalogWrite, startProxy } from "../support/servers/proxy.ts";
import { leaseOf, project, serverForFile, style } from "./support.ts";
import { passed, startWatching } from "./watching.ts";

const { url } = serverForFile();

/** Styles of one colour. */
const coloured = (colour: string) =>
  Object.fromEntries(
    ["p", "q", "r"].flatMap((name) => [
      [`${name}.yaml`, style(name)],
      [`${name}.sld`, sld({ name, colour })],
    ]),
  );

test("of two watches one writes; the other is ready, says who does, and takes over when that one is killed", async () => {
  const repository = makeRepository();
  repository.push({ "plumbline.yaml": project("estate: beside"), ...coloured("#111111") });
  const dead = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  let isHeld = false;
  let child: ChildProcess | undefined;
  const first = await startProxy(url(), async (request) => {
    if (!isHeld || !isCatalogWrite(request)) return;
    reached.resolve();
    await dead.promise;
  });
  let isFirstDead = false;
  const early: string[] = [];
  const second = await startProxy(url(), async (request) => {
    // Whoever sees a commit first writes it: this one is to be the second.
    if (isHeld) await reached.promise;
    if (isCatalogWrite(request) && !isFirstDead) early.push(request.path);
  });
  const flags = ["--git", repository.url, "--poll", "200ms", "--git-interval", "200ms"];
  const one = await startWatching(first, ...flags);
  ({ child } = one);
  await one.event(passed("applied"));
  const two = await startWatching(second, ...flags, "--endpoints", "127.0.0.1:0");
  await two.event(passed("converged"));
  isHeld = true;
  const commit = repository.push(coloured("#222222"));
  await reached.promise;
  const locked = await two.event(({ type }) => type === "locked");
  expect(locked.message).toContain(`(process ${child.pid}, since `);
  const endpoint = /endpoints (http:\S+)/.exec(two.stderr())?.[1] ?? "";
  expect(await (await fetch(`${endpoint}/readyz`)).json()).toMatchObject({
    ready: true,
    state: "locked",
  });
  expect(await (await fetch(`${endpoint}/status.json`)).json()).toMatchObject({
    locked_by: { pid: child.pid },
  });
  expect(early).toEqual([]);
  child.kill("SIGKILL");
  await one.ended;
  isFirstDead = true;
  expect(await two.event(passed("applied"))).toMatchObject({ commit });
  dead.resolve();
  expect(two.events().filter(({ type }) => type === "locked")).toHaveLength(1);
  expect(two.stderr()).toMatch(/takeover +The lock of .* was taken over: that process is gone/);
  two.child.kill("SIGTERM");
  expect((await two.ended).code).toBe(0);
  expect(await leaseOf(url(), "beside")).toMatchObject({ released: true });
});
