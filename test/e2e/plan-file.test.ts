/** A plan in a file: it runs as approved, or not at all and says why. */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { sld } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, PASSWORD } from "../support/servers/catalog.ts";
import { runHere } from "../support/commands/run-here.ts";
import { testInProof } from "../support/run/scale.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { estate, leaseOf, mode, project, serverForFile, style } from "./support.ts";

const { url, run } = serverForFile();

/** Plans an estate into a file. */
async function planned(folder: string, ...flags: string[]): Promise<string> {
  const file = join(temporaryFolder(), "plan.json");
  expect(await run("plan", folder, "--out", file, ...flags)).toMatchObject({
    code: 0,
    stderr: `Written to ${file}; apply --plan ${file} runs it.\n`,
  });
  return file;
}

async function send(method: "PUT" | "POST" | "DELETE", path: string, body?: string): Promise<void> {
  const headers = { authorization: AUTHORIZATION, "content-type": "application/vnd.ogc.sld+xml" };
  const options = body === undefined ? { method, headers } : { method, headers, body };
  const answer = await fetch(`${url()}/rest${path}`, options);
  expect(answer.status).toBeLessThan(300);
}

/** Every change so far, bookkeeping too. */
async function changes(): Promise<number> {
  const headers = { authorization: AUTHORIZATION };
  const answer = await fetch(`${url()}/rest/plumbline/audit?limit=1000`, { headers });
  return ((await answer.json()) as readonly unknown[]).length;
}

/** Applies a plan file that must be refused with a code and texts, and must change nothing. */
async function refused(
  folder: string,
  file: string,
  {
    code,
    says,
    now = Date.now,
  }: {
    readonly code: number;
    readonly says: readonly (string | RegExp)[];
    readonly now?: () => number;
  },
): Promise<void> {
  const before = await changes();
  const ran = await runHere(["apply", folder, "--plan", file], { url: url(), now });
  expect(ran).toMatchObject({ code, stdout: "" });
  for (const text of says) expect(ran.stderr).toMatch(text);
  expect(await changes()).toBe(before);
}

describe("a digest in place of a file", () => {
  const digestOf = async (folder: string, ...flags: string[]) => {
    const { stdout } = await run("plan", folder, ...flags);
    return /Digest ([0-9a-f]{8})\./.exec(stdout)?.[1] ?? "";
  };
  const wholeDigestOf = async (folder: string) =>
    (JSON.parse((await run("plan", folder, "-o", "json")).stdout) as { digest: string }).digest;

  test("runs that plan without a question, and no other", async () => {
    const folder = estate("expected");
    const digest = await digestOf(folder);
    writeFiles(folder, { "expected.sld": sld({ colour: "#0d0e0f" }) });
    const before = await changes();
    const other = await run("apply", folder, "--expect", digest, "--yes");
    expect(other).toMatchObject({ code: 4, stdout: "" });
    expect(other.stderr).toMatch(/has the digest sha256-[0-9a-f]{64}, not .*\[plan-stale\]\n/);
    expect(other.stderr).toContain(digest);
    expect(await changes()).toBe(before);
    const whole = await wholeDigestOf(folder);
    const done = await run("apply", folder, "--expect", whole.toUpperCase());
    expect(done).toMatchObject({ code: 0, stdout: expect.stringMatching(/1 of 1 requests done/) });
    expect(await run("apply", folder, "--expect", whole)).toMatchObject({ code: 4 });
    const nothing = await run("apply", folder, "--expect", await wholeDigestOf(folder));
    expect(nothing).toMatchObject({ code: 0, stdout: expect.stringContaining("No changes.") });
  });

  test("what a guard stops needs its word all the same", async () => {
    const folder = estate("expected-mode", { "m.yaml": mode("CHALLENGE") });
    const expected = ["--expect", await digestOf(folder, "--allow", "catalog-mode")];
    expect(await run("apply", folder, ...expected)).toMatchObject({ code: 3 });
  });

  test.for([
    [["9f2c61d"], "at least 8 digits"],
    [["all of it"], "at least 8 digits"],
    [["9f2c61d4", "--plan", "plan.json"], "cannot be used with option"],
    [["9f2c61d4", "--all-targets"], "cannot be used with option"],
  ] as const)("%j is a mistake", async ([flags, text]) => {
    const ran = await run("apply", ".", "--expect", ...flags);
    expect(ran).toMatchObject({ code: 64, stdout: "", stderr: expect.stringContaining(text) });
  });
});

