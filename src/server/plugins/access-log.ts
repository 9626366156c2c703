/** What the log says of requests: each once it is answered, in one line, and only where the log shows everything. */
import { LogController, type FastifyRequest } from "fastify";

/** Requests at level debug; what goes wrong with one is reported as ever. */
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

/** What the log takes of a request: its URL is the one that its client sent, not the routed one. */
function asAsked({ method, originalUrl, host, ip, socket }: FastifyRequest): object {
  return { method, url: originalUrl, host, ip, socket };
}
