/** The interface document and its page: valid, whole, and to be opened in a browser. */
import { spawn } from "node:child_process";
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { dialects } from "../../src/model/dialect.ts";
import { describedPaths } from "../../src/server/openapi/describe.ts";
import { anyRefusals, bodyRefusals } from "../../src/server/openapi/refusals.ts";
import { refusals } from "../../src/model/refusals.ts";
import { descriptionOf, readDescription } from "../support/servers/description.ts";
import { AUTHORIZATION, PASSWORD, startCatalog, USER } from "../support/servers/catalog.ts";
import { describeProgram } from "../support/run/parts.ts";
import { temporaryFolder } from "../support/run/folders.ts";

interface OpenApi {
  readonly openapi: string;
  readonly servers?: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, { summary?: string }>>>>;
  readonly components: object;
}

async function readOpenApi(): Promise<OpenApi> {
  const { app } = await startCatalog();
  const headers = { authorization: AUTHORIZATION };
  const answer = await app.inject({ url: "/rest/openapi.json", headers });
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

test("the document is valid OpenAPI 3.1", async () => {
  const document = await readOpenApi();
  expect(document.openapi).toBe("3.1.0");
  expect(await new Validator().validate({ ...document })).toMatchObject({ valid: true });
});

test("what a server sends is its description, in its own dialect", async () => {
  for (const dialect of dialects) {
    const { app } = await startCatalog({ dialect });
    const headers = { authorization: AUTHORIZATION };
    const { body } = await app.inject({ url: "/rest/openapi.json", headers });
    const sent = readDescription(JSON.parse(body)).operations;
    expect(sent).toEqual(descriptionOf(dialect).operations);
    const upload = sent.find(
      ({ method, path }) => method === "PUT" && path.endsWith("/coveragestores/{store}/{upload}"),
    );
    expect([...(upload?.answers.keys() ?? [])].filter((status) => status < 300)).toEqual(
      dialect === "documented" ? [200] : [201],
    );
  }
});

test("it says where it is, and what every answer means", async () => {
  const { servers, paths, components } = await readOpenApi();
  expect(servers?.map(({ url }) => url)).toEqual(["/", "/geoserver"]);
  const { operations } = descriptionOf("documented");
  for (const { method, path, answers, parameters } of operations) {
    const operation = `${method} ${path}`;
    const always = [400, 401, 403, 408, 414, 429, 431, 503];
    const writing = method === "GET" ? [] : [413, 415, 507];
    const statuses = [...answers.keys()];
    expect(statuses, operation).toEqual(expect.arrayContaining([...always, ...writing]));
    // No fault of the server is planned, but for what lies behind it and for damage, which is 500.
    const faults = [500, 502, 503, 507];
    expect(statuses.filter((status) => status >= 500 && !faults.includes(status))).toEqual([]);
    for (const { description } of answers.values()) expect(description, operation).not.toBe("");
    for (const parameter of parameters) expect(parameter, operation).toMatchObject({ description: /./ });
  }
  expect(Object.keys(paths).every((path) => /^\/(?:gwc\/)?rest\//.test(path))).toBe(true);
  expect(Object.keys(components)).toContain("schemas");
});

test("every refusal belongs to an operation or to all", () => {
  const named = [...describedPaths.values()].flatMap(({ methods }) =>
    Object.values(methods).flatMap(({ refuses = [] }) => refuses),
  );
  const shared = [...anyRefusals, ...bodyRefusals, "method-not-allowed", "no-endpoint", "not-acceptable"];
  expect([...new Set([...named, ...shared])].toSorted()).toEqual(
    Object.keys(refusals).toSorted(),
  );
});

test("it holds every operation that the server answers", async () => {
  const { app } = await startCatalog();
  const { paths } = await readOpenApi();
  const documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const methods = ["GET", "POST", "PUT", "DELETE"] as const;
  const patterns = Object.keys(paths).map((path) => path.replaceAll(/\{([^}]+)\}/g, "x"));
  for (const [index, url] of patterns.entries()) {
    for (const method of methods) {
      const headers = { authorization: AUTHORIZATION };
      const answer = await app.inject({ method, url, headers });
      const operation = `${method} ${Object.keys(paths)[index]}`;
      // Only a method that nobody serves is answered with the list of those that are.
      const isServed = !answer.body.startsWith(`${method} is not possible here; possible are`);
      expect(isServed, operation).toBe(documented.includes(operation));
    }
  }
  expect(documented.length).toBeGreaterThan(50);
});

test("the page needs credentials", async () => {
  const { app } = await startCatalog();
  expect((await app.inject({ url: "/rest/docs" })).statusCode).toBe(401);
});

test("who comes to a root with a browser is led to the page", async () => {
  const { app } = await startCatalog();
  const headers = { authorization: AUTHORIZATION, host: "maps.example.org" };
  const roots = [
    ["/", "/rest/docs"],
    ["/rest", "/rest/docs"],
    ["/rest/", "/rest/docs"],
    ["/geoserver/rest", "/geoserver/rest/docs"],
    ["/geoserver", "/geoserver/rest/docs"],
  ] as const;
  for (const [url, page] of roots) {
    expect((await app.inject({ url })).statusCode, url).toBe(401);
    const answer = await app.inject({ url, headers });
    expect(answer.statusCode, url).toBe(302);
    expect(answer.headers.location, url).toBe(`http://maps.example.org${page}`);
    const led = await app.inject({ url: page, headers });
    expect([200, 302], page).toContain(led.statusCode);
    expect((await app.inject({ method: "POST", url, headers })).statusCode).toBe(405);
  }
});

test("the page shows no mark of the library that draws it", async () => {
  const { app } = await startCatalog();
  const headers = { authorization: AUTHORIZATION };
  const script = "/rest/docs/static/swagger-initializer.js";
  const { body, statusCode } = await app.inject({ url: script, headers });
  expect(statusCode).toBe(200);
  const logo = /data:image\/svg\+xml;base64,([A-Za-z0-9+/=]+)/.exec(body)?.[1] ?? "";
  expect(Buffer.from(logo, "base64").toString()).toMatch(/^<svg[\s\S]*Plumbline/);
});

describeProgram("chromium", "the page in a browser", () => {
  test("shows the operations", async () => {
    const { app } = await startCatalog();
    const origin = new URL(await app.listen({ host: "127.0.0.1", port: 0 }));
    const page = `http://${USER}:${encodeURIComponent(PASSWORD)}@${origin.host}/rest/docs`;
    const { dom, said } = await dumpPage(page);
    expect(dom).toContain("Plumbline catalog server");
    expect(dom).toContain("Create a workspace with its namespace");
    // What its security policy does not let it load, the browser says.
    expect(said).not.toMatch(/Content Security Policy/i);
  });
});

/** What a page looks like to a browser after its scripts have run, and what the browser says of it. */
function dumpPage(url: string): Promise<{ dom: string; said: string }> {
  const flags = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    `--user-data-dir=${temporaryFolder()}`,
    // Operations are drawn as they come into sight.
    "--window-size=1200,6000",
    "--virtual-time-budget=5000",
    "--enable-logging=stderr",
    "--dump-dom",
    url,
  ];
  return new Promise((resolve, reject) => {
    const child = spawn("chromium", flags, { stdio: ["ignore", "pipe", "pipe"] });
    const heard = { dom: "", said: "" };
    child.stdout.on("data", (chunk: Buffer) => (heard.dom += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (heard.said += chunk.toString()));
    child.on("error", reject);
    child.on("close", () => resolve(heard));
  });
}
