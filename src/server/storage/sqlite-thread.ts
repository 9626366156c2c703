/** Entry of the thread that writes to a SQLite catalog. */
import { receiveMessageOnPort, workerData, type MessagePort } from "node:worker_threads";
import { connectWriting, type ConnectionOptions } from "./sqlite-connection.ts";
import type { SqliteTexts } from "./sqlite-statements.ts";
import { openWriteSession, type WriteRequest } from "./sqlite-units.ts";

export interface ThreadData {
  readonly path: string;
  readonly options: ConnectionOptions;
  readonly texts: SqliteTexts;
  readonly port: MessagePort;
}

/**
 * Takes lists of requests and gives lists of answers, the first of which is empty: the connection
 * is open. Ends when the port is closed.
 */
function serve({ path, options, texts, port }: ThreadData): void {
  const connection = connectWriting(path, options);
  const session = openWriteSession(connection, texts);
  port.on("message", (first: readonly WriteRequest[]) => {
    const requests = [...first];
    for (let more = receive(port); more !== undefined; more = receive(port))
      requests.push(...more.message);
    const answers = session.take(requests);
    if (answers.length > 0) port.postMessage(answers);
  });
  port.on("close", () => connection.close());
  port.postMessage([]);
}

function receive(port: MessagePort): { readonly message: readonly WriteRequest[] } | undefined {
  return receiveMessageOnPort(port);
}

serve(workerData as ThreadData);
