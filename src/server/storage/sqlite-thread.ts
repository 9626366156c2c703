/** Entry of the thread that has the writing connection of a catalog, and does nothing but run statements. */
import { workerData, type MessagePort } from "node:worker_threads";
import { connectWriting, type ConnectionOptions } from "./sqlite-connection.ts";
import { openUnpacker, type Parcel } from "./sqlite-parcel.ts";
import { openSession, type Answer } from "./sqlite-session.ts";

/** What the thread is started with. */
export interface ThreadData {
  readonly path: string;
  readonly options: ConnectionOptions;
  readonly port: MessagePort;
  /** How many answers went to the port, for who sleeps until the next one. */
  readonly answered: Int32Array<SharedArrayBuffer>;
}

/** What it is told: to run statements, which is answered where somebody waits; or to close. */
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
  // That it is ready.
  say({ changes: 0 });
}

serve(workerData as ThreadData);
