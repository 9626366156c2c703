/** How kinds declare, compare and write the parts of documents. Undeclared parts stay as they are. */
import type { Address } from "../../../model/address.ts";
import type { Exposure } from "../../../model/exposure.ts";
import type { Tree } from "../../../wire/tree.ts";
import type { XmlValue } from "../../../wire/xml.ts";
import type { DeclaredSecret, FactValue } from "../../kind.ts";

export type Members = Readonly<Record<string, XmlValue>>;

export interface Shown<Declared> {
  readonly address: Address;
  /** The wanted fact, now or when last applied. */
  readonly wanted: FactValue;
  /** Absent for objects that no manifest declares. */
  readonly declared: Declared | undefined;
}

/** The input for a body. */
export interface Written<Declared> {
  readonly declared: Declared;
  /** The present document; undefined for a new one. */
  readonly before: Tree | undefined;
  readonly secrets: "written" | "masked";
}

export interface DeclareContext {
  readonly address: Address;
  /** Whether documents show only what a user set, and nothing that a server found out. */
  readonly statedOnly: boolean;
}

/** What a manifest holds for a field. */
export interface DeclaredPart {
  /** The spec members; none for a default value. */
  readonly spec: Readonly<Record<string, unknown>>;
  readonly secrets?: readonly DeclaredSecret[];
  /** What no field can declare, in words. */
  readonly notes?: readonly string[];
  /** Why the object cannot be declared at all. */
  readonly refusal?: string;
}

/** One field of a document: how it is declared, compared and written. */
export interface PartHandler<Declared> {
  readonly label?: string;
  readonly onChange: "update" | "replace";
  /** The declared fact; undefined where the manifest leaves the field as it is. */
  readonly wanted: (declared: Declared) => FactValue | undefined;
  /** The fact that a document shows; undefined where it cannot show the field. */
  readonly shown: (document: Tree, about: Shown<Declared>) => FactValue | undefined;
  /** The manifest part that describes the document: the inverse of `wanted`. */
  readonly declare: (document: Tree, about: DeclareContext) => DeclaredPart;
  /** The members that set the field; servers replace each member as a whole. */
  readonly body: (written: Written<Declared>) => Members;
  /** Set where the members hold more, or are removed by name: bodies need the present document. */
  readonly shares?: true;
  /** Members that must be kept although `shown` reads the same from another one. */
  readonly keptMembers?: readonly string[];
  /** Set where the members may hold secrets: the body is written only when it is sent. */
  readonly secret?: true;
  readonly isSealed?: true;
  readonly exposure?: Exposure;
  readonly holdsSecrets?: (written: Omit<Written<Declared>, "secrets">) => boolean;
  /** Set where servers change the value that a body leaves out. */
  readonly isAlwaysSaid?: true;
  /** The query of a request that changes the field; the later of two equal keys wins. */
  readonly query?: (
    written: Omit<Written<Declared>, "secrets">,
  ) => Readonly<Record<string, string>>;
}

export type PartHandlers<Declared> = Readonly<Record<string, PartHandler<Declared>>>;
