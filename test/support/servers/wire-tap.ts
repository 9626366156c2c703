/** What goes over the wire to a catalog in process, as bytes. */
import type { FastifyInstance, InjectOptions } from "fastify";

/** A request as it arrives. */
export interface Sent {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly mediaType: string | undefined;
  readonly body: Uint8Array | undefined;
}

/** A catalog that is asked through a tap. */
export interface Tapped {
  readonly app: FastifyInstance;
  /** Everything that was sent since the last time this was asked. */
  readonly take: () => readonly Sent[];
}

/** Puts a tap on the wire to a catalog. */
export function tap(app: FastifyInstance): Tapped {
  let sent: Sent[] = [];
  const inject = (options: InjectOptions) => {
    const { method = "GET", url, headers, payload } = options;
    const type = headers?.["content-type"];
    sent.push({
      method,
      url: typeof url === "string" ? url : "",
      mediaType: typeof type === "string" ? type : undefined,
      body: payload === undefined ? undefined : new Uint8Array(payload as Uint8Array),
    });
    return app.inject(options);
  };
  return {
    app: Object.create(app, { inject: { value: inject } }) as FastifyInstance,
    take: () => {
      const taken = sent;
      sent = [];
      return taken;
    },
  };
}
