/** The files of the console: what is sent of them, and with which policy. */
import { expect, test } from "vitest";
import { startCatalog } from "../support/servers/catalog.ts";

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

test.for(["", "/geoserver"])(
  "the page lies at %s/console/, with its files beside it",
  async (root) => {
    const { app } = await startCatalog();
    const led = await app.inject(`${root}/console?x=1`);
    expect([led.statusCode, led.headers.location]).toEqual([302, "console/"]);
    const page = await app.inject(`${root}/console/`);
    expect(page.statusCode).toBe(200);
    expect(page.headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "cache-control": "no-cache",
    });
    // Nothing in it needs more than the policy allows.
    expect(page.body).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)|https?:/);
    const files = [...page.body.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, file = ""]) => file);
    expect(files).toEqual(["icon.svg", "ol.css", "console.css", "main.js"]);
    for (const file of files) {
      const answer = await app.inject(`${root}/console/${file}`);
      expect(answer.statusCode, file).toBe(200);
      const headers = { "if-none-match": String(answer.headers.etag) };
      expect((await app.inject({ url: `${root}/console/${file}`, headers })).statusCode).toBe(304);
    }
  },
);

test("a file that is not there is 404, also without credentials; so is one beside them", async () => {
  const { app } = await startCatalog();
  for (const name of ["none.js", "main.ts", "..", "sources.txt", "%2e%2e%2fsources.txt"])
    expect([400, 401, 404], name).toContain((await app.inject(`/console/${name}`)).statusCode);
});

test("what starts is small; maps and pictures come with the first of them", async () => {
  const { app } = await startCatalog();
  const { body } = await app.inject("/console/main.js");
  expect(body.length).toBeLessThan(32 * 1024);
  for (const part of ["granule-map", "style-pictures"])
    expect(body).toContain(`import(\`./${part}-`);
});

test("licences of what is in it are sent along", async () => {
  const { app } = await startCatalog();
  const { body } = await app.inject("/console/licences.txt");
  expect(body).toMatch(/^ol \d+\.[^\n]*\n\nBSD 2-Clause License/m);
});
