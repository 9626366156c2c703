/** Links to metadata and to data. */
import { defined } from "../../../model/defined.ts";
import { z } from "zod";
import { madeOnce } from "../../lazy.ts";
import { asList, member, memberText, type Tree } from "../../../wire/tree.ts";
import type { XmlValue } from "../../../wire/xml.ts";
import { isLinkAddress, linkLists } from "../../../wire/links.ts";
import { isSecretAddress, shownAddresses } from "../declare/secrets.ts";
import { filledText, type DocumentField } from "../fields/fields.ts";

const address = filledText.refine(
  isLinkAddress,
  "is no address of http, https or ftp, and no relative one",
);

const about = filledText.optional().describe("What it is about.");

export const linksSpec = madeOnce(() =>
  z.strictObject({
    metadata: z
      .array(
        z.strictObject({
          type: filledText.describe("Media type, such as text/xml."),
          standard: filledText.describe(
            "Standard of the metadata, such as ISO19115:2003 or TC211.",
          ),
          url: address,
          about,
        }),
      )
      .optional()
      .describe("Every link to metadata."),
    data: z
      .array(z.strictObject({ type: filledText.describe("Media type."), url: address, about }))
      .optional()
      .describe("Every link to data."),
  }),
);

export interface WithLinks {
  readonly links?: z.infer<ReturnType<typeof linksSpec>> | undefined;
}

interface Link {
  readonly type: string;
  readonly standard?: string | undefined;
  readonly url: string;
  readonly about?: string | undefined;
}

export function linksField(which: keyof typeof linkLists): DocumentField<WithLinks> {
  const { element, item } = linkLists[which];
  const found = (document: Tree) => asList(member(member(document, element), item)).map(linkIn);
  const label = `links.${which}`;
  return {
    label,
    onChange: "update",
    wanted: ({ links }) => links?.[which]?.map(linkText),
    shown: (document, { wanted }) => shownAddresses(found(document).map(linkText), wanted),
    declare: (document) => {
      const links = found(document);
      if (links.length === 0) return { spec: {} };
      const spec = { links: { [which]: links } };
      const isOpen = !links.some(({ url }) => isSecretAddress(url));
      return isOpen && linksSpec().safeParse(spec.links).success
        ? { spec }
        : { spec: {}, notes: [label] };
    },
    body: ({ declared: { links } }) => {
      const all: readonly Link[] = links?.[which] ?? [];
      return { [element]: all.length === 0 ? "" : { [item]: all.map(written) } };
    },
  };
}

function linkIn(tree: Tree): Link {
  const texts = ["type", "metadataType", "content", "about"].map((name) => memberText(tree, name));
  const [type = "", standard, url = "", subject] = texts;
  return {
    type,
    ...(standard === undefined || standard === "" ? {} : { standard }),
    url,
    ...(subject === undefined || subject === "" ? {} : { about: subject }),
  };
}

function linkText({ type, standard, url, about: subject }: Link): string {
  return [url, type, standard, subject === undefined ? undefined : `about ${subject}`]
    .filter((one) => one !== undefined)
    .join(" ");
}

function written({ type, standard, url, about: subject }: Link): XmlValue {
  return { type, ...defined({ about: subject, metadataType: standard }), content: url };
}
