/**
 * The keystore on its folder: every state that a kill can leave behind opens, a folder without a
 * keystore is taken over, and what was sealed stays readable (docs/decisions/0011-keystore.md).
 */
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { standardCosts } from "../../src/model/derivation.ts";
import { reveal, secret } from "../../src/model/secret.ts";
import { CatalogError } from "../../src/server/catalog/errors.ts";
import {
  findWrappedKey,
  putWrappedKey,
  type WrappedKey,
} from "../../src/server/catalog/keystore.ts";
import { serverOrigin } from "../../src/server/catalog/unit-of-work.ts";
import { openKeystore } from "../../src/server/storage/keystore.ts";
import { sealerOf } from "../../src/server/storage/seal.ts";
import { openSqliteCatalog } from "../../src/server/storage/sqlite.ts";
import { temporaryFolder } from "../support/run/folders.ts";

const CHEAP = { memory: 64, passes: 1, parallelism: 1 };

/** A folder with its catalog; `open` is what a start does. */
async function bench(folder = temporaryFolder()) {
  const catalog = await openSqliteCatalog(folder, () => "2026-11-21T00:00:00.000Z");
  onTestFinished(() => catalog.close());
  let made = 0;
  const open = (given?: string, cost = CHEAP) =>
    openKeystore(catalog, {
      folder,
      given: given === undefined ? undefined : secret(given),
      make: () => secret(`made ${++made}`),
      cost,
    });
  const commit = (key: WrappedKey) =>
    catalog.write(serverOrigin, (writer) => putWrappedKey(writer, key));
  const files = () => readdirSync(folder).filter((name) => /^(?:keystore|seal)/.test(name));
  const text = (name: string) => readFileSync(join(folder, name), "utf8");
  return { folder, catalog, open, commit, files, text };
}

describe("start", () => {
  test("without a password one is made, for its owner's eyes", async () => {
    const { folder, open, files, text } = await bench();
    const { keystore, origin, file } = await open();
    expect([origin, file]).toEqual(["made", join(folder, "keystore-password")]);
    expect(reveal(await keystore.password())).toBe("made 1");
    expect(text("keystore-password")).toBe("made 1\n");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(files()).toEqual(["keystore-password"]);
    const again = await open();
    expect([again.origin, reveal(await again.keystore.password())]).toEqual(["file", "made 1"]);
  });

  test("a given password is not written down", async () => {
    const { open, files } = await bench();
    const { keystore, origin } = await open(" a given one ");
    expect([origin, reveal(await keystore.password())]).toEqual(["given", "a given one"]);
    expect(files()).toEqual([]);
    expect((await open("a given one")).origin).toBe("given");
  });

  test("without the right password it does not open, and says what to do", async () => {
    const { open } = await bench();
    await open("a given one");
    for (const wrong of [undefined, "another one"]) {
      const refused = await open(wrong).catch((error: Error) => error.message);
      expect(refused).toMatch(
        /^No available password opens the keystore; .*PLUMBLINE_MASTER_PASSWORD/,
      );
      expect(refused).not.toContain("another");
    }
    expect((await open("a given one")).origin).toBe("given");
  });

  test("the standard cost is kept with the key", async () => {
    const { catalog, open } = await bench();
    await open("a given one", standardCosts.keystore);
    expect(await catalog.read(findWrappedKey)).toMatchObject({ memory: 65_536, passes: 3 });
    expect((await open("a given one")).origin).toBe("given");
  });

  test("the key is in the catalog only wrapped", async () => {
    const { folder, catalog, open, text } = await bench();
    await open();
    const before = await catalog.read(findWrappedKey);
    expect(Buffer.from(before?.wrapped ?? "", "base64")).toHaveLength(12 + 32 + 16);
    expect(JSON.stringify(before)).not.toContain(text("keystore-password").trim());
    expect(existsSync(join(folder, "seal.key"))).toBe(false);
  });
});

describe("a folder of version 0.1", () => {
  test("its key becomes the wrapped one, and the file goes", async () => {
    const { folder, open, files } = await bench();
    const key = randomBytes(32);
    writeFileSync(join(folder, "seal.key"), key);
    const sealed = sealerOf(key).seal("a store's password");
    const { keystore } = await open();
    expect(keystore.unseal(sealed)).toBe("a store's password");
    expect(keystore.seal(sealed)).toBe(sealed);
    expect(files()).toEqual(["keystore-password"]);
    expect((await open()).keystore.unseal(sealed)).toBe("a store's password");
  });

  test("cut off before the file went, the next start ends it", async () => {
    const { folder, open, files } = await bench();
    const key = randomBytes(32);
    writeFileSync(join(folder, "seal.key"), key);
    await open();
    writeFileSync(join(folder, "seal.key"), key);
    await open();
    expect(files()).toEqual(["keystore-password"]);
  });

  test("cut off before the key was wrapped, the password that lies there is used", async () => {
    const { folder, open } = await bench();
    writeFileSync(join(folder, "keystore-password"), "was made\n");
    const { keystore } = await open();
    expect(reveal(await keystore.password())).toBe("was made");
  });

  test("a file that is no key, or another one, is not thrown away", async () => {
    const { folder, open, files } = await bench();
    writeFileSync(join(folder, "seal.key"), "short");
    await expect(open()).rejects.toThrow(/seal\.key holds no key/);
    writeFileSync(join(folder, "seal.key"), randomBytes(32));
    await open();
    writeFileSync(join(folder, "seal.key"), randomBytes(32));
    await open();
    expect(files()).toEqual(["keystore-password", "seal.key"]);
  });
});

