/** What is reported of a refusal: the server's message without what surrounds it, else what the status means. */
import { expect, test } from "vitest";
import { documentIn } from "../../src/wire/answered-document.ts";
import { expectFound } from "../../src/wire/reading.ts";
import { refusalText } from "../../src/wire/request.ts";

const answer = (status: number, text: string) =>
  refusalText({ status, headers: {}, body: Buffer.from(text) });

const jetty = (status: number, message: string) =>
  `<html>\n<head>\n<meta http-equiv="Content-Type" content="text/html;charset=ISO-8859-1"/>\n<title>Error ${status} ${message}</title>\n</head>\n<body>\n<h2>HTTP ERROR ${status} ${message}</h2>\n<table>\n<tr><th>URI:</th><td>/geoserver/rest/x</td></tr>\n</table>\n</body>\n</html>`;

const XSTREAM =
  "No enum constant org.geoserver.Mode.X : No enum constant\n---- Debugging information ----\ncause-exception     : java.lang.IllegalArgumentException\npath                : /layerGroup/mode\n-------------------------------";

test.for([
  [
    "a page of Jetty",
    409,
    jetty(409, "Already existing rules: a.b.r"),
    /^Already existing rules: a\.b\.r$/,
  ],
  ["a page of Jetty without a message", 404, jetty(404, "Not Found"), /no object of that name/],
  [
    "a page of Tomcat",
    403,
    "<!doctype html><html><title>HTTP Status 403 – Forbidden</title><body><p><b>Message</b> Style x is used</p></body></html>",
    /^Style x is used$/,
  ],
  [
    "a page of Tomcat without a message",
    400,
    "<!doctype html><html><title>HTTP Status 400 – Bad Request</title><body></body></html>",
    /rejects the request/,
  ],
  [
    "a page of Tomcat for an account without rights, which names the method alone",
    405,
    "<!doctype html><html><title>HTTP Status 405 – Method Not Allowed</title><body><p><b>Message</b> Request method &#39;PUT&#39; not supported</p></body></html>",
    /the account lacks the right/,
  ],
  [
    "a problem document",
    405,
    '{"detail":"Method \'PUT\' is not supported.","status":405}',
    /^Method 'PUT' is not supported\.$/,
  ],
  [
    "an error document",
    404,
    '{"origin":"x","message":"No such style: x","status":404}',
    /^No such style: x$/,
  ],
  [
    "a parser's block",
    500,
    XSTREAM,
    /^No enum constant org\.geoserver\.Mode\.X : No enum constant$/,
  ],
  ["a block and nothing else", 500, "---- Debugging information ----\ncause: x", /see its log/],
  ["plain text", 500, "Store 'x' already exists", /^Store 'x' already exists$/],
] as const)("%s", ([, status, text, told]) => {
  const words = answer(status, text);
  expect(words).toMatch(told);
  expect(words).not.toMatch(/<|Debugging|HTTP/);
});

test.for([400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 422, 429, 500, 502, 503, 507])(
  "%i without a message is explained in our words",
  (status) => {
    expect(answer(status, "").length).toBeGreaterThan(20);
    expect(answer(status, " \n")).toBe(answer(status, ""));
  },
);

test.for(["datastores", "coveragestores", "wmsstores", "wmtsstores", "blobstores"])(
  "neither a refusal nor what is broken of a document in %s shows what it holds",
  (stores) => {
    const path = `/workspaces/w/${stores}/s.xml`;
    const torn = Buffer.from("<store><password>canary-onyx");
    const read = (status: number) => () =>
      documentIn(expectFound({ status, headers: {}, body: torn, path }, path));
    for (const status of [200, 500]) {
      expect(read(status)).toThrow(`GET ${path} was answered with `);
      expect(read(status)).not.toThrow("canary");
    }
  },
);
