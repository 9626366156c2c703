/**
 * The message about one pass, without secrets, in the format of each receiver. Names are never
 * interpreted as markup.
 */
import { formatAddress } from "../../../model/address.ts";
import { webhook as limits } from "../../../model/limits.ts";
import type { Action, FieldChange } from "../../engine/plan/plan.ts";
import type { FactValue } from "../../kind.ts";
import { diagnosticDocuments, FORMAT_VERSION } from "../../report/json.ts";
import type { PassEnd } from "../pass-end.ts";
import type { NotificationEvent } from "./events.ts";

/** A message as a document; `id` stays the same when it is sent again. */
export type Message = ReturnType<typeof messageOf>;

/** `publicUrl` is the address of the endpoints for people; links hold no token. */
export function messageOf(end: PassEnd, events: readonly NotificationEvent[], publicUrl?: string) {
  const { plan, drifted, result } = end;
  const { create = 0, update = 0, replace: recreate = 0, delete: gone = 0 } = plan?.summary ?? {};
  const changes = (plan?.changes ?? []).filter(({ action }) => action !== "none");
  const differences = [
    ...drifted.map(({ address, gone, fields, changed = null }) => ({
      address: formatAddress(address),
      what: gone ? "gone" : "drifted",
      fields: fields.map((field) => fieldText(field, "update")),
      changed,
    })),
    ...changes.map(({ address, action, fields }) => ({
      address: formatAddress(address),
      what: action as string,
      fields: fields.map((field) => fieldText(field, action)),
      changed: null,
    })),
  ];
  const diagnostics = diagnosticDocuments(end.diagnostics);
  return {
    format_version: FORMAT_VERSION,
    id: `${end.estate}/${end.id}`,
    events,
    estate: end.estate,
    url: end.url,
    trigger: end.trigger,
    result,
    started_at: new Date(end.startedAt).toISOString(),
    took_ms: end.tookMs,
    commit: end.commit ?? null,
    counts: {
      writes: end.writes,
      failures: end.failures,
      drifted: drifted.length,
      create,
      update,
      recreate,
      delete: gone,
    },
    differences: differences.slice(0, limits.named),
    differences_total: differences.length,
    diagnostics: diagnostics.slice(0, limits.named),
    diagnostics_total: diagnostics.length,
    health: healthIn(end),
    approval: approvalOf(end, publicUrl),
  };
}

function approvalOf({ plan, result }: PassEnd, publicUrl: string | undefined) {
  if (result !== "waiting" || plan === undefined) return null;
  return {
    digest: plan.digest,
    because: plan.blocks.map(({ message }) => message),
    /** Some blocks end only when other circumstances change. */
    liftable: plan.blocks.every(({ name }) => name !== undefined),
    link: publicUrl === undefined ? null : `${publicUrl.replace(/\/+$/, "")}/console/`,
  };
}

function healthIn({ health }: PassEnd) {
  if (health === undefined) return null;
  return { ...health, unhealthy: health.unhealthy.slice(0, limits.named) };
}

/** Of a secret, only that it differs. A new object has no earlier values. */
function fieldText({ label, before, recorded, after }: FieldChange, action: Action): string {
  if (action === "create") return `${label}: ${valueText(after)}`;
  const was = before ?? recorded;
  const texts = [was, after].map(valueText);
  return `${label}: ${texts.join(" → ")}`;
}

function valueText(value: FactValue | undefined): string {
  if (value === undefined) return "not shown";
  const text = Array.isArray(value) ? value.join(", ") : String(value);
  const shown = text
    .replaceAll(/\bscrypt-[0-9a-f]+/g, "(secret)")
    .replaceAll(/\bsha256-([0-9a-f]{8})[0-9a-f]+/g, "$1…");
  return cut(shown === "" ? "nothing" : shown, limits.valueCharacters);
}

function cut(text: string, characters: number): string {
  return text.length <= characters ? text : `${text.slice(0, characters - 1)}…`;
}

