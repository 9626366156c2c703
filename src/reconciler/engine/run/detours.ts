/**
 * The requests for a step: its own, then the kind's alternatives where a server or proxy refuses
 * the address. Successful detours are remembered. Sends nothing that writes.
 */
import { client as limits } from "../../../model/limits.ts";
import { succeeded, type WireRequest, type WireResponse } from "../../../wire/request.ts";
import type { AnyKind, Detour, KindContext } from "../../kind.ts";
import type { PlannedStep } from "../plan/plan.ts";

/** `accepted` holds, by kind, the statuses that led to an accepted request. */
export interface DetourInput {
  readonly kinds: ReadonlyMap<string, AnyKind>;
  readonly context: KindContext;
  readonly wait: (ms: number) => Promise<void>;
  readonly accepted: Map<string, readonly number[]>;
}

/** Yields the next request after the response to the previous one. */
export async function* waysOf(
  { kinds, context, wait, accepted }: DetourInput,
  step: PlannedStep,
): AsyncGenerator<WireRequest, void, WireResponse> {
  const name = step.addresses[0]?.kind ?? "";
  const detour = kinds.get(name)?.answers?.detour ?? (async () => undefined);
  const led = [...(accepted.get(name) ?? [])];
  let way: Detour | undefined = { request: step.request };
  for (const status of led) way = (await detour(way.request, status, context)) ?? way;
  while (way !== undefined) {
    const { request, isInForce }: Detour = way;
    const answer: WireResponse = yield request;
    if (succeeded(answer)) {
      if (led.length > 0) accepted.set(name, led);
      await untilInForce(isInForce, wait);
      return;
    }
    led.push(answer.status);
    way = await detour(request, answer.status, context);
  }
}

/** Polls within limits; later checks of the run report the rest. */
async function untilInForce(
  isInForce: Detour["isInForce"],
  wait: DetourInput["wait"],
): Promise<void> {
  if (isInForce === undefined) return;
  for (let look = 0; look < limits.inForceLooks && !(await isInForce()); look++)
    await wait(limits.inForceMs);
}
