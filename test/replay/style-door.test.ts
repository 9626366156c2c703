/**
 * Real styles at the server's own door, one request each: what is stored comes back byte for
 * byte under the right language and version, and what is refused is refused for the reason that
 * was written down.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, extname, join, relative } from "node:path";
import type { FastifyInstance } from "fastify";
import { describe, expect, test } from "vitest";
import { dialects, type DialectName } from "../../src/model/dialect.ts";
import { readZip } from "../../src/wire/zip.ts";
import { sld, zipOf } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, startCatalog } from "../support/servers/catalog.ts";
import { temporaryFolder } from "../support/run/folders.ts";
import { describeProgram } from "../support/run/parts.ts";
import { describeSamples, sample } from "../support/run/samples.ts";
import { oneByFile, slice } from "../support/run/scale.ts";
import { tell } from "./support.ts";
import {
  layeredStyles,
  markedStyles,
  refusedInDataDirectories,
  refusedPackages,
  refusedStyles,
  type Verdict,
} from "./verdicts.ts";

const mediaTypes: Readonly<Record<string, string>> = {
  sld: "application/vnd.ogc.sld+xml",
  css: "application/vnd.geoserver.geocss+css",
  zip: "application/zip",
};

/** A real file: what it is called in the verdicts, and its content. */
interface Sample {
  readonly file: string;
  readonly bytes: Buffer;
}

function get(app: FastifyInstance, path: string) {
  const headers = { authorization: AUTHORIZATION };
  return app.inject({ method: "GET", url: `/rest${path}`, headers });
}

function post(app: FastifyInstance, name: string, language: string, payload: Buffer) {
  const headers = { authorization: AUTHORIZATION, "content-type": mediaTypes[language] };
  return app.inject({ method: "POST", url: `/rest/styles?name=${name}`, headers, payload });
}

/** The version of an SLD by an eye of its own: the attribute of its root, 1.0.0 without one. */
function versionOf(bytes: Buffer): string {
  const text = bytes.toString("latin1").replaceAll("\u0000", "");
  const root = /<(?:[\w.-]+:)?StyledLayerDescriptor\b([^>]*)>/.exec(text)?.[1] ?? "";
  const version = /(?:^|\s)version\s*=\s*["']([^"']*)["']/.exec(root)?.[1]?.trim();
  return version === "1.1.0" ? "1.1.0" : "1.0.0";
}

/** The status of a refusal of content: 400 by the interface, 500 on a stock server. */
const refusedWith: Readonly<Record<DialectName, number>> = { documented: 400, geoserver: 500 };

const refusedFiles: Readonly<Record<DialectName, readonly Verdict[]>> = {
  documented: refusedStyles,
  geoserver: [...refusedStyles, ...markedStyles, ...layeredStyles],
};

async function storeAll(
  dialect: DialectName,
  samples: readonly Sample[],
  verdicts: readonly Verdict[],
): Promise<{ accepted: number; refused: number }> {
  const { app } = await startCatalog({ dialect });
  const counts = { accepted: 0, refused: 0 };
  for (const [index, { file, bytes }] of samples.entries()) {
    const language = extname(file).slice(1).toLowerCase();
    const verdict = verdicts.find((candidate) => candidate.file === file);
    const answer = await post(app, `s${index}`, language, bytes);
    if (verdict !== undefined) {
      counts.refused++;
      expect(answer.statusCode, file).toBe(refusedWith[dialect]);
      expect(answer.body, `${file}: ${verdict.ground}`).toMatch(verdict.says);
      expect((await get(app, `/styles/s${index}.xml`)).statusCode, file).toBe(404);
      continue;
    }
    counts.accepted++;
    expect(answer.statusCode, `${file}: ${answer.body}`).toBe(201);
    const content = await get(app, `/styles/s${index}.${language}`);
    expect(content.rawPayload.equals(bytes), file).toBe(true);
    const entry = (await get(app, `/styles/s${index}.json`)).json<{ style: object }>();
    const version = language === "css" ? "1.0.0" : versionOf(bytes);
    expect(entry.style, file).toMatchObject({ format: language, languageVersion: { version } });
  }
  return counts;
}

