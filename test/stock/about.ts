/** The version of the stock server, and what makes it forget. */
import type { Call } from "./call.ts";
import { documentOf, DONE, type Answer } from "./documents.ts";
import type { Route } from "./routing.ts";
import { done } from "./recorded/recorded.ts";

/** "GET version" */
const VERSIONS = `<about><resource name="GeoServer"><Build-Timestamp>2026-03-11 18:06</Build-Timestamp><Version>3.0-SNAPSHOT</Version><Git-Revision>21b88b5</Git-Revision></resource><resource name="GeoTools"><Build-Timestamp>2026-03-11 18:06</Build-Timestamp><Version>35.0</Version><Git-Revision>d12059d</Git-Revision></resource><resource name="GeoWebCache"><Build-Timestamp>2026-03-11 18:06</Build-Timestamp><Version>2.0.0</Version><Git-Revision>0000</Git-Revision></resource></about>`;

/** What every Java has; a server lists the fonts of its machine, too. */
const FONTS = ["Dialog", "DialogInput", "Monospaced", "SansSerif", "Serif"];

function fonts({ suffix }: Call): Answer {
  if (suffix !== "xml")
    return { status: 200, type: "application/json", body: JSON.stringify({ fonts: FONTS }) };
  const entries = FONTS.map((font) => `        <entry>${font}</entry>\n`).join("");
  const body = `<?xml version="1.0" encoding="UTF-8"?><root>\n    <fonts>\n${entries}    </fonts>\n</root>\n`;
  return { status: 200, type: "application/xml", body };
}

function reload({ state }: Call): Answer {
  state.logins.clear();
  return done("POST reload");
}

/** `/about`, `/fonts`, `/reload`, `/reset`. */
export const aboutRoutes: readonly Route[] = [
  { path: "/about/version", GET: (call) => documentOf(call, VERSIONS) },
  { path: "/fonts", GET: fonts },
  { path: "/reload", POST: reload, PUT: reload },
  { path: "/reset", POST: () => DONE, PUT: () => DONE },
];
