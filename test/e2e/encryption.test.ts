/** Servers behind TLS: a command speaks what the server prefers, HTTP/2 or HTTP/1.1. */
import { once } from "node:events";
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from "node:http2";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { canCertify, makeCertificate } from "../support/servers/certificates.ts";
import { runCli } from "../support/commands/cli.ts";
import { runHere } from "../support/commands/run-here.ts";
import { estate, project, serverForFile } from "./support.ts";

const { url } = serverForFile();

type Certificate = ReturnType<typeof makeCertificate>;
type Listener = (asked: Http2ServerRequest, answer: Http2ServerResponse) => void;

/** Passes a request on to the catalog server, and its answer back; `versions` gets its version. */
async function passOn(
  asked: Http2ServerRequest,
  answer: Http2ServerResponse,
  versions: Set<string>,
): Promise<void> {
  versions.add(asked.httpVersion);
  const pieces: Buffer[] = [];
  for await (const piece of asked) pieces.push(piece as Buffer);
  const { authorization = "", "content-type": type = "" } = asked.headers;
  const response = await fetch(`${url()}${asked.url}`, {
    method: asked.method,
    headers: { authorization, ...(type === "" ? {} : { "content-type": type }) },
    ...(pieces.length === 0 ? {} : { body: Buffer.concat(pieces) }),
  });
  const { headers } = response;
  answer.writeHead(response.status, {
    "content-type": headers.get("content-type") ?? "text/plain",
  });
  answer.end(Buffer.from(await response.arrayBuffer()));
}

describe.runIf(canCertify("what is said to servers behind TLS"))("a server behind TLS", () => {
  const fronts = {
    "2.0": (certificate: Certificate, listener: Listener) =>
      createSecureServer({ ...certificate, allowHTTP1: true }, listener),
    "1.1": (certificate: Certificate, listener: Listener) =>
      createServer(certificate, listener as never),
  };
  test.for(["2.0", "1.1"] as const)(
    "that prefers HTTP/%s is brought in line, and stays so",
    async (version) => {
      const versions = new Set<string>();
      const certificate = makeCertificate();
      const front = fronts[version](
        certificate,
        (asked, answer) => void passOn(asked, answer, versions),
      );
      front.listen(0, "127.0.0.1");
      await once(front, "listening");
      onTestFinished(() => void front.close());
      const name = `behind-${version.replace(".", "-")}`;
      const folder = estate(name, {
        "plumbline.yaml": project(`estate: ${name}\ntls: { ca: ca.pem }`),
        "ca.pem": certificate.cert,
        "workspace.yaml": `apiVersion: plumbline/v1\nkind: Workspace\nmetadata: { name: ${name} }\nspec: {}\n`,
      });
      const address = `https://localhost:${(front.address() as AddressInfo).port}`;
      expect(await runHere(["apply", folder, "--yes"], { url: address })).toMatchObject({
        code: 0,
      });
      const args = ["plan", folder, "--detailed-exitcode"];
      expect(await runHere(args, { url: address })).toMatchObject({ code: 0, stderr: "" });
      // What is started is a bundle, which loads HTTP/2 when it meets it.
      expect(await runCli(args, { url: address })).toMatchObject({ code: 0, stderr: "" });
      expect([...versions]).toEqual([version]);
    },
  );
});
