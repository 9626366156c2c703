/** SQL views, which manifests declare as a whole. */
import { defined } from "../../../model/defined.ts";
import { compareText } from "../../../model/address.ts";
import { z } from "zod";
import { madeOnce } from "../../lazy.ts";
import { geometryTypes, plainSql, UNKNOWN_SRID, type SqlView } from "../../../model/sql-view.ts";
import { readSqlView, sqlViewEntry } from "../../../wire/sql-view.ts";
import { memberText } from "../../../wire/tree.ts";
import type { FactValue } from "../../kind.ts";
import { hasPlainAttributes } from "./attributes.ts";
import { listIn } from "../fields/entries.ts";
import { withEntries } from "../fields/metadata.ts";
import type { PartHandler } from "../fields/contract.ts";
import { filledText, statedText } from "../fields/texts.ts";

const geometry = madeOnce(() =>
  z.strictObject({
    type: z.enum(geometryTypes),
    srid: z.int().nonnegative().optional().describe("Number of its system; not known when absent."),
  }),
);

const parameter = madeOnce(() =>
  z.strictObject({
    default: statedText
      .optional()
      .describe("Its value where a request gives none; empty when absent."),
    validator: statedText
      .optional()
      .describe("Regular expression of the allowed values; without it, any SQL is allowed."),
  }),
);

export const sqlViewSpec = madeOnce(() =>
  z
    .strictObject({
      sql: statedText.describe("The query; %name% is a parameter."),
      escapeSql: z
        .boolean()
        .optional()
        .describe("Whether quotes in values are escaped; false when absent."),
      keys: z
        .array(filledText)
        .min(1)
        .optional()
        .describe("Columns that identify a row, in order."),
      geometry: z
        .record(filledText, geometry())
        .optional()
        .describe("Columns of geometries by name."),
      parameters: z.record(filledText, parameter()).optional().describe("Parameters by name."),
    })
    .describe(
      "A query that is published like a table. What it leaves out, the view does not have.",
    ),
);

interface WithView {
  readonly name: string;
  readonly nativeName?: string | undefined;
  readonly sqlView?: z.infer<ReturnType<typeof sqlViewSpec>> | undefined;
  readonly bounds?: { readonly native?: unknown; readonly geographic?: unknown } | undefined;
  readonly attributes?: unknown;
}

/** Its name is the native name of the type, as servers demand. */
export const sqlViewField: PartHandler<WithView> = {
  onChange: "update",
  exposure: "other",
  shares: true,
  wanted: ({ sqlView, nativeName }) =>
    sqlView && viewTexts({ ...viewOf(sqlView), name: nativeName }),
  shown: (document, { wanted }) => {
    const found = readSqlView(document);
    if (found === undefined) return [];
    return viewTexts({ ...found, name: namesView(wanted) ? found.name : undefined });
  },
  declare: (document) => {
    const found = readSqlView(document);
    if (found === undefined) return { spec: {} };
    const spelled = spelledView(found);
    const isOwn = found.name === memberText(document, "nativeName");
    if (isOwn && sqlViewSpec().safeParse(spelled).success) return { spec: { sqlView: spelled } };
    return { spec: {}, notes: ["sqlView"] };
  },
  body: ({ declared, before }) => {
    const { sqlView, nativeName = memberText(before, "nativeName") ?? declared.name } = declared;
    if (sqlView === undefined) return {};
    const entry = sqlViewEntry({ ...viewOf(sqlView), name: nativeName });
    return { nativeName, ...withEntries(before, [entry]) };
  },
  // Old columns and bounds belong to another query.
  query: ({ declared: { attributes, bounds }, before }) => {
    const found = [
      attributes === undefined && hasPlainAttributes(before) ? "attributes" : "",
      bounds?.native === undefined ? "nativebbox" : "",
      bounds?.geographic === undefined ? "latlonbbox" : "",
    ].filter((one) => one !== "");
    return found.length === 0 ? {} : { recalculate: found.join(",") };
  },
};

function viewOf(spec: z.infer<ReturnType<typeof sqlViewSpec>>): SqlView {
  const { sql, escapeSql = false, keys = [], geometry: columns = {}, parameters = {} } = spec;
  const geometries = Object.entries(columns).map(([name, { type, srid = UNKNOWN_SRID }]) => {
    return [name, { type, srid }] as const;
  });
  return {
    sql,
    escapeSql,
    keys,
    geometry: Object.fromEntries(geometries),
    parameters,
  };
}

/** The inverse of `viewOf`. */
function spelledView({ sql, escapeSql, keys, ...maps }: SqlView): object {
  const columns = Object.entries(maps.geometry).map(([name, { type, srid }]) => {
    return [name, srid === UNKNOWN_SRID ? { type } : { type, srid }] as const;
  });
  const named = Object.entries(maps.parameters).toSorted(([a], [b]) => compareText(a, b));
  const parameters = named.map(([name, given]) => [name, defined(given)]);
  return {
    sql,
    ...(escapeSql ? { escapeSql } : {}),
    ...(keys.length === 0 ? {} : { keys }),
    ...(columns.length === 0 ? {} : { geometry: Object.fromEntries(columns) }),
    ...(parameters.length === 0 ? {} : { parameters: Object.fromEntries(parameters) }),
  };
}

const NAMED = "named ";

/** The name of the view counts only where a manifest gives one. */
function viewTexts(view: SqlView & { readonly name: string | undefined }): readonly string[] {
  const { name, sql, escapeSql, keys, geometry: columns, parameters } = view;
  return [
    ...(name === undefined ? [] : [`${NAMED}${name}`]),
    plainSql(sql),
    ...(escapeSql ? ["quotes escaped"] : []),
    ...(keys.length === 0 ? [] : [`keys ${keys.join(", ")}`]),
    ...Object.entries(columns).map(([column, { type, srid }]) =>
      [`geometry ${column}: ${type}`, ...(srid === UNKNOWN_SRID ? [] : [srid])].join(" "),
    ),
    ...Object.entries(parameters).map(([one, given]) =>
      [
        `parameter ${one}`,
        ...(given.default === undefined ? [] : [`default ${given.default.trim()}`]),
        given.validator === undefined ? "any text" : `matches ${given.validator.trim()}`,
      ].join(", "),
    ),
  ];
}

function namesView(wanted: FactValue): boolean {
  return listIn(wanted).some((text) => text.startsWith(NAMED));
}
