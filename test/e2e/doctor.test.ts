/** The doctor: every question answered ok and otherwise, and nothing written for it. */
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { examineFiles, examineParts, examineRights } from "../../src/cli/commands/doctor/rights.ts";
import { examineServer } from "../../src/cli/commands/doctor/server.ts";
import { examineEncryption } from "../../src/cli/commands/doctor/server.ts";
import { secret } from "../../src/model/secret.ts";
import type { Resource } from "../../src/reconciler/kind.ts";
import type { Reader } from "../../src/wire/request.ts";
import { AUTHORIZATION, PASSWORD } from "../support/servers/catalog.ts";
import { canCertify, makeCertificate } from "../support/servers/certificates.ts";
import { startProxy } from "../support/servers/proxy.ts";
import { runHere } from "../support/commands/run-here.ts";
import { stockServer } from "../stock/server.ts";
import { estate, project, serverForFile } from "./support.ts";

const { url, run } = serverForFile();
const here = (...args: string[]) => runHere(args, { url: url() });

interface Checks {
  readonly healthy: boolean;
  readonly summary: Readonly<Record<string, number>>;
  readonly checks: readonly {
    readonly check: string;
    readonly status: string;
    readonly message: string;
    readonly advice?: string;
  }[];
}

const read = (text: string) => JSON.parse(text) as Checks;
const headers = () => ({ authorization: AUTHORIZATION, "content-type": "application/json" });

async function writes(): Promise<number> {
  const page = await fetch(`${url()}/rest/plumbline/audit?after=0`, { headers: headers() });
  return ((await page.json()) as readonly object[]).length;
}

const putState = (name: string, document: string, body: string) =>
  fetch(`${url()}/rest/resource/plumbline/${name}/${document}`, {
    method: "PUT",
    headers: headers(),
    body,
  });

describe("doctor", () => {
  test("all is well, and nothing was written to find out", async () => {
    const folder = estate("well");
    await here("apply", folder, "--yes");
    const before = await writes();
    const ran = await run("doctor", folder);
    expect(ran).toMatchObject({ code: 0, stderr: "" });
    expect(ran.stdout).toContain("ok       auth        the credentials of admin are valid\n");
    expect(ran.stdout).toContain("ok       inventory   the estate well owns 1 object\n");
    expect(ran.stdout).toContain("ok       manifests   1 manifest, 1 object\n");
    expect(ran.stdout).toMatch(/\n\nNothing failed, 0 warnings\.\n$/);
    const json = await here("doctor", folder, "-o", "json");
    expect(json.code).toBe(0);
    const { healthy, summary, checks } = read(json.stdout);
    expect([healthy, summary["failed"], summary["warning"]]).toEqual([true, 0, 0]);
    expect(checks.map(({ check }) => check).join(" ")).toBe(
      "node git project manifests reach tls auth clock version rights extensions resources lock inventory journal",
    );
    expect(json.stdout + ran.stdout).not.toContain(PASSWORD);
    expect(await writes()).toBe(before);
  });

  /** The one question that is not answered with ok, and the code. */
  async function trouble(args: readonly string[], address = url(), env = {}) {
    const { code, stdout } = await runHere(["doctor", ...args, "-o", "json"], {
      url: address,
      env,
    });
    const bad = read(stdout).checks.filter(({ status }) => status !== "ok");
    expect(bad).toHaveLength(1);
    return { code, ...bad[0] };
  }

  test("a wrong password, a wrong path, nobody there, a name that is none", async () => {
    const folder = estate("lost");
    const wrong = { PLUMBLINE_PASSWORD: "wrong" };
    expect(await trouble([folder], url(), wrong)).toMatchObject({ code: 1, check: "auth" });
    expect(await trouble([folder], `${url()}/maps`)).toMatchObject({
      code: 1,
      check: "address",
      advice: `Give --url ${url()}/geoserver.`,
    });
    expect(await trouble([folder], "http://127.0.0.1:1")).toMatchObject({
      code: 1,
      check: "reach",
      advice: "Nothing listens there: check the port, and that the server runs.",
    });
    expect(await trouble([folder], "http://no-such-host.invalid")).toMatchObject({
      code: 1,
      check: "reach",
    });
  });

  test("a project file and manifests that are broken", async () => {
    const broken = estate("odd", { "plumbline.yaml": project("estate: odd\nprune: some") });
    expect(await trouble([broken])).toMatchObject({ code: 1, check: "project" });
    const spec = estate("spec", { "a.yaml": "apiVersion: plumbline/v1\nkind: Styel\n" });
    expect(await trouble([spec])).toMatchObject({
      code: 1,
      check: "manifests",
      advice: "plumbline validate shows them all.",
    });
  });

  test("a server of another dialect than the project file wants", async () => {
    const words = project("estate: other\ndialect: geoserver");
    expect(await trouble([estate("other", { "plumbline.yaml": words })])).toMatchObject({
      code: 1,
      check: "dialect",
    });
  });

  test("a lock that is held, an inventory that is none, a run that was cut off", async () => {
    const folder = estate("busy");
    await here("lock", folder, "--take", "--reason", "moving");
    expect(await trouble([folder])).toMatchObject({
      code: 0,
      check: "lock",
      status: "warning",
      message: expect.stringContaining("moving"),
      advice: expect.stringContaining("plumbline unlock --force "),
    });
    await putState("full", "inventory.json", "{}");
    expect(await trouble([estate("full")])).toMatchObject({ code: 1, check: "inventory" });
    const journal = { format_version: "1.0", estate: "cut", losses: [] };
    await putState("cut", "journal.json", JSON.stringify(journal));
    expect(await trouble([estate("cut")])).toMatchObject({ code: 0, check: "journal" });
    await putState("torn", "lock.json", "?");
    expect(await trouble([estate("torn")])).toMatchObject({ code: 1, check: "lock" });
  });
});

