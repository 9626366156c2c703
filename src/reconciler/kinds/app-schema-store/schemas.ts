/**
 * Schemas that a stock server keeps: each by its location, as it read it first, until it is restarted. No upload, reset,
 * reload or deletion changes that (docs/compatibility.md, "Plumbline against a stock server").
 */
import { compareText } from "../../../model/address.ts";
import { fewOf } from "../../../model/few.ts";
import {
  isSet,
  type Danger,
  type DangerousChange,
  type Facts,
  type KindContext,
} from "../../kind.ts";

/** Fact: schemas that lie on a stock server with another content than is wanted at their paths. */
const OTHER_SCHEMAS = "otherSchemas";

/** That fact, of the files that are wanted and are not there as they are; absent where there is none. */
export function otherSchemas({ server }: KindContext, unlike: readonly string[]): Facts {
  const schemas = unlike.filter((path) => /\.xsd$/i.test(path)).toSorted(compareText);
  return server.software === "geoserver" && schemas.length > 0 ? { [OTHER_SCHEMAS]: schemas } : {};
}

/** What an upload would not bring into force. */
export function schemaDangers({
  action,
  address,
  before,
  after,
}: DangerousChange): readonly Danger[] {
  const schemas = before?.[OTHER_SCHEMAS];
  const isSent = action === "replace" || before?.["mapping"] !== after?.["mapping"];
  if (!isSet(schemas) || after?.["mapping"] === undefined || !isSent) return [];
  const [get, them] = schemas.length === 1 ? ["gets", "the file"] : ["get", "the files"];
  const message =
    `${fewOf(schemas)} of store ${address.name} ${get} another content at the same path, and a stock server goes on ` +
    `with the content that it read first: rename ${them}, so that the mapping names another one, or restart the server ` +
    "after the apply";
  return [{ name: "schema-not-in-force", message }];
}
