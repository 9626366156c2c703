/** Webhooks: what is reported when, to whom, in which form, and what never is in it. */
import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { changedBy } from "../../src/model/changed.ts";
import { type Project, projectSchema } from "../../src/cli/settings/project.ts";
import { notificationsSchema } from "../../src/cli/settings/project/watch.ts";
import { findReceivers } from "../../src/cli/settings/receivers.ts";
import { secret } from "../../src/model/secret.ts";
import { change } from "../../src/reconciler/engine/plan/plan.ts";
import { notificationEvents } from "../../src/reconciler/watch/webhooks.ts";
import { passEnd, planWith } from "../support/watch/pass-ends.ts";
import {
  applied,
  drifted,
  failed,
  listen,
  motorway,
  open,
  receiver,
  waiting,
} from "../support/watch/webhooks.ts";

describe("what is reported", () => {
  test.for([
    ["nothing to do", [passEnd(), passEnd()], []],
    ["changes", [applied(), passEnd(), applied()], [["applied"], ["applied"]]],
    ["drift, once", [drifted("a"), drifted("a")], [["drift-detected"]]],
    ["other drift", [drifted("a"), drifted("b")], [["drift-detected"], ["drift-detected"]]],
    ["drift that ends", [drifted("a"), passEnd()], [["drift-detected"], ["drift-cleared"]]],
    [
      "drift that outlasts an outage",
      [drifted("a"), failed("no answer"), drifted("a")],
      [["drift-detected"], ["failed"]],
    ],
    [
      "drift that is corrected, in one message",
      [drifted("a"), applied()],
      [["drift-detected"], ["drift-cleared", "applied"]],
    ],
    [
      "an outage, once, however its messages vary",
      [failed("ECONNREFUSED"), failed("timeout"), passEnd(), failed("ECONNREFUSED")],
      [["failed"], ["failed"]],
    ],
    ["another failure", [failed("x"), failed("x", "yaml-syntax")], [["failed"], ["failed"]]],
    [
      "requests that failed",
      [passEnd({ result: "suspended", writes: 2, failures: 1 })],
      [["failed"]],
    ],
    [
      "a plan that waits, once, and again when another one did meanwhile",
      [waiting("sha256-a"), waiting("sha256-a"), waiting("sha256-b"), waiting("sha256-a")],
      [["approval-needed"], ["approval-needed"], ["approval-needed"]],
    ],
  ] as const)("%s", async ([_label, ends, expected]) => {
    const { url, messages } = await listen();
    const { tell } = await open([receiver(url)]);
    for (const end of ends) await tell(end);
    expect(messages().map(({ events }) => events)).toEqual(expected);
  });

  test("each receiver only of what it wants to know", async () => {
    const all = await listen();
    const some = await listen();
    const { tell } = await open([
      receiver(all.url),
      receiver(some.url, { name: "some", events: new Set(["failed", "drift-cleared"]) }),
    ]);
    for (const end of [drifted("a"), applied(), failed("x")]) await tell(end);
    expect(all.messages()).toHaveLength(3);
    expect(some.messages().map(({ events }) => events)).toEqual([
      ["drift-cleared", "applied"],
      ["failed"],
    ]);
  });
});

