/** What recordings are replayed against: the stock server of the tests, and ours where it has its manners. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { FastifyInstance, InjectOptions } from "fastify";
import { expect, onTestFinished } from "vitest";
import { stockServer, type StockOptions } from "../stock/server.ts";
import { AUTHORIZATION, startCatalog } from "../support/servers/catalog.ts";
import { sendRaw } from "../support/servers/http.ts";
import type { RawAnswer } from "./recorded-meaning.ts";

/** Names of the targets. */
export const recordedTargets = ["stock", "geoserver"] as const;

/** A target. */
export type RecordedTarget = (typeof recordedTargets)[number];

/** A request as it is sent again. */
export interface Replayed {
  readonly method: string;
  /** From `/rest` on. */
  readonly url: string;
  readonly mediaType?: string | null | undefined;
  readonly body?: string | Buffer | null | undefined;
  readonly accept?: string | undefined;
}

/** An exchange with a target while a case ran. */
export interface OwnExchange {
  readonly method: string;
  readonly url: string;
  readonly mediaType: string | null;
  readonly answer: RawAnswer;
}

/** A server without objects, which ends with the test; the stock one may be reported which tables there are. */
export async function startRecordedTarget(
  target: RecordedTarget,
  { tables, line = "3.0" }: Pick<StockOptions, "tables" | "line"> = {},
): Promise<FastifyInstance> {
  if (target === "geoserver") return (await startCatalog({ dialect: "geoserver", line })).app;
  const { app, state } = stockServer({
    ...(tables === undefined ? {} : { tables }),
    line,
  });
  state.rules.rest = new Map([
    ["/**:GET,HEAD", ["ADMIN"]],
    ["/**:POST,DELETE,PUT", ["ADMIN"]],
  ]);
  onTestFinished(() => app.close());
  return app;
}

/**
 * Makes a new server what the recorded one was when a case began: with two workspaces of its data directory, its
 * rules on requests, and without rules on layers, which had been taken away to begin with (unless they are kept).
 */
export async function furnish(
  app: FastifyInstance,
  { keepsRules = false }: { readonly keepsRules?: boolean } = {},
): Promise<void> {
  const rules = (body: string): Replayed => ({
    method: "POST",
    url: "/rest/security/acl/rest",
    mediaType: "application/xml",
    body: `<rules>${body}</rules>`,
  });
  const fresh = await replay(app, { method: "GET", url: "/rest/security/acl/rest.json" });
  const isAsRecorded = "/**:GET,HEAD" in JSON.parse(fresh.body);
  const requests: readonly Replayed[] = [
    ...[
      ["it.geosolutions", "http://www.geo-solutions.it"],
      ["topp", "http://www.openplans.org/topp"],
    ].map(([prefix, uri]) => ({
      method: "POST",
      url: "/rest/namespaces",
      mediaType: "application/xml",
      body: `<namespace><prefix>${prefix}</prefix><uri>${uri}</uri></namespace>`,
    })),
    ...(keepsRules ? [] : ["*.*.r", "*.*.w"]).map((key) => ({
      method: "DELETE",
      url: `/rest/security/acl/layers/${key}`,
    })),
    ...(isAsRecorded
      ? []
      : [
          { method: "DELETE", url: "/rest/security/acl/rest//**:GET,HEAD,OPTIONS" },
          { method: "DELETE", url: "/rest/security/acl/rest//**:POST,DELETE,PUT" },
          rules('<rule resource="/**:GET,HEAD">ADMIN</rule>'),
          rules('<rule resource="/**:POST,DELETE,PUT">ADMIN</rule>'),
        ]),
  ];
  for (const request of requests) {
    const { status, body } = await replay(app, request);
    expect(status, `${request.method} ${request.url}: ${body}`).toBeLessThan(300);
  }
}

