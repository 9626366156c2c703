/** Changes of the folder reach the catalog: whole trees only, and each burst of writes at most once. */
import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { sld } from "../support/estates/artefacts.ts";
import { startCatalog } from "../support/servers/catalog.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { scale } from "../support/run/scale.ts";
import type { PassEnd } from "../../src/reconciler/watch/pass-end.ts";
import { style, watchFolder, type Watched } from "./support.ts";

const red = sld({ colour: "#aa0000" });

/** Ten styles, some of them in a folder of their own. */
function tenStyles(): Record<string, string> {
  const names = Array.from({ length: 10 }, (_unused, index) => `s${index}`);
  return Object.fromEntries(
    names.flatMap((name, index) => {
      const folder = index < 3 ? "sub/" : "";
      return [
        [`${folder}${name}.yaml`, style(name)],
        [`${folder}${name}.sld`, sld({ name })],
      ];
    }),
  );
}

interface Started extends Watched {
  readonly folder: string;
}

async function started(files: Readonly<Record<string, string>> = tenStyles()): Promise<Started> {
  const { app } = await startCatalog();
  const folder = temporaryFolder();
  writeFiles(folder, files);
  const watched = watchFolder(app, folder, { allow: ["over-limit"] });
  await watched.seen(({ trigger }) => trigger === "start");
  return { folder, ...watched };
}

/** Does something to the folder, waits until it is dealt with, and gives the passes that wrote. */
async function burst(
  { passes, next }: Started,
  change: () => Promise<void> | void,
  writes: boolean,
): Promise<readonly PassEnd[]> {
  const before = passes.length;
  const wrote = writes ? next((end) => end.writes > 0) : undefined;
  await change();
  await wrote;
  // Time enough for another pass, which must not write.
  await pause(400);
  return passes.slice(before).filter((end) => end.writes > 0);
}

test("what is declared at the start is applied, and what is saved later", async () => {
  const found = await started();
  expect(found.passes[0]).toMatchObject({ result: "applied", trigger: "start", failures: 0 });
  const before = found.writes().length;
  const later = found.next(({ result }) => result === "applied");
  writeFileSync(join(found.folder, "s5.sld"), red);
  expect(await later).toMatchObject({ trigger: "files", writes: 1 });
  expect(found.writes().length).toBe(before + 1);
  expect(found.watch.state()).toMatchObject({ state: "converged", serverReachable: true });
});

/** Ways in which programs save; each leaves the folder as `wrote` objects of it changed. */
const patterns: readonly {
  readonly name: string;
  readonly change: (folder: string) => Promise<void> | void;
  readonly writes: number;
}[] = [
  {
    name: "in place",
    change: (folder) => writeFileSync(join(folder, "s3.sld"), red),
    writes: 1,
  },
  {
    name: "beside and renamed over",
    change: (folder) => {
      writeFileSync(join(folder, "s4.sld.tmp"), red);
      renameSync(join(folder, "s4.sld.tmp"), join(folder, "s4.sld"));
    },
    writes: 1,
  },
  {
    name: "truncated, then written slowly",
    change: async (folder) => {
      const file = join(folder, "s5.sld");
      writeFileSync(file, "");
      for (let at = 0; at < red.length; at += 60) {
        await pause(20);
        appendFileSync(file, red.slice(at, at + 60));
      }
    },
    writes: 1,
  },
  {
    name: "a list of manifests written slowly",
    change: async (folder) => {
      const file = join(folder, "s6.yaml");
      const text = `${style("s6")}---\n${style("s6b")}---\n${style("s6c")}`;
      writeFileSync(join(folder, "s6b.sld"), sld());
      writeFileSync(join(folder, "s6c.sld"), sld());
      writeFileSync(file, "");
      for (let at = 0; at < text.length; at += 25) {
        await pause(20);
        appendFileSync(file, text.slice(at, at + 25));
      }
    },
    writes: 2,
  },
  {
    name: "a folder moved away and back",
    change: async (folder) => {
      renameSync(join(folder, "sub"), `${folder}-moved`);
      await pause(60);
      renameSync(`${folder}-moved`, join(folder, "sub"));
    },
    writes: 0,
  },
  {
    name: "a folder under another name",
    change: (folder) => renameSync(join(folder, "sub"), join(folder, "other")),
    writes: 0,
  },
  {
    name: "deleted and made again",
    change: async (folder) => {
      const file = join(folder, "s7.yaml");
      const text = readFileSync(file);
      rmSync(file);
      await pause(60);
      writeFileSync(file, text);
    },
    writes: 0,
  },
  {
    name: "in a new folder inside a new folder",
    change: async (folder) => {
      mkdirSync(join(folder, "new/er"), { recursive: true });
      await pause(50);
      writeFileSync(join(folder, "new/er/n.sld"), sld());
      writeFileSync(join(folder, "new/er/n.yaml"), style("n"));
    },
    writes: 1,
  },
  {
    name: "beside it the files of an editor",
    change: async (folder) => {
      for (const name of [".s8.yaml.swp", "s8.yaml~", "4913", "#s8.yaml#"])
        writeFileSync(join(folder, name), "kind: Nothing\n");
      writeFileSync(join(folder, "s8.sld"), red);
      await pause(20);
      rmSync(join(folder, "4913"));
    },
    writes: 1,
  },
];

test("a save of any manner is applied at most once, and never in part", async () => {
  for (let round = 0; round < scale({ test: 1, proof: 20 }); round++) {
    const found = await started();
    for (const { name, change, writes } of patterns) {
      const wrote = await burst(found, () => change(found.folder), writes > 0);
      const told = wrote.map((end) => [end.trigger, end.writes, end.failures]);
      expect(told, name).toEqual(writes > 0 ? [["files", writes, 0]] : []);
    }
    expect(found.writes().filter((write) => write.startsWith("DELETE"))).toEqual([]);
    const last = found.next(({ trigger }) => trigger === "request");
    found.watch.trigger("request");
    expect(await last).toMatchObject({ result: "converged", writes: 0 });
  }
}, 600_000);

test("a folder that is deleted deletes its own objects, and nothing else", async () => {
  const found = await started();
  const remove = () => rmSync(join(found.folder, "sub"), { recursive: true });
  const wrote = await burst(found, remove, true);
  const deleted = wrote.flatMap(({ plan }) =>
    (plan?.changes ?? []).filter(({ action }) => action === "delete"),
  );
  expect(deleted.map(({ address }) => address.name)).toEqual(["s0", "s1", "s2"]);
});

test("a checkout of many files is applied at once", async () => {
  const size = scale({ test: 10, proof: 500 });
  const { app } = await startCatalog();
  const folder = temporaryFolder();
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...args], {
      cwd: folder,
      stdio: "pipe",
    });
  const write = (colour: string) =>
    writeFiles(
      folder,
      Object.fromEntries(
        Array.from({ length: size }, (_unused, index) => `g${index}`).flatMap((name) => [
          [`${name}.yaml`, style(name)],
          [`${name}.sld`, sld({ name, colour })],
        ]),
      ),
    );
  git("init", "--quiet", "--initial-branch=main");
  for (const colour of ["#111111", "#222222"]) {
    write(colour);
    git("add", "--all");
    git("commit", "--quiet", "--message", colour);
  }
  const found = { folder, ...watchFolder(app, folder, { allow: ["over-limit"] }) };
  await found.seen(({ trigger }) => trigger === "start");
  for (const commit of ["main~1", "main"]) {
    const wrote = await burst(found, () => void git("checkout", "--quiet", commit), true);
    expect(wrote.map(({ writes }) => writes)).toEqual([size]);
  }
}, 300_000);
