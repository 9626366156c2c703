/** Listeners of passes beside the terminal: HTTP endpoints and webhooks. */
import type { Endpoints } from "../../../endpoints/listen.ts";
import { openWebhookClient } from "../../../reconciler/client/webhook.ts";
import type { StateStore } from "../../../reconciler/inventory/state-store.ts";
import { startWatchEndpoints } from "../../../reconciler/watch/endpoints.ts";
import type { Metrics } from "../../../reconciler/watch/metrics.ts";
import type { PassEnd } from "../../../reconciler/watch/pass-end.ts";
import type { Watch } from "../../../reconciler/watch/watch.ts";
import { openWebhooks, type Receiver, type Webhooks } from "../../../reconciler/watch/webhooks.ts";
import { consoleFiles } from "../../../server/console-files.ts";
import type { WatchFlags } from "../../flags/watch.ts";
import { readSecret } from "../../process/read-input.ts";

/** State document with the sent notifications. */
const NOTIFICATIONS = "notifications.json";

/** Starts the endpoints. Rejects with EndpointsError, or when the token file is unreadable. */
export async function openEndpoints(
  { endpoints, endpointsTokenFile }: WatchFlags,
  { watch, metrics }: { readonly watch: Watch; readonly metrics: Metrics },
): Promise<Endpoints | undefined> {
  if (endpoints === undefined) return undefined;
  const token = endpointsTokenFile === undefined ? undefined : await readSecret(endpointsTokenFile);
  const onReconcile = () => watch.trigger("request");
  const { state, approve, pageOf } = watch;
  const findFile = consoleFiles();
  const options = { ...endpoints, state, approve, pageOf, onReconcile, metrics, token, findFile };
  return startWatchEndpoints(options);
}

export interface Notifier {
  readonly passEnded: (end: PassEnd) => void;
  readonly close: () => Promise<void>;
}

/**
 * Notifies receivers. The state holds what was sent; it is loaded after the first pass, as there
 * may be no connection earlier.
 */
export function openNotifier(
  receivers: readonly Receiver[],
  state: () => StateStore | undefined,
  note: (text: string) => void,
  publicUrl?: string,
): Notifier {
  if (receivers.length === 0) return { passEnded: () => undefined, close: async () => undefined };
  const client = openWebhookClient();
  const memory = {
    load: async () => (await state()?.load(NOTIFICATIONS))?.text,
    save: async (text: string) => state()?.save(NOTIFICATIONS, text),
  };
  let opening: Promise<Webhooks> | undefined;
  let delivered = Promise.resolve();
  return {
    passEnded: (end) => {
      opening ??= openWebhooks({ receivers, post: client.post, memory, note, publicUrl });
      const opened = opening;
      delivered = delivered.then(async () => (await opened).passEnded(end));
    },
    close: async () => {
      try {
        await delivered;
        await (await opening)?.close();
      } finally {
        await client.close();
      }
    },
  };
}
