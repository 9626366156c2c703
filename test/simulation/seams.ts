/**
 * Faults that are put between a command and its server, as if the product had them: what the machine is for is to
 * find each. A seam spoils what it sees, whatever made the request, so it outlives how the product is built.
 */
import type { Transport, WireRequest, WireResponse } from "../../src/wire/request.ts";
import { isOfState, isRead } from "./run/wire.ts";

/** A fault, and the seed that found it. */
export interface Seam {
  /** What the product would do wrong. */
  readonly name: string;
  /** What finds it. */
  readonly check: string;
  /** A seed that finds it, and finds nothing without it. */
  readonly seed: number;
  readonly wrap: () => (real: Transport) => Transport;
}

const DONE: WireResponse = { status: 200, headers: {}, body: new Uint8Array() };
const ABSENT: WireResponse = { status: 404, headers: {}, body: new Uint8Array() };

const isCatalogWrite = (request: WireRequest) => !isRead(request) && !isOfState(request);

/** Answers some requests in the place of the server. */
const answering =
  (fits: (request: WireRequest) => boolean, response: WireResponse) => () => (real: Transport) =>
    ((request) => (fits(request) ? Promise.resolve(response) : real(request))) satisfies Transport;

/** Changes the text of some requests on their way. */
const rewriting =
  (fits: (request: WireRequest) => boolean, change: (text: string) => string) =>
  () =>
  (real: Transport): Transport =>
  (request) => {
    const { body } = request;
    if (body?.kind !== "text" || !fits(request)) return real(request);
    return real({ ...request, body: { kind: "text", text: change(body.text) } });
  };

/** Answers a request at once, and has it done behind the next one. */
const swapping =
  (fits: (request: WireRequest) => boolean) =>
  () =>
  (real: Transport): Transport => {
    let held: WireRequest | undefined;
    return async (request) => {
      if (isCatalogWrite(request) && held === undefined && fits(request)) {
        held = request;
        return { ...DONE, status: request.method === "POST" ? 201 : 200 };
      }
      const answer = await real(request);
      if (held !== undefined && isCatalogWrite(request)) {
        const late = held;
        held = undefined;
        await real(late);
      }
      return answer;
    };
  };

const isRule = ({ path }: WireRequest) => path.startsWith("/security/acl/layers");
const isOf = (pattern: RegExp) => (request: WireRequest) => pattern.test(request.path);
const writes =
  (method: string, pattern: RegExp) =>
  (request: WireRequest): boolean =>
    request.method === method && pattern.test(request.path);

/** Sends something more after some requests. */
const adding =
  (fits: (request: WireRequest) => boolean, more: (request: WireRequest) => WireRequest) =>
  () =>
  (real: Transport): Transport =>
  async (request) => {
    const answer = await real(request);
    if (fits(request)) await real(more(request));
    return answer;
  };

const xml = (method: "PUT" | "POST", path: string, text: string): WireRequest => ({
  method,
  path,
  mediaType: "application/xml",
  body: { kind: "text", text },
});

