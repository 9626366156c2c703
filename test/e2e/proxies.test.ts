/** The executable, as it is started, behind a proxy that prefers HTTP/2. */
import { createSecureServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { startCatalog } from "../support/catalog.ts";
import { canCertify, makeCertificate } from "../support/certificates.ts";
import { runCli } from "../support/cli.ts";
import { temporaryFolder, writeFiles } from "../support/folders.ts";

describe.runIf(canCertify("a proxy with HTTP/2"))("a proxy with HTTP/2", () => {
  test("is spoken to in that", async () => {
    const { app } = await startCatalog();
    const origin = await app.listen({ host: "127.0.0.1", port: 0 });
    const certificate = makeCertificate();
    const versions = new Set<string>();
    const proxy = createSecureServer({ ...certificate, allowHTTP1: true }, (request, answer) => {
      versions.add(request.httpVersion);
      void (async () => {
        const { authorization = "" } = request.headers;
        const sent = await fetch(`${origin}${request.url}`, { headers: { authorization } });
        answer.writeHead(sent.status, { "content-type": sent.headers.get("content-type") ?? "" });
        answer.end(Buffer.from(await sent.arrayBuffer()));
      })();
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", () => resolve()));
    onTestFinished(() => void proxy.close());
    const { port } = proxy.address() as AddressInfo;
    const folder = temporaryFolder();
    writeFiles(folder, {
      "plumbline.yaml":
        "apiVersion: plumbline/v1\nkind: Project\nestate: behind\nprune: owned\ntls: { ca: ca.pem }\n",
      "ca.pem": certificate.cert,
      "w1.yaml": "apiVersion: plumbline/v1\nkind: Workspace\nmetadata: { name: w1 }\nspec: {}\n",
    });
    const ran = await runCli(["plan", folder], { url: `https://localhost:${port}` });
    expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining("1 create") });
    expect([...versions]).toEqual(["2.0"]);
  });
});
