/** Entry of the writer thread, which only runs statements. */
import { workerData, type MessagePort } from "node:worker_threads";
import { connectWriting, type ConnectionOptions } from "./sqlite-connection.ts";
import { openUnpacker, type Parcel } from "./sqlite-parcel.ts";
import { openSession, type Answer } from "./sqlite-session.ts";

export interface ThreadData {
  readonly path: string;
  readonly options: ConnectionOptions;
  readonly port: MessagePort;
  /** The number of answers sent; the main thread waits on it. */
  readonly answered: Int32Array<SharedArrayBuffer>;
}

/** A parcel is answered if it is awaited. */
export type ThreadRequest = Parcel | "close";

function serve({ path, options, port, answered }: ThreadData): void {
  const database = connectWriting(path, options);
  const run = openSession(database);
  const unpack = openUnpacker();
  const say = (answer: Answer) => {
    port.postMessage(answer);
    Atomics.add(answered, 0, 1);
    Atomics.notify(answered, 0);
  };
  port.on("message", (request: ThreadRequest) => {
    if (request !== "close") {
      const answer = run(unpack(request));
      if (request.isWaitedFor) say(answer);
      return;
    }
    database.close();
    port.close();
  });
  say({ changes: 0 });
}

serve(workerData as ThreadData);
