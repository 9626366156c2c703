/** Tells whether settings documents exist. An unreadable one does; reading it reports the error. */
import { isUnreadable } from "../../../wire/reading.ts";

export async function isListed(read: () => Promise<unknown>): Promise<boolean> {
  try {
    return (await read()) !== undefined;
  } catch (error) {
    if (isUnreadable(error)) return true;
    throw error;
  }
}
