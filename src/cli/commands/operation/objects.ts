/** Which objects an operation is about: named on the server, or selected among the declared. */
import { parseAddress, type Address } from "../../../model/address.ts";
import { hasErrors, fault, type Diagnostic } from "../../../model/diagnostic.ts";
import { selectAmong, type Selection } from "../../../reconciler/engine/plan/selection.ts";
import { loadEstate } from "../../../reconciler/estate.ts";
import { bodyStore } from "../../../reconciler/manifest/artefacts.ts";
import type { Operation } from "../../../reconciler/operations/operation.ts";
import type { OperationFlags } from "../../flags/act.ts";
import { withoutSecrets, type Settings } from "../../settings/settings.ts";

/** Objects as given, or a sentence about what is wrong with them. */
export function namedObjects(
  texts: readonly string[],
  { kinds, usual }: Operation,
): readonly Address[] | string {
  const found: Address[] = [];
  for (const text of texts) {
    const address = parseAddress(text.includes("/") ? text : `${usual ?? ""}/${text}`);
    if (address === undefined || (usual === "AppSchemaStore" && address.workspace === null))
      return usual === "AppSchemaStore"
        ? `${text} is no store: it is named WORKSPACE:STORE.`
        : `${text} is no address: an object is named KIND/WORKSPACE:NAME, with one of ${kinds.join(", ")}.`;
    if (!kinds.includes(address.kind))
      return `${text} cannot be meant: this takes ${kinds.join(", ")}.`;
    found.push(address);
  }
  return found;
}

/** Whether the manifests say which objects are meant. */
export function selects(texts: readonly string[], flags: OperationFlags): boolean {
  const { only = [], exclude = [], selector = [], file = [] } = flags;
  return (
    only.length + exclude.length + selector.length + file.length > 0 ||
    texts.some((text) => text.includes("*"))
  );
}

/** The declared objects that a selection and patterns choose, of the kinds of the operation. */
export async function selectedObjects(
  { estate }: Settings,
  texts: readonly string[],
  { kinds, usual }: Operation,
): Promise<{ readonly objects: readonly Address[]; readonly diagnostics: readonly Diagnostic[] }> {
  const desired = await loadEstate(withoutSecrets(estate), bodyStore());
  const { state, diagnostics } = desired;
  if (hasErrors(diagnostics)) return { objects: [], diagnostics };
  const patterns = texts.map((text) => (text.includes("/") ? text : `${usual ?? "*"}/${text}`));
  const given: Selection = estate.selection ?? { only: [], exclude: [], labels: [], paths: [] };
  const requested = { ...given, only: [...given.only, ...patterns] };
  const isAll = Object.values(requested).every(({ length }) => length === 0);
  const part = isAll ? undefined : selectAmong({ requested, ...state }, []);
  const objects = state.resources
    .map(({ address }) => address)
    .filter((one) => kinds.includes(one.kind) && part?.has(one) !== false);
  const problems = [...diagnostics, ...(part?.diagnostics ?? [])];
  if (objects.length > 0 || hasErrors(problems)) return { objects, diagnostics: problems };
  const hint = `This takes ${kinds.join(", ")}.`;
  const none = fault("selection-empty", "Nothing that is selected can be meant", { hint });
  return { objects, diagnostics: [...problems, none] };
}
