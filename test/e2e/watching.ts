/** Watches as processes, whose events a test reads as they come. */
import type { ChildProcess } from "node:child_process";
import { expect, onTestFinished } from "vitest";
import { runCli, type Ran } from "../support/commands/cli.ts";

/** An event of the JSON output. */
export interface Event {
  readonly type: string;
  readonly format_version: string;
  readonly result?: string;
  readonly writes?: number;
  readonly digest?: string;
  readonly drifted?: readonly unknown[];
  readonly message?: string;
  readonly plan?: { readonly digest: string } | null;
}

/** A watch under way. */
export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ran>;
  readonly events: () => readonly Event[];
  readonly stderr: () => string;
  /** Waits for an event, from a place in their order on. */
  readonly event: (isIt: (event: Event) => boolean, from?: number) => Promise<Event>;
}

/** Starts a watch with JSON events; it does not outlive its test. */
export async function startWatching(at: string, ...args: string[]): Promise<Running> {
  let [stdout, stderr] = ["", ""];
  const started = Promise.withResolvers<ChildProcess>();
  const onStart = (child: ChildProcess) => {
    child.stdout?.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr?.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    started.resolve(child);
  };
  const ended = runCli(["watch", ...args, "-o", "json"], { url: at, onStart });
  const events = () =>
    stdout
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Event);
  const event = async (isIt: (event: Event) => boolean, from = 0) => {
    const find = () => events().slice(from).find(isIt);
    await expect.poll(find, { timeout: 20_000, interval: 50, message: stderr }).toBeDefined();
    return find() as Event;
  };
  const child = await started.promise;
  onTestFinished(() => void child.kill("SIGKILL"));
  return { child, ended, events, stderr: () => stderr, event };
}

/** Whether an event is the end of a pass like that. */
export const passed = (result: string) => (event: Event) =>
  event.type === "pass" && event.result === result;
