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

/** Answered by lists of answers, the first of which is empty: the connection is open. */
export type ThreadMessage = WriteRequest | "close";

function serve({ path, options, texts, port }: ThreadData): void {
  const connection = connectWriting(path, options);
  const session = openWriteSession(connection, texts);
  port.on("message", (first: ThreadMessage) => {
    const messages = [first];
    for (let more = receive(port); more !== undefined; more = receive(port))
      messages.push(more.message);
    const requests = messages.filter((one) => one !== "close");
    const answers = session.take(requests);
    if (answers.length > 0) port.postMessage(answers);
    if (requests.length === messages.length) return;
    connection.close();
    port.close();
  });
  port.postMessage([]);
}

function receive(port: MessagePort): { readonly message: ThreadMessage } | undefined {
  return receiveMessageOnPort(port);
}

serve(workerData as ThreadData);
