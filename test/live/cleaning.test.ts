/**
 * What cleaning brings back of services, settings, the log, the tile cache and URL checks: everything that was there
 * first, as it was, and nothing that a case left. Against the included server and the stock one of the tests.
 */
import type { FastifyInstance } from "fastify";
import { describe, expect, test } from "vitest";
import { AUTHORIZATION } from "../support/servers/catalog.ts";
import { stockServer } from "../stock/server.ts";
import { servers } from "../support/servers/servers.ts";
import { clean, readOrigin } from "./cleaning.ts";
import type { Ask } from "./exchange.ts";

/** Asks a server in process, as the lane asks one over the wire. */
function asking(app: FastifyInstance): Ask {
  return async (method, path, content) => {
    const type = content === undefined ? {} : { "content-type": content.type };
    const headers = { authorization: AUTHORIZATION, ...type };
    const body = content === undefined ? {} : { payload: Buffer.from(content.body) };
    const answer = await app.inject({ method, url: path, headers, ...body });
    return { status: answer.statusCode, text: answer.body };
  };
}

type Change = readonly [method: "PUT" | "POST", path: string, body: string];

const service = (name: string, fields: string): Change => [
  "PUT",
  `/rest/services/${name}/settings`,
  `<${name}>${fields}</${name}>`,
];
const settings = (contact: string, more: string): Change => [
  "PUT",
  "/rest/settings",
  `<global><settings><contact>${contact}</contact><charset>UTF-8</charset><numDecimals>4</numDecimals><verbose>false</verbose><verboseExceptions>false</verboseExceptions>${more}</settings></global>`,
];
const check = (name: string, regex: string) =>
  `<regexUrlCheck><name>${name}</name><enabled>true</enabled><regex>${regex}</regex></regexUrlCheck>`;
const gridSet = (name: string, levels: number): Change => [
  "PUT",
  `/gwc/rest/gridsets/${name}`,
  `<gridSet><name>${name}</name><srs><number>3857</number></srs><extent><coords><double>0</double><double>0</double><double>256</double><double>256</double></coords></extent><levels>${levels}</levels></gridSet>`,
];
const blobStore = (name: string, isDefault: boolean, folder = "/srv/tiles"): Change => [
  "PUT",
  `/gwc/rest/blobstores/${name}`,
  `<FileBlobStore default="${isDefault}"><id>${name}</id><enabled>true</enabled><baseDirectory>${folder}</baseDirectory></FileBlobStore>`,
];
const quota = (fields: string): Change => [
  "PUT",
  "/gwc/rest/diskquota.xml",
  `<gwcQuotaConfiguration>${fields}</gwcQuotaConfiguration>`,
];

/** What somebody has set before the lane begins. */
const theirs: readonly Change[] = [
  ["POST", "/rest/workspaces", "<workspace><name>first</name></workspace>"],
  service("wms", "<title>Theirs</title><watermark><enabled>true</enabled></watermark>"),
  settings("<contactPerson>A &amp; B</contactPerson>", "<onlineResource>http://b</onlineResource>"),
  [
    "PUT",
    "/rest/logging",
    "<logging><level>QUIET_LOGGING</level><stdOutLogging>true</stdOutLogging></logging>",
  ],
  ["POST", "/rest/urlchecks", check("theirs", "http://a/.*")],
  gridSet("theirs", 3),
  blobStore("theirs", true),
  quota("<enabled>true</enabled><globalQuota><value>3</value><units>GiB</units></globalQuota>"),
];

/** What a case does. */
const changes: readonly Change[] = [
  ["POST", "/rest/workspaces", "<workspace><name>second</name></workspace>"],
  ["PUT", "/rest/workspaces/default", "<workspace><name>second</name></workspace>"],
  service(
    "wms",
    "<title>Ours</title><rootLayerTitle>new</rootLayerTitle><srs><string>4326</string></srs><maxRequestedDimensionValues>7</maxRequestedDimensionValues><watermark><enabled>false</enabled><url>http://mark</url></watermark>",
  ),
  service("wfs", '<abstrct>new</abstrct><metadata><entry key="a">b</entry></metadata>'),
  service("wcs", "<latLon>true</latLon><overviewPolicy>SPEED</overviewPolicy>"),
  service("wmts", "<enabled>false</enabled><internationalTitle><de>x</de></internationalTitle>"),
  settings("<contactPerson>C</contactPerson>", "<onlineResource>http://p</onlineResource>"),
  ["PUT", "/rest/settings", "<global><webUIMode>REDIRECT</webUIMode></global>"],
  [
    "PUT",
    "/rest/logging",
    "<logging><level>VERBOSE_LOGGING</level><location>logs/x.log</location></logging>",
  ],
  ["PUT", "/rest/urlchecks/theirs", check("theirs", "http://b/.*")],
  ["POST", "/rest/urlchecks", check("ours", "http://c/.*")],
  gridSet("theirs", 5),
  gridSet("ours", 2),
  blobStore("ours", true),
  blobStore("theirs", false, "/srv/others"),
  quota("<enabled>false</enabled><globalExpirationPolicyName>LRU</globalExpirationPolicyName>"),
];

