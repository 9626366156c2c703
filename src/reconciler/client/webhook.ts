/**
 * Posts messages to addresses that are secrets themselves: no error names them, no redirect is
 * followed, and of an answer nothing but its status and its headers is kept.
 */
import { Failure } from "../../model/failure.ts";
import { Agent } from "undici";
import { webhook as limits } from "../../model/limits.ts";
import { reveal, type Secret } from "../../model/secret.ts";
import type { WireResponse } from "../../wire/request.ts";

/** No answer came; the message says why in a word. */
class WebhookError extends Failure {
  constructor(cause: unknown) {
    const { code, name } = cause as NodeJS.ErrnoException;
    // The cause is left out: it may quote the address.
    super(`no answer (${code ?? name})`);
    this.name = "WebhookError";
  }
}

/** A message and where it goes. */
export interface WebhookRequest {
  readonly url: Secret;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Gives up early. */
  readonly signal?: AbortSignal | undefined;
}

/** Posts a message. Rejects with WebhookError when no answer came. */
export type PostWebhook = (
  message: WebhookRequest,
) => Promise<Pick<WireResponse, "status" | "headers">>;

/** A client of webhooks. */
export interface WebhookClient {
  readonly post: PostWebhook;
  readonly close: () => Promise<void>;
}

/** Opens a client. Nothing is sent before the first message. */
export function openWebhookClient(): WebhookClient {
  const dispatcher = new Agent({ connections: 2, pipelining: 1 });
  const timeout = limits.timeoutMs;
  const post: PostWebhook = async ({ url, headers, body, signal }) => {
    const clock = AbortSignal.timeout(timeout);
    try {
      const { origin, pathname, search } = new URL(reveal(url));
      const response = await dispatcher.request({
        origin,
        path: pathname + search,
        method: "POST",
        headers,
        body,
        signal: signal === undefined ? clock : AbortSignal.any([signal, clock]),
        headersTimeout: timeout,
        bodyTimeout: timeout,
      });
      await response.body.dump({ limit: limits.answerBytes });
      const kept = Object.entries(response.headers).map(([name, value]) => [
        name,
        Array.isArray(value) ? value[0] : value,
      ]);
      return { status: response.statusCode, headers: Object.fromEntries(kept) };
    } catch (error) {
      throw new WebhookError(error);
    }
  };
  return { post, close: () => dispatcher.destroy() };
}
