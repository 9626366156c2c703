/** The version of the stock server, and what makes it forget. */
import { param, type Call } from "./call.ts";
import { documentOf, DONE, json, type Answer } from "./documents.ts";
import { ContainerRefusal } from "./refusal.ts";
import type { Route } from "./routing.ts";
import { done } from "./recorded/recorded.ts";

/** What every Java has; a server lists the fonts of its machine, too. */
const FONTS = ["Dialog", "DialogInput", "Monospaced", "SansSerif", "Serif"];

function fonts({ suffix }: Call): Answer {
  if (suffix !== "xml") return json({ fonts: FONTS });
  const entries = FONTS.map((font) => `        <entry>${font}</entry>\n`).join("");
  const body = `<?xml version="1.0" encoding="UTF-8"?><root>\n    <fonts>\n${entries}    </fonts>\n</root>\n`;
  return { status: 200, type: "application/xml", body };
}

function reload({ state }: Call): Answer {
  state.logins.clear();
  return done("POST reload");
}

/** "about: /about/manifest.json?key=Implementation-Version&manifest=gs-.*" */
function modules(call: Call): Answer {
  const names = ["app-schema-core", "css", ...call.state.modules, "main"].toSorted();
  const all = names.map((name) => `<resource name="gs-${name}-2.28.2"/>`);
  return documentOf(call, `<about>${all.join("")}</about>`);
}

/** Without what the name of does not fit, where somebody asks for names. */
function version(call: Call): Answer {
  const { manifest = ".*" } = call.query;
  const all = call.state.habits.about.match(/<resource.*?<\/resource>/g) ?? [];
  const asked = new RegExp(`^<resource name="${manifest}">`);
  return documentOf(call, `<about>${all.filter((one) => asked.test(one)).join("")}</about>`);
}

export const aboutRoutes: readonly Route[] = [
  // "GET version"
  { path: "/about/version", GET: version },
  { path: "/about/manifest", GET: modules },
  {
    path: "/about/status/:module",
    GET: (call) => {
      throw new ContainerRefusal(404, `No such module: ${param(call, "module")}`);
    },
  },
  { path: "/fonts", GET: fonts },
  { path: "/reload", POST: reload, PUT: reload },
  { path: "/reset", POST: () => DONE, PUT: () => DONE },
];
