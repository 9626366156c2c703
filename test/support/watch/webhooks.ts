/** Receivers of webhooks and passes to report them of, for tests. */
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { secret } from "../../../src/model/secret.ts";
import { openWebhookClient } from "../../../src/reconciler/client/webhook.ts";
import { change } from "../../../src/reconciler/engine/plan/plan.ts";
import type { PassEnd } from "../../../src/reconciler/watch/pass-end.ts";
import {
  notificationEvents,
  openWebhooks,
  type Receiver,
  type WebhookOptions,
} from "../../../src/reconciler/watch/webhooks.ts";
import { passEnd, planWith } from "../watch/pass-ends.ts";

/** An object that passes find something about. */
export const motorway = { kind: "Style", workspace: "roads", name: "motorway" };

/** A pass that changed its title. */
export const applied = (more: Partial<PassEnd> = {}) =>
  passEnd({
    result: "applied",
    writes: 1,
    commit: "0123456789abcdef",
    plan: planWith({
      changes: [
        change(motorway, "update", {
          fields: [{ field: "title", label: "title", before: "old", after: "new" }],
        }),
        change({ ...motorway, name: "path" }, "none"),
      ],
      summary: { ...planWith().summary, update: 1 },
    }),
    ...more,
  });

/** A pass that found other titles than wanted. */
export const drifted = (...values: readonly string[]) =>
  passEnd({
    result: "drifted",
    drifted: values.map((before) => ({
      address: motorway,
      gone: false,
      fields: [{ field: "title", label: "title", before, after: "wanted" }],
    })),
  });

/** A pass whose plan waits for an approval. */
export const waiting = (digest: string) =>
  passEnd({
    result: "waiting",
    plan: planWith({
      digest,
      blocks: [{ name: "over-limit", message: "12 of 20 styles would go", hint: "Look." }],
    }),
  });

/** A pass that failed. */
export const failed = (
  message: string,
  code: "request-failed" | "yaml-syntax" = "request-failed",
) =>
  passEnd({
    result: "failed",
    plan: undefined,
    diagnostics: [{ code: code as never, severity: "error", message }],
  });

interface Sent {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A receiver that answers as it is reported: statuses one after the other, then 200. */
export async function listen(...answers: readonly (number | "hang up" | "redirect")[]) {
  const sent: Sent[] = [];
  const left = [...answers];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      sent.push({ path: request.url ?? "", headers: request.headers, body });
      const answer = left.shift() ?? 200;
      if (answer === "hang up") request.socket.destroy();
      else if (answer === "redirect") response.writeHead(302, { location: "/elsewhere" }).end();
      else response.writeHead(answer, answer === 429 ? { "retry-after": "7" } : {}).end("ok");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const messages = () => sent.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  return { url: `http://127.0.0.1:${port}/hook/canary-token`, sent, messages };
}

/** A receiver of everything. */
export function receiver(url: string, more: Partial<Receiver> = {}): Receiver {
  return {
    name: "ops",
    url: secret(url),
    format: "json",
    events: new Set(notificationEvents),
    ...more,
  };
}

/** Opens webhooks that wait for nothing between tries, and closes them when the test ends. */
export async function open(receivers: readonly Receiver[], more: Partial<WebhookOptions> = {}) {
  const client = openWebhookClient();
  const waits: number[] = [];
  const notes: string[] = [];
  const webhooks = await openWebhooks({
    receivers,
    post: client.post,
    note: (text) => notes.push(text),
    closeMs: 100,
    wait: async (ms) => {
      waits.push(ms);
      await turn();
    },
    ...more,
  });
  onTestFinished(async () => {
    await webhooks.close();
    await client.close();
  });
  const tell = async (...ends: readonly PassEnd[]) => {
    for (const end of ends) webhooks.passEnded(end);
    await webhooks.idle();
  };
  return { ...webhooks, tell, waits, notes };
}
