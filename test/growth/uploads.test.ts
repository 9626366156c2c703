/**
 * What users upload or declare is read in time that grows in line with it, whatever it repeats: the catalog server has
 * one thread for all clients, and `validate` runs over what strangers propose.
 */
import type { FastifyInstance } from "fastify";
import { describe, expect, test } from "vitest";
import { zipOf } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, startCatalog } from "../support/servers/catalog.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { runHere } from "../support/commands/run-here.ts";
import { testInProof } from "../support/run/scale.ts";
import { filled, growthProblem, noticedProblem } from "./growth.ts";

const SIZE = 65_536;
const DOUBLED = { to: 131_072 };
const TIMEOUT = 1_800_000;

/** Milliseconds that a text may cost more than a short one without being looked at further; growth that counts costs more. */
const LOOKED_AT = 30;

type Files = Readonly<Record<string, string>>;

interface Sent {
  readonly method: "GET" | "PUT" | "POST";
  readonly path: string;
  readonly type?: string;
  readonly body?: string | Buffer;
}

function send(app: FastifyInstance, { method, path, type, body }: Sent) {
  const headers = {
    authorization: AUTHORIZATION,
    ...(type === undefined ? {} : { "content-type": type }),
  };
  return app.inject({
    method,
    url: `/rest${path}`,
    headers,
    ...(body === undefined ? {} : { payload: body }),
  });
}

const SCHEMA = "CanBeEmpty=true\nSchema=*the_geom:Polygon,location:String\n";

/** A definition with a text of so many characters as the value of one key. */
function definition(
  file: string,
  key: string,
  value: (size: number) => string,
): (size: number) => Files {
  return (size) => {
    const line = `${key}=${value(size)}\n`;
    const isIndexer = file === "indexer.properties";
    return {
      "indexer.properties": isIndexer ? SCHEMA + line : SCHEMA,
      ...(isIndexer ? {} : { [file]: line }),
    };
  };
}

const [INDEXER, DATASTORE] = ["indexer.properties", "datastore.properties"] as const;

const definitions = [
  [
    "an attribute and a bracket far behind it",
    definition(INDEXER, "AdditionalDomainAttributes", (size) =>
      filled(size, " ", { head: "x,", tail: ")" }),
    ),
    /has no attribute x for the dimension x/,
  ],
  [
    "a factory called Oracle again and again",
    definition(DATASTORE, "SPI", (size) => filled(size, "Oracle")),
    /an index in what it opens is not opened by/,
  ],
  [
    "blanks in a schema",
    definition(INDEXER, "Schema", (size) =>
      filled(size, " ", { head: "*the_geom:Polygon,location:String", tail: "x" }),
    ),
    /is of unknown type/,
  ],
  [
    "collectors that open brackets",
    definition(INDEXER, "PropertyCollectors", (size) => filled(size, "[")),
    /is no collector/,
  ],
] as const;

const manifests = {
  "w.yaml": "apiVersion: plumbline/v1\nkind: Workspace\nmetadata: { name: w }\nspec: {}\n",
  "m.yaml":
    "apiVersion: plumbline/v1\nkind: ImageMosaic\nmetadata: { workspace: w, name: rain }\nspec: { definition: ./rain/ }\n",
};

/** Declares a mosaic and has it checked; gives what is said. */
async function validated(files: Files): Promise<string> {
  const folder = temporaryFolder();
  const inside = Object.entries(files).map(([path, text]) => [`rain/${path}`, text] as const);
  writeFiles(folder, { ...manifests, ...Object.fromEntries(inside) });
  const { stdout, stderr } = await runHere(["validate", folder, "--output", "json"]);
  return stdout + stderr;
}

/** A catalog that takes mosaics, each under a name of its own. */
async function openUploads(): Promise<(archive: Buffer) => Promise<void>> {
  const { app } = await startCatalog();
  await send(app, {
    method: "POST",
    path: "/workspaces",
    type: "text/xml",
    body: "<workspace><name>w</name></workspace>",
  });
  let count = 0;
  return async (body) => {
    const path = `/workspaces/w/coveragestores/m${count++}/file.imagemosaic?configure=none`;
    const { statusCode, payload } = await send(app, {
      method: "PUT",
      path,
      type: "application/zip",
      body,
    });
    expect(statusCode, payload.slice(0, 200)).toBeLessThan(500);
  };
}

