/** What stands in front of a stock server and reads addresses before it does. */
import { found } from "../../stock/refusal.ts";
import { rulesFiles } from "../../stock/rules.ts";
import type { State } from "../../stock/state.ts";
import type { Transport, WireResponse } from "../../../src/wire/request.ts";

/** Takes a request as the container does: lets it through, rewrites its path, or refuses it. */
export type Container = (real: Transport) => Transport;

const answer = (status: number, body: string | Uint8Array = ""): WireResponse => ({
  status,
  headers: {},
  body: Buffer.from(body),
});

/** Refuses paths that fit, without a word, and may write others anew. */
function container(refused: RegExp, rewrite: (path: string) => string = (path) => path): Container {
  return (real) => async (request) =>
    refused.test(request.path) ? answer(400) : real({ ...request, path: rewrite(request.path) });
}

/** Containers by how they take addresses. */
export const containers: Readonly<Record<string, Container>> = {
  "takes what is encoded twice": container(/\/\//),
  "refuses what is encoded twice": container(/%25/),
  "refuses empty segments too": container(/%25|\/\//),
  "refuses what is encoded twice and drops empty segments": container(/%25/, (path) =>
    path.replaceAll(/\/\/+/g, "/"),
  ),
};

const FILE = "/resource/security/rest.properties";

/** Shows rules on requests as the file that a stock server keeps them in, and reads it after a while. */
export function withRulesFile(state: State, looks = 2): Container {
  return (real) => {
    let pending: { bytes: Uint8Array; looks: number } | undefined;
    const file = found(rulesFiles.get("security/rest.properties"), FILE);
    return async (request) => {
      if (request.path === FILE && request.method === "GET") return answer(200, file.write(state));
      if (request.path === FILE && request.method === "PUT") {
        const { body } = request;
        const bytes = Buffer.from(body?.kind === "base64" ? body.text : "", "base64");
        pending = { bytes, looks };
        return answer(201);
      }
      if (pending !== undefined && request.path.startsWith("/security/acl/rest")) {
        if (pending.looks === 0) file.read(state, pending.bytes);
        pending = pending.looks === 0 ? undefined : { ...pending, looks: pending.looks - 1 };
      }
      return real(request);
    };
  };
}
