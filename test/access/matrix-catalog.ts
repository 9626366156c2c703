/**
 * A catalog in which every path of the interface leads to something that all see, to something that is
 * hidden, and to nothing; and who asks for it. What is there is called alike, so that answers can be compared.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OpenOptions, OpenServer } from "../../src/server/options.ts";
import { servicePath } from "../../src/wire/paths.ts";
import { authorizationOf, createAccounts } from "../support/servers/accounts.ts";
import { mapping, sld } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, openTestServer } from "../support/servers/catalog.ts";
import { archiveOf, granules } from "../support/mosaics/mosaics.ts";
import { copierOf } from "../support/databases/postgres-catalogs.ts";

/** What all names begin with, by who sees what they name. */
export const words = { visible: "open", hidden: "veil", absent: "gone" } as const;

/** Whether what a path leads to is seen by all, by some, or is not there. */
export type Visibility = keyof typeof words;

/** The header of each that asks. The first three are let in nowhere; only `ruled` sees what is hidden. */
export const askers = {
  anonymous: undefined,
  wrong: `Basic ${btoa("guessed:a wrong password")}`,
  disabled: authorizationOf("disabled"),
  plain: authorizationOf("plain"),
  ruled: authorizationOf("ruled"),
  administrator: AUTHORIZATION,
} as const;

/** Who asks. */
export type Asker = keyof typeof askers;

const accounts = {
  guessed: { roles: ["ADMIN"] },
  disabled: { roles: ["ADMIN"], enabled: false },
  plain: {},
  ruled: { roles: ["ROLE_VEIL"] },
};

/** The most open rules there can be on requests. */
const requests = {
  "/**:GET,HEAD,OPTIONS,POST,PUT,DELETE": "*",
  "/open/**:GET": "*",
  "/veil/**:GET": "*",
};
const layers = {
  "*.*.r": "*",
  "*.*.w": "*",
  "open.*.a": "*",
  "open.*.r": "*",
  "veil.*.r": "ROLE_VEIL",
  "veil.*.w": "*",
};

/** Ends of the names of stores, by their part of a path. */
const STORES = [
  ["/coveragestores/", "c"],
  ["/wmsstores/", "w"],
  ["/wmtsstores/", "t"],
] as const;

/** What a parameter of a path stands for. */
const values: Readonly<Record<string, (word: string, pattern: string) => string>> = {
  workspace: (word) => word,
  namespace: (word) => word,
  store: (word, pattern) =>
    `${word}-${STORES.find(([part]) => pattern.includes(part))?.[1] ?? "d"}`,
  featureType: (word) => `${word}-t`,
  coverage: (word) => `${word}-c`,
  wmsLayer: (word) => `${word}-wl`,
  wmtsLayer: (word) => `${word}-tl`,
  granule: (word) => `${word}-c.1`,
  template: (word) => `${word}-t`,
  tileLayer: (word) => `${word}:${word}-t`,
  layer: (word, pattern) => (pattern.includes("{workspace}") ? `${word}-t` : `${word}:${word}-t`),
  layerGroup: (word) => `${word}-g`,
  style: (word) => `${word}-s`,
  rule: (word, pattern) => (pattern.includes("/services/") ? `${word}.*` : `${word}.*.r`),
  path: (word) => `styles/${word}-s.sld`,
  "*": (word, pattern) =>
    pattern.includes("/acl/") ? `%2F${word}%2F**%3AGET` : `styles/${word}-s.sld`,
  user: (word) => `${word}-u`,
  group: (word) => `${word}-p`,
  role: (word) => `${word}-r`,
  ows: () => "wms",
  service: () => "default",
  upload: (_word, pattern) =>
    pattern.includes("/coveragestores/") ? "file.imagemosaic" : "file.appschema",
  module: (word) => word,
  internalStore: (word) => word,
  harvest: (word) => word,
  urlCheck: (word) => `${word}-k`,
  gridSet: (word) => `${word}-x`,
  blobStore: (word) => `${word}-b`,
};

/** An address for a path of the interface. Throws TypeError for a parameter that nobody has a value for. */
export function addressOf(pattern: string, visibility: Visibility): string {
  return pattern.replaceAll(/\{([^}]+)\}/g, (_braces, name: string) => {
    const valueOf = values[name];
    if (valueOf === undefined) throw new TypeError(`no value for {${name}} of ${pattern}`);
    return valueOf(words[visibility], pattern);
  });
}

/** A server on a copy of the catalog. */
export interface MatrixServer {
  readonly app: OpenServer["app"];
  /** As the administrator; throws Error with the answer when it is no success. */
  readonly must: Send;
  readonly close: () => Promise<void>;
}

