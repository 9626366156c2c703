/** Headers may be as long as all of a request's may be; refusals show the beginning of one. */
import { describe, expect, test } from "vitest";
import { dialects } from "../../src/model/dialect.ts";
import { AUTHORIZATION, startCatalog } from "../support/servers/catalog.ts";

const long = "x".repeat(12_000);
const post = { method: "POST", url: "/workspaces", payload: "<workspace/>" } as const;

/** Requests that are refused for what a long header says. */
const requests = {
  "the form of a document": { url: "/workspaces", headers: { accept: `text/${long}` } },
  "the form of a style": { url: "/styles/point", headers: { accept: `text/${long}` } },
  "the form of the audit": { url: "/plumbline/audit", headers: { accept: `text/${long}` } },
  "a content type": { ...post, headers: { "content-type": `text/${long}` } },
  "a content type of a style": {
    ...post,
    url: "/styles?name=s",
    headers: { "content-type": `application/${long}` },
  },
  "a content type of a template": {
    ...post,
    method: "PUT",
    url: "/templates/t.ftl",
    headers: { "content-type": `application/${long}` },
  },
  "the charset of a document": {
    ...post,
    headers: { "content-type": `text/xml; charset=${long}` },
  },
  "the charset of a file": {
    ...post,
    method: "PUT",
    url: "/resource/a.txt",
    headers: { "content-type": `text/plain; charset=${long}` },
  },
  "a content encoding": {
    ...post,
    headers: { "content-type": "text/xml", "content-encoding": long },
  },
  "a precondition": {
    ...post,
    method: "PUT",
    url: "/resource/a.txt",
    headers: { "content-type": "text/plain", "if-match": `"${long}"` },
  },
  credentials: { url: "/styles", headers: { authorization: `Basic ${long}` } },
} as const;

describe.each(dialects)("%s", (dialect) => {
  test.each(Object.entries(requests))("a refusal of %s is short", async (_name, request) => {
    const { app } = await startCatalog({ dialect });
    const headers = { authorization: AUTHORIZATION, ...request.headers };
    const answer = await app.inject({ ...request, url: `/rest${request.url}`, headers });
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.body.length).toBeLessThan(1_000);
  });
});
