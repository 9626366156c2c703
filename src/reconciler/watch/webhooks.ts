/**
 * Notifies receivers: at most one message for each pass, in order, each sent until it is taken or
 * given up. With a memory, reports and waiting messages survive a restart; a message whose
 * response was lost is sent again under the same id.
 */
import { setTimeout as pause } from "node:timers/promises";
import { noteOf } from "../../model/failure.ts";
import { webhook as limits } from "../../model/limits.ts";
import { jsonIn } from "../../wire/json.ts";
import type { PostWebhook } from "../client/webhook.ts";
import { FORMAT_VERSION } from "../report/json.ts";
import { openDelivery, type DeliveryQueue, type Receiver } from "./notifications/delivery.ts";
import { eventsOf, NOTHING_REPORTED, type Reported } from "./notifications/events.ts";
import { messageOf, type Message } from "./notifications/message.ts";
import type { PassEnd } from "./pass-end.ts";

export { notificationFormats } from "./notifications/message.ts";
export type { Receiver } from "./notifications/delivery.ts";
export { notificationEvents } from "./notifications/events.ts";

/** One document over restarts, without receiver addresses and secrets. */
export interface WebhookMemory {
  readonly load: () => Promise<string | undefined>;
  readonly save: (text: string) => Promise<void>;
}

export interface WebhookOptions {
  readonly receivers: readonly Receiver[];
  readonly post: PostWebhook;
  readonly memory?: WebhookMemory | undefined;
  /** The endpoints as people reach them. */
  readonly publicUrl?: string | undefined;
  /** Takes lines, without addresses, about messages that were not taken. */
  readonly note?: ((text: string) => void) | undefined;
  /** Real time when absent. */
  readonly wait?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
  /** How long `close` waits for receivers. */
  readonly closeMs?: number | undefined;
}

/** Open webhooks. */
export interface Webhooks {
  /** Does not wait for the receivers. */
  readonly passEnded: (end: PassEnd) => void;
  readonly idle: () => Promise<void>;
  /** Allows a short time for delivery; with a memory the rest is sent after a restart. */
  readonly close: () => Promise<void>;
}

interface Remembered {
  readonly told: Reported;
  readonly waiting: readonly { readonly receiver: string; readonly message: Message }[];
}

/** Continues with what an earlier process left. A memory that cannot be read is noted. */
export async function openWebhooks(options: WebhookOptions): Promise<Webhooks> {
  const { receivers, post, memory, note = () => undefined, wait = pauseUnlessEnded } = options;
  const { closeMs = limits.closeMs } = options;
  const ending = new AbortController();
  const { signal } = ending;
  const before = await remembered(memory, note);
  let { told: reported } = before;
  const saver = openSaver(memory, note);
  const save = () => saver.save(() => documentOf(reported, queues));
  const queues = receivers.map((receiver) =>
    openDelivery(receiver, { post, wait, note, signal, changed: save }),
  );
  for (const { receiver, message } of before.waiting)
    queues.find((queue) => queue.receiver.name === receiver)?.add(message);
  const idle = async () => {
    await Promise.all(queues.map((queue) => queue.idle()));
    await saver.idle();
  };
  let isClosing = false;
  return {
    passEnded: (end) => {
      if (isClosing) return;
      const found = eventsOf(end, reported);
      const isNews = JSON.stringify(found.reported) !== JSON.stringify(reported);
      ({ reported } = found);
      if (found.events.length > 0) {
        const message = messageOf(end, found.events, options.publicUrl);
        for (const queue of queues) queue.add(message);
      }
      // A failed save is repeated: the memory may be on the server that was unreachable.
      if (isNews || saver.isBehind()) save();
    },
    idle,
    close: async () => {
      isClosing = true;
      await Promise.race([idle(), pauseUnlessEnded(closeMs, signal)]);
      ending.abort();
      await idle();
      const left = queues.reduce((sum, queue) => sum + queue.waiting().length, 0);
      if (left > 0 && memory === undefined) note(`${left} notifications were not delivered`);
    },
  };
}

async function pauseUnlessEnded(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal, ref: false }).catch(() => undefined);
}

function documentOf(reported: Reported, queues: readonly DeliveryQueue[]): string {
  const waiting = queues.flatMap(({ receiver, waiting: messages }) =>
    messages().map((message) => ({ receiver: receiver.name, message })),
  );
  return `${JSON.stringify({ format_version: FORMAT_VERSION, told: reported, waiting })}\n`;
}

async function remembered(
  memory: WebhookMemory | undefined,
  note: (text: string) => void,
): Promise<Remembered> {
  const nothing: Remembered = { told: NOTHING_REPORTED, waiting: [] };
  try {
    const text = await memory?.load();
    if (text === undefined) return nothing;
    const { told, waiting } = jsonIn(text) as Partial<Remembered>;
    return { told: { ...NOTHING_REPORTED, ...told }, waiting: waiting ?? [] };
  } catch (error) {
    note(`what was reported before cannot be read: ${noteOf(error)}`);
    return nothing;
  }
}

/** Of several pending states only the newest is saved. */
function openSaver(memory: WebhookMemory | undefined, note: (text: string) => void) {
  let next: (() => string) | undefined;
  let working: Promise<void> | undefined;
  let isBehind = false;
  const work = async () => {
    for (let state = next; state !== undefined; state = next) {
      next = undefined;
      isBehind = false;
      await memory?.save(state()).catch((error: unknown) => {
        isBehind = true;
        note(`what was reported cannot be remembered: ${noteOf(error)}`);
      });
    }
    working = undefined;
  };
  return {
    save: (state: () => string) => {
      next = state;
      working ??= work();
    },
    isBehind: () => isBehind,
    idle: async () => working,
  };
}
