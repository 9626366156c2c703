/** The access log: one line per answered request, at level debug. */
import { LogController, type FastifyRequest } from "fastify";

/** Logs completed requests at level debug; errors keep their level. */
export function accessLog(): LogController {
  const log = new LogController();
  log.incomingRequest = () => undefined;
  log.requestCompleted = (error, request, reply) => {
    const about = { req: asAsked(request), res: reply, responseTime: reply.elapsedTime };
    if (error) request.log.error({ ...about, err: error }, "request errored");
    else request.log.debug(about, "request completed");
  };
  return log;
}

/** Logs the URL that the client sent, not the routed one. */
function asAsked({ method, originalUrl, host, ip, socket }: FastifyRequest): object {
  return { method, url: originalUrl, host, ip, socket };
}
