/**
 * What no XML document can hold is refused at every door, by XML and by JSON, and nothing of it is kept: a document
 * that was stored with it could not be read back (docs/compatibility.md, "Bounds").
 */
import type { FastifyInstance } from "fastify";
import { XmlDocument } from "libxml2-wasm";
import { describe, expect, test } from "vitest";
import { dialects } from "../../src/model/dialect.ts";
import { servicePath } from "../../src/wire/paths.ts";
import { sld, zipOf } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, startCatalog } from "../support/servers/catalog.ts";
import { descriptionOf } from "../support/servers/description.ts";
import { documents, fillCatalog } from "../support/servers/every-document.ts";
import { oneByFile, slice } from "../support/run/scale.ts";
import { homes, xmlOf } from "../support/estates/text-homes.ts";

/** Control characters, two that are none, and halves of a pair. */
const codes = [0x1, 0xb, 0xfffe, 0xd800, 0x0, 0x8, 0xc, 0xe, 0x1f, 0xffff, 0xdc00, 0xdfff];

/** Stands for the character in a body that is written down. */
const MARK = "(mark)";

const escapeOf = (code: number) => `\\u${code.toString(16).padStart(4, "0")}`;

/** A body that cannot be written, by every way in which a client may send it. */
function bodiesOf(root: string, body: Parameters<typeof xmlOf>[1], code: number) {
  const xml = xmlOf(root, body);
  const json = JSON.stringify({ [root]: body });
  return [
    { type: "text/xml", payload: xml.replaceAll(MARK, `&#${code};`) },
    { type: "application/xml", payload: xml.replaceAll(MARK, `&#x${code.toString(16)};`) },
    { type: "application/json", payload: json.replaceAll(MARK, escapeOf(code)) },
    { type: "text/json", payload: json.replaceAll(MARK, String.fromCharCode(code)), raw: true },
    { type: "text/xml", payload: xml.replaceAll(MARK, String.fromCharCode(code)), raw: true },
  ].filter(({ raw = false }) => !raw || (code < 0xd800 || code > 0xdfff));
}

/** What a server that keeps nothing of a document answers; a stock one reads documents of the catalog by another reader than others. */
const refused = (dialect: (typeof dialects)[number], path: string) =>
  dialect === "documented" || /\/(?:security|blobstores)\//.test(path) ? 400 : 500;

interface Sent {
  readonly method: "POST" | "PUT";
  readonly path: string;
  readonly type: string;
  readonly payload: string | Buffer;
}

async function send(app: FastifyInstance, { method, path, type, payload }: Sent) {
  const headers = { authorization: AUTHORIZATION, "content-type": type };
  const { statusCode, body } = await app.inject({ method, url: servicePath(path), headers, payload });
  return { status: statusCode, body };
}

async function shown(app: FastifyInstance, path: string) {
  return app.inject({ url: servicePath(path), headers: { authorization: AUTHORIZATION } });
}

/** The documents that are no XML. */
async function unreadable(app: FastifyInstance, paths: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const path of paths) {
    const { headers, body } = await shown(app, path);
    if (!String(headers["content-type"]).includes("xml")) continue;
    try {
      XmlDocument.fromString(body).dispose();
    } catch (error) {
      found.push(`${path}: ${String(error)}`);
    }
  }
  return found;
}

const xmlDocuments = Object.values(documents).flat().filter((path) => !path.includes("json"));

/** The names that the catalog of `fillCatalog` has for the parameters of paths. */
const parameters: Readonly<Record<string, string>> = {
  workspace: "w",
  namespace: "w",
  store: "pg",
  featureType: "roads",
  coverage: "c",
  wmsLayer: "sea",
  wmtsLayer: "land",
  layer: "w:A",
  layerGroup: "g",
  style: "s",
  tileLayer: "w:A",
  gridSet: "own",
  blobStore: "b",
  urlCheck: "check",
  user: "admin",
  service: "default",
  ows: "wms",
};

/** Stores and layers that a path means by the segment before them. */
const below: readonly (readonly [RegExp, string])[] = [
  [/\/coveragestores\/\{store\}/, "/coveragestores/cs"],
  [/\/wmsstores\/\{store\}/, "/wmsstores/maps"],
  [/\/wmtsstores\/\{store\}/, "/wmtsstores/tiles"],
  [/\/workspaces\/w\/layergroups\/\{layerGroup\}/, "/workspaces/w/layergroups/wg"],
  [/\/workspaces\/\{workspace\}\/layers\/\{layer\}/, "/workspaces/w/layers/A"],
];

function filled(template: string): string {
  const placed = below.reduce((path, [pattern, written]) => path.replace(pattern, written), template);
  return placed.replaceAll(/\{(\w+)\}/g, (_all, name: string) => parameters[name] ?? `{${name}}`);
}