describe("a message", () => {
  test("as a document has figures and differences", async () => {
    const { url, sent, messages } = await listen();
    const { tell } = await open([receiver(url, { key: secret("canary-key") })]);
    const end = applied();
    await tell(end);
    expect(messages()[0]).toMatchObject({
      format_version: "1.0",
      id: `maps/${end.id}`,
      events: ["applied"],
      estate: "maps",
      url: "http://127.0.0.1:8080/geoserver",
      trigger: "resync",
      result: "applied",
      commit: "0123456789abcdef",
      counts: { update: 1, create: 0, recreate: 0, delete: 0, writes: 1, failures: 0, drifted: 0 },
      differences: [
        { address: "Style/roads:motorway", what: "update", fields: ["title: old → new"] },
      ],
      differences_total: 1,
      approval: null,
    });
    const [{ headers, body, path } = { headers: {}, body: "", path: "" }] = sent;
    expect(path).toBe("/hook/canary-token");
    expect(headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "idempotency-key": `maps/${end.id}`,
      "plumbline-signature": `sha256=${createHmac("sha256", "canary-key").update(body).digest("hex")}`,
    });
    expect(body + JSON.stringify(headers)).not.toMatch(/canary/);
  });

  test("is bounded, and says how much is not in it", async () => {
    const { url, sent, messages } = await listen();
    const { tell } = await open([receiver(url), receiver(url, { name: "s", format: "slack" })]);
    const long = "x".repeat(5_000);
    await tell(
      passEnd({
        result: "drifted",
        drifted: Array.from({ length: 500 }, (_unused, index) => ({
          address: { ...motorway, name: `s${index}` },
          gone: index % 2 === 0,
          fields: [{ field: "content", label: "content", before: long, after: [long, long] }],
        })),
      }),
    );
    const [document] = messages();
    expect(document).toMatchObject({ differences_total: 500, counts: { drifted: 500 } });
    expect(document?.["differences"]).toHaveLength(20);
    for (const { body } of sent) expect(body.length).toBeLessThan(20_000);
  });

  test("for Slack is plain text in blocks, whatever names hold", async () => {
    const { url, messages } = await listen();
    const { tell } = await open([receiver(url, { format: "slack" })]);
    const address = { ...motorway, name: "<!channel> & *all*" };
    const changed = changedBy("alice", "2026-05-12T14:02:00Z", Date.UTC(2026, 5, 1));
    await tell(
      passEnd({
        estate: "<!here>",
        result: "drifted",
        drifted: [{ address, gone: true, fields: [], changed }],
      }),
    );
    expect(messages()).toEqual([
      {
        text: "Plumbline, estate &lt;!here&gt;: drift detected",
        mrkdwn: false,
        blocks: [
          {
            type: "header",
            text: {
              type: "plain_text",
              text: "Plumbline, estate <!here>: drift detected",
              emoji: false,
            },
          },
          {
            type: "section",
            text: {
              type: "plain_text",
              text: [
                "http://127.0.0.1:8080/geoserver",
                "0 create, 0 update, 0 recreate, 0 delete. 0 writes, 0 failed. 1 drifted.",
                "∅ Style/roads:<!channel> & *all*  changed by alice on 12 May, 14:02 UTC",
              ].join("\n"),
              emoji: false,
            },
          },
        ],
      },
    ]);
  });

  test("for Teams is a card of runs of text", async () => {
    const { url, messages } = await listen();
    const { tell } = await open([receiver(url, { format: "teams" })]);
    await tell(waiting(`sha256-${"c".repeat(64)}`));
    expect(messages()).toMatchObject([
      {
        type: "message",
        attachments: [
          {
            contentType: "application/vnd.microsoft.card.adaptive",
            content: { type: "AdaptiveCard", version: "1.4" },
          },
        ],
      },
    ]);
    const [card] = messages() as unknown as [
      { attachments: [{ content: { body: { type: string; inlines: { text: string }[] }[] } }] },
    ];
    const { body } = card.attachments[0].content;
    expect(new Set(body.map(({ type }) => type))).toEqual(new Set(["RichTextBlock"]));
    expect(body.map(({ inlines }) => inlines[0]?.text)).toEqual([
      "Plumbline, estate maps: approval needed",
      "http://127.0.0.1:8080/geoserver",
      "0 create, 0 update, 0 recreate, 0 delete. 0 writes, 0 failed. 0 drifted.",
      "Stopped: 12 of 20 styles would go.",
      `Approve it with: plumbline approve ${"c".repeat(12)}`,
    ]);
  });

  test("links to the console where the project says its address, for a plan that waits", async () => {
    const { url, messages } = await listen();
    const more = { publicUrl: "https://watch.example.org/" };
    const { tell } = await open(
      [receiver(url), receiver(url, { name: "s", format: "slack" })],
      more,
    );
    await tell(waiting(`sha256-${"c".repeat(64)}`));
    const [json, slack] = messages() as readonly object[];
    expect(json).toMatchObject({ approval: { link: "https://watch.example.org/console/" } });
    expect(JSON.stringify(slack)).toContain("Read it at: https://watch.example.org/console/");
  });

  test("says of secrets that they are others, and no more", async () => {
    const { url, sent } = await listen();
    const { tell } = await open([receiver(url)]);
    const print = `password scrypt-${"0a".repeat(28)}`;
    const field = {
      field: "secrets",
      label: "secrets",
      before: undefined,
      recorded: [print],
      after: [print],
    };
    await tell(
      applied({ plan: planWith({ changes: [change(motorway, "update", { fields: [field] })] }) }),
    );
    expect(sent[0]?.body).toContain("secrets: password (secret) → password (secret)");
    expect(sent[0]?.body).not.toContain("0a0a");
  });

  test("says of what is new what it is, and of nothing that was there", async () => {
    const { url, sent } = await listen();
    const { tell } = await open([receiver(url)]);
    const field = { field: "namespace", label: "namespace", before: undefined, after: "http://w" };
    await tell(
      applied({ plan: planWith({ changes: [change(motorway, "create", { fields: [field] })] }) }),
    );
    expect(sent[0]?.body).toContain('"namespace: http://w"');
  });
});

