/** A server in front of another one that answers some requests with a failure full of quotes. */
import { once } from "node:events";
import {
  createServer,
  request as send,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import type { Passing } from "./proxy.ts";

/** Starts it; what `quotes` picks is answered with 500, all words and the body of the request. */
export async function startQuoting(
  target: string,
  words: readonly string[],
  quotes: (request: Passing) => boolean,
): Promise<string> {
  const refuse = async (incoming: IncomingMessage, answer: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const said = words.map((word) => `The password "${word}" was refused.\n`);
    answer.writeHead(500, "Refused", { "content-type": "text/plain" });
    answer.end(Buffer.concat([Buffer.from(said.join("")), ...chunks]));
  };
  const pass = (incoming: IncomingMessage, answer: ServerResponse): void => {
    const { method = "GET", headers, url = "/" } = incoming;
    const passed = send(new URL(url, target), { method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    passed.on("error", () => answer.destroy());
    incoming.pipe(passed);
  };
  const server = createServer((incoming, answer) => {
    const { method = "GET", url: path = "/", headers } = incoming;
    if (quotes({ method, path, headers })) void refuse(incoming, answer);
    else pass(incoming, answer);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
