/** What a watch keeps on a server where plans wait for an approval. */
import { renderApprovals, type Approvals } from "../../../src/reconciler/inventory/approvals.ts";
import { runHere } from "../commands/run-here.ts";

/** A plan that waits. */
export type WaitingRequest = Approvals["waiting"][number];

/** The documents of an estate whose watch waits with these: the requests, and the plan of the folder as the first of them. */
export async function waitingState(
  name: string,
  requests: readonly WaitingRequest[],
  { folder, url }: { readonly folder: string; readonly url: string },
): Promise<Readonly<Record<"approvals.json" | "waiting-plan.json", string>>> {
  const { stdout } = await runHere(["plan", folder, "-o", "json"], { url });
  const plan = { ...(JSON.parse(stdout) as object), digest: requests[0]?.digest };
  return {
    "approvals.json": renderApprovals({ waiting: requests, approved: [] }, name),
    "waiting-plan.json": JSON.stringify({ format_version: "1.0", estate: name, plan }),
  };
}
