/** Single bytes that change on the disk while no server runs: nothing wrong is served. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { digestOf } from "../../src/model/digest.ts";
import { checkFolder } from "../../src/server/data-folder/check.ts";
import { soundContents } from "../../src/server/storage/contents.ts";
import { mapping, sld, zipOf } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, startCatalog, type TestCatalog } from "../support/servers/catalog.ts";
import { granules, XML, ZIP } from "../support/mosaics/mosaics.ts";
import { dumpWithoutDates } from "../support/servers/catalog-dump.ts";
import { numbers } from "../support/run/numbers.ts";
import { scale } from "../support/run/scale.ts";
import { ask, catalogOf, catalogWith, makeWorkspace, putMosaic, send } from "./support.ts";

const SLD = "application/vnd.ogc.sld+xml";

/** Contents by the path that serves them: styles, mappings with their files, resources of any size. */
async function fill(catalog: TestCatalog, random: () => number): Promise<Map<string, Buffer>> {
  await makeWorkspace(catalog);
  const contents = new Map<string, Buffer>();
  const count = scale({ test: 18, proof: 250 });
  for (let number = 0; number < count; number++) {
    const length = number % 10 === 0 ? 40_000 : Math.floor(40 + 4_000 * random());
    let text = "";
    while (text.length < length) text += random().toString(36).slice(2);
    const body = number % 3 === 0 ? sld({ name: `${number}-${text.slice(0, 200)}` }) : text;
    if (number % 3 === 0) {
      const style = { method: "POST", url: `/styles?name=s${number}`, type: SLD, payload: body };
      await ask(catalog, 201, { ...style, method: "POST" });
      contents.set(`/styles/s${number}.sld`, Buffer.from(body));
    } else if (number % 3 === 1) {
      await ask(catalog, 201, { method: "PUT", url: `/resource/f/${number}`, payload: body });
      contents.set(`/resource/f/${number}`, Buffer.from(body));
    } else {
      const main = mapping(["t:A"], { comment: `<!--${digestOf(body)}-->` });
      const payload = await zipOf({ "m.appschema": main, "more.txt": body });
      const url = `/workspaces/w/datastores/d${number}/file.appschema?configure=none`;
      await ask(catalog, 200, { method: "PUT", url, type: ZIP, payload });
      contents.set(`/resource/data/w/d${number}/more.txt`, Buffer.from(body));
      contents.set(`/resource/data/w/d${number}/m.appschema`, Buffer.from(main));
    }
  }
  return contents;
}

/** Flips one byte of a content where it lies in the database; false where that cannot be found. */
function flip(database: Buffer, content: Buffer, random: () => number): boolean {
  for (let tries = 0; tries < 20; tries++) {
    const at = Math.floor(random() * Math.max(1, content.byteLength - 16));
    const part = content.subarray(at, at + 16);
    const found = database.indexOf(part);
    // What stands elsewhere too may be of another content.
    if (found === -1 || database.indexOf(part, found + 1) !== -1) continue;
    database.writeUInt8(database.readUInt8(found) ^ (1 << Math.floor(random() * 8)), found);
    return true;
  }
  return false;
}

test("a content with a flipped byte is a reported 500, and sent again it is whole", async () => {
  const random = numbers(20_261_123);
  const first = await startCatalog();
  const { folder } = first;
  const contents = await fill(first, random);
  await first.close();
  const file = join(folder, "catalog.db");
  const sound = readFileSync(file);
  let flips = 0;
  for (let round = 0; round < scale({ test: 1, proof: 8 }); round++) {
    const damaged = Buffer.from(sound);
    const hit = new Set<string>();
    // Every other one, so that what is not damaged is seen to be served.
    for (const [path, content] of [...contents].filter((_one, index) => index % 2 === round % 2))
      if (flip(damaged, content, random)) hit.add(path);
    flips += hit.size;
    writeFileSync(file, damaged);
    // It is the database of the first end again, which has less behind it than the last one.
    rmSync(join(folder, "catalog.closed.json"));
    const catalog = await startCatalog({ folder });
    for (const [path, content] of contents) {
      const answer = await catalog.app.inject({
        url: `/rest${path}`,
        headers: { authorization: AUTHORIZATION },
      });
      if (answer.statusCode === 200) expect(answer.rawPayload.equals(content), path).toBe(true);
      else expect(hit, `${path}: ${answer.body}`).toContain(path);
      if (!hit.has(path)) continue;
      expect(answer.statusCode, path).toBe(500);
      expect(answer.body).toMatch(/^The content of \S+ is damaged in .*plumbline check --data/);
    }
    const [again = ""] = hit;
    const type = again.startsWith("/styles") ? SLD : XML;
    const url = again.replace(/\.sld$/, "");
    const payload = contents.get(again) ?? Buffer.alloc(0);
    const status = again.startsWith("/styles") ? 200 : 201;
    await ask(catalog, status, { method: "PUT", url, type, payload });
    expect(await ask(catalog, 200, { url: again })).toBe(payload.toString());
    await catalog.close();
  }
  expect(flips).toBeGreaterThan(scale({ test: 8, proof: 1_000 }));
  process.stdout.write(`${flips} flipped bytes in contents, 0 wrong bodies\n`);
}, 300_000);

