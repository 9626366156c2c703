/** Bodies that may hold secrets. */
import { confidentialIf, type WireRequest } from "../../../wire/request.ts";
import type { ArtefactSource, Resource } from "../../kind.ts";

/** How secrets appear in a text. */
export type Manner = "written" | "masked";

/**
 * The body of a request. One that may hold secrets is identified by its masked text and written
 * when it is sent.
 */
export function bodyOf(
  { address, facts }: Pick<Resource, "address" | "facts">,
  write: (secrets: Manner) => string,
  secret:
    | {
        readonly bodyLater: ArtefactSource["bodyLater"];
        readonly holds: boolean;
        readonly isNew: boolean;
      }
    | undefined,
): Pick<WireRequest, "body" | "confidential"> {
  const masked = write("masked");
  if (secret === undefined) return { body: { kind: "text", text: masked } };
  const { bodyLater, holds, isNew } = secret;
  const body = bodyLater({ address, masked, facts }, () => write("written"));
  return { body, ...confidentialIf(holds, isNew) };
}