/** Sends a request as the administrator. */
export async function replay(
  app: FastifyInstance,
  { method, url, mediaType, body, accept }: Replayed,
): Promise<RawAnswer> {
  const headers = {
    authorization: AUTHORIZATION,
    ...(accept === undefined ? {} : { accept }),
    ...(mediaType == null ? {} : { "content-type": mediaType }),
  };
  const payload =
    body == null ? {} : { payload: typeof body === "string" ? Buffer.from(body) : body };
  return rawAnswer(await app.inject({ method: method as "GET", url, headers, ...payload }));
}

interface Injected {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly rawPayload: Buffer;
}

function rawAnswer({ statusCode, headers, rawPayload }: Injected): RawAnswer {
  const header = (name: string) => {
    const value = headers[name];
    return typeof value === "string" ? value : "";
  };
  return {
    status: statusCode,
    type: header("content-type"),
    location: header("location"),
    body: rawPayload.toString("utf8"),
  };
}

/**
 * A target at an address, for lanes; it does not name Plumbline there, and knows no ETags, so that a lane asks for one
 * object after the other. Paths go on as they come.
 */
export async function listenUnnamed(app: FastifyInstance): Promise<string> {
  const origin = await app.listen({ host: "127.0.0.1", port: 0 });
  const front = createServer(async (incoming, answer) => {
    const { method = "GET", url: path = "/", headers } = incoming;
    const { "content-length": _length, "transfer-encoding": _coding, ...sentOn } = headers;
    const { "if-none-match": _known, "if-match": _same, ...others } = sentOn;
    const body = Buffer.concat(await Array.fromAsync(incoming as AsyncIterable<Buffer>));
    const sent = { method, path, headers: others as Record<string, string> };
    const met = await sendRaw(origin, body.byteLength === 0 ? sent : { ...sent, body });
    const { "content-length": _old, "transfer-encoding": _way, ...told } = met.headers;
    const isNamed = met.body.includes('name="Plumbline"');
    const text = isNamed ? Buffer.from(met.body.toString("utf8").replace(OWN_NAME, "")) : met.body;
    answer.writeHead(met.status, told as Record<string, string>).end(text);
  });
  front.listen(0, "127.0.0.1");
  await once(front, "listening");
  onTestFinished(() => {
    front.closeAllConnections();
    front.close();
  });
  return `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
}

const OWN_NAME = /\s*<resource name="Plumbline">.*?<\/resource>/s;

/**
 * An answer that does not name Plumbline: so the reconciler asks for one object after the other, as it asks a
 * server that is none of ours.
 */
function withoutOwnName(answer: Injection): Injection {
  if (!answer.rawPayload.includes('name="Plumbline"')) return answer;
  const text = answer.body.replace(OWN_NAME, "");
  return {
    ...answer,
    headers: answer.headers,
    statusCode: answer.statusCode,
    rawPayload: Buffer.from(text),
  };
}

type Injection = Awaited<ReturnType<FastifyInstance["inject"]>>;

/**
 * A target through which everything that is asked and answered is written down. `lists` are read after each request
 * that changes something, since lists show of moments at which nobody stands still.
 */
export function withRecorder(
  app: FastifyInstance,
  lists: readonly string[],
): {
  readonly app: FastifyInstance;
  readonly exchanges: OwnExchange[];
} {
  const exchanges: OwnExchange[] = [];
  const inject = async (options: InjectOptions) => {
    const answer = withoutOwnName(await app.inject(options));
    const type = options.headers?.["content-type"];
    exchanges.push({
      method: options.method ?? "GET",
      url: typeof options.url === "string" ? options.url : "",
      mediaType: typeof type === "string" ? type : null,
      answer: rawAnswer(answer),
    });
    const isChange = options.method !== undefined && options.method !== "GET";
    if (isChange && answer.statusCode < 300) {
      for (const url of lists) {
        const list = await replay(app, { method: "GET", url });
        exchanges.push({ method: "GET", url, mediaType: null, answer: list });
      }
    }
    return answer;
  };
  return {
    app: Object.create(app, { inject: { value: inject } }) as FastifyInstance,
    exchanges,
  };
}
