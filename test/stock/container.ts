/** The servlet container around the stock server, and what it makes of refusals. */
import type { Answer } from "./documents.ts";
import type { LineHabits } from "./lines.ts";
import { filledIn } from "./recorded/recorded.ts";
import { ContainerRefusal, Refusal, RouteRefusal, TileCacheRefusal } from "./refusal.ts";
import { escape } from "./xml-tree.ts";

/** Servlet containers. Those up to 2.28 come in Tomcat or Jetty 9, the recorded one ran in Jetty 12. */
export type Container = "jetty" | "tomcat";

interface Refused {
  readonly method: string;
  /** Path as it was asked for, from the context on, without a suffix. */
  readonly path: string;
  readonly container: Container;
  readonly habits: LineHabits;
  /** Set where the request wants no text for what is not there. */
  readonly isQuiet: boolean;
  /** Set where the request wants JSON and nothing else. */
  readonly isJson: boolean;
}

/**
 * The answer to a refused request. What is missing and what breaks is reported in plain text, other refusals by the
 * container: Tomcat makes a page of them, Jetty does so for GET and POST, and leaves all others without a body.
 */
export function refusalAnswer(
  error: unknown,
  { method, path, container, habits, isQuiet, isJson }: Refused,
): Answer {
  if (!(error instanceof Refusal))
    return { status: 500, type: "text/plain", body: (error as Error).message };
  const { headers, row, values } = error;
  const [status, says] = (row && habits.refusals[row]) ?? [error.status];
  const message = says === undefined ? error.message : filledIn(says, values);
  if (error instanceof RouteRefusal && habits.tellsProblems) return problem(error, path);
  if (error instanceof RouteRefusal && status !== 404) return { status, body: "", headers };
  const isOwn = error instanceof TileCacheRefusal || [404, 500, 501].includes(status);
  const isPlain = isOwn && !isOfContainer(error);
  if (isPlain) {
    const body = isQuiet && status === 404 && !error.isLoud ? "" : message;
    return { status, type: "text/plain", body, headers };
  }
  if (container === "tomcat") {
    const shown = error instanceof RouteRefusal ? "" : escape(message);
    const body = `<!doctype html><html lang="en"><head><title>HTTP Status ${status}</title></head><body><h1>HTTP Status ${status}</h1><hr class="line" /><p><b>Type</b> Status Report</p><p><b>Message</b> ${shown}</p><hr class="line" /><h3>Apache Tomcat/9.0.85</h3></body></html>`;
    return { status, type: "text/html;charset=utf-8", body, headers };
  }
  if (!["GET", "HEAD", "POST"].includes(method)) return { status, body: "", headers };
  if (isJson) {
    const url = `http://localhost:8080${path}`;
    const words = message.replaceAll("'", "&apos;");
    const told = { origin: "dispatcher", message: words, url, status: String(status) };
    return { status, type: "application/json", body: JSON.stringify(told, undefined, 1), headers };
  }
  const told = escape(message).replaceAll("'", "&apos;");
  const body = `<html>\n<head>\n<meta http-equiv="Content-Type" content="text/html;charset=ISO-8859-1"/>\n<title>Error ${status} ${told}</title>\n</head>\n<body>\n<h2>HTTP ERROR ${status} ${told}</h2>\n<table>\n<tr><th>STATUS:</th><td>${status}</td></tr>\n<tr><th>MESSAGE:</th><td>${told}</td></tr>\n</table>\n\n</body>\n</html>\n`;
  return { status, type: "text/html;charset=iso-8859-1", body, headers };
}

function isOfContainer(error: Refusal): boolean {
  return error instanceof ContainerRefusal || error instanceof RouteRefusal;
}

const TITLES: Readonly<Record<number, string>> = {
  400: "Bad Request",
  404: "Not Found",
  405: "Method Not Allowed",
  415: "Unsupported Media Type",
};

function problem({ status, message, headers }: Refusal, instance: string): Answer {
  const body = JSON.stringify({ detail: message, instance, status, title: TITLES[status] });
  return { status, type: "application/problem+json", body, headers };
}
