/**
 * A server, or a proxy before it, that repeats the credentials of a request in its answer: nothing that is said, written
 * down or kept in the catalog shows them, in whatever form they came.
 */
import { expect, onTestFinished, test } from "vitest";
import { secret } from "../../src/model/secret.ts";
import { openTestServer, USER } from "../support/servers/catalog.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { contentsBelow, findWords } from "../support/commands/canaries.ts";
import {
  isCatalogWrite,
  startProxy,
  type Passing,
  type ProxyAnswer,
} from "../support/servers/proxy.ts";
import { runHere } from "../support/commands/run-here.ts";
import { slice } from "../support/run/scale.ts";
import { project, style } from "./support.ts";
import { sld } from "../support/estates/artefacts.ts";

const PASSWORD = 'canary-onyx <bridges> & "ivy"=+/ü\'';
const WORDS = { "the password": PASSWORD, "the credentials": `${USER}:${PASSWORD}` };

const html = (text: string) =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");

/** What an echo says of a request, by its name. */
const echoes: Readonly<Record<string, (header: string) => string | Buffer>> = {
  "the header": (header) => `Refused:\nAuthorization: ${header}\n`,
  "the header as JSON": (header) =>
    JSON.stringify({ detail: { headers: { authorization: header } } }),
  "its token in an address": (header) => `see /log?auth=${encodeURIComponent(header)}`,
  "its token without padding": (header) =>
    `token ${header.slice(6).replace(/=+$/, "")} is not known`,
  "the token as base64url": (header) =>
    Buffer.from(header.slice(6), "base64").toString("base64url"),
  "the credentials": (header) =>
    `${Buffer.from(header.slice(6), "base64").toString("utf8")} may not do this`,
  "the password": () => `The password ${PASSWORD} has expired`,
  "the password as JSON": () => JSON.stringify({ message: `no: ${PASSWORD}` }),
  "the password in a page": () =>
    `<!doctype html><title>403</title><p>${html(`${USER}:${PASSWORD}`)}</p>`,
  "the password in an address": () => `/login?p=${encodeURIComponent(PASSWORD)}`,
  "the password of a form": () => new URLSearchParams({ p: PASSWORD }).toString(),
  "the password in Latin-1": () => Buffer.from(`no: ${PASSWORD}`, "latin1"),
  "the password read as Latin-1": () => Buffer.from(PASSWORD).toString("latin1"),
};

async function serve(): Promise<string> {
  const administrator = { user: USER, password: secret(PASSWORD) };
  const { app, close } = await openTestServer(temporaryFolder(), { administrator });
  onTestFinished(close);
  return app.listen({ host: "127.0.0.1", port: 0 });
}

function echoing(echo: (header: string) => string | Buffer, { headers }: Passing): ProxyAnswer {
  const body = echo(headers.authorization ?? "");
  const text = body.toString("latin1").replaceAll(/[^ -~]/g, " ");
  return { status: 422, headers: { location: `/x?${text}`, server: text }, body };
}

test.for(slice(Object.entries(echoes), { test: 3 }))("%s", async ([name, echo]) => {
  const target = await serve();
  const folder = temporaryFolder();
  writeFiles(folder, {
    "plumbline.yaml": project("estate: echo"),
    "a.yaml": style("echo"),
    "echo.sld": sld(),
  });
  const env = { PLUMBLINE_USER: USER, PLUMBLINE_PASSWORD: PASSWORD };
  const writes = await startProxy(target, (request) =>
    isCatalogWrite(request) ? echoing(echo, request) : undefined,
  );
  const reads = await startProxy(target, (request) =>
    request.path.includes("digest") ? echoing(echo, request) : undefined,
  );
  const first = await startProxy(target, (request) => echoing(echo, request));
  const page = await startProxy(target, (request) => ({ ...echoing(echo, request), status: 200 }));
  const reports = ["r.md", "r.html", "r.json"].flatMap((file) => ["--report", `${folder}/${file}`]);
  const said: string[] = [];
  for (const [args, url, code] of [
    [["apply", folder, "--yes", "-v", ...reports], writes, 6],
    [["apply", folder, "--yes", "-o", "json"], writes, 6],
    [["plan", folder, "-v"], reads, 0],
    [["plan", folder], first, 1],
    [["doctor", folder], first, 1],
    [["plan", folder], page, 1],
    [["history", "-o", "json"], target, 0],
  ] as const) {
    const ran = await runHere([...args, "--project", `${folder}/plumbline.yaml`], { url, env });
    expect(ran.code, `${args.join(" ")}: ${ran.stderr}${ran.stdout}`).toBe(code);
    said.push(...findWords(`${args.join(" ")} stdout`, ran.stdout, WORDS));
    said.push(...findWords(`${args.join(" ")} stderr`, ran.stderr, WORDS));
    if (args[0] === "history") expect(ran.stdout).toContain('"status": 422');
  }
  for (const [path, content] of contentsBelow(folder))
    said.push(...findWords(path, content, WORDS));
  const authorization = `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString("base64")}`;
  const kept = await fetch(`${target}/rest/resource/plumbline/echo/history.json`, {
    headers: { authorization },
  });
  said.push(...findWords("history.json", await kept.text(), WORDS));
  expect(said, name).toEqual([]);
});
