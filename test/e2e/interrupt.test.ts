/** Signals during an apply: the request in flight ends, the rest is not tried, nothing is lost. */
import {
  createServer,
  request as send,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { runCli } from "../support/cli.ts";
import { slice } from "../support/scale.ts";
import { estate, serverForFile, style } from "./support.ts";
import { sld } from "../support/artefacts.ts";

const SLOW_MS = 400;
const { url, run } = serverForFile();

/** Passes requests on; writes are answered late. `onWrite` hears of each before it is sent. */
async function slowProxy(onWrite: () => void): Promise<string> {
  const pass = async (incoming: IncomingMessage, answer: ServerResponse): Promise<void> => {
    if (incoming.method !== "GET") {
      onWrite();
      await pause(SLOW_MS);
    }
    const { method, headers, url: path } = incoming;
    const passed = send(new URL(path ?? "/", url()), { method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    incoming.pipe(passed);
  };
  const server = createServer((incoming, answer) => void pass(incoming, answer));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.for(slice(["SIGINT", "SIGTERM"] as const, { test: 1 }))(
  "%s: exit 130, and going on later",
  async (signal) => {
    const name = signal.toLowerCase();
    const folder = estate(name, {
      "b.yaml": style(`${name}2`),
      [`${name}2.sld`]: sld(),
      "c.yaml": style(`${name}3`),
      [`${name}3.sld`]: sld(),
    });
    let writes = 0;
    let interrupt = () => undefined as unknown;
    const proxy = await slowProxy(() => {
      if (writes++ === 0) interrupt();
    });
    const { code, stdout, stderr } = await runCli(["apply", folder, "--yes"], {
      url: proxy,
      onStart: (child) => (interrupt = () => child.kill(signal)),
    });
    expect({ code, stdout, stderr }).toMatchObject({
      code: 130,
      stdout: expect.stringMatching(/1 of 3 requests done/),
      stderr: expect.stringMatching(/Stopping after the request in flight/),
    });
    expect(writes).toBe(2);
    const rest = await run("plan", folder);
    expect(rest.stdout).toMatch(/Plan: 2 create, .* 1 unchanged/);
    expect(await run("apply", folder, "--yes")).toMatchObject({ code: 0 });
    expect(await run("plan", folder, "--detailed-exitcode")).toMatchObject({ code: 0 });
  },
);
