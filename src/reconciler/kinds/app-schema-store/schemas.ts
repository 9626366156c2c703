/**
 * A stock server keeps each schema as first read, by location, until a restart; no upload, reset,
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

/** Fact: schemas whose content on a stock server differs from the wanted one. */
const OTHER_SCHEMAS = "otherSchemas";

export function otherSchemas({ server }: KindContext, unlike: readonly string[]): Facts {
  const schemas = unlike.filter((path) => /\.xsd$/i.test(path)).toSorted(compareText);
  return server.software === "geoserver" && schemas.length > 0 ? { [OTHER_SCHEMAS]: schemas } : {};
}

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