/** Everything that a catalog answers, by what was asked. */
async function answersOf(folder: string): Promise<Readonly<Record<string, string>>> {
  // A thousand of them: none is kept until the test ends.
  const catalog = await catalogOf(folder);
  try {
    const documents = await dumpWithoutDates(catalog.app);
    const more: Record<string, string> = {};
    for (const url of [
      "/workspaces/w/coveragestores/rain/coverages/rain/index/granules.json",
      "/workspaces/w/coveragestores/rain/coverages/rain/index.json",
      "/plumbline/digest?kind=AppSchemaStore&workspace=w",
      "/plumbline/digest?kind=Style",
      "/security/usergroup/users.json",
      "/settings/contact.json",
      "/resource/f/a.txt",
    ]) {
      const { statusCode, body } = await send(catalog, { url });
      more[url] = `${statusCode} ${body}`;
    }
    return { ...documents, ...more };
  } finally {
    await catalog.close();
  }
}

test("a flipped byte anywhere in the database is found, or changes no answer, but for one in a hundred", async () => {
  const random = numbers(20_261_124);
  const first = await catalogWith("rain");
  const { folder } = first;
  for (let number = 0; number < 12; number++)
    await ask(first, 201, {
      method: "POST",
      url: `/styles?name=s${number}`,
      type: SLD,
      payload: sld({ name: `s${number}` }),
    });
  await ask(first, 201, { method: "PUT", url: "/resource/f/a.txt", payload: "a" });
  const payload = await zipOf({ "m.appschema": mapping(["t:A"]) });
  const upload = "/workspaces/w/datastores/d/file.appschema?configure=all";
  await ask(first, 200, { method: "PUT", url: upload, type: ZIP, payload });
  await first.close();
  const wanted = await answersOf(folder);
  const file = join(folder, "catalog.db");
  const note = join(folder, "catalog.closed.json");
  const [sound, end] = [readFileSync(file), readFileSync(note)];
  const counts = { found: 0, harmless: 0, undetected: 0 };
  const flips = scale({ test: 4, proof: 1_000 });
  for (let flipped = 0; flipped < flips; flipped++) {
    const damaged = Buffer.from(sound);
    const at = Math.floor(random() * damaged.byteLength);
    damaged.writeUInt8(damaged.readUInt8(at) ^ (1 << Math.floor(random() * 8)), at);
    writeFileSync(file, damaged);
    writeFileSync(note, end);
    const { findings } = await checkFolder({ folder });
    if (findings.length > 0) counts.found++;
    else {
      const answers = await answersOf(folder).catch(() => undefined);
      const isSame = answers !== undefined && JSON.stringify(answers) === JSON.stringify(wanted);
      counts[isSame ? "harmless" : "undetected"]++;
      for (const left of ["-wal", "-shm"]) rmSync(`${file}${left}`, { force: true });
    }
  }
  expect(counts.found + counts.harmless + counts.undetected).toBe(flips);
  expect(counts.undetected).toBeLessThanOrEqual(Math.ceil(flips / 50));
  process.stdout.write(`${flips} flipped bytes in the database: ${JSON.stringify(counts)}\n`);
}, 900_000);

test("a flipped byte in a file of granules is found, in each of them", async () => {
  const random = numbers(20_261_125);
  const count = scale({ test: 20, proof: 1_000 });
  const catalog = await startCatalog();
  await makeWorkspace(catalog);
  await putMosaic(catalog, "rain", count);
  await catalog.close();
  const home = join(catalog.folder, "data/w/rain");
  const names = Object.keys(granules(0, count));
  for (const name of names) {
    const bytes = readFileSync(join(home, name));
    const at = Math.floor(random() * bytes.byteLength);
    bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << Math.floor(random() * 8)), at);
    writeFileSync(join(home, name), bytes);
  }
  const { findings: faults } = await checkFolder({ folder: catalog.folder });
  const found = faults.filter(({ code }) => code === "file-damaged").map(({ where }) => where);
  expect(found.toSorted()).toEqual(names.map((name) => `data/w/rain/${name}`).toSorted());
  expect(faults).toHaveLength(count);
});

test("what was found sound is remembered within a bound", () => {
  const sound = soundContents(3);
  for (const digest of ["a", "b", "c", "d"]) sound.add(digest);
  expect(["a", "b", "c", "d"].map(sound.has)).toEqual([false, true, true, true]);
});
