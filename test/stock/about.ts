/** The version of the stock server, and what makes it forget. */
import { documentOf, DONE } from "./documents.ts";
import type { Route } from "./routing.ts";

const VERSIONS = `<about><resource name="GeoServer"><Build-Timestamp>14-Oct-2025 09:41</Build-Timestamp><Version>2.28.1</Version><Git-Revision>4be1b1c</Git-Revision></resource><resource name="GeoTools"><Build-Timestamp>14-Oct-2025 07:12</Build-Timestamp><Version>34.1</Version><Git-Revision>9d41f03</Git-Revision></resource><resource name="GeoWebCache"><Version>1.28.1/1.28.1</Version><Git-Revision>b1a5c55</Git-Revision></resource></about>`;

/** `/about`, `/reload`, `/reset`. */
export const aboutRoutes: readonly Route[] = [
  { path: "/about/version", GET: (call) => documentOf(call, VERSIONS) },
  { path: "/reload", POST: () => DONE, PUT: () => DONE },
  { path: "/reset", POST: () => DONE, PUT: () => DONE },
];
