/**
 * Posts messages to secret addresses: errors never name them, redirects are not followed, and only
 * status and headers of a response are kept.
 */
import { Failure } from "../../model/failure.ts";
import { Agent } from "undici";
import { webhook as limits } from "../../model/limits.ts";
import { reveal, type Secret } from "../../model/secret.ts";
import type { WireResponse } from "../../wire/request.ts";

/** No response; the message gives the reason in one word. */
class WebhookError extends Failure {
  constructor(cause: unknown) {
    const { code, name } = cause as NodeJS.ErrnoException;
    // The cause may quote the address.
    super(`no answer (${code ?? name})`);
    this.name = "WebhookError";
  }
}

export interface WebhookRequest {
  readonly url: Secret;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal?: AbortSignal | undefined;
}

/** Rejects with WebhookError when there is no response. */
export type PostWebhook = (
  message: WebhookRequest,
) => Promise<Pick<WireResponse, "status" | "headers">>;

export interface WebhookClient {
  readonly post: PostWebhook;
  readonly close: () => Promise<void>;
}

/** Opens a client. Sends nothing before the first message. */
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
