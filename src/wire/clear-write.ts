/**
 * Writes documents that are replaced as a whole and have a single writer, such as the state of an
 * estate. Without a response, the document is read back, and sent again if it is unchanged.
 */
import { TransportError, type WireResponse } from "./request.ts";
import { isBusy, isDeferred, openPatience, type Patience } from "./retry.ts";

/** Result of reading back: the sent document, the earlier one, or another one. */
export type Found = "sent" | "before" | "other";

export interface ClearWrite {
  readonly send: () => Promise<WireResponse>;
  readonly look: () => Promise<Found>;
  /** Waits before a retry, in milliseconds. */
  readonly wait: (ms: number) => Promise<unknown>;
}

/** Sends until a response or `look` shows the outcome. Rejects as both do, and without retries. */
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
    // A precondition also fails if an earlier try succeeded.
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

/** Retries deferred requests, which the server has not executed. Rejects as `send` does. */
export async function sendInTime(
  { send, wait }: Omit<ClearWrite, "look">,
  patience: Patience = openPatience(),
): Promise<WireResponse> {
  for (;;) {
    const answer = await send();
    const pause = isDeferred(answer) ? patience(answer) : undefined;
    if (pause === undefined) return answer;
    await wait(pause);
  }
}

/** The response, or why there is none. Rejects where the request could not be sent. */
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
