/** What layers and layer groups carry beside their contents, for the services that publish them. */

/** Fields of an attribution, as documents name them. */
export const attributionFields = [
  "title",
  "href",
  "logoURL",
  "logoType",
  "logoWidth",
  "logoHeight",
] as const;

/** Whose work it is; sizes of the logo are texts of pixels. */
export type Attribution = Readonly<Partial<Record<(typeof attributionFields)[number], string>>>;

/** An authority that gives out identifiers. */
export interface Authority {
  readonly name: string;
  readonly href: string;
}

/** An identifier that an authority gave. */
export interface Identifier {
  readonly authority: string;
  readonly identifier: string;
}

/** Details that a catalog keeps and hands back; absent ones are not there. */
export interface PublishedDetails {
  readonly attribution?: Attribution | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  readonly authorities?: readonly Authority[] | undefined;
  readonly identifiers?: readonly Identifier[] | undefined;
}