/** Keys of definitions whose values are read. */
const KEYS: readonly (readonly [file: string, key: string])[] = [
  ..."Name TypeName Schema TimeAttribute ElevationAttribute AdditionalDomainAttributes PropertyCollectors PathType Wildcard LocationAttribute IndexingDirectories HarvestingDirectory MosaicCRS Envelope2D CrsAttribute GranuleAcceptors CoverageNameCollectorSPI AuxiliaryFile"
    .split(" ")
    .map((key) => [INDEXER, key] as const),
  ..."SPI StoreName host port database schema user passwd"
    .split(" ")
    .map((key) => [DATASTORE, key] as const),
  ["timeregex.properties", "regex"],
];

const PIECES = [
  " ",
  "a",
  "a ",
  "[",
  "(",
  "x(",
  "x[",
  ",",
  ";",
  ":",
  "=",
  "{",
  "0",
  ".",
  "/",
  "regex=",
  "Oracle",
  "a[b](c),",
];

describe("definitions of mosaics", () => {
  test.for(definitions)("%s", async ([, files, said]) => {
    expect(await validated(files(SIZE))).toMatch(said);
    const upload = await openUploads();
    await upload(await zipOf(files(SIZE)));
  });

  testInProof(
    "cost twice as much for twice the text, at each door",
    async () => {
      const upload = await openUploads();
      const found: (readonly [string, string | undefined])[] = [];
      for (const [name, files] of definitions) {
        const archive = async (size: number) => zipOf(files(size));
        found.push(
          [`validate: ${name}`, await growthProblem({ make: files, work: validated }, DOUBLED)],
          [`server: ${name}`, await growthProblem({ make: archive, work: upload }, DOUBLED)],
        );
      }
      expect(found.filter(([, problem]) => problem !== undefined)).toEqual([]);
    },
    TIMEOUT,
  );

  testInProof(
    "and so does any key with any text",
    async () => {
      const found: (readonly [string, string | undefined])[] = [];
      for (const [file, key] of KEYS)
        for (const piece of PIECES) {
          const make = definition(file, key, (size) =>
            filled(size, piece, { head: "x", tail: "!" }),
          );
          found.push([
            `${key}=${piece}`,
            await noticedProblem({ make, work: validated }, LOOKED_AT, [8_192, 32_768]),
          ]);
        }
      expect(found.filter(([, problem]) => problem !== undefined)).toEqual([]);
    },
    TIMEOUT,
  );
});

const styled = (inside: string) =>
  `<StyledLayerDescriptor version="1.0.0"><NamedLayer>${inside}</NamedLayer></StyledLayerDescriptor>`;

const styles: readonly (readonly [name: string, body: (size: number) => string])[] = [
  [
    "a text without a blank",
    (size) => styled(`<Name>${filled(size, "a", { head: "x:1 " })}</Name>`),
  ],
  [
    "an attribute without a blank",
    (size) => styled(`<Name a="${filled(size / 4, "a", { head: "x:1 " })}"/>`),
  ],
];

/** A catalog that takes styles, and works out what each content means. */
async function openStyles(): Promise<(body: string) => Promise<string>> {
  const { app } = await startCatalog();
  let count = 0;
  return async (body) => {
    // What a content means is worked out once.
    const own = `${body}<!-- ${count++} -->`;
    const path = `/styles?name=s${count}`;
    const type = "application/vnd.ogc.sld+xml";
    const made = await send(app, { method: "POST", path, type, body: own });
    expect(made.statusCode, made.payload).toBe(201);
    const { payload } = await send(app, { method: "GET", path: "/plumbline/digest?kind=Style" });
    return payload;
  };
}

describe("styles", () => {
  test.for(styles)("%s is digested", async ([, body]) => {
    const digested = await openStyles();
    const { digests } = JSON.parse(await digested(body(SIZE))) as {
      digests: Record<string, unknown>;
    };
    expect(digests).toHaveProperty("s1");
  });

  testInProof(
    "are digested at twice the cost for twice the text",
    async () => {
      const work = await openStyles();
      const found: (readonly [string, string | undefined])[] = [];
      for (const [name, make] of styles)
        found.push([name, await growthProblem({ make, work }, DOUBLED)]);
      expect(found.filter(([, problem]) => problem !== undefined)).toEqual([]);
    },
    TIMEOUT,
  );
});
