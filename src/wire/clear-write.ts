/**
 * Writes of documents that are replaced as a whole and have one writer, such as those of the state of an estate. A
 * connection that rested may be closed as a request is on its way, and then no answer says what became of it: it is
 * looked after by reading back, and sent again where nothing has changed.
 */
import { TransportError, type WireResponse } from "./request.ts";
import { isBusy, isPutOff, openPatience, type Patience } from "./retry.ts";

/** What is found where a document was written: what was sent, what was there before it, or something else. */
export type Found = "sent" | "before" | "other";

/** What sending until the outcome is clear needs. */
export interface ClearWrite {
  readonly send: () => Promise<WireResponse>;
  /** Reads back. */
  readonly look: () => Promise<Found>;
  /** Waits, in milliseconds, before it is sent again. */
  readonly wait: (ms: number) => Promise<unknown>;
}

/**
 * Sends until the server has answered, or what is found there says what became of it: the answer, or what was found.
 * Rejects as sending and looking do, and when no answer comes again and again.
 */
export async function sendUntilClear({
  send,
  look,
  wait,
}: ClearWrite): Promise<WireResponse | "sent" | "other"> {
  const patience = openPatience();
  let tries = 0;
  const again = async () => {
    tries++;
    return send();
  };
  for (;;) {
    const answer = await answerOf(() => sendInTime({ send: again, wait }, patience));
    const isAnswered = !(answer instanceof TransportError) && !isBusy(answer);
    // A condition fails as well where an earlier try was done after all.
    const isClear = isAnswered && !(tries > 1 && answer.status === 412);
    if (isClear) return answer;
    const found = await look();
    if (found !== "before") return found;
    const pause = isAnswered ? undefined : patience(answer);
    if (pause !== undefined) await wait(pause);
    else if (answer instanceof TransportError) throw answer;
    else return answer;
  }
}

/** Sends again what is put off, within the bound: nothing was done by then. Rejects as sending does. */
export async function sendInTime(
  { send, wait }: Omit<ClearWrite, "look">,
  patience: Patience = openPatience(),
): Promise<WireResponse> {
  for (;;) {
    const answer = await send();
    const pause = isPutOff(answer) ? patience(answer) : undefined;
    if (pause === undefined) return answer;
    await wait(pause);
  }
}

/** The answer to a request, or why there is none. Rejects where it could not be sent at all. */
export async function answerOf(
  send: () => Promise<WireResponse>,
): Promise<WireResponse | TransportError> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof TransportError) return error;
    throw error;
  }
}
