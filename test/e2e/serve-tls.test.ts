/** `plumbline serve` behind a certificate of its own, and what it reports at its endpoints. */
import { X509Certificate } from "node:crypto";
import { chmodSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import type { TLSSocket } from "node:tls";
import { describe, expect, test } from "vitest";
import { AUTHORIZATION } from "../support/servers/catalog.ts";
import { canCertify, makeCertificate } from "../support/servers/certificates.ts";
import { startServer } from "../support/commands/cli.ts";
import { eventually } from "../support/run/eventually.ts";
import { temporaryFolder } from "../support/run/folders.ts";
import { runHere } from "../support/commands/run-here.ts";

/** Sends a request by a new connection; shows the status, and by which certificate it was answered. */
function ask(url: string, ca: Buffer): Promise<{ status: number; fingerprint: string }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: AUTHORIZATION };
    const asked = request(`${url}/rest/styles.json`, { ca, headers, agent: false }, (answer) => {
      const { fingerprint256: fingerprint } = (answer.socket as TLSSocket).getPeerCertificate();
      const text: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => text.push(chunk));
      answer.on("end", () => {
        expect(Buffer.concat(text).toString()).toContain(`${url}/rest/styles/point.json`);
        resolve({ status: answer.statusCode ?? 0, fingerprint });
      });
    });
    asked.on("error", reject).end();
  });
}

const fingerprintOf = (cert: Buffer) => new X509Certificate(cert).fingerprint256;

describe.runIf(canCertify("a server with a certificate of its own"))("a certificate", () => {
  const files = () => {
    const folder = temporaryFolder();
    return { cert: join(folder, "cert.pem"), key: join(folder, "key.pem") };
  };
  const put = (
    { cert, key }: ReturnType<typeof files>,
    made: ReturnType<typeof makeCertificate>,
  ) => {
    writeFileSync(cert, made.cert);
    writeFileSync(key, made.key, { mode: 0o600 });
  };

  test("is spoken by, and read again when it is renewed", async () => {
    const paths = files();
    const [first, second] = [makeCertificate(), makeCertificate()];
    put(paths, first);
    chmodSync(paths.key, 0o644);
    const args = ["--tls-cert", paths.cert, "--tls-key", paths.key, "--endpoints", "127.0.0.1:0"];
    const server = await startServer(temporaryFolder(), {
      args: [...args, "--log-level", "info"],
    });
    expect(server.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    expect(server.stderr()).toContain(`Others can read the key ${paths.key}`);
    await eventually(() => expect(server.stderr()).toContain(`Server listening at ${server.url}`));
    expect(await ask(server.url, first.cert)).toEqual({
      status: 200,
      fingerprint: fingerprintOf(first.cert),
    });

    const endpoints = /Endpoints at (http:\/\/[^\s"]+)/.exec(server.stderr())?.[1] ?? "";
    expect((await fetch(`${endpoints}/livez`)).status).toBe(200);
    expect(await (await fetch(`${endpoints}/readyz`)).json()).toMatchObject({ ready: true });
    expect(await (await fetch(`${endpoints}/metrics`)).text()).toMatch(
      /^plumbline_server_requests_total\{method="GET",code="2xx"\} 1$/m,
    );

    // A certificate without its key changes nothing.
    writeFileSync(paths.cert, second.cert);
    server.child.kill("SIGHUP");
    await eventually(() => expect(server.stderr()).toMatch(/stays the one that was read before/));
    expect((await ask(server.url, first.cert)).fingerprint).toBe(fingerprintOf(first.cert));
    put(paths, second);
    server.child.kill("SIGHUP");
    await eventually(() => expect(server.stderr()).toMatch(/is used from now on/));
    expect((await ask(server.url, second.cert)).fingerprint).toBe(fingerprintOf(second.cert));
    expect(await server.end()).toBe(0);
  });

  test("that does not fit keeps the server from starting", async () => {
    const paths = files();
    writeFileSync(paths.cert, makeCertificate().cert);
    writeFileSync(paths.key, makeCertificate().key, { mode: 0o600 });
    const args = ["serve", "--data", temporaryFolder(), "--tls-cert", paths.cert];
    const { code, stderr } = await runHere([...args, "--tls-key", paths.key]);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(
        /^The server could not start: \S+ and \S+ are no certificate with its key: [^\n]*\n$/,
      ),
    });
  });
});
