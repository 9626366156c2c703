/** Browsers that have logged in at a server under test: what they send along, and how they got it. */
import type { OutgoingHttpHeaders } from "node:http";
import type { FastifyInstance, InjectOptions } from "fastify";
import { expect } from "vitest";
import { AUTHORIZATION } from "./catalog.ts";

/** Where sessions begin and end. */
export const SESSION = "/console/session";

/** What the page of the console says with every request. */
const PAGE = { "x-requested-with": "plumbline-console", "sec-fetch-site": "same-origin" };

/** The cookie in an answer, as a browser sends it back; empty where the answer ends it, or gives none. */
export function cookieIn({ "set-cookie": set }: OutgoingHttpHeaders): string {
  const [pair = ""] = [set].flat().join().split(";", 1);
  return pair.endsWith("=") ? "" : pair;
}

/** Logs in with a password; gives the cookie. */
export async function logIn(
  app: FastifyInstance,
  authorization = AUTHORIZATION,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const given = { ...PAGE, authorization, ...headers };
  const answer = await app.inject({ method: "POST", url: SESSION, headers: given });
  expect(answer.statusCode).toBe(200);
  return cookieIn(answer.headers);
}

/** Asks as the page of somebody who has logged in. */
export function askWith(app: FastifyInstance, cookie: string, request: InjectOptions | string) {
  const { headers, ...rest } = typeof request === "string" ? { url: request } : request;
  return app.inject({ ...rest, headers: { ...PAGE, cookie, ...headers } });
}
