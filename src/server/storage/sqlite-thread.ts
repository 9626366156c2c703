/** Entry of the thread that writes to a SQLite catalog. */
import { parentPort, workerData } from "node:worker_threads";
import { connectWriting, type ConnectionOptions } from "./sqlite-connection.ts";
import { openWriteSession, type WriteRequest } from "./sqlite-units.ts";

export interface ThreadData {
  readonly path: string;
  readonly options: ConnectionOptions;
}

/**
 * Answers one request after the other. The first answer, to none, says that the connection is open.
 * The thread ends after `undefined`.
 */
function serve({ path, options }: ThreadData): void {
  const connection = connectWriting(path, options);
  const answer = openWriteSession(connection);
  parentPort?.on("message", (request: WriteRequest | undefined) => {
    if (request !== undefined) return parentPort?.postMessage(answer(request));
    connection.close();
    return parentPort?.close();
  });
  parentPort?.postMessage({ rows: [] });
}

serve(workerData as ThreadData);
