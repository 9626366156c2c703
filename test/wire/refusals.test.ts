/** What servers say about refusals, in the forms in which they say it. */
import { expect, test } from "vitest";
import { refusalText } from "../../src/wire/request.ts";

const said = (body: string | Uint8Array) =>
  refusalText({ status: 500, headers: {}, body: Buffer.from(body) });

test.for([
  ["UTF-8", Buffer.from("No such style: Straße"), "No such style: Straße"],
  [
    "Latin-1, as stock servers send it",
    Buffer.from("No such style: Straße", "latin1"),
    "No such style: Straße",
  ],
  ["a problem document", '{"detail":"No endpoint GET /x.","status":404}', "No endpoint GET /x."],
] as const)("%s", ([, body, told]) => {
  expect(said(body)).toBe(told);
});
