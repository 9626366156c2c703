/**
 * Every path that can be read has a strong ETag, answers 304 to a client that holds the document,
 * and has the same ETag after a restart (docs/compatibility.md, "Conditional requests").
 */
import type { FastifyInstance } from "fastify";
import { describe, expect, test } from "vitest";
import { digestOf } from "../../src/model/digest.ts";
import { dialects } from "../../src/model/dialect.ts";
import { pathNames, routePattern, servicePath, type PathName } from "../../src/wire/paths.ts";
import { AUTHORIZATION, startCatalog } from "../support/servers/catalog.ts";
import { documents, fillCatalog } from "../support/servers/every-document.ts";
import { temporaryFolder } from "../support/run/folders.ts";
import { oneByFile } from "../support/run/scale.ts";
import { filesBelow, textOf } from "../support/project/sources.ts";

/** The body, of XML that is laid out without its layout. */
function plainBody({
  rawPayload,
  headers,
}: {
  readonly rawPayload: Buffer;
  readonly headers: Readonly<Record<string, unknown>>;
}): Buffer {
  const text = rawPayload.toString();
  const isLaidOut = headers["content-type"] === "application/xml" && /^<\w/.test(text);
  return isLaidOut ? Buffer.from(text.replaceAll(/>\n\s*</g, "><")) : rawPayload;
}

/** Documents whose path nobody knows beforehand, and which no restart outlives. */
const fleeting: ReadonlySet<PathName> = new Set<PathName>(["harvest"]);

/** Documents that are another one each time: they have an ETag, but it holds for no second read. */
const changing: ReadonlySet<PathName> = new Set<PathName>(["systemStatus"]);

/** What a stock server, and the dialect that answers as one, offers at other addresses only. */
const notStock: ReadonlySet<string> = new Set(["/w/styles.xml", "/w/styles.json"]);

const read = (app: FastifyInstance, path: string, headers: Record<string, string> = {}) =>
  app.inject({ url: servicePath(path), headers: { authorization: AUTHORIZATION, ...headers } });

/** Spellings of one document each. */
const spellings = [
  ["/styles/s.sld", "/styles//s.sld", "/styles/%73.sld"],
  ["/styles/s.xml", "/styles/s.xml/"],
  ["/workspaces/w/styles/s.sld", "//workspaces/w/styles/s.sld"],
  ["/layers/w:A.json", "/layers/w%3AA.json", "/layers/A.json", "/workspaces/w/layers/A.json"],
  ["/workspaces/w.json", "/workspaces/default.json"],
  ["/workspaces/w/layergroups/wg.json", "/layergroups/w:wg.json"],
  ["/workspaces/w/featuretypes/A.json", "/workspaces/w/datastores/st/featuretypes/A.json"],
  ["/workspaces/w/coverages/c.json", "/workspaces/w/coveragestores/cs/coverages/c.json"],
  ["/styles.json", "/styles", "/styles/"],
  ["/resource/styles/s.sld", "/resource/styles//s.sld"],
  ["/security/acl/layers.json", "/security/acl/layers"],
] as const;

/** Documents of equal content that are of two objects. */
const twins = [
  ["/styles/s.sld", "/workspaces/w/styles/s.sld"],
  ["/resource/styles/s.sld", "/resource/workspaces/w/styles/s.sld"],
] as const;

test("every path has a row, and every route is registered from a path", () => {
  expect(Object.keys(documents).toSorted()).toEqual(pathNames.toSorted());
  const routes = filesBelow("src/server/routes", /\.ts$/).map(textOf).join("\n");
  const registered = [...routes.matchAll(/\broute\(\s*app,\s*([\w.]+)/g)].map(([, by]) => by);
  expect(registered.length).toBeGreaterThan(20);
  expect(new Set(registered)).toEqual(new Set(["routePattern", "servicePattern"]));
});

describe.for(oneByFile(import.meta.url, dialects))("ETags, %s dialect", (dialect) => {
  test("a path without documents cannot be read", async () => {
    const { app } = await startCatalog({ dialect });
    for (const name of pathNames.filter((one) => documents[one].length === 0 && !fleeting.has(one))) {
      const pattern = routePattern(name);
      if (!app.hasRoute({ method: "GET", url: servicePath(pattern) })) continue;
      const answer = await read(app, pattern.replaceAll(/:\w+|\*/g, "x"));
      expect(answer.statusCode, `${pattern} can be read; give it a row`).toBe(405);
    }
  });

  test("are strong, give 304, and outlive a restart", async () => {
    const folder = temporaryFolder();
    const first = await startCatalog({ dialect, folder });
    await fillCatalog(first.app);
    const before = new Map<string, string>();
    for (const name of pathNames) {
      for (const path of documents[name]) {
        const answer = await read(first.app, path);
        if (dialect === "geoserver" && notStock.has(path)) {
          expect(answer.statusCode, path).toBe(404);
          continue;
        }
        expect(answer.statusCode, path).toBe(200);
        const etag = String(answer.headers["etag"]);
        expect(etag, path).toMatch(new RegExp(`^"${digestOf(plainBody(answer))}\\.[0-9a-f]{16}"$`));
        if (changing.has(name)) continue;
        before.set(path, etag);
        const again = await read(first.app, path, { "if-none-match": etag });
        expect(again.statusCode, path).toBe(304);
        expect(again.headers["etag"], path).toBe(etag);
        expect(again.body, path).toBe("");
        const other = await read(first.app, path, { "if-none-match": '"sha256-0"' });
        expect(other.statusCode, path).toBe(200);
      }
    }
    await first.close();
    const second = await startCatalog({ dialect, folder });
    for (const [path, etag] of before) {
      const answer = await read(second.app, path, { "if-none-match": etag });
      expect(answer.statusCode, `${path} after a restart`).toBe(304);
    }
  });

  test("are one for every spelling of the URL, and distinguish objects of equal content", async () => {
    const { app } = await startCatalog({ dialect });
    await fillCatalog(app);
    const etagOf = async (path: string) => {
      const answer = await read(app, path);
      expect(answer.statusCode, path).toBe(200);
      return String(answer.headers["etag"]);
    };
    for (const [one, ...others] of spellings) {
      const etag = await etagOf(one);
      for (const other of others) expect(await etagOf(other), other).toBe(etag);
    }
    for (const [one, other] of twins) {
      const [mine, theirs] = [await etagOf(one), await etagOf(other)];
      expect(mine.slice(0, 72), other).toBe(theirs.slice(0, 72));
      expect(mine, other).not.toBe(theirs);
      const headers = { authorization: AUTHORIZATION, "if-match": mine };
      const answer = await app.inject({ method: "DELETE", url: `/rest${other}`, headers });
      expect(answer.statusCode, other).toBe(412);
    }
  });
});
