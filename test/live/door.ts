/** The server under test, as tests address one in process: requests go through the relay of the lane. */
import type { FastifyInstance, InjectOptions } from "fastify";
import { sendRaw } from "../support/servers/http.ts";
import type { LaneInfo } from "./lane.ts";
import type { Verdict } from "./verdicts.ts";

/** Where the worker finds what it has to know of the lane. */
export const INFO = "PLUMBLINE_LANE_INFO";

/** The lane, from the inside of a test. */
export interface Door {
  readonly info: LaneInfo;
  /** Answers requests as an instance in process does; it has nothing else. */
  readonly app: FastifyInstance;
  /** Brings the server back to where it was, and begins to count. Gives what could not be brought back. */
  readonly begin: (name: string) => Promise<readonly string[]>;
  /** Brings the server back to where it was in the midst of a case. */
  readonly clean: () => Promise<void>;
  /** Makes a word the password of the keystore. */
  readonly setKeystorePassword: (wanted: string) => Promise<void>;
  /** Books what became of a case, with the requests since `begin`. */
  readonly record: (verdict: Omit<Verdict, "requests">) => Promise<Verdict>;
}

/** The door to a lane. */
export function doorTo(info: LaneInfo): Door {
  const { origin, pathname } = new URL(info.url);
  const command = async (word: string, body = ""): Promise<unknown> => {
    const answer = await sendRaw(origin, { method: "POST", path: `/-/${word}`, body });
    const text = answer.body.toString("utf8");
    if (answer.status !== 200) throw new Error(`The lane cannot ${word}: ${text}`);
    return JSON.parse(text);
  };
  const inject = async (options: InjectOptions) => {
    const { method = "GET", url, headers = {}, payload } = options;
    const path = `${pathname.replace(/\/$/, "")}${typeof url === "string" ? url : ""}`;
    const sent = Object.entries(headers).map(([name, value]) => [name, String(value)]);
    const {
      status,
      headers: told,
      body,
    } = await sendRaw(origin, {
      method,
      path,
      headers: Object.fromEntries(sent),
      body: payload === undefined ? undefined : Buffer.from(payload as string | Uint8Array),
    });
    const text = body.toString("utf8");
    const json = (): unknown => JSON.parse(text);
    return { statusCode: status, headers: told, rawPayload: body, payload: text, body: text, json };
  };
  return {
    info,
    app: { inject } as unknown as FastifyInstance,
    begin: async (name) => {
      const left = (await command("clean")) as readonly string[];
      await command("begin", name);
      return left;
    },
    clean: async () => void (await command("clean-within")),
    setKeystorePassword: async (wanted) => void (await command("keystore", wanted)),
    record: async (verdict) => {
      const requests = Number(await command("count"));
      const whole = { ...verdict, requests };
      await command("verdict", JSON.stringify(whole));
      return whole;
    },
  };
}

/** The door to the lane that runs, or nothing where tests run against servers of their own. */
export function openDoor(): Door | undefined {
  const info = process.env[INFO];
  return info === undefined ? undefined : doorTo(JSON.parse(info) as LaneInfo);
}
