/** As much of the interfaces of GitHub and GitLab as the pipelines of the kit call. */
import { existsSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** The token that both take. */
export const FORGE_TOKEN = "canary-forge-token";

/** A forge with one repository and one request that is open or was merged. */
export interface Forge {
  readonly url: string;
  /** Comments of the request, oldest first. */
  readonly comments: { id: number; body: string }[];
  /** Calls that were refused or not understood. */
  readonly strange: string[];
}

/** The body of an answer; undefined where there is nothing. */
type Reply = string | Buffer | undefined;

/** Starts one. `headSha` is the last commit of the request; `run` is where its plan is kept. */
export async function startForge(about: {
  readonly headSha: string;
  readonly run: string;
  readonly artifacts: string;
}): Promise<Forge> {
  const comments: Forge["comments"] = [];
  const strange: string[] = [];
  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => {
      strange.push(String(error));
      response.writeHead(500).end();
    });
  });
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { authorization, "private-token": token } = request.headers;
    const isKnown = authorization === `Bearer ${FORGE_TOKEN}` || token === FORGE_TOKEN;
    const call = `${request.method} ${request.url}`;
    const found = isKnown ? reply(call, Buffer.concat(chunks).toString()) : undefined;
    if (found === undefined) {
      strange.push(call);
      response.writeHead(isKnown ? 404 : 401).end("{}");
    } else response.writeHead(200).end(found);
  };
  const reply = (call: string, body: string): Reply => {
    for (const [pattern, act] of routes) {
      const match = pattern.exec(call);
      if (match !== null) return act(match[1] ?? "", body);
    }
    return undefined;
  };
  const write = (id: number, body: string) => {
    const text = (JSON.parse(body) as { body: string }).body;
    const known = comments.find((comment) => comment.id === id);
    if (known === undefined) comments.push({ id: comments.length + 1, body: text });
    else known.body = text;
    return "{}";
  };
  const list = (page: string) => {
    const from = (Number(page) - 1) * 100;
    return JSON.stringify(comments.slice(from, from + 100));
  };
  const kept = (path: string) => {
    const file = join(about.artifacts, about.run, decodeURIComponent(path));
    return existsSync(file) ? readFileSync(file) : undefined;
  };
  const routes: readonly (readonly [RegExp, (part: string, body: string) => Reply])[] = [
    [/^GET \/repos\/team\/maps\/issues\/7\/comments\?per_page=100&page=(\d+)$/, list],
    [/^POST \/repos\/team\/maps\/issues\/7\/comments$/, (_part, body) => write(0, body)],
    [/^PATCH \/repos\/team\/maps\/issues\/comments\/(\d+)$/, (id, body) => write(Number(id), body)],
    [
      /^GET \/repos\/team\/maps\/commits\/[0-9a-f]{40}\/pulls$/,
      () => JSON.stringify([{ head: { sha: about.headSha } }]),
    ],
    [
      /^GET \/repos\/team\/maps\/actions\/workflows\/plumbline-pull-request\.yaml\/runs\?head_sha=([0-9a-f]{40})&status=success$/,
      (sha) =>
        JSON.stringify({
          workflow_runs: sha === about.headSha ? [{ id: Number(about.run) }] : [],
        }),
    ],
    [/^GET \/projects\/3\/merge_requests\/7\/notes\?per_page=100&page=(\d+)$/, list],
    [/^POST \/projects\/3\/merge_requests\/7\/notes$/, (_part, body) => write(0, body)],
    [/^PUT \/projects\/3\/merge_requests\/7\/notes\/(\d+)$/, (id, body) => write(Number(id), body)],
    [
      /^GET \/projects\/3\/repository\/commits\/[0-9a-f]{40}\/merge_requests$/,
      () => JSON.stringify([{ iid: 7 }]),
    ],
    [
      /^GET \/projects\/3\/jobs\/artifacts\/refs%2Fmerge-requests%2F7%2Fhead\/raw\/plans\.tar\?job=(plumbline%20plan)$/,
      (job) => kept(`${job}/plans.tar`),
    ],
  ];
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, comments, strange };
}