describeSamples("real styles at the door", () => {
  test.for(oneByFile(import.meta.url, dialects))(
    "every SLD, %s dialect",
    { timeout: 300_000 },
    async (dialect) => {
      const files = readdirSync(sample("sld")).filter((name) => name.endsWith(".sld"));
      const samples = slice(files.toSorted(), { test: 20 }).map((file) => ({
        file,
        bytes: readFileSync(sample(`sld/${file}`)),
      }));
      const { accepted, refused } = await storeAll(dialect, samples, refusedFiles[dialect]);
      tell(`SLD files at the door, ${dialect}: ${accepted} byte for byte, ${refused} refused`);
    },
  );

  describeProgram("tar", "styles of data directories", () => {
    test.for(oneByFile(import.meta.url, dialects))(
      "every style in them, %s dialect",
      { timeout: 300_000 },
      async (dialect) => {
        const samples = slice(dataDirectoryStyles(), { test: 20 });
        const { accepted, refused } = await storeAll(dialect, samples, refusedInDataDirectories);
        tell(
          `styles of data directories, ${dialect}: ${accepted} byte for byte, ${refused} refused`,
        );
      },
    );
  });
});

/** Styles of the data directories in the samples; packed ones are unpacked first. */
function dataDirectoryStyles(): readonly Sample[] {
  const unpacked = temporaryFolder();
  const roots = readdirSync(sample("datadirs")).toSorted();
  for (const name of roots.filter((candidate) => candidate.endsWith(".tar.gz"))) {
    const { status } = spawnSync("tar", ["-xzf", sample(`datadirs/${name}`), "-C", unpacked]);
    expect(status, name).toBe(0);
  }
  return [sample("datadirs"), unpacked].flatMap((folder) =>
    filesIn(folder)
      .filter((file) => /(?:^|\/)styles\/[^/]+\.(?:sld|css)$/i.test(file))
      .map((file) => ({ file: relative(folder, file), bytes: readFileSync(file) })),
  );
}

function filesIn(folder: string): readonly string[] {
  return (readdirSync(folder, { recursive: true }) as string[])
    .map((path) => join(folder, path))
    .filter((path) => statSync(path).isFile())
    .toSorted();
}

/** The packages of the samples: archives as they are, folders packed. */
async function packages(): Promise<readonly Sample[]> {
  return Promise.all(
    readdirSync(sample("stylezips"))
      .toSorted()
      .map(async (name) => {
        const files = filesIn(sample(`stylezips/${name}`));
        const [archive] = files.filter((file) => file.endsWith(".zip"));
        if (archive !== undefined) return { file: name, bytes: readFileSync(archive) };
        const entries = files.map((file) => [basename(file), readFileSync(file)] as const);
        return { file: name, bytes: await zipOf(Object.fromEntries(entries)) };
      }),
  );
}

describeSamples("real style packages", () => {
  describe.for(oneByFile(import.meta.url, dialects))("%s dialect", (dialect) => {
    test("are stored with their images, or refused", async () => {
      const { app } = await startCatalog({ dialect });
      const found = await packages();
      expect(found.length).toBeGreaterThan(0);
      for (const { file, bytes } of found) {
        const answer = await post(app, file, "zip", bytes);
        const verdict = refusedPackages.find((candidate) => candidate.file === file);
        if (verdict === undefined) {
          expect(answer.statusCode, `${file}: ${answer.body}`).toBe(201);
          await checkStored(app, file, await readZip(bytes));
        } else {
          expect(answer.statusCode, file).toBeGreaterThanOrEqual(400);
          expect(answer.statusCode, file).toBeLessThan(500);
          expect(answer.body, `${file}: ${verdict.ground}`).toMatch(verdict.says);
          expect((await get(app, `/styles/${file}.xml`)).statusCode, file).toBe(404);
        }
      }
      tell(`style packages, ${dialect}: ${found.length}`);
    });

    test("graphics come along with an SLD", async () => {
      const { app } = await startCatalog({ dialect });
      for (const { file, bytes } of await packages()) {
        if (!file.startsWith("nls-")) continue;
        const entries = new Map([...(await readZip(bytes)), ["a.sld", Buffer.from(sld())]]);
        const answer = await post(app, file, "zip", await zipOf(Object.fromEntries(entries)));
        expect(answer.statusCode, answer.body).toBe(201);
        await checkStored(app, file, entries);
      }
    });
  });
});

/** Whether a style and the images of its package are there as they were packed. */
async function checkStored(
  app: FastifyInstance,
  style: string,
  entries: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
  for (const [name, bytes] of entries) {
    const path = name.endsWith(".sld") ? `/styles/${style}.sld` : `/resource/styles/${name}`;
    const answer = await get(app, path);
    expect(answer.statusCode, name).toBe(200);
    expect(answer.rawPayload.equals(Buffer.from(bytes)), name).toBe(true);
  }
}
