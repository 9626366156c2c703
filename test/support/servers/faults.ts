/** Ways in which a request of the reconciler may fail. */
import type { Transport, WireResponse } from "../../../src/wire/request.ts";

/** By name: what a connection does instead of sending a request. */
export const faults: Readonly<Record<string, (send: Transport) => Transport>> = {
  "lost on the way there": () => async () => {
    throw new Error("connection reset");
  },
  "lost on the way back": (real) => async (request) => {
    await real(request);
    throw new Error("connection reset");
  },
  "answered with 500": () => async (): Promise<WireResponse> => ({
    status: 500,
    headers: {},
    body: new TextEncoder().encode("broken"),
  }),
};