describe("a change", () => {
  const NEXT = secret("the next one");

  test("leaves every sealed text readable, and the new password opens", async () => {
    const { open, commit, files, text } = await bench();
    const { keystore } = await open();
    const sealed = keystore.seal("a store's password");
    await keystore.replace(() => NEXT, commit);
    expect(reveal(await keystore.password())).toBe("the next one");
    expect(text("keystore-password")).toBe("the next one\n");
    expect(files()).toEqual(["keystore-password"]);
    const again = await open();
    expect(again.keystore.unseal(sealed)).toBe("a store's password");
    expect(again.keystore.seal(sealed)).toBe(sealed);
  });

  test("outlives a given password, which is then in vain", async () => {
    const { open, commit } = await bench();
    await (await open("a given one")).keystore.replace(() => NEXT, commit);
    const again = await open("a given one");
    expect([again.origin, reveal(await again.keystore.password())]).toEqual([
      "file",
      "the next one",
    ]);
    expect((await open("the next one")).origin).toBe("given");
  });

  test.for([
    [
      "before the catalog has it",
      true,
      (): Promise<void> => Promise.reject(new Error("cut off")),
      "made 1",
    ],
    [
      "after the catalog has it",
      false,
      (): Promise<void> => Promise.reject(new Error("cut off")),
      "the next one",
    ],
  ] as const)("that fails %s is what the catalog holds", async ([, isEarly, fail, inForce]) => {
    const { open, commit, files, text } = await bench();
    const { keystore } = await open();
    const sealed = keystore.seal("a store's password");
    const changed = keystore.replace(
      () => NEXT,
      async (key) => {
        if (!isEarly) await commit(key);
        return fail();
      },
    );
    await expect(changed).rejects.toThrow("cut off");
    expect(reveal(await keystore.password())).toBe(inForce);
    expect(files()).toEqual(["keystore-password"]);
    expect(text("keystore-password")).toBe(`${inForce}\n`);
    expect((await open()).keystore.unseal(sealed)).toBe("a store's password");
  });

  test.for([
    ["before the commit", false, "made 1"],
    ["after the commit", true, "the next one"],
  ] as const)("that is killed %s leaves a folder that opens", async ([, isCommitted, inForce]) => {
    const folder = temporaryFolder();
    const { open, commit, files, text } = await bench(folder);
    const { keystore } = await open();
    const sealed = keystore.seal("a store's password");
    let killed: (() => void) | undefined;
    // A process that ends here never comes back: neither does this commit.
    const reached = new Promise<void>((resolve) => void (killed = resolve));
    void keystore.replace(
      () => NEXT,
      async (key) => {
        if (isCommitted) await commit(key);
        killed?.();
        return new Promise(() => undefined);
      },
    );
    await reached;
    expect(files()).toEqual(["keystore-password", "keystore-password.next"]);
    expect(statSync(join(folder, "keystore-password.next")).mode & 0o777).toBe(0o600);
    const again = await open();
    expect(reveal(await again.keystore.password())).toBe(inForce);
    expect(again.keystore.unseal(sealed)).toBe("a store's password");
    expect(files()).toEqual(["keystore-password"]);
    expect(text("keystore-password")).toBe(`${inForce}\n`);
  });

  test("several at once come one after the other, each on the one before", async () => {
    const { open, commit, text } = await bench();
    const { keystore } = await open();
    const seen: string[] = [];
    const changes = ["b", "c", "d", "e"].map((next) =>
      keystore.replace((current) => {
        seen.push(reveal(current));
        if (next === "d") throw new CatalogError("keystore-change", "no");
        return secret(next);
      }, commit),
    );
    const ends = (await Promise.allSettled(changes)).map(({ status }) => status);
    expect(ends).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
    expect(seen).toEqual(["made 1", "b", "c", "c"]);
    expect(text("keystore-password")).toBe("e\n");
  });

  test("that cannot be kept for the next start is refused before anything happens", async () => {
    const { folder, open, commit, text } = await bench();
    const { keystore } = await open();
    mkdirSync(join(folder, "keystore-password.next"));
    await expect(keystore.replace(() => NEXT, commit)).rejects.toMatchObject({
      code: "keystore-not-writable",
      message: "Master password provider does not allow writes",
    });
    expect(reveal(await keystore.password())).toBe("made 1");
    expect(text("keystore-password")).toBe("made 1\n");
  });
});

describe("sealing", () => {
  const sealer = sealerOf(randomBytes(32));

  test("a text comes back, the same text is never sealed the same, sealed ones stay", () => {
    for (const text of ["", "a word", "crypt1:not sealed", "ünï\u0000"]) {
      const sealed = sealer.seal(text);
      expect(sealed).toMatch(/^crypt1:[A-Za-z0-9+/=]+$/);
      expect(sealer.unseal(sealed)).toBe(text);
      expect(sealer.seal(text)).not.toBe(sealed);
      expect(sealer.seal(sealed)).toBe(sealed);
    }
  });

  test("what another key sealed, or was changed, is a text like any other", () => {
    const foreign = sealerOf(randomBytes(32)).seal("a word");
    const sealed = sealer.seal("a word");
    const changed = `${sealed.slice(0, 20)}${sealed[20] === "A" ? "B" : "A"}${sealed.slice(21)}`;
    for (const text of [foreign, changed, "crypt1:", "crypt1:AAAA"]) {
      expect(sealer.unseal(text)).toBeUndefined();
      expect(sealer.unseal(sealer.seal(text))).toBe(text);
    }
  });
});
