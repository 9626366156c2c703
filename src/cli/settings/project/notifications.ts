/** The `notifications` block of the project file: receivers of watch mode events. */
import { z } from "zod";
import { SIMPLE_NAME } from "./simple-name.ts";
import type { Diagnostic, Position } from "../../../model/diagnostic.ts";
import { reveal, type Secret } from "../../../model/secret.ts";
import { secretReference } from "../../../reconciler/kinds/secrets/reference.ts";
import {
  notificationEvents,
  notificationFormats,
  type Receiver,
} from "../../../reconciler/watch/webhooks.ts";

/** URLs are only allowed by reference: anyone who knows one may post there. */
export const notificationsSchema = z
  .array(
    z.strictObject({
      name: z
        .string()
        .regex(...SIMPLE_NAME)
        .describe("What the receiver is called in logs."),
      url: secretReference.describe(
        "Address of the webhook, by reference: anyone who knows it may write there.",
      ),
      format: z
        .enum(notificationFormats)
        .default("json")
        .describe("Form of the messages: json for programs, slack and teams for people."),
      events: z
        .array(z.enum(notificationEvents))
        .min(1)
        .default([...notificationEvents])
        .describe("What the receiver is notified of; everything when absent."),
      key: secretReference
        .optional()
        .describe(
          "Key by reference: bodies are signed with it (HMAC-SHA256, header Plumbline-Signature).",
        ),
    }),
  )
  .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, {
    message: "two receivers have one name",
  })
  .describe("Who is notified of what watch mode does.");

export type Notifications = z.infer<typeof notificationsSchema>;

export interface ResolveContext {
  /** Resolves a reference; a string is the error. */
  readonly resolve: (
    reference: z.infer<typeof secretReference>,
  ) => Promise<{ readonly value: Secret } | string>;
  readonly locate: (path: readonly string[]) => Position;
}

/** The receivers, or their problems; diagnostics never contain a URL. */
export async function findReceivers(
  notifications: Notifications,
  { resolve, locate }: ResolveContext,
): Promise<{
  readonly receivers: readonly Receiver[];
  readonly diagnostics: readonly Diagnostic[];
}> {
  const receivers: Receiver[] = [];
  const diagnostics: Diagnostic[] = [];
  const open = async (path: readonly string[], reference: z.infer<typeof secretReference>) => {
    const found = await resolve(reference);
    if (typeof found !== "string") return found.value;
    const where = locate(path);
    diagnostics.push({ code: "secret-missing", severity: "error", message: found, where });
    return undefined;
  };
  for (const [index, { name, url, format, events, key }] of notifications.entries()) {
    const place = ["notifications", String(index)];
    const address = await open([...place, "url"], url);
    const signed = key === undefined ? undefined : await open([...place, "key"], key);
    if (address === undefined) continue;
    if (isWebAddress(address)) {
      receivers.push({ name, url: address, format, events: new Set(events), key: signed });
      continue;
    }
    const message = `The address that notifications to ${name} go to is not one`;
    const hint = "The reference must lead to an address that starts with https:// or http://.";
    const where = locate([...place, "url"]);
    diagnostics.push({ code: "project-invalid", severity: "error", message, hint, where });
  }
  return { receivers, diagnostics };
}

function isWebAddress(address: Secret): boolean {
  const url = URL.parse(reveal(address));
  return url !== null && /^https?:$/.test(url.protocol) && url.hostname !== "";
}