/** Answers every request alike, or by the end of its path. */
const server =
  (status: number, more: { headers?: Record<string, string>; body?: string } = {}): Reader =>
  async () => ({ status, headers: more.headers ?? {}, body: new TextEncoder().encode(more.body) });

const target = { url: "http://maps.example.org/geoserver", user: "jane", password: secret("p") };

describe("servers as they may be", () => {
  const about = '<about><resource name="GeoServer"><Version>2.28.1</Version></resource></about>';
  const of = async (reader: Reader) =>
    (await examineServer(target, reader)).findings.map(({ check, status, advice }) => [
      check,
      status,
      advice,
    ]);

  test("a clock that is wrong, and no encryption on a way that others see", async () => {
    const date = new Date(Date.now() - 600_000).toUTCString();
    expect(await of(server(200, { headers: { date }, body: about }))).toEqual([
      ["reach", "ok", undefined],
      ["tls", "warning", expect.stringContaining("readable")],
      ["auth", "ok", undefined],
      ["clock", "warning", expect.stringContaining("NTP")],
      ["version", "ok", undefined],
      ["line", "ok", undefined],
    ]);
  });

  test.for([
    ["2.20.0", "ok", /^2\.2x: .*before 2\.23/],
    ["2.27.4", "ok", /^2\.2x: a null in a PUT removes no field/],
    ["2.28.1", "ok", /^2\.28: .*need a URL check/],
    ["3.0-SNAPSHOT", "ok", /^3\.0: .*H2 index/],
    ["3.0.1", "ok", /^3\.0: /],
    [
      "2.19.2",
      "warning",
      /2\.19\.2 is of no line that is known \(2\.2x, 2\.28, 3\.0\) and is taken for one of 2\.2x/,
    ],
    ["main", "warning", /main is of no line/],
  ] as const)("the line of %s is told, and what it means", async ([version, status, message]) => {
    const body = `<about><resource name="GeoServer"><Version>${version}</Version></resource></about>`;
    const { findings, server: found } = await examineServer(target, server(200, { body }));
    const line = findings.find(({ check }) => check === "line");
    expect(line).toMatchObject({ status, message: expect.stringMatching(message) });
    expect(found?.line?.isKnown).toBe(status === "ok");
    const told = findings.filter(({ check }) => check === "line").at(-1)?.message;
    expect(told).toMatch(new RegExp(`^${RegExp.escape(found?.line?.line ?? "?")}: `));
  });

  test.for([
    [{ status: 302, body: "redirected to it: go there" }, "address", /Nothing was sent there/],
    [{ status: 503 }, "address", /log/],
    [{ status: 401 }, "auth", /PLUMBLINE_USER/],
    [{ status: 403 }, "rights", /administers/],
    [{ status: 200, body: "<html/>" }, "address", /http:\/\/host\/geoserver/],
  ] as const)("%j", async ([{ status, ...more }, check, advice]) => {
    expect((await of(server(status, more))).at(-1)).toEqual([
      check,
      "failed",
      expect.stringMatching(advice),
    ]);
  });

  test("a server that fails over whether it shows its files is told, with all that was found before", async () => {
    const failing: Reader = (request) =>
      server(request.method === "HEAD" ? 500 : 200, { body: about })(request);
    const { findings } = await examineServer(target, failing);
    expect(findings.map(({ check, status }) => `${check} ${status}`)).toEqual([
      "reach ok",
      "tls warning",
      "version failed",
    ]);
    expect(findings.at(-1)).toMatchObject({
      message: expect.stringMatching(/^HEAD \/resource.* was answered with 500/),
      advice: expect.stringMatching(/log/),
    });
  });

  test("an account that may not read all, or not what every apply reads", async () => {
    const only =
      (refused: RegExp): Reader =>
      async ({ path }) =>
        server(refused.test(path) ? 403 : 200)({ method: "GET", path });
    expect(await examineRights("jane", only(/none/))).toMatchObject({ status: "ok" });
    expect(await examineRights("jane", only(/acl/))).toMatchObject({
      status: "warning",
      message: "jane may not read access rules (403), catalog mode (403)",
    });
    expect(await examineRights("jane", only(/styles/))).toMatchObject({ status: "failed" });
  });

  test("extensions are missed only where manifests need them", async () => {
    const body =
      '<about><resource name="gs-main-2.28.1"/><resource name="gs-app-schema-core-2.28.1"/></about>';
    const css = {
      address: { kind: "Style", workspace: null, name: "s" },
      facts: { format: "css" },
    };
    const found = (used: readonly object[]) =>
      examineParts(server(200, { body }), used as readonly Resource[]);
    expect(await found([])).toMatchObject([{ status: "ok", message: "app-schema" }]);
    expect(await found([css])).toMatchObject([
      { status: "failed", message: "manifests need css, which the server does not have" },
    ]);
    expect(await examineParts(server(404), [])).toMatchObject([{ status: "ok" }]);
  });

  test("files are looked at as plans look at them", async () => {
    const stock = stockServer({ line: "2.28" });
    onTestFinished(() => stock.app.close());
    const address = `${await stock.app.listen({ host: "127.0.0.1", port: 0 })}/geoserver`;
    const ask = async (url: string) => {
      const { stdout } = await runHere(["doctor", estate("files"), "-o", "json"], { url });
      return read(stdout).checks.find(({ check }) => check === "resources");
    };
    expect(await ask(address)).toMatchObject({ status: "ok" });
    const proxied = await startProxy(address, ({ method, path }) =>
      method === "HEAD" && /\/styles\/.*\.sld$/.test(path) ? { status: 405 } : undefined,
    );
    expect(await ask(proxied)).toMatchObject({
      status: "failed",
      message: expect.stringMatching(/^HEAD \/resource\/styles\/.*\.sld was answered with 405/),
    });
  });

  test("a server without files needs state elsewhere", async () => {
    const stock = {
      software: "geoserver",
      dialect: "geoserver",
      version: "2",
      resources: false,
      digests: false,
    } as const;
    expect(await examineFiles(stock, "local", server(500))).toEqual([]);
    expect(await examineFiles(stock, "catalog", server(500))).toMatchObject([
      { check: "resources", status: "failed" },
    ]);
  });
});

