/** Which documents of settings are there. */
import { isUnreadable } from "../../../wire/reading.ts";

/** Whether a read finds one. What a server cannot show is there: who needs to know more of it, reads it and is told. */
export async function isListed(read: () => Promise<unknown>): Promise<boolean> {
  try {
    return (await read()) !== undefined;
  } catch (error) {
    if (isUnreadable(error)) return true;
    throw error;
  }
}
