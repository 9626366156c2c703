/** Addresses at which no catalog answers: what answers there, and what to give instead. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { runHere } from "../support/commands/run-here.ts";
import { estate, serverForFile } from "./support.ts";

const { url } = serverForFile();

/** A server that gives one answer to everything. */
async function answering(
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<string> {
  const server = createServer((_asked, answer) => answer.writeHead(status, headers).end(body));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const HTML = { "content-type": "text/html" };

const answers = {
  "a page to log in, with 200": [
    200,
    HTML,
    "<html><head><title>Sign in</title></head></html>",
    /The response is not from a catalog: GET \/about\/version.xml was answered with a page \(Sign in\) .*\n +Check the address: .*\/geoserver, without a page for browsers in front of it/,
  ],
  "a start page, with 404": [
    404,
    HTML,
    "<html><title>Tomcat</title></html>",
    /was answered with 404: Tomcat .*\n +Check the address: it is that of the service, such as http:\/\/host\/geoserver\./,
  ],
  "a server that is busy": [
    503,
    {},
    "",
    /GET \/about\/version.xml was answered with 503.*\n +The server is busy, starting or broken: try again/,
  ],
  "a gateway that waits": [
    504,
    {},
    "",
    /504.*got no response from the server in time.*\n +The server is busy, starting or broken: try again/,
  ],
  "a document of another program": [
    200,
    { "content-type": "application/json" },
    "{}",
    /what cannot be read: Malformed XML.*\n +Check the address/,
  ],
} as const;

test.for(Object.entries(answers))("%s", async ([, [status, headers, body, says]]) => {
  const address = await answering(status, headers, body);
  const { code, stderr } = await runHere(["plan", estate("strange")], {
    url: `${address}/geoserver`,
  });
  expect(code).toBe(1);
  expect(stderr).toMatch(says);
  if (status >= 500) expect(stderr).not.toContain("no catalog");
});

test.for([
  ["/web", ""],
  ["/geoserver/web", "/geoserver"],
  ["/maps", "/geoserver"],
] as const)("an address that ends with %s", async ([given, meant]) => {
  const { code, stderr } = await runHere(["plan", estate("beside")], { url: `${url()}${given}` });
  expect(code).toBe(1);
  expect(stderr).toContain(`\n    Give --url ${url()}${meant}.\n`);
});
