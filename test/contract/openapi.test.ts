/** The interface document and its page: valid, whole, and to be opened in a browser. */
import { spawn } from "node:child_process";
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { AUTHORIZATION, PASSWORD, startCatalog, USER } from "../support/catalog.ts";
import { describeProgram } from "../support/parts.ts";
import { temporaryFolder } from "../support/folders.ts";

interface OpenApi {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, { summary?: string }>>>>;
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
