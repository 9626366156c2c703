/** Handlers of structured parts: records, lists of records, and lists of texts. */
import { madeOnce } from "../../lazy.ts";
import { usualOf, type Part, type Parts, type PartTexts } from "../../../model/schema.ts";
import { readRecord, writtenRecord } from "../../../wire/part-codecs.ts";
import { asList, member, type Tree, stringsIn } from "../../../wire/tree.ts";
import { isSecretAddress, shownAddresses } from "../declare/secrets.ts";
import type { DeclaredPart, PartHandler } from "./contract.ts";
import { entryTexts } from "./entries.ts";
import { partSpec } from "./part-specs.ts";

type Said = Readonly<Record<string, unknown>>;

type Plain = Readonly<Record<string, string | number | undefined>>;

/** The whole record; what a manifest leaves out has its usual value. */
export function recordHandler(name: string, part: Part): PartHandler<Said> {
  const { path = name, parts = {} } = part;
  const found = (document: Tree) =>
    withoutUsual(parts, trimmed(readRecord(parts, member(document, path))));
  const declared = declaring(name, part);
  return {
    onChange: "update",
    wanted: ({ [name]: said }) =>
      said === undefined ? undefined : entryTexts(entriesOf(withoutUsual(parts, said as Plain))),
    shown: (document, { wanted }) => shownAddresses(entryTexts(entriesOf(found(document))), wanted),
    declare: (document) => {
      const record = found(document);
      return declared(Object.keys(record).length === 0 ? undefined : typed(parts, record));
    },
    body: ({ declared: { [name]: said = {} } }) => ({
      [path]: writtenRecord(parts, { ...usualOf(parts), ...(said as Said) }),
    }),
  };
}

/** Every record, in any order. */
export function recordsHandler(name: string, part: Part): PartHandler<Said> {
  const { path = name, item = "", parts = {}, says = joined } = part;
  const found = (document: Tree) =>
    asList(member(member(document, path), item)).map((one) => trimmed(readRecord(parts, one)));
  const declared = declaring(name, part);
  return {
    onChange: "update",
    wanted: ({ [name]: said }) => (said as readonly PartTexts[] | undefined)?.map(says),
    shown: (document, { wanted }) => shownAddresses(found(document).map(says), wanted),
    declare: (document) => {
      const records = found(document);
      return declared(records.length === 0 ? undefined : records);
    },
    body: ({ declared: { [name]: said = [] } }) => {
      const records = (said as readonly Said[]).map((one) => writtenRecord(parts, one));
      return { [path]: records.length === 0 ? "" : { [item]: records } };
    },
  };
}

/** A list of texts, replaced as a whole. */
export function textsHandler(name: string, { path = name }: Part): PartHandler<Said> {
  const found = (document: Tree) => stringsIn(member(document, path));
  return {
    onChange: "update",
    wanted: ({ [name]: said }) => said as readonly string[] | undefined,
    shown: found,
    declare: (document) => {
      const texts = [...new Set(found(document))].filter((text) => text !== "");
      return { spec: texts.length === 0 ? {} : { [name]: texts } };
    },
    body: ({ declared: { [name]: said = [] } }) => {
      const texts = said as readonly string[];
      return { [path]: texts.length === 0 ? "" : { string: texts } };
    },
  };
}

/** A part of an object in manifests. */
export function within<Object extends string, Inner extends Said>(
  object: Object,
  name: string,
  { onChange, wanted, shown, declare, body }: PartHandler<Inner>,
): PartHandler<{ readonly [Name in Object]?: Inner | undefined }> {
  const inner = ({ [object]: said = {} }: Said) => said as Inner;
  return {
    label: `${object}.${name}`,
    onChange,
    wanted: (declared) => wanted(inner(declared)),
    shown: (document, about) => shown(document, { ...about, declared: undefined }),
    declare: (document, about) => {
      const { spec, notes = [] } = declare(document, about);
      return {
        spec: Object.keys(spec).length === 0 ? {} : { [object]: spec },
        notes: notes.map((note) => `${object}.${note}`),
      };
    },
    body: (written) => body({ ...written, declared: inner(written.declared) }),
  };
}

/** A value that holds a secret, or that no spec can say, becomes a note. */
function declaring(name: string, part: Part): (value: unknown) => DeclaredPart {
  const spec = madeOnce(() => partSpec(part));
  return (value) => {
    if (value === undefined) return { spec: {} };
    const isOpen = !textsIn(value).some(isSecretAddress);
    if (isOpen && spec().safeParse(value).success) return { spec: { [name]: value } };
    return { spec: {}, notes: [name] };
  };
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [String(value)];
  return Object.values(value).flatMap(textsIn);
}

function joined(record: PartTexts): string {
  return Object.values(record).join(" ");
}

function trimmed(record: PartTexts): PartTexts {
  return Object.fromEntries(Object.entries(record).map(([name, text]) => [name, text.trim()]));
}

function entriesOf(record: Plain) {
  return Object.entries(record).map(([name, value]) => [name, String(value)] as const);
}

function withoutUsual(parts: Parts, record: Plain): Plain {
  const said = Object.entries(record).filter(
    ([name, value]) => value !== undefined && value !== "" && Number(value) !== parts[name]?.usual,
  );
  return Object.fromEntries(said);
}

/** Numbers as numbers. */
function typed(parts: Parts, record: Plain): Plain {
  const said = Object.entries(record).map(([name, value]) => {
    return [name, parts[name]?.type === "count" ? Number(value) : value] as const;
  });
  return Object.fromEntries(said);
}
