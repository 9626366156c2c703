/** Message bodies in each receiver's format. Names are never interpreted as markup. */
import { webhook as limits } from "../../../model/limits.ts";
import { cut, messageText, type Message } from "./message.ts";

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
