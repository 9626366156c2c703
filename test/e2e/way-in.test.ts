/** Why there is no way in: rights that are missing, and the wrong one of http and https, in clear words. */
import { createServer as createPlain } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { AUTHORIZATION } from "../support/servers/catalog.ts";
import { canCertify, makeCertificate } from "../support/servers/certificates.ts";
import { runHere } from "../support/commands/run-here.ts";
import { estate, serverForFile } from "./support.ts";

const { url } = serverForFile();

async function listen(server: ReturnType<typeof createPlain>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("an account that is let in and may nothing is not reported of its password", async () => {
  const headers = { authorization: AUTHORIZATION, "content-type": "application/xml" };
  const body =
    "<user><userName>ann</userName><password>A word of ann, 1</password><enabled>true</enabled></user>";
  const path = "/rest/security/usergroup/users/";
  expect((await fetch(`${url()}${path}`, { method: "POST", headers, body })).status).toBe(201);
  const env = { PLUMBLINE_USER: "ann", PLUMBLINE_PASSWORD: "A word of ann, 1" };
  const folder = estate("kept-out");
  for (const command of ["plan", "apply"]) {
    const ran = await runHere([command, folder], { url: url(), env });
    expect(ran.code).toBe(1);
    expect(ran.stderr).toContain(
      "The credentials of ann are valid, but it is not an administrator",
    );
    expect(ran.stderr).toContain("[rights-missing]");
    expect(ran.stderr).not.toMatch(/PLUMBLINE_PASSWORD|refused the user name/);
  }
  const doctor = await runHere(["doctor", folder], { url: url(), env });
  expect(doctor.code).toBe(1);
  expect(doctor.stdout).toContain("ok       auth       the credentials of ann are valid\n");
  expect(doctor.stdout).toMatch(/failed {3}rights {5}ann is not an administrator.*\(403\)/);
  const wrong = await runHere(["plan", folder], {
    url: url(),
    env: { ...env, PLUMBLINE_PASSWORD: "wrong" },
  });
  expect(wrong.stderr).toContain("[credentials-refused]");
  expect(wrong.stderr).toContain("PLUMBLINE_PASSWORD");
});

test("https spoken to a port of http", async () => {
  const address = url().replace("http:", "https:");
  const ran = await runHere(["plan", estate("spoken")], { url: address });
  expect(ran.code).toBe(1);
  expect(ran.stderr).toContain(`The server speaks http there: try ${url()}`);
  expect(ran.stderr).not.toMatch(/SSL routines|\.\.\/deps/);
  const doctor = await runHere(["doctor", estate("spoken-2")], { url: address });
  expect(doctor.stdout).toContain(`The server speaks http there: try ${url()}`);
  expect(doctor.stdout).not.toContain("SSL routines");
});

describe.runIf(canCertify("http spoken to a port of https"))("http", () => {
  test("spoken to a port of https", async () => {
    const host = await listen(createServer(makeCertificate()));
    const ran = await runHere(["doctor", estate("plain")], { url: `http://${host}` });
    expect(ran.code).toBe(1);
    expect(ran.stdout).toContain(`try https://${host}`);
  });
});

test("http refused by a server that answers in http that it wants https", async () => {
  const host = await listen(
    createPlain((_asked, answer) => {
      answer.writeHead(400).end("Bad Request\nThis combination of host and port requires TLS.");
    }),
  );
  const ran = await runHere(["plan", estate("told")], { url: `http://${host}` });
  expect(ran.code).toBe(1);
  expect(ran.stderr).toContain(`The server speaks https there: try https://${host}`);
});