/** All of them. */
export const seams: readonly Seam[] = [
  {
    name: "access is opened before what narrows",
    check: "exposure",
    seed: 15,
    wrap: swapping((request) => !isRule(request)),
  },
  {
    name: "a rule is left out of a list",
    check: "a plan that nothing stops does not converge",
    seed: 2,
    wrap: rewriting(isRule, (text) => text.replace(/<rule .*?<\/rule>/s, "")),
  },
  {
    name: "a rule that is to go stays",
    check: "a plan that nothing stops does not converge",
    seed: 13,
    wrap: answering(writes("DELETE", /^\/security\/acl\/layers\//), DONE),
  },
  {
    name: "a journal stays behind",
    check: "state of a run is left",
    seed: 13,
    wrap: answering(writes("DELETE", /^\/resource\/plumbline\/\w+\/journal\.json/), DONE),
  },
  {
    name: "an inventory that is not found is an empty one",
    check: "what is declared no more is left",
    seed: 17,
    wrap: answering(writes("GET", /^\/resource\/plumbline\/\w+\/inventory\.json/), ABSENT),
  },
  {
    name: "an inventory forgets an object",
    check: "a plan after an apply is not empty",
    seed: 15,
    wrap: rewriting(isOf(/^\/resource\/plumbline\/\w+\/inventory\.json/), (text) =>
      text.replace(/,\s*"(?:FeatureType|Style|Layer)\/[^"]*": \{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/, ""),
    ),
  },
  {
    name: "a journal forgets what is there only for a run",
    check: "the end is another one than without faults",
    seed: 27,
    wrap: rewriting(
      writes("PUT", /^\/resource\/plumbline\/\w+\/journal\.json/),
      (text) => `${JSON.stringify({ ...JSON.parse(text), temporary: [] })}\n`,
    ),
  },
  {
    name: "claims are not given back",
    check: "state of a run is left",
    seed: 2,
    wrap: rewriting(isOf(/^\/resource\/plumbline\/claims\.json/), (text) =>
      text.replace('"estates": {}', '"estates": { "alpha": ["Style/none"] }'),
    ),
  },
  {
    name: "texts are trimmed",
    check: "a plan after an apply is not empty",
    seed: 1,
    wrap: rewriting(isCatalogWrite, (text) =>
      text.replaceAll(/ +(?=<)|(?<=>) +|(?<=\S) {2,}(?=\S)/g, ""),
    ),
  },
  {
    name: "an acknowledged change is lost",
    check: "a plan that nothing stops does not converge",
    seed: 13,
    wrap: answering(writes("PUT", /\/featuretypes\//), DONE),
  },
  {
    name: "something is made twice",
    check: "what is sent is not what is planned",
    seed: 2,
    wrap: adding(writes("POST", /\/layergroups$/), (request) => request),
  },
  {
    name: "a change is sent twice",
    check: "what is sent is not what is planned",
    seed: 1,
    wrap: adding(writes("PUT", /^\/layers\//), (request) => request),
  },
  {
    name: "what others made is changed",
    check: "what others made is touched",
    seed: 2,
    wrap: adding(writes("POST", /\/featuretypes$/), () =>
      xml("PUT", "/layers/theirs:theirs", "<layer><opaque>true</opaque></layer>"),
    ),
  },
  {
    name: "a layer is opened for a moment",
    check: "exposure",
    seed: 1,
    wrap: () => (real) => async (request) => {
      if (!writes("PUT", /^\/layers\//)(request)) return real(request);
      await real(xml("PUT", "/security/acl/catalog", "<catalog><mode>CHALLENGE</mode></catalog>"));
      const answer = await real(request);
      await real(xml("PUT", "/security/acl/catalog", "<catalog><mode>HIDE</mode></catalog>"));
      return answer;
    },
  },
  {
    name: "a row filter comes a request later",
    check: "exposure",
    seed: 57,
    wrap: () => (real) => async (request) => {
      const { body, path, method } = request;
      if (!/\/featuretypes/.test(path) || body?.kind !== "text") return real(request);
      const filter = /<cqlFilter>.*?<\/cqlFilter>/s.exec(body.text)?.[0];
      if (filter === undefined) return real(request);
      const text = body.text.replace(filter, "<cqlFilter></cqlFilter>");
      const answer = await real({ ...request, body: { kind: "text", text } });
      const name = /<name>(.*?)<\/name>/.exec(body.text)?.[1];
      const at = method === "POST" ? `${path}/${name}` : path;
      await real(xml("PUT", at, `<featureType>${filter}</featureType>`));
      return answer;
    },
  },
  {
    name: "rules of others go with a list",
    check: "what others made is touched",
    seed: 2,
    wrap: adding(writes("POST", /^\/security\/acl\/layers$/), () => ({
      method: "DELETE",
      path: "/security/acl/layers/theirs.*.r",
    })),
  },
  {
    name: "a refusal is taken for success",
    check: "a plan that nothing stops does not converge",
    seed: 2,
    wrap: () => (real) => async (request) =>
      request.method === "POST" && request.path.endsWith("/layergroups") ? DONE : real(request),
  },
  {
    name: "the lock is not released",
    check: "state of a run is left",
    seed: 2,
    wrap: rewriting(isOf(/^\/resource\/plumbline\/\w+\/lock\.json/), (text) =>
      text.replace(/"released": true/, '"released": false'),
    ),
  },
];
