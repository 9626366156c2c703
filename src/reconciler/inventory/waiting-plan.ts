/**
 * The waiting plan, beside `approvals.json`, for approvers without the manifests. Holds no
 * secrets.
 */
import { z } from "zod";
import { storedIn } from "../../wire/stored.ts";
import { readStateDocument, type StateStore } from "./state-store.ts";

const FILE = "waiting-plan.json";

const stored = z.object({
  format_version: z.string().startsWith("1."),
  estate: z.string(),
  plan: z.looseObject({ digest: z.string(), sealed_digest: z.string().nullish() }),
});

/** Only the digests are read here. */
export type KeptPlan = Readonly<z.infer<typeof stored>["plan"]>;

/** Undefined if none is kept. Throws StateError. */
export async function loadWaitingPlan(
  state: StateStore,
  estate: string,
): Promise<KeptPlan | undefined> {
  const found = await readStateDocument(state, FILE, (text) => storedIn(text, stored));
  return found?.form.estate === estate ? found.form.plan : undefined;
}

/** An equal plan is not written again. Throws StateError. */
export async function keepWaitingPlan(
  state: StateStore,
  estate: string,
  plan: KeptPlan,
): Promise<void> {
  const text = `${JSON.stringify({ format_version: "1.0", estate, plan }, null, 1)}\n`;
  if ((await state.load(FILE))?.text !== text) await state.save(FILE, text);
}

/** Throws StateError. */
export function dropWaitingPlan(state: StateStore): Promise<void> {
  return state.remove(FILE);
}
