/** Names of headers on the wire: in the usual capitals, since some clients look for them so. */
import { connect } from "node:net";
import { expect, test } from "vitest";
import { AUTHORIZATION, startCatalog } from "../support/servers/catalog.ts";

/** Sends a request as it is written and gives the names of the headers of the answer. */
async function headerNames(
  port: number,
  lines: readonly string[],
  payload = "",
): Promise<readonly string[]> {
  const socket = connect(port, "127.0.0.1");
  let text = "";
  socket.setEncoding("latin1").on("data", (chunk: string) => (text += chunk));
  const closed = new Promise((resolve) => socket.on("close", resolve));
  socket.write([...lines, "Connection: close", "", payload].join("\r\n"));
  await closed;
  const [head = ""] = text.split("\r\n\r\n", 1);
  return head
    .split("\r\n")
    .slice(1)
    .map((line) => line.slice(0, line.indexOf(":")));
}

const own = ["Host: catalog.test", `Authorization: ${AUTHORIZATION}`];
const body = '{"workspace":{"name":"w1"}}';
const posted = ["Content-Type: application/json", `Content-Length: ${body.length}`];

/** What is asked for, the request, headers that the answer has, and the body of the request. */
type Asked = readonly [string, readonly string[], readonly string[], string?];

const answers: readonly Asked[] = [
  ["a document", ["GET /rest/workspaces HTTP/1.1", ...own], ["Content-Type", "Content-Length", "ETag", "Date"]],
  ["no credentials", ["GET /rest/workspaces HTTP/1.1", "Host: catalog.test"], ["WWW-Authenticate"]],
  ["a method that is not there", ["TRACE /rest/layers HTTP/1.1", ...own], ["Allow"]],
  ["a file", ["GET /rest/resource/styles/default_point.sld HTTP/1.1", ...own], ["Resource-Type", "Resource-Parent", "Last-Modified"]],
  ["a page of the audit", ["GET /rest/plumbline/audit?limit=1 HTTP/1.1", ...own], ["Link"]],
  ["a path that nobody can read", ["GET /rest/%zz HTTP/1.1", ...own], ["Content-Type"]],
  ["a path that nobody has", ["GET /none HTTP/1.1", ...own], ["Content-Type"]],
  ["the page of the interface", ["GET /rest/docs/ HTTP/1.1", ...own], ["Content-Type"]],
  ["a script of that page", ["GET /rest/docs/static/swagger-ui.css HTTP/1.1", ...own], ["Cache-Control"]],
  ["HEAD", ["HEAD /rest/workspaces.xml HTTP/1.1", ...own], ["ETag"]],
  ["what was created", ["POST /rest/workspaces HTTP/1.1", ...own, ...posted], ["Location"], body],
];

test("are capitalised in every answer", async () => {
  const { app } = await startCatalog();
  const port = Number(new URL(await app.listen({ host: "127.0.0.1", port: 0 })).port);
  for (const [name, lines, expected, payload] of answers) {
    const names = await headerNames(port, lines, payload);
    expect(names, name).toEqual(expect.arrayContaining([...expected]));
    const usual = /^(?:ETag|WWW-Authenticate|[A-Z][a-z\d]*(?:-[A-Z][a-z\d]*)*)$/;
    expect(names.filter((one) => !usual.test(one)), name).toEqual([]);
  }
});
