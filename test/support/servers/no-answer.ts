/** Connections that tests cut: what they throw stands for an answer that did not come. */
import { TransportError, type Transport } from "../../../src/wire/request.ts";

/** A transport whose plain errors are answers that did not come, as a client tells them; others are faults of the program. */
export function cutting(send: Transport): Transport {
  return async (request) => {
    try {
      return await send(request);
    } catch (error) {
      if (!(error instanceof Error) || error.constructor !== Error) throw error;
      throw new TransportError(request.method, request.path, error);
    }
  };
}
