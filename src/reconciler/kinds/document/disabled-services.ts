/** Services that do not offer a published object. */
import { z } from "zod";
import { madeOnce } from "../../lazy.ts";
import { memberFlag, type Tree } from "../../../wire/tree.ts";
import type { PartHandler } from "../fields/contract.ts";
import { partHandler } from "../fields/parts.ts";
import { filledText } from "../fields/texts.ts";

export const disabledServicesSpec = madeOnce(() =>
  z
    .array(filledText)
    .describe("Services that do not offer it, such as WMS; none of them when empty."),
);

export interface WithServices {
  readonly disabledServices?: z.infer<ReturnType<typeof disabledServicesSpec>> | undefined;
}

const services = partHandler("disabledServices", { type: "texts" });

/** The set of services; it is empty where a document does not say that it has its own list. */
export const disabledServicesField: PartHandler<WithServices> = {
  ...services,
  exposure: "hiding",
  shown: (document, about) => (hasOwn(document) ? services.shown(document, about) : []),
  declare: (document, about) =>
    hasOwn(document) ? services.declare(document, about) : { spec: {} },
  body: (written) => ({
    serviceConfiguration: (written.declared.disabledServices ?? []).length > 0,
    ...services.body(written),
  }),
};

function hasOwn(document: Tree): boolean {
  return memberFlag(document, "serviceConfiguration") === true;
}
