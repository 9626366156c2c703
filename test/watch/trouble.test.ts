/** Broken folders, servers that are away or refuse, and the end of a watch in the middle of its work. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { TransportError } from "../../src/wire/request.ts";
import { catalogLock } from "../../src/reconciler/lock/catalog-lock.ts";
import type { Transport, WireResponse } from "../../src/wire/request.ts";
import { sld } from "../support/estates/artefacts.ts";
import { connectTo, startCatalog } from "../support/servers/catalog.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { style, watchFolder, type Options } from "./support.ts";

const files = {
  "a.yaml": style("a"),
  "a.sld": sld({ name: "a" }),
  "sub/b.yaml": style("b"),
  "sub/b.sld": sld({ name: "b" }),
  "sub/c.yaml": style("c"),
  "sub/c.sld": sld({ name: "c" }),
};

const degraded = ({ result }: { result: string }) => result === "degraded";
const applied = ({ result }: { result: string }) => result === "applied";

async function started(options: Options = {}) {
  const { app } = await startCatalog();
  const folder = temporaryFolder();
  writeFiles(folder, files);
  const watched = watchFolder(app, folder, options);
  await watched.seen(applied);
  return { app, folder, ...watched };
}

/** Ways to break a folder; each is undone by writing the files again. */
const damages: Readonly<Record<string, (folder: string) => void>> = {
  "YAML that is cut off": (folder) => writeFileSync(join(folder, "a.yaml"), "apiVersion: plumbl"),
  "an empty file": (folder) => writeFileSync(join(folder, "a.yaml"), ""),
  "a file that is named and gone": (folder) => rmSync(join(folder, "sub/b.sld")),
  "an empty folder": (folder) => {
    rmSync(join(folder, "sub"), { recursive: true });
    rmSync(join(folder, "a.yaml"));
  },
  "a lock of Git": (folder) => {
    mkdirSync(join(folder, ".git"));
    writeFileSync(join(folder, ".git/index.lock"), "");
  },
  "a folder that is gone": (folder) => renameSync(folder, `${folder}.gone`),
};

test("a broken folder changes nothing, and is applied again once it is whole", async () => {
  const found = await started({ times: { pollMs: 100 } });
  const before = found.writes().length;
  for (const [name, damage] of Object.entries(damages)) {
    const isLocked = name === "a lock of Git";
    const told = found.next(degraded);
    damage(found.folder);
    // While Git writes there is nothing to report: the folder is not looked at before it is done.
    if (isLocked) await pause(300);
    else {
      const end = await told;
      expect(
        end.diagnostics.map(({ severity }) => severity),
        name,
      ).toContain("error");
      expect(found.watch.state().state, name).toBe("degraded");
    }
    expect(found.writes().length, name).toBe(before);
    const whole = found.next(({ result }) => result === "converged");
    rmSync(`${found.folder}.gone`, { recursive: true, force: true });
    rmSync(join(found.folder, ".git"), { recursive: true, force: true });
    writeFiles(found.folder, files);
    if (isLocked) found.watch.trigger("request");
    await whole;
  }
  expect(found.writes().length).toBe(before);
  // What is still heard of after the folder itself was away:
  const later = found.next(applied);
  writeFileSync(join(found.folder, "sub/c.sld"), sld({ name: "c", colour: "#cc0000" }));
  expect(await later).toMatchObject({ writes: 1 });
});

test("a folder that is not there yet is waited for, and so are files beside it", async () => {
  const { app } = await startCatalog();
  const root = temporaryFolder();
  const folder = join(root, "later");
  const found = watchFolder(app, folder, { times: { pollMs: 100 } });
  expect(await found.seen(() => true)).toMatchObject({ result: "degraded", writes: 0 });
  const first = found.next(applied);
  const manifest = style("x").replace("./x.sld", "../beside/x.sld");
  writeFiles(root, { "beside/x.sld": sld({ name: "x" }), "later/x.yaml": manifest });
  await first;
  const second = found.next(applied);
  writeFileSync(join(root, "beside/x.sld"), sld({ name: "x", colour: "#00cc00" }));
  expect(await second).toMatchObject({ trigger: "files", writes: 1 });
});

const unavailable: WireResponse = { status: 503, headers: {}, body: new Uint8Array() };

