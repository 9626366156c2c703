/**
 * Many clients, as a process of their own: `node test/support/servers/crowd.ts ORIGIN FROM CONNECTIONS REQUESTS
 * [AUTHORIZATION]`. Each connection sends its requests in one go; nothing is read of the answers until
 * the word `read` comes on stdin. Says `sent` when all has been given to the system or to memory.
 */
import { connect, type Socket } from "node:net";

const [origin = "", from = "", connections = "", requests = "", authorization = ""] =
  process.argv.slice(2);
const { hostname: host, port } = new URL(origin);
const credentials = authorization === "" ? "" : `Authorization: ${authorization}\r\n`;
const one = `GET /rest/styles.json HTTP/1.1\r\nHost: ${host}:${port}\r\n${credentials}\r\n`;
const text = Buffer.from(one.repeat(Number(requests)));
const sockets: Socket[] = [];

/** As many at a time as a queue of connections takes. */
const AT_ONCE = 100;

function open(): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(port), localAddress: from });
    sockets.push(socket);
    socket.pause();
    socket.on("error", () => undefined);
    socket.once("connect", () => {
      if (text.length > 0) socket.write(text);
      resolve();
    });
    socket.once("close", () => resolve());
  });
}

for (let left = Number(connections); left > 0; left -= AT_ONCE)
  await Promise.all(Array.from({ length: Math.min(left, AT_ONCE) }, open));
process.stdout.write("sent\n");
process.stdin.on("data", (chunk) => {
  if (chunk.toString().includes("read")) for (const socket of sockets) socket.resume();
});
process.stdin.on("end", () => process.exit());
