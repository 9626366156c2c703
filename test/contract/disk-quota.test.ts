/** The disk quota of the tile cache (docs/compatibility.md, "Tile cache"). */
import { contract } from "./harness.ts";

const QUOTA = "/gwc/rest/diskquota";
const putQuota = (fields: string) => ({
  method: "PUT",
  path: `${QUOTA}.xml`,
  headers: { "content-type": "application/xml" },
  body: `<gwcQuotaConfiguration>${fields}</gwcQuotaConfiguration>`,
});
/** The document as it was recorded; `documented` calls the root as bodies do. */
const quota = (enabled: boolean, bytes: number) => {
  const under = (root: string) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<${root}>\n  <enabled>${enabled}</enabled>\n  <cacheCleanUpFrequency>10</cacheCleanUpFrequency>\n  <cacheCleanUpUnits>SECONDS</cacheCleanUpUnits>\n  <maxConcurrentCleanUps>2</maxConcurrentCleanUps>\n  <globalExpirationPolicyName>LFU</globalExpirationPolicyName>\n  <globalQuota>\n    <id>0</id>\n    <bytes>${bytes}</bytes>\n  </globalQuota>\n</${root}>`;
  return {
    documented: { status: 200, text: under("gwcQuotaConfiguration") },
    geoserver: { status: 200, text: under("org.geowebcache.diskquota.DiskQuotaConfig") },
  };
};

contract("disk quota", [
  {
    name: "of a new server",
    request: { method: "GET", path: `${QUOTA}.xml` },
    answer: quota(false, 524_288_000),
  },
  {
    name: "XML where nothing is asked for",
    request: { method: "GET", path: QUOTA },
    answer: { status: 200, text: /<bytes>524288000<\/bytes>/ },
  },
  {
    name: "changed, by a value and its units, and answered with the whole",
    request: putQuota(
      "<enabled>true</enabled><globalQuota><value>2</value><units>GiB</units></globalQuota>",
    ),
    answer: quota(true, 2_147_483_648),
  },
  {
    name: "kept",
    request: { method: "GET", path: `${QUOTA}.xml` },
    answer: quota(true, 2_147_483_648),
  },
  {
    name: "as JSON",
    request: { method: "GET", path: `${QUOTA}.json` },
    answer: { status: 200, text: /"bytes":2147483648/ },
    foreign: false,
  },
  {
    name: "of a layer that XML cannot write",
    request: {
      method: "PUT",
      path: `${QUOTA}.json`,
      headers: { "content-type": "application/json" },
      body: String.raw`{"gwcQuotaConfiguration":{"layerQuotas":[{"layer":"\u0000","quota":{"bytes":1}}]}}`,
    },
    answer: {
      documented: { status: 400, text: /a character that XML cannot write/ },
      geoserver: { status: 500, text: /a character that XML cannot write/ },
    },
    foreign: false,
  },
  {
    name: "no such frequency",
    request: putQuota("<cacheCleanUpFrequency>-1</cacheCleanUpFrequency>"),
    answer: {
      documented: { status: 400, text: "cacheCleanUpFrequency shall be a positive integer" },
      geoserver: { status: 500, text: "cacheCleanUpFrequency shall be a positive integer" },
    },
  },
  {
    name: "no such policy",
    request: putQuota("<globalExpirationPolicyName>ANY</globalExpirationPolicyName>"),
    answer: { documented: { status: 400 }, geoserver: { status: 500 } },
    foreign: false,
  },
  {
    name: "POST",
    request: { ...putQuota(""), method: "POST" },
    answer: { status: 405 },
  },
  {
    name: "quotas of layers",
    request: putQuota(
      "<layerQuotas><LayerQuota><layer>w:a</layer><expirationPolicyName>LRU</expirationPolicyName><quota><value>1.5</value><units>GiB</units></quota></LayerQuota><LayerQuota><layer>w:b</layer><expirationPolicyName>LFU</expirationPolicyName><quota><value>0</value><units>B</units></quota></LayerQuota></layerQuotas>",
    ),
    answer: {
      documented: {
        status: 200,
        text: /<\/globalQuota>\s*<layerQuotas>\s*<LayerQuota>\s*<layer>w:a<\/layer>\s*<expirationPolicyName>LRU<\/expirationPolicyName>\s*<quota>\s*<id>0<\/id>\s*<bytes>1610612736<\/bytes>[^]*<layer>w:b<[^]*<bytes>0<\/bytes>/,
      },
      geoserver: {
        status: 200,
        text: /<layerQuotas>\s*<org\.geowebcache\.diskquota\.storage\.LayerQuota>\s*<layer>w:a<\/layer>/,
      },
    },
    foreign: false,
  },
  {
    name: "stay where a body says nothing of them",
    request: putQuota("<enabled>true</enabled>"),
    answer: { status: 200, text: /<layer>w:b<\/layer>/ },
    foreign: false,
  },
  {
    name: "as JSON, in a flat list",
    request: { method: "GET", path: `${QUOTA}.json` },
    answer: {
      status: 200,
      text: /"layerQuotas":\[\{"layer":"w:a","expirationPolicyName":"LRU","quota":\{"id":0,"bytes":1610612736\}\},/,
    },
    foreign: false,
  },
  {
    name: "of a layer without a name",
    request: putQuota("<layerQuotas><LayerQuota><quota><bytes>1</bytes></quota></LayerQuota></layerQuotas>"),
    answer: { documented: { status: 400, text: /names no layer/ }, geoserver: { status: 500 } },
    foreign: false,
  },
  {
    name: "an empty list takes them all",
    request: putQuota("<layerQuotas/>"),
    answer: { status: 200, without: /layerQuotas/, text: /<enabled>true/ },
    foreign: false,
  },
  {
    name: "back",
    request: putQuota(
      "<enabled>false</enabled><globalQuota><value>500</value><units>MiB</units></globalQuota>",
    ),
    answer: quota(false, 524_288_000),
  },
]);
