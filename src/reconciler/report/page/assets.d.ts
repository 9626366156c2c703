/** Script and style sheet of a page, as `scripts/page.ts` makes them from `src/report-page/`. */

/** The script of a page. */
export const script: string;
/** Its digest as a content security policy names it: `sha256-…` in base64. */
export const scriptHash: string;
/** The style sheet of a page. */
export const style: string;
/** Its digest as a content security policy names it. */
export const styleHash: string;
