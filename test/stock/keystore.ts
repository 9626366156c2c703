/** The keystore password of the stock server. */
import { anyBody, looseJson, type Call } from "./call.ts";
import { json, type Answer } from "./documents.ts";
import { Refusal } from "./refusal.ts";
import type { Route } from "./routing.ts";
import { childText, escape } from "./xml-tree.ts";
import { done, refused } from "./recorded/recorded.ts";

export const keystoreRoutes: readonly Route[] = [
  { path: "/security/masterpw", GET: getPassword, PUT: putPassword },
];

function getPassword({ state, format, suffix }: Call): Answer {
  const { keystorePassword } = state;
  if (format === "json" && suffix !== "xml") return json({ oldMasterPassword: keystorePassword });
  const body = `<?xml version="1.0" encoding="UTF-8"?><masterPassword>\n    <oldMasterPassword>${escape(keystorePassword)}</oldMasterPassword>\n</masterPassword>`;
  return { status: 200, type: "application/xml", body };
}

function putPassword(call: Call): Answer {
  const { old, next } = passwordsIn(call);
  if (old === undefined || old === "" || next === undefined || next === "")
    throw new Refusal(400, "no master password");
  const { state } = call;
  const isRefused =
    old !== state.keystorePassword || next === state.keystorePassword || next.length < 8;
  if (isRefused) throw refused("PUT keystore password: refused");
  state.keystorePassword = next;
  return done("PUT keystore password");
}

function passwordsIn(call: Call): { old?: string | undefined; next?: string | undefined } {
  const isJson = call.contentType.includes("json");
  const flat = isJson
    ? (looseJson(new TextDecoder().decode(call.body)) as Record<string, string>)
    : undefined;
  const body = isJson ? undefined : anyBody(call);
  const said = (name: string) => flat?.[name] ?? childText(body, name);
  return { old: said("oldMasterPassword"), next: said("newMasterPassword") };
}