describe.runIf(canCertify("what the doctor says of certificates"))("certificates", () => {
  test("one that nobody vouches for is no way in; one that ends soon is spoken of", async () => {
    const certificate = makeCertificate();
    const https = createServer(certificate, (_, answer) => {
      answer.writeHead(401).end();
    });
    await new Promise<void>((resolve) => https.listen(0, "127.0.0.1", () => resolve()));
    const { port } = https.address() as AddressInfo;
    const address = `https://localhost:${port}`;
    const ran = await runHere(["doctor", estate("sealed"), "-o", "json"], { url: address });
    const end = await examineEncryption({ ...target, url: address });
    // With the authority of the target the server is reached, which refuses us here.
    const vouched = { "plumbline.yaml": project("estate: sealed\ntls: { ca: ca.pem }") };
    const known = estate("sealed", { ...vouched, "ca.pem": certificate.cert });
    const reached = await runHere(["plan", known], { url: address });
    https.close();
    https.closeAllConnections();
    expect(reached).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("[credentials-refused]"),
    });
    expect(ran.code).toBe(1);
    expect(read(ran.stdout).checks.at(-1)).toMatchObject({
      check: "reach",
      advice: expect.stringContaining("tls.ca"),
    });
    expect(end).toMatchObject({ status: "warning", advice: expect.stringContaining("Renew it") });
  });
});
