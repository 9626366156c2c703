/** The queue of one receiver: a message is sent until it is taken, refused or given up. */
import { createHmac } from "node:crypto";
import { noteOf, reasonOf } from "../../../model/failure.ts";
import { webhook as limits } from "../../../model/limits.ts";
import { reveal, type Secret } from "../../../model/secret.ts";
import { pauseMs } from "../../../wire/retry.ts";
import type { PostWebhook } from "../../client/webhook.ts";
import { bodyOf, type NotificationFormat, type Message } from "./message.ts";
import type { NotificationEvent } from "./events.ts";

/** A receiver of notifications. */
export interface Receiver {
  readonly name: string;
  /** A secret: the address may be all that protects the receiver. */
  readonly url: Secret;
  readonly format: NotificationFormat;
  readonly events: ReadonlySet<NotificationEvent>;
  /** Signs the bodies. */
  readonly key?: Secret | undefined;
}

export interface DeliveryContext {
  readonly post: PostWebhook;
  /** Returns early on the signal. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Takes a line, without addresses, about a message that was not taken. */
  readonly note: (text: string) => void;
  readonly changed: () => void;
  readonly signal: AbortSignal;
}

export interface DeliveryQueue {
  readonly receiver: Receiver;
  readonly add: (message: Message) => void;
  readonly waiting: () => readonly Message[];
  readonly idle: () => Promise<void>;
}

export function openDelivery(receiver: Receiver, context: DeliveryContext): DeliveryQueue {
  const waiting: Message[] = [];
  let working: Promise<void> | undefined;
  const note = (message: Message, text: string) =>
    context.note(`notification ${message.id} to ${receiver.name}: ${text}`);
  const work = async () => {
    for (let message = waiting[0]; message !== undefined; message = waiting[0]) {
      const end = await deliver(message, receiver, context).catch(
        // A remembered message may be malformed.
        (error: unknown) => `cannot be sent: ${noteOf(error)}`,
      );
      if (end === "stopped") break;
      if (end !== "taken") note(message, end);
      waiting.splice(waiting.indexOf(message), 1);
      context.changed();
    }
    // In the same step as the last look at the queue, so that a later message restarts the work.
    working = undefined;
  };
  return {
    receiver,
    add: (message) => {
      if (!message.events.some((event) => receiver.events.has(event))) return;
      if (waiting.some(({ id }) => id === message.id)) return;
      waiting.push(message);
      // The first message is being sent; the second is the oldest that waits.
      if (waiting.length > limits.queue)
        for (const dropped of waiting.splice(1, waiting.length - limits.queue))
          note(dropped, "dropped, too many wait");
      context.changed();
      working ??= work();
    },
    waiting: () => waiting,
    idle: async () => working,
  };
}

/** Returns "taken", "stopped", or why the message was not taken. */
async function deliver(
  message: Message,
  receiver: Receiver,
  context: DeliveryContext,
): Promise<string> {
  const { url, format } = receiver;
  const body = bodyOf(message, format);
  const headers = headersOf(message, receiver, body);
  const { post, wait, signal } = context;
  let trouble = "";
  for (let attempt = 0; attempt < limits.attempts && !signal.aborted; attempt++) {
    const tried = await tryOnce(() => post({ url, headers, body, signal }));
    if (tried.end !== undefined) return tried.end;
    ({ trouble } = tried);
    if (attempt + 1 < limits.attempts && !signal.aborted)
      await wait(pauseMs(attempt, tried.answer, limits), signal);
  }
  return signal.aborted ? "stopped" : `${trouble}, given up after ${limits.attempts} tries`;
}

/** `end` is final; without it another try may help. */
interface Tried {
  readonly end?: string;
  readonly trouble: string;
  readonly answer: Awaited<ReturnType<PostWebhook>> | undefined;
}

async function tryOnce(post: () => ReturnType<PostWebhook>): Promise<Tried> {
  try {
    const answer = await post();
    const { status } = answer;
    const trouble = `answered ${status}`;
    if (status >= 200 && status < 300) return { end: "taken", trouble, answer };
    if (status === 408 || status === 429 || status >= 500) return { trouble, answer };
    return { end: `refused with ${status}, given up`, trouble, answer };
  } catch (error) {
    return { trouble: reasonOf(error), answer: undefined };
  }
}

function headersOf(
  { id }: Message,
  { key }: Receiver,
  body: string,
): Readonly<Record<string, string>> {
  const digest = key && createHmac("sha256", reveal(key)).update(body).digest("hex");
  return {
    "content-type": "application/json; charset=utf-8",
    "user-agent": "plumbline",
    // The same for every try, so that receivers recognise repeats.
    "idempotency-key": id,
    ...(digest === undefined ? {} : { "plumbline-signature": `sha256=${digest}` }),
  };
}
