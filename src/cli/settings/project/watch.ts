/** The blocks `watch` and `notifications` of the project file: how watch mode works, and who hears of it. */
import { z } from "zod";
import { type Diagnostic, fault, type Position } from "../../../model/diagnostic.ts";
import { reveal, type Secret } from "../../../model/secret.ts";
import { secretReference } from "../../../reconciler/kinds/secrets/reference.ts";
import { driftPolicies } from "../../../reconciler/watch/drift.ts";
import {
  notificationEvents,
  notificationFormats,
  type Receiver,
} from "../../../reconciler/watch/webhooks.ts";
import { duration, SIMPLE_NAME } from "./target.ts";

/** Flags take precedence over the block. */
export const watchSchema = z
  .strictObject({
    poll: duration("30s")
      .optional()
      .describe("How often the server is asked whether anything changed; 15s when left out."),
    resync: duration("30s")
      .optional()
      .describe("How often everything is compared whatever was heard; 5m when left out."),
    debounce: duration("30s")
      .optional()
      .describe(
        "How long nothing may change in the folder before it is applied; 300ms when left out.",
      ),
    drift: z
      .enum(driftPolicies)
      .optional()
      .describe(
        "What to do with drift: report only reports it, correct undoes it, ignore does neither; report by default.",
      ),
  })
  .describe("How watch mode works.");

/** A parsed block. */
export type WatchSettings = z.infer<typeof watchSchema>;

/** How people reach the endpoints of a watch. */
export const endpointsSchema = z
  .strictObject({
    publicUrl: z
      .url({ protocol: /^https?$/ })
      .refine((text) => !text.includes("@"), { message: "must name no account" })
      .optional()
      .describe(
        "Address of the endpoints for people, for example https://watch.example.org; notifications link to its console.",
      ),
  })
  .describe("The endpoints of watch mode, as people reach them.");

/** URLs are only allowed by reference: anyone who knows one may post there. */
export const notificationsSchema = z
  .array(
    z.strictObject({
      name: z
        .string()
        .regex(...SIMPLE_NAME)
        .describe("Name of the receiver in logs."),
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
        .describe("Events that the receiver gets; all when absent."),
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
  .describe("Receivers of notifications of watch mode.");

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
    diagnostics.push(fault("secret-missing", found, { where }));
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
    diagnostics.push(fault("project-invalid", message, { hint, where }));
  }
  return { receivers, diagnostics };
}

function isWebAddress(address: Secret): boolean {
  const url = URL.parse(reveal(address));
  return url !== null && /^https?:$/.test(url.protocol) && url.hostname !== "";
}
