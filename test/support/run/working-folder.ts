/** The working folder of the process: anyone who needs another one waits until nobody needs this one. */

/** Works that are under way in one folder. */
interface Stay {
  readonly folder: string | undefined;
  readonly home: string;
  working: number;
  readonly over: PromiseWithResolvers<void>;
}

/** The process has one working folder, and so there is one stay at a time. */
const now: { stay: Stay | undefined } = { stay: undefined };

/** Works in a folder; undefined is that of the tests. Works in one folder go on together. */
export async function inFolder<Result>(
  folder: string | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  while (now.stay !== undefined && now.stay.folder !== folder) await now.stay.over.promise;
  now.stay ??= { folder, home: process.cwd(), working: 0, over: Promise.withResolvers<void>() };
  const { stay } = now;
  stay.working++;
  if (folder !== undefined) process.chdir(folder);
  try {
    return await work();
  } finally {
    stay.working--;
    if (stay.working === 0) {
      // A command may have gone elsewhere by itself.
      process.chdir(stay.home);
      now.stay = undefined;
      stay.over.resolve();
    }
  }
}