type Send = (method: string, path: string, body: object | string | Buffer) => Promise<string>;

/** Makes the catalog, and gives what opens a server on a copy of it. */
export async function matrixCatalog() {
  const template = mkdtempSync(join(tmpdir(), "plumbline-matrix-"));
  const server = await open(template);
  await createAccounts(template, accounts);
  await fill(server.must);
  await server.close();
  const copyTo = copierOf(template);
  return {
    start: async (options: Partial<OpenOptions> = {}): Promise<MatrixServer> => {
      const folder = mkdtempSync(join(tmpdir(), "plumbline-matrix-"));
      await copyTo(folder);
      const copy = await open(folder, options);
      const close = async () => {
        await copy.close();
        rmSync(folder, { recursive: true, force: true });
      };
      return { ...copy, close };
    },
    remove: () => rmSync(template, { recursive: true, force: true }),
  };
}

async function open(folder: string, options: Partial<OpenOptions> = {}): Promise<MatrixServer> {
  const { app, close } = await openTestServer(folder, options);
  const must: Send = async (method, path, body) => {
    const answer = await app.inject({
      method: method as "PUT",
      url: servicePath(path),
      headers: { authorization: AUTHORIZATION, "content-type": typeOf(body) },
      payload: body,
    });
    if (answer.statusCode >= 300)
      throw new Error(`${method} ${path}: ${answer.statusCode} ${answer.body}`);
    return answer.body;
  };
  return { app, must, close };
}

const TEMPLATE = "<b>a template</b>";

function typeOf(body: object | string | Buffer): string {
  if (body instanceof Buffer) return "application/zip";
  if (typeof body === "object") return "application/json";
  if (body === TEMPLATE) return "text/plain";
  return body.includes("StyledLayerDescriptor") ? "application/vnd.ogc.sld+xml" : "text/xml";
}

async function fill(must: Send): Promise<void> {
  for (const word of [words.visible, words.hidden]) {
    const workspace = `/workspaces/${word}`;
    const published = { "@type": "layer", name: `${word}:${word}-t` };
    const layerGroup = {
      name: `${word}-g`,
      publishables: { published },
      styles: { style: "" },
    };
    await must("POST", "/workspaces", { workspace: { name: word } });
    const mapped = mapping([`t:${word}-t`]);
    await must("PUT", `${workspace}/datastores/${word}-d/file.appschema?configure=all`, mapped);
    const mosaic = await archiveOf(granules(0, 1));
    await must("PUT", `${workspace}/coveragestores/${word}-c/file.imagemosaic`, mosaic);
    await must("POST", `${workspace}/wmsstores`, { wmsStore: { name: `${word}-w` } });
    await must("POST", `${workspace}/wmsstores/${word}-w/wmslayers`, {
      wmsLayer: { name: `${word}-wl` },
    });
    await must("POST", `${workspace}/wmtsstores`, { wmtsStore: { name: `${word}-t` } });
    await must("POST", `${workspace}/wmtsstores/${word}-t/layers`, {
      wmtsLayer: { name: `${word}-tl` },
    });
    for (const place of ["", workspace]) {
      await must("POST", `${place}/styles?name=${word}-s`, sld());
      await must("POST", `${place}/layergroups`, { layerGroup });
    }
    const homes = [`datastores/${word}-d`, `datastores/${word}-d/featuretypes/${word}-t`];
    homes.push(`coveragestores/${word}-c`, `coveragestores/${word}-c/coverages/${word}-c`);
    for (const home of ["", workspace, ...homes.map((one) => `${workspace}/${one}`)])
      await must("PUT", `${home}/templates/${word}-t.ftl`, TEMPLATE);
    const extent = { coords: { double: [0, 0, 1, 1] } };
    const gridSet = { name: `${word}-x`, srs: { number: 1 }, extent, levels: 1 };
    await must("PUT", `/gwc/rest/gridsets/${word}-x`, { gridSet });
    const FileBlobStore = { "@default": "false", id: `${word}-b`, baseDirectory: "/srv/tiles" };
    await must("PUT", `/gwc/rest/blobstores/${word}-b`, { FileBlobStore });
    const user = { userName: `${word}-u`, password: `a password of ${word}`, enabled: true };
    await must("POST", "/security/usergroup/users", { user });
    await must("POST", `/security/usergroup/group/${word}-p`, "");
    await must("POST", `/security/roles/role/${word}-r`, "");
    await must("POST", "/urlchecks", { regexUrlCheck: { name: `${word}-k`, regex: "http://.*" } });
  }
  await must("POST", "/security/acl/layers", layers);
  await must("POST", "/security/acl/rest", requests);
  await must("POST", "/security/acl/services", { "open.*": "*", "veil.*": "*" });
}