test("an outage is reported, costs few requests, and ends by itself", async () => {
  let isAway = false;
  let refused = 0;
  const wrap =
    (real: Transport): Transport =>
    async (request) => {
      if (!isAway) return real(request);
      refused++;
      throw new TransportError(request.method, request.path, new Error("connect ECONNREFUSED"));
    };
  const found = await started({ wrap, times: { pollMs: 20, retryBaseMs: 20, retryCapMs: 160 } });
  isAway = true;
  await expect.poll(() => found.watch.state().state, { timeout: 5_000 }).toBe("failing");
  expect(found.watch.state().serverReachable).toBe(false);
  writeFileSync(join(found.folder, "a.sld"), sld({ name: "a", colour: "#dd0000" }));
  await pause(600);
  // 20, 40, 80, 160, 160, 160 ms apart, and one for the file.
  expect(refused).toBeLessThan(15);
  const back = found.next(applied);
  isAway = false;
  expect(await back).toMatchObject({ writes: 1 });
  expect(found.watch.state()).toMatchObject({ state: "converged", serverReachable: true });
});

test("a server that is away in the middle of a run loses nothing", async () => {
  let writesLeft = Number.POSITIVE_INFINITY;
  const wrap =
    (real: Transport): Transport =>
    async (request) => {
      const isWrite = request.method !== "GET" && !request.path.startsWith("/resource/plumbline/");
      if (isWrite) writesLeft--;
      if (writesLeft >= 0) return real(request);
      throw new TransportError(request.method, request.path, new Error("socket hang up"));
    };
  const found = await started({ wrap });
  writesLeft = 1;
  const failed = found.next(({ result }) => result === "failed");
  writeFiles(found.folder, {
    "a.sld": sld({ name: "a", colour: "#dd0000" }),
    "sub/b.sld": sld({ name: "b", colour: "#dd0000" }),
    "sub/c.sld": sld({ name: "c", colour: "#dd0000" }),
  });
  await failed;
  const back = found.next(applied);
  writesLeft = Number.POSITIVE_INFINITY;
  await back;
  const asked = found.next(({ trigger }) => trigger === "request");
  found.watch.trigger("request");
  expect(await asked).toMatchObject({ result: "converged", writes: 0 });
});

test("what the server refuses five times is skipped and reported; the rest goes on", async () => {
  const refusing = new Set<string>();
  let tries = 0;
  const wrap =
    (real: Transport): Transport =>
    async (request) => {
      const isIt = request.method === "PUT" && refusing.has(request.path);
      if (!isIt) return real(request);
      tries++;
      return { ...unavailable, status: 422 };
    };
  const found = await started({ wrap, times: { retryBaseMs: 10, retryCapMs: 30 } });
  refusing.add("/styles/a");
  const suspended = found.next(({ result }) => result === "suspended");
  writeFileSync(join(found.folder, "a.sld"), sld({ name: "a", colour: "#dd0000" }));
  const end = await suspended;
  expect(tries).toBe(5);
  expect(end.diagnostics).toMatchObject([{ code: "object-suspended", address: "Style/a" }]);
  await pause(200);
  expect(tries).toBe(5);
  // The folder changes: what is new runs, and what was suspended gets another try.
  const next = found.next(({ writes }) => writes > 0);
  writeFileSync(join(found.folder, "sub/b.sld"), sld({ name: "b", colour: "#00dd00" }));
  expect(await next).toMatchObject({ writes: 1, failures: 1 });
  refusing.clear();
  const well = found.next(({ result }) => result === "applied");
  found.watch.trigger("request");
  expect(await well).toMatchObject({ writes: 1 });
});

test("the end in the middle of a run finishes the request and lets the lock go", async () => {
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  let held = false;
  const wrap =
    (real: Transport): Transport =>
    async (request) => {
      if (held && request.method === "PUT" && request.path.startsWith("/styles/")) {
        reach();
        await gate;
      }
      return real(request);
    };
  const found = await started({ wrap });
  const before = found.writes().length;
  held = true;
  const names = Array.from({ length: 8 }, (_unused, index) => `n${index}`);
  writeFiles(found.folder, {
    "a.sld": sld({ name: "a", colour: "#dd0000" }),
    ...Object.fromEntries(
      names.flatMap((name) => [
        [`${name}.yaml`, style(name)],
        [`${name}.sld`, sld({ name })],
      ]),
    ),
  });
  await reached;
  const closed = found.watch.close();
  open();
  await closed;
  const wrote = found.writes().length - before;
  expect(wrote).toBeGreaterThan(0);
  expect(wrote).toBeLessThan(9);
  const { read, send } = await connectTo(found.app);
  const lock = catalogLock("test", { read, send, atomic: true, confirmMs: 0 });
  expect((await lock.read())?.lease.released).toBe(true);
  // What is left is done by the next one.
  const again = watchFolder(found.app, found.folder);
  expect(await again.seen(() => true)).toMatchObject({ result: "applied", failures: 0 });
});