test("runs without a question, once", async () => {
  const folder = estate("filed", { "b.yaml": style("filed2"), "filed2.sld": sld() });
  const file = await planned(folder);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const ran = await run("apply", folder, "--plan", file);
  expect(ran).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/Plan: 2 create[\s\S]*Applied: .* 2 of 2 requests done/),
  });
  expect(await run("plan", folder, "--detailed-exitcode")).toMatchObject({ code: 0 });
  await refused(folder, file, {
    code: 4,
    says: [
      /The current plan differs from this plan/,
      /Style\/filed has nothing left to do; it was: create/,
    ],
  });
});

test("holds the plan document, digests, and neither secrets nor bodies", async () => {
  const folder = estate("contents");
  const plain = await run("plan", folder, "-o", "json");
  const file = await planned(folder, "--prune=owned", "--allow", "catalog-mode");
  const text = readFileSync(file, "utf8");
  const document = JSON.parse(text) as Readonly<Record<string, unknown>>;
  const {
    complete: _complete,
    diagnostics: _diagnostics,
    ...plan
  } = JSON.parse(plain.stdout) as {
    complete: boolean;
    diagnostics: unknown;
  };
  expect(document).toMatchObject({
    format_version: "1.0",
    tool: { name: "plumbline", version: "0.1.0" },
    estate: "contents",
    target: { url: `${url()}/rest` },
    prune: "owned",
    allow: ["catalog-mode"],
    before: { "Style/contents": null },
    plan,
  });
  const { created, expires } = document as { created: string; expires: string };
  expect(Date.parse(expires) - Date.parse(created)).toBe(24 * 3_600_000);
  expect(text).not.toContain(PASSWORD);
  expect(text).not.toContain("StyledLayerDescriptor");
});

testInProof(
  "a folder elsewhere, and another spelling of the same manifests, are the same plan",
  async () => {
    const folder = estate("spelt");
    const file = await planned(folder);
    const moved = estate("spelt", { "a.yaml": `# a comment\r\n${style("spelt")}` });
    expect(
      await runHere(["apply", moved, "--plan", file], { url: `${url()}/rest/` }),
    ).toMatchObject({
      code: 0,
    });
  },
  120_000,
);

describe("is stale", () => {
  test("when somebody else did what it would have done, or something else", async () => {
    const folder = estate("taken", { "b.yaml": style("taken2"), "taken2.sld": sld() });
    const file = await planned(folder);
    await send("POST", "/styles?name=taken&raw=true", sld());
    await send("POST", "/styles?name=taken2&raw=true", sld({ colour: "#000001" }));
    await refused(folder, file, {
      code: 4,
      says: [
        /Style\/taken has nothing left to do; it was: create/,
        /Style\/taken2 would change otherwise: it was create, and is update \(content\)/,
      ],
    });
  });

  test("when what it overwrites was changed, although the requests are the same", async () => {
    const folder = estate("over");
    await run("apply", folder, "--yes");
    writeFiles(folder, { "over.sld": sld({ colour: "#000001" }) });
    const file = await planned(folder);
    await send("PUT", "/styles/over?raw=true", sld({ colour: "#000002" }));
    await refused(folder, file, { code: 4, says: [/Style\/over /] });
  });

  testInProof(
    "when what it leaves alone was changed or removed",
    async () => {
      const folder = estate("left", { "b.yaml": style("left2"), "left2.sld": sld() });
      await run("apply", folder, "--yes");
      writeFiles(folder, { "left.sld": sld({ colour: "#000001" }) });
      const file = await planned(folder);
      await send("DELETE", "/styles/left2?purge=true");
      await refused(folder, file, { code: 4, says: [/Style\/left2 is new: create/] });
    },
    120_000,
  );

  testInProof(
    "when a manifest was changed, added or taken away",
    async () => {
      const folder = estate("moved", { "b.yaml": style("moved2"), "moved2.sld": sld() });
      const file = await planned(folder);
      writeFiles(folder, {
        "moved.sld": sld({ colour: "#000001" }),
        "b.yaml": style("moved3"),
        "moved3.sld": sld(),
      });
      await refused(folder, file, {
        code: 4,
        says: [
          /Style\/moved is declared differently since the plan was made/,
          /Style\/moved2 is no longer declared/,
          /Style\/moved3 was not declared when the plan was made/,
        ],
      });
    },
    120_000,
  );

  test("when its time is over", async () => {
    const folder = estate("late");
    const file = await planned(folder, "--expires", "1s");
    const now = () => Date.now() + 1_100;
    await refused(folder, file, { code: 4, says: [/The plan has expired at 2\d\d\d-/], now });
  });

  testInProof(
    "for another server or estate",
    async () => {
      const folder = estate("here");
      const file = await planned(folder);
      const elsewhere = url().replace("127.0.0.1", "localhost");
      expect(await runHere(["apply", folder, "--plan", file], { url: elsewhere })).toMatchObject({
        code: 4,
        stderr: expect.stringMatching(
          /The plan is for http:\/\/127\.0\.0\.1:\d+\/rest, not for http:\/\/localhost/,
        ),
      });
      writeFiles(folder, { "plumbline.yaml": project("estate: there") });
      await refused(folder, file, {
        code: 4,
        says: [/The plan is for the estate here, not for there/],
      });
    },
    120_000,
  );
});

