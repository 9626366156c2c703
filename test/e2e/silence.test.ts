/** A server that takes connections and says nothing: it is seen on a terminal, bounded, and told as what it is. */
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { startProxy } from "../support/servers/proxy.ts";
import { runHere } from "../support/commands/run-here.ts";
import { estate, project, serverForFile } from "./support.ts";

const { url: server } = serverForFile();

const silent = () => startProxy("http://127.0.0.1:9", () => new Promise<void>(() => undefined));

test("is shown while it is waited for, and what to do is told in the end", async () => {
  const url = await silent();
  const args = ["plan", estate("silent"), "--timeout", "2600ms"];
  const [seen, unseen, quiet] = await Promise.all([
    runHere(args, { url, isSeen: true }),
    runHere(args, { url }),
    runHere([...args, "--quiet"], { url, isSeen: true }),
  ]);
  const line = /\r\u001B\[2Kwaiting for GET \/rest\/about\/version\.xml: no answer for 2 s/;
  expect(seen.stderr).toMatch(line);
  for (const { code, stderr } of [seen, unseen, quiet]) {
    expect(code).toBe(1);
    expect(stderr).toMatch(/got no answer: .*Timeout/);
    expect(stderr).toMatch(/The server accepted the connection .*--timeout/);
    expect(stderr).not.toMatch(/firewalls/);
  }
  expect(unseen.stderr + quiet.stderr).not.toMatch(/waiting for/);
  // The line is gone before anything else is written.
  expect(seen.stderr.slice(seen.stderr.lastIndexOf("waiting for"))).toContain("\r\u001B[2Kerror:");
});

test("the flag is more than the project file", async () => {
  const url = await silent();
  const text = project(`estate: slow\nurl: ${url}\nlimits: { timeout: 1h }`);
  const folder = estate("slow", { "plumbline.yaml": text });
  for (const command of ["plan", "doctor"]) {
    const ran = await runHere([command, folder, "--timeout", "100ms"], { url });
    expect(ran.code).toBe(1);
    expect(ran.stderr + ran.stdout).toMatch(/--timeout/);
  }
  expect((await runHere(["plan", folder, "--timeout", "soon"], { url })).code).toBe(64);
});

test("a server that is busy is seen to be asked again", async () => {
  const busy = { status: 503, headers: { "retry-after": "3" }, body: "" };
  let asked = 0;
  const url = await startProxy(server(), () => (asked++ === 0 ? busy : undefined));
  const { code, stderr } = await runHere(["plan", estate("busy")], { url, isSeen: true });
  expect(code).toBe(0);
  expect(stderr).toMatch(
    /\r\u001B\[2Kwaiting for GET \/rest\/about\/version\.xml: answered with 503, again soon, 2 s/,
  );
  expect(stderr).toMatch(/\r\u001B\[2K$/);
});

test("reading that takes long is counted until the first output", async () => {
  const url = await startProxy(server(), () => pause(700));
  const folder = estate("counted");
  const { code, stderr } = await runHere(["plan", folder], { url, isSeen: true });
  expect(code).toBe(0);
  expect(stderr).toMatch(/\r\u001B\[2Kreading the server: [1-9] requests answered/);
  expect(stderr).toMatch(/\r\u001B\[2K$/);
  const lines = stderr.split("\r\u001B[2K").filter((line) => line !== "");
  expect(lines.every((line) => line.startsWith("reading the server: "))).toBe(true);
  expect((await runHere(["plan", folder], { url })).stderr).toBe("");
});
