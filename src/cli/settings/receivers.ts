/** The receivers of notifications, from the block `notifications` of the project file. */
import type { Environment } from "../../model/environment.ts";
import { type Diagnostic, fault } from "../../model/diagnostic.ts";
import { reveal, type Secret } from "../../model/secret.ts";
import type { Receiver } from "../../reconciler/watch/webhooks.ts";
import { type Project, secretAt } from "./project.ts";

/** The receivers, or their problems; diagnostics never contain a URL. */
export async function findReceivers(
  project: Project | undefined,
  environment: Environment,
): Promise<{
  readonly receivers: readonly Receiver[];
  readonly diagnostics: readonly Diagnostic[];
}> {
  const receivers: Receiver[] = [];
  const diagnostics: Diagnostic[] = [];
  if (project === undefined) return { receivers, diagnostics };
  const given = (project.settings.notifications ?? []).entries();
  for (const [index, { name, url, format, events, key }] of given) {
    const place = ["notifications", String(index)];
    const open = (field: "url" | "key", reference: typeof url) =>
      secretAt(project, [...place, field], reference, { environment, diagnostics });
    const address = await open("url", url);
    const signed = key === undefined ? undefined : await open("key", key);
    if (address === undefined) continue;
    if (isWebAddress(address)) {
      receivers.push({ name, url: address, format, events: new Set(events), key: signed });
      continue;
    }
    const message = `The address that notifications to ${name} go to is not one`;
    const hint = "The reference must lead to an address that starts with https:// or http://.";
    const where = project.locate([...place, "url"]);
    diagnostics.push(fault("project-invalid", message, { hint, where }));
  }
  return { receivers, diagnostics };
}

function isWebAddress(address: Secret): boolean {
  const url = URL.parse(reveal(address));
  return url !== null && /^https?:$/.test(url.protocol) && url.hostname !== "";
}