describe("the block of the project file", () => {
  const locate = (path: readonly string[]) => ({ file: `plumbline.yaml#${path.join("/")}` });
  const values: Readonly<Record<string, string>> = {
    HOOK: "https://hooks.example.org/canary-path",
    WRONG: "canary-word",
    KEY: "canary-key",
  };
  const projectWith = (notifications: readonly object[]): Project => {
    const given = { apiVersion: "plumbline/v1", kind: "Project", prune: "none", notifications };
    return { file: "plumbline.yaml", settings: projectSchema.parse(given), locate };
  };

  test("gives receivers", async () => {
    const project = projectWith([
      { name: "ops", url: { fromEnv: "HOOK" }, format: "slack", events: ["failed"] },
      { name: "audit", url: { fromEnv: "HOOK" }, key: { fromEnv: "KEY" } },
    ]);
    const { receivers, diagnostics } = await findReceivers(project, values);
    expect(diagnostics).toEqual([]);
    expect(receivers.map(({ name, format, events }) => [name, format, [...events]])).toEqual([
      ["ops", "slack", ["failed"]],
      ["audit", "json", notificationEvents],
    ]);
    expect(JSON.stringify(receivers)).not.toContain("canary");
  });

  test("says where it is wrong, and names no address", async () => {
    const project = projectWith([
      { name: "a", url: { fromEnv: "WRONG" } },
      { name: "b", url: { fromFile: "nowhere" } },
      { name: "c", url: { fromEnv: "HOOK" }, key: { fromEnv: "MISSING" } },
    ]);
    const { diagnostics } = await findReceivers(project, values);
    expect(diagnostics.map(({ code, where }) => [code, where?.file])).toEqual([
      ["project-invalid", "plumbline.yaml#notifications/0/url"],
      ["secret-missing", "plumbline.yaml#notifications/1/url"],
      ["secret-missing", "plumbline.yaml#notifications/2/key"],
    ]);
    expect(JSON.stringify(diagnostics)).not.toContain("canary");
  });

  test.for([
    [[{ name: "a", url: "https://hooks.example.org/x" }]],
    [[{ name: "a", url: { fromEnv: "HOOK" }, format: "xml" }]],
    [[{ name: "a", url: { fromEnv: "HOOK" }, events: ["everything"] }]],
    [
      [
        { name: "a", url: { fromEnv: "HOOK" } },
        { name: "a", url: { fromEnv: "HOOK" } },
      ],
    ],
    [[{ name: "a b", url: { fromEnv: "HOOK" } }]],
  ])("%j is refused", ([block]) => {
    expect(notificationsSchema.safeParse(block).success).toBe(false);
  });
});
