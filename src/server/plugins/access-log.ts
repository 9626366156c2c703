/** The access log: one line per answered request, at level debug. */
import { LogController } from "fastify";

/** Logs completed requests at level debug; errors keep their level. */
export function accessLog(): LogController {
  const log = new LogController();
  log.incomingRequest = () => undefined;
  log.requestCompleted = (error, request, reply) => {
    // The URL that the client sent, not the routed one.
    const { method, originalUrl: url, host, ip, socket } = request;
    const about = {
      req: { method, url, host, ip, socket },
      res: reply,
      responseTime: reply.elapsedTime,
    };
    if (error) request.log.error({ ...about, err: error }, "request errored");
    else request.log.debug(about, "request completed");
  };
  return log;
}