const DOCUMENTS = [
  ...["wms", "wfs", "wcs", "wmts"].map((name) => `/rest/services/${name}/settings.xml`),
  "/rest/settings.xml",
  "/rest/logging.xml",
  "/rest/urlchecks.json",
  "/rest/urlchecks/theirs.xml",
  "/rest/namespaces/default.json",
  "/gwc/rest/gridsets.json",
  "/gwc/rest/gridsets/theirs.xml",
  "/gwc/rest/blobstores.json",
  "/gwc/rest/blobstores/theirs.xml",
  "/gwc/rest/diskquota.xml",
];

/** Every document, in parts whose order does not count: maps come in any order, and the counter goes on. */
async function seen(ask: Ask): Promise<Readonly<Record<string, readonly string[]>>> {
  const found = DOCUMENTS.map(async (path) => {
    const { status, text } = await ask("GET", path);
    const parts = text.replace(/<updateSequence>\d+</, "<updateSequence><").split(/(?=[<{,])/);
    const told = parts.map((one) => one.replaceAll(/[[\]{},]/g, "").trim());
    return [path, [String(status), ...told.toSorted()]] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}

async function make(ask: Ask, wanted: readonly Change[]): Promise<void> {
  for (const [method, path, body] of wanted) {
    const { status, text } = await ask(method, path, { type: "application/xml", body });
    expect(status, `${method} ${path}: ${text}`).toBeLessThan(300);
  }
}

describe.for(["geoserver", "stock"] as const)("a server: %s", (kind) => {
  test("is as it was", async () => {
    const ask = asking(await servers[kind]());
    await make(ask, theirs);
    const origin = await readOrigin(ask);
    const before = await seen(ask);
    await make(ask, changes);
    expect(await seen(ask)).not.toEqual(before);
    expect(await clean(ask, origin)).toEqual([]);
    expect(await seen(ask)).toEqual(before);
  });

  test("keeps what was lost", async () => {
    const ask = asking(await servers[kind]());
    await make(ask, theirs);
    const origin = await readOrigin(ask);
    const before = await seen(ask);
    await make(ask, [blobStore("theirs", false)]);
    for (const path of [
      "/rest/urlchecks/theirs",
      "/gwc/rest/gridsets/theirs",
      "/gwc/rest/blobstores/theirs",
    ])
      expect((await ask("DELETE", path)).status).toBe(200);
    expect(await clean(ask, origin)).toEqual([]);
    expect(await seen(ask)).toEqual(before);
  });

  test("tells what it refused to take back", async () => {
    const ask = asking(await servers[kind]());
    const origin = await readOrigin(ask);
    await make(ask, [settings("<contactPerson>C</contactPerson>", "")]);
    const refusing: Ask = async (method, path, content) =>
      method === "PUT" && path === "/rest/settings"
        ? { status: 500, text: "no" }
        : ask(method, path, content);
    expect(await clean(refusing, origin)).toEqual([
      "cannot be brought back: /rest/settings.xml, 500",
    ]);
  });
});

test("names with a dot, and a group that another one holds, go on a server that cuts off suffixes", async () => {
  const { app, state } = stockServer({ line: "2.28" });
  const ask = asking(app);
  const origin = await readOrigin(ask);
  const group = (name: string, members: string): Change => [
    "POST",
    "/rest/layergroups",
    `<layerGroup><name>${name}</name><publishables>${members}</publishables></layerGroup>`,
  ];
  await make(ask, [
    [
      "POST",
      "/rest/security/usergroup/users",
      "<user><userName>j.doe</userName><password>p</password><enabled>true</enabled></user>",
    ],
    ["POST", "/rest/security/usergroup/group/g.roads.xml", ""],
    ["POST", "/rest/security/roles/role/R.ROADS.xml", ""],
    ["POST", "/rest/urlchecks", check("a.b", "http://c/.*")],
    ["POST", "/rest/workspaces", "<workspace><name>w</name></workspace>"],
    [
      "POST",
      "/rest/workspaces/w/datastores",
      "<dataStore><name>s</name><connectionParameters><host>h</host><dbtype>postgis</dbtype></connectionParameters></dataStore>",
    ],
    [
      "POST",
      "/rest/workspaces/w/datastores/s/featuretypes",
      "<featureType><name>t</name></featureType>",
    ],
    group("good", '<published type="layer"><name>w:t</name></published>'),
    group("holder", '<published type="layerGroup"><name>good</name></published>'),
  ]);
  expect(await clean(ask, origin)).toEqual([]);
  expect([state.users.size, state.groups.size, state.layerGroups.size]).toEqual([1, 0, 0]);
});
