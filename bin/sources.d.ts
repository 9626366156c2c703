/** File of the bundle that says what it was made of; it is written last. */
export const STAMP: string;

/** Every file and folder that the bundle is made of, one to a line, with its time. */
export function describeSources(): string;

/** Whether there is a bundle, and it is of these sources; where there are none it is all there is. */
export function isBundleFresh(): boolean;
