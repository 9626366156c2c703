/** Services that do not offer a published object. */
import { z } from "zod";
import { madeOnce } from "../../lazy.ts";
import { asList, member, memberFlag, textOf, type Tree } from "../../../wire/tree.ts";
import type { PartHandler } from "../fields/contract.ts";
import { filledText } from "../fields/texts.ts";

export const disabledServicesSpec = madeOnce(() =>
  z
    .array(filledText)
    .describe("Services that do not offer it, such as WMS; none of them when empty."),
);

export interface WithServices {
  readonly disabledServices?: z.infer<ReturnType<typeof disabledServicesSpec>> | undefined;
}

/** The set of services; it is empty where a document does not say that it has its own list. */
export const disabledServicesField: PartHandler<WithServices> = {
  onChange: "update",
  exposure: "hiding",
  wanted: ({ disabledServices }) => disabledServices,
  shown: disabledIn,
  declare: (document) => {
    const found = disabledIn(document);
    return { spec: found.length === 0 ? {} : { disabledServices: found } };
  },
  body: ({ declared: { disabledServices = [] } }) => ({
    serviceConfiguration: disabledServices.length > 0,
    disabledServices: disabledServices.length === 0 ? "" : { string: disabledServices },
  }),
};

function disabledIn(document: Tree): readonly string[] {
  if (memberFlag(document, "serviceConfiguration") !== true) return [];
  return asList(member(member(document, "disabledServices"), "string")).flatMap(
    (service) => textOf(service) || [],
  );
}
