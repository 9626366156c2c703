/** The blocks `watch` and `notifications` of the project file: how watch mode works, and who hears of it. */
import { z } from "zod";
import { secretReference } from "../../../reconciler/kinds/secrets/reference.ts";
import { driftPolicies } from "../../../reconciler/watch/drift.ts";
import { notificationEvents, notificationFormats } from "../../../reconciler/watch/webhooks.ts";
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
