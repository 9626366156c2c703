/**
 * The keystore password is changed again and again while the server is killed at random moments:
 * the last acknowledged password or the one under way opens the folder, always, and a store
 * password sealed at the beginning is still the same one (docs/decisions/0011-keystore.md).
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { standardCosts } from "../../src/model/derivation.ts";
import { reveal, secret } from "../../src/model/secret.ts";
import { openKeystore } from "../../src/server/storage/keystore.ts";
import { openSqliteCatalog } from "../../src/server/storage/sqlite.ts";
import { AUTHORIZATION } from "../support/servers/catalog.ts";
import { startServer, type ServerProcess } from "../support/commands/cli.ts";
import { temporaryFolder } from "../support/run/folders.ts";
import { sendRaw } from "../support/servers/http.ts";
import { isProof, scale } from "../support/run/scale.ts";

const STORE_PASSWORD = "the password of a store";
/** Changes before the one that is cut off, in each life of the server. */
const WHOLE = 2;

/** The time around the commit of a change. */
const WINDOW_MS = 20;

/** Waits until the next password lies beside the one in force, or the change is over: it lies there shortly. */
async function proposed(data: string, change: Promise<unknown>): Promise<void> {
  const seen = { isOver: false };
  void change.then(() => (seen.isOver = true));
  while (!seen.isOver && !existsSync(join(data, "keystore-password.next"))) await pause(0);
}

async function call(server: ServerProcess, method: string, path: string, body?: object) {
  const headers = { authorization: AUTHORIZATION, "content-type": "application/json" };
  const payload = body === undefined ? undefined : JSON.stringify(body);
  const answer = await sendRaw(server.url, {
    method,
    path: `/rest${path}`,
    headers,
    body: payload,
  });
  expect(answer.status, `${method} ${path}: ${answer.body}`).toBeLessThan(300);
  return answer.body.toString();
}

async function password(server: ServerProcess): Promise<string> {
  const text = await call(server, "GET", "/security/masterpw.json");
  return (JSON.parse(text) as { oldMasterPassword: string }).oldMasterPassword;
}

/** The sealed store password as the server shows it, after it was sent back to it. */
async function sealed(server: ServerProcess, parameters: object): Promise<string> {
  await call(server, "PUT", "/workspaces/w/datastores/s", {
    dataStore: { connectionParameters: parameters },
  });
  const text = await call(server, "GET", "/workspaces/w/datastores/s.json");
  return /crypt1:[^"]+/.exec(text)?.[0].replaceAll("\\/", "/") ?? "";
}

test("killed at any moment of a change, the old or the new password opens the store", async () => {
  const data = temporaryFolder();
  const kills = scale({ test: 1, proof: 100 });
  let server = await startServer(data);
  await call(server, "POST", "/workspaces", { workspace: { name: "w" } });
  await call(server, "POST", "/workspaces/w/datastores", {
    dataStore: { name: "s", connectionParameters: { passwd: STORE_PASSWORD } },
  });
  const first = await sealed(server, { passwd: STORE_PASSWORD });
  expect(first).toMatch(/^crypt1:/);
  let current = await password(server);
  let changes = 0;
  const outcomes = { old: 0, next: 0 };
  const change = (next: string) => {
    changes++;
    const body = { oldMasterPassword: current, newMasterPassword: next };
    return call(server, "PUT", "/security/masterpw", body);
  };
  for (let kill = 0; kill < kills; kill++) {
    let longest = 0;
    for (let whole = 0; whole < WHOLE; whole++) {
      const next = `password ${kill}, changed whole ${whole}`;
      const begin = performance.now();
      await change(next);
      longest = Math.max(longest, performance.now() - begin);
      current = next;
    }
    const next = `password ${kill}, cut off`;
    const cut = change(next).then(
      () => true,
      () => false,
    );
    // Most of a change is deriving the key; every other kill waits for what comes after it.
    if (kill % 2 === 0) await proposed(data, cut);
    await pause(Math.random() * (kill % 2 === 0 ? WINDOW_MS : longest));
    await server.end("SIGKILL");
    const wasAcknowledged = await cut;
    server = await startServer(data);
    const found = await password(server);
    expect(wasAcknowledged ? [next] : [current, next]).toContain(found);
    outcomes[found === next ? "next" : "old"]++;
    // A text sealed by another key would be sealed once more, and come back as another one.
    expect(await sealed(server, { passwd: first })).toBe(first);
    current = found;
  }
  await change("the last password, changed whole");
  current = "the last password, changed whole";
  await server.end();
  const catalog = await openSqliteCatalog(data, () => new Date().toISOString());
  const make = () => expect.fail("a password was made anew");
  const { keystore } = await openKeystore(catalog, {
    folder: data,
    given: undefined,
    make,
    cost: standardCosts.keystore,
  });
  expect(keystore.unseal(first)).toBe(STORE_PASSWORD);
  expect(reveal(await keystore.password())).toBe(current);
  await expect(
    openKeystore(catalog, {
      folder: temporaryFolder(),
      given: secret("not it"),
      make,
      cost: standardCosts.keystore,
    }),
  ).rejects.toThrow(/No available password opens the keystore/);
  await catalog.close();
  if (isProof) expect(Math.min(outcomes.old, outcomes.next)).toBeGreaterThan(0);
  process.stdout.write(
    `${changes} changes, ${kills} kills: ${outcomes.old} times the old password, ${outcomes.next} the new one\n`,
  );
}, 1_800_000);