/** All requests whose body is a document. */
function operations(dialect: (typeof dialects)[number]) {
  const isDocument = (takes: readonly string[] = []) =>
    takes.includes("text/xml") && takes.includes("application/json");
  return descriptionOf(dialect).operations.flatMap(({ method, path, takes }) =>
    (method === "POST" || method === "PUT") && isDocument(takes) ? [{ method, path } as const] : [],
  );
}

/** Bodies without a meaning show which reader a path has: a character goes before all else. */
const nothing = { name: MARK };

/** Where a client names something in the path or in the query. */
const namings = [
  ["PUT", "/templates/NAME.ftl", "text/plain", "x"],
  ["PUT", "/resource/www/NAME.txt", "text/plain", "x"],
  ["PUT", "/gwc/rest/gridsets/NAME", "text/xml", "<gridSet><name>NAME</name></gridSet>"],
  ["POST", "/security/roles/role/NAME", "text/plain", ""],
  ["POST", "/security/usergroup/group/NAME", "text/plain", ""],
  ["POST", "/styles?name=NAME", "application/vnd.geoserver.geocss+css", "* { fill: red }"],
] as const;

describe.for(oneByFile(import.meta.url, dialects))("what XML cannot write, %s dialect", (dialect) => {
  test("is refused by every request with a document", async () => {
    const { app } = await startCatalog({ dialect });
    await fillCatalog(app);
    const found = operations(dialect);
    expect(found.length).toBeGreaterThan(50);
    for (const { method, path } of found)
      for (const code of slice(codes, { test: 1 }))
        for (const { type, payload } of slice(bodiesOf("any", nothing, code), { test: 2 })) {
          const answer = await send(app, { method, path: filled(path).replace(/^\/rest/, ""), type, payload });
          // Nothing is said of a body that may hold secrets.
          expect.soft(answer, `${method} ${path} ${type} ${code}`).toEqual({ status: refused(dialect, path), body: expect.stringMatching(/character|not well-formed/) as unknown });
        }
    expect(await unreadable(app, xmlDocuments)).toEqual([]);
  });

  test("is kept nowhere, in no field of any document", async () => {
    const { app } = await startCatalog({ dialect });
    await fillCatalog(app);
    for (const { path, root, beside = {}, texts } of homes) {
      if (Object.keys(texts("")).length === 0) continue;
      const before = await shown(app, `${path}.xml`);
      for (const code of slice(codes, { test: 1 }))
        for (const { type, payload } of bodiesOf(root, { ...beside, ...texts(`a${MARK}b`) }, code)) {
          const answer = await send(app, { method: "PUT", path, type, payload });
          expect.soft(answer.status, `${path} ${type} ${code}: ${answer.body}`).toBe(refused(dialect, path));
        }
      expect.soft((await shown(app, `${path}.xml`)).body, path).toBe(before.body);
    }
  });

  test("names nothing that is listed", async () => {
    const { app } = await startCatalog({ dialect });
    await fillCatalog(app);
    for (const code of [0x1, 0xfffe, 0xffff])
      for (const [method, path, type, payload] of namings) {
        const name = `n${String.fromCharCode(code)}`;
        const spelled = path.replace("NAME", encodeURIComponent(name));
        const answer = await send(app, { method, path: spelled, type, payload });
        expect.soft(answer.status, `${method} ${spelled}: ${answer.body}`).toBeGreaterThanOrEqual(400);
      }
    expect(await unreadable(app, xmlDocuments)).toEqual([]);
  });

  test("stands in no rule and no name that a file brings", async () => {
    const { app } = await startCatalog({ dialect });
    const rules = { method: "PUT", path: "/resource/security/layers.properties", type: "text/plain" } as const;
    for (const code of [0x0, 0x1, 0xd800, 0xfffe])
      for (const line of [`w.a${escapeOf(code)}.r=R`, `w.a.r=R${escapeOf(code)}`])
        expect.soft((await send(app, { ...rules, payload: `mode=HIDE\n${line}\n` })).status, line).toBe(422);
    for (const code of [0xfffe, 0xffff]) {
      const payload = await zipOf({ "s.sld": sld(), [`i${String.fromCharCode(code)}.png`]: "" });
      const { status } = await send(app, { method: "POST", path: `/styles?name=s${code}`, type: "application/zip", payload });
      expect.soft(status, `an archive, ${code}`).toBe(dialect === "documented" ? 400 : 500);
    }
    expect(await unreadable(app, ["/security/acl/layers.xml", "/resource/styles?format=xml"])).toEqual([]);
  });
});