const titles: Readonly<Record<NotificationEvent, string>> = {
  "drift-detected": "drift detected",
  "drift-cleared": "drift cleared",
  applied: "applied",
  failed: "failed",
  "approval-needed": "approval needed",
  "maps-unhealthy": "maps not as declared",
  "maps-healthy": "maps as declared again",
};

/** As in a plan. */
const symbols: Readonly<Record<string, string>> = {
  create: "+",
  update: "~",
  replace: "-/+",
  delete: "-",
  forget: "^",
  drifted: "≠",
  gone: "∅",
};

function messageText(message: Message): {
  readonly title: string;
  readonly lines: readonly string[];
} {
  const { counts, approval, commit } = message;
  const planned = `${counts.create} create, ${counts.update} update, ${counts.recreate} recreate, ${counts.delete} delete`;
  const lines = [
    `${message.url}${commit === null ? "" : `, commit ${commit.slice(0, 12)}`}`,
    `${planned}. ${counts.writes} writes, ${counts.failures} failed. ${counts.drifted} drifted.`,
    ...(approval === null
      ? []
      : [
          ...approval.because.map((reason) => `Stopped: ${reason}.`),
          approval.liftable
            ? `Approve it with: plumbline approve ${approval.digest.replace(/^sha256-/, "").slice(0, 12)}`
            : "No approval lifts that.",
          ...(approval.link === null ? [] : [`Read it at: ${approval.link}`]),
        ]),
    ...(message.health?.unhealthy ?? []).map(
      ({ address, health, text }) => `${address} is ${health}: ${text}`,
    ),
    ...message.diagnostics.map(({ file, line, message: text }) =>
      file === null ? text : `${file}${line === null ? "" : `:${line}`}: ${text}`,
    ),
    ...message.differences.map(({ address, what, fields, changed }) =>
      [
        `${symbols[what] ?? what} ${address}`,
        [...fields, ...(changed ? [changed.text] : [])].join("; "),
      ]
        .filter((text) => text !== "")
        .join("  "),
    ),
    ...moreText(message.differences_total - message.differences.length, "difference"),
    ...moreText(message.diagnostics_total - message.diagnostics.length, "diagnostic"),
  ];
  const happened = message.events.map((event) => titles[event]).join(", ");
  return { title: `Plumbline, estate ${message.estate}: ${happened}`, lines };
}

function moreText(count: number, noun: string): readonly string[] {
  return count <= 0 ? [] : [`${count} more ${noun}${count === 1 ? "" : "s"}`];
}

/** The formats of messages. */
export const notificationFormats = ["json", "slack", "teams"] as const;

export type NotificationFormat = (typeof notificationFormats)[number];

export function bodyOf(message: Message, format: NotificationFormat): string {
  return JSON.stringify(bodies[format](message));
}

const bodies: Readonly<Record<NotificationFormat, (message: Message) => object>> = {
  json: (message) => message,
  slack: slackBody,
  teams: teamsBody,
};

/** Body for a Slack incoming webhook. */
function slackBody(message: Message): object {
  const { title, lines } = messageText(message);
  const plain = (text: string) => ({ type: "plain_text", text, emoji: false });
  return {
    // Shown where blocks do not fit; escaped, so that nothing is a mention.
    text: title.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;"),
    mrkdwn: false,
    blocks: [
      { type: "header", text: plain(cut(title, 150)) },
      { type: "section", text: plain(cut(lines.join("\n"), limits.textCharacters)) },
    ],
  };
}

/** Body for a Teams workflow that takes an adaptive card. */
function teamsBody(message: Message): object {
  const { title, lines } = messageText(message);
  const block = (text: string, more: object = {}) => ({
    type: "RichTextBlock",
    inlines: [{ type: "TextRun", text, ...more }],
  });
  const shown = cut(lines.join("\n"), limits.textCharacters).split("\n");
  return {
    type: "message",
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        contentUrl: null,
        content: {
          $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
          type: "AdaptiveCard",
          version: "1.4",
          body: [
            block(title, { weight: "Bolder", size: "Medium" }),
            ...shown.map((line) => block(line)),
          ],
        },
      },
    ],
  };
}