test("what is no whole plan, or not there, is an error", async () => {
  const folder = estate("damaged");
  const file = await planned(folder);
  writeFiles(join(file, ".."), { "plan.json": readFileSync(file, "utf8").slice(0, 700) });
  await refused(folder, file, { code: 1, says: [/not JSON, or only a part of it/] });
  await refused(folder, "/nonexistent.json", { code: 1, says: [/nonexistent\.json/] });
});

describe("dangers", () => {
  test("are accepted when the plan is made, and never with --plan", async () => {
    const folder = estate("danger", { "mode.yaml": mode("MIXED") });
    const blocked = join(temporaryFolder(), "plan.json");
    expect(await run("plan", folder, "--out", blocked)).toMatchObject({
      stderr: `Written to ${blocked}; no apply runs it, as it is stopped.\n`,
    });
    const before = await changes();
    expect(await run("apply", folder, "--plan", blocked)).toMatchObject({
      code: 3,
      stderr: "Nothing was changed.\nDangers are accepted when the plan file is made.\n",
    });
    for (const flag of ["--allow=catalog-mode", "--prune=owned"])
      expect(await run("apply", folder, "--plan", blocked, flag)).toMatchObject({
        code: 64,
        stderr: expect.stringMatching(/is said when the plan is made, not with --plan/),
      });
    const env = { PLUMBLINE_ALLOW: "catalog-mode" };
    expect(await runHere(["apply", folder, "--plan", blocked], { url: url(), env })).toMatchObject({
      code: 3,
    });
    expect(await changes()).toBe(before);
    const allowed = await planned(folder, "--allow", "catalog-mode");
    expect(await run("apply", folder, "--plan", allowed)).toMatchObject({ code: 0 });
  });
});

testInProof(
  "a plan with nothing to do applies and writes nothing",
  async () => {
    const folder = estate("nothing");
    await run("apply", folder, "--yes");
    const { number } = await leaseOf(url(), "nothing");
    const file = await planned(folder);
    const before = await changes();
    expect(await run("apply", folder, "--plan", file)).toMatchObject({ code: 0 });
    expect(await run("apply", folder, "--yes")).toMatchObject({ code: 0 });
    expect(await changes()).toBe(before);
    expect(await leaseOf(url(), "nothing")).toMatchObject({ number });
  },
  120_000,
);

testInProof(
  "nothing is written where the manifests have faults",
  async () => {
    const folder = estate("faulty", { "b.yaml": "kind: x\n" });
    const file = join(temporaryFolder(), "plan.json");
    expect(await run("plan", folder, "--out", file)).toMatchObject({ code: 1 });
    expect(() => statSync(file)).toThrow(/ENOENT/);
  },
  120_000,
);
