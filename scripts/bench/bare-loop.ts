/**
 * The thing to compare with: no manifests, no comparison, no checks. Reads go over eight
 * connections as the product's do; writes go one after the other, or so many together as a third
 * argument says.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Pool } from "undici";

const [verb = "get", folder = ".", together = "1"] = process.argv.slice(2);
const { PLUMBLINE_URL = "", PLUMBLINE_USER = "", PLUMBLINE_PASSWORD = "" } = process.env;
const authorization = `Basic ${Buffer.from(`${PLUMBLINE_USER}:${PLUMBLINE_PASSWORD}`).toString("base64")}`;
const pool = new Pool(PLUMBLINE_URL, {
  connections: Math.max(8, Number(together)),
  pipelining: 1,
});
const names = readdirSync(folder)
  .filter((name) => name.endsWith(".sld"))
  .map((name) => name.slice(0, -4));

async function get(name: string): Promise<void> {
  const { statusCode, body } = await pool.request({
    method: "GET",
    path: `/rest/styles/${name}.sld`,
    headers: { authorization },
  });
  if (statusCode !== 200) throw new Error(`GET ${name}: ${statusCode}`);
  await body.arrayBuffer();
}

async function post(name: string): Promise<void> {
  const content = readFileSync(join(folder, `${name}.sld`));
  const version = content.includes('version="1.1.0"') ? "se" : "sld";
  const headers = { authorization, "content-type": `application/vnd.ogc.${version}+xml` };
  const { statusCode, body } = await pool.request({
    method: "POST",
    path: `/rest/styles?name=${name}&raw=true`,
    headers,
    body: content,
  });
  const text = await body.text();
  if (statusCode !== 201) throw new Error(`POST ${name}: ${statusCode} ${text}`);
}

if (verb === "get") await Promise.all(names.map(get));
else {
  const left = names[Symbol.iterator]();
  const work = async () => {
    for (const name of left) await post(name);
  };
  await Promise.all(Array.from({ length: Number(together) }, work));
}
await pool.close();
console.log(`${names.length} requests sent`);
