/** Bands of coverages. */
import { defined } from "../../../model/defined.ts";
import { z } from "zod";
import { madeOnce } from "../../lazy.ts";
import { asList, member, members, memberText, textOf, type Tree } from "../../../wire/tree.ts";
import { asWritten } from "../../../wire/xml.ts";
import type { FactValue } from "../../kind.ts";
import { listIn } from "../fields/entries.ts";
import type { PartHandler, Members } from "../fields/contract.ts";
import { trimmedText, filledText } from "../fields/texts.ts";

const band = madeOnce(() =>
  z.strictObject({
    name: filledText,
    description: trimmedText.optional(),
    range: z
      .strictObject({ min: z.number().optional(), max: z.number().optional() })
      .optional()
      .describe("Least and greatest value; open where one is absent."),
    noData: z.array(z.number()).optional().describe("Values of pixels that hold nothing."),
    unit: trimmedText.optional().describe("Unit of its values, such as m."),
    type: filledText.optional().describe("Type of its values, such as REAL_32BITS."),
  }),
);

export const bandsSpec = madeOnce(() =>
  z
    .array(band())
    .min(1)
    .describe("Every band, in the order of the raster; what is absent of one is left open."),
);

type Band = z.infer<ReturnType<typeof band>>;

interface WithBands {
  readonly bands?: readonly Band[] | undefined;
}

/** All bands; of each, only the facets that the manifest sets. */
export const bandsField: PartHandler<WithBands> = {
  onChange: "update",
  shares: true,
  wanted: ({ bands }) => bands?.map(bandText),
  shown: (document, { declared, wanted }) =>
    bandsIn(document).map((found, at) => {
      const said = declared?.bands?.[at];
      const asked = new Set(said === undefined ? facetsIn(wanted, at) : Object.keys(said));
      const shown = Object.entries(bandOf(found)).filter(([facet]) => asked.has(facet));
      return bandText(Object.fromEntries(shown) as Band, at);
    }),
  declare: (document, { statedOnly }) => {
    const bands = statedOnly ? bandsIn(document).map(declaredBand) : [];
    if (bands.length === 0) return { spec: {} };
    return bandsSpec().safeParse(bands).success
      ? { spec: { bands } }
      : { spec: {}, notes: ["bands"] };
  },
  body: ({ declared: { bands = [] }, before }) => {
    const there = bandsIn(before);
    const coverageDimension = bands.map((declared, at): Members => {
      const kept = there.find((one) => memberText(one, "name") === declared.name) ?? there[at];
      const own = members(kept).map(([name, node]) => [name, asWritten(node)] as const);
      return { ...Object.fromEntries(own), ...written(declared) };
    });
    return { dimensions: { coverageDimension } };
  },
};

const facets = madeOnce(() => Object.keys(band().shape));

/** Returns all facets where no text names the band. */
function facetsIn(wanted: FactValue, at: number): readonly string[] {
  const text = listIn(wanted).find((one) => one.startsWith(`${at + 1}. `));
  if (text === undefined) return facets();
  return facets().filter((facet) => facet === "name" || text.includes(`, ${facet}=`));
}

function bandsIn(document: Tree | undefined): readonly Tree[] {
  return asList(member(member(document, "dimensions"), "coverageDimension"));
}

/** Range edges that are no numbers are open. */
function bandOf(found: Tree): Band {
  const edge = (name: string) => {
    const number = Number(memberText(member(found, "range"), name) ?? Number.NaN);
    return Number.isFinite(number) ? number : undefined;
  };
  return {
    name: memberText(found, "name") ?? "",
    description: memberText(found, "description") ?? "",
    range: { min: edge("min"), max: edge("max") },
    noData: asList(member(member(found, "nullValues"), "double")).map((one) => Number(textOf(one))),
    unit: memberText(found, "unit") ?? "",
    type: memberText(member(found, "dimensionType"), "name") ?? "",
  };
}

/** The text holds the position, since lists of facts are unordered. */
function bandText({ name, description, range, noData, unit, type }: Band, at: number): string {
  const said = {
    description,
    range: range && `${range.min ?? ""}..${range.max ?? ""}`,
    noData: noData?.join(" "),
    unit,
    type,
  };
  const texts = Object.entries(said).flatMap(([facet, text]) =>
    text === undefined ? [] : [`${facet}=${text}`],
  );
  return [`${at + 1}. ${name}`, ...texts].join(", ");
}

function declaredBand(found: Tree): Band {
  const { name, range, ...others } = bandOf(found);
  const said = Object.entries(others).filter(([, value]) => (value?.length ?? 0) > 0);
  const edges = Object.entries(range ?? {}).filter(([, value]) => value !== undefined);
  return {
    name,
    ...Object.fromEntries(said),
    ...(edges.length === 0 ? {} : { range: Object.fromEntries(edges) }),
  };
}

function written({ name, description, range, noData, unit, type }: Band): Members {
  return defined({
    name,
    description,
    range: range && { min: range.min ?? "-inf", max: range.max ?? "inf" },
    nullValues: noData && (noData.length === 0 ? "" : { double: noData.map(String) }),
    unit,
    dimensionType: type === undefined ? undefined : { name: type },
  });
}
