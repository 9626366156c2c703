/** Messages as the receivers want them. Texts are plain: what a name holds is never markup. */
import { webhook as limits } from "../../../model/limits.ts";
import { cut, messageText, type Message } from "./message.ts";

/** Forms of messages. */
export const notificationFormats = ["json", "slack", "teams"] as const;

/** One of them. */
export type NotificationFormat = (typeof notificationFormats)[number];

/** The body of a message, as JSON. */
export function bodyOf(message: Message, format: NotificationFormat): string {
  return JSON.stringify(bodies[format](message));
}

const bodies: Readonly<Record<NotificationFormat, (message: Message) => object>> = {
  json: (message) => message,
  slack: slackBody,
  teams: teamsBody,
};

/** The message of an incoming webhook of Slack. */
function slackBody(message: Message): object {
  const { title, lines } = messageText(message);
  const plain = (text: string) => ({ type: "plain_text", text, emoji: false });
  return {
    // Shown where there is no room for blocks; references to people and channels are taken apart.
    text: title.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;"),
    mrkdwn: false,
    blocks: [
      { type: "header", text: plain(cut(title, 150)) },
      { type: "section", text: plain(cut(lines.join("\n"), limits.textCharacters)) },
    ],
  };
}

/** The message of a workflow of Teams that takes an adaptive card. */
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
