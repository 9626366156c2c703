/**
 * Makes the pictures of the documentation anew, and the screens that a test keeps, by the Chromium of this machine:
 * a report and the console, of an estate of this project (docs/decisions/0070-pictures-in-the-documentation.md).
 */
import { startBrowser } from "../test/support/reports/browser.ts";
import { setup } from "../test/support/run/bundle.ts";
import { consoleContents, reportContents } from "./pictures/contents.ts";
import { openShown } from "./pictures/estate.ts";
import { keep } from "./pictures/kept.ts";
import { keepScreen, openScreen, screens, shootScreen } from "./pictures/screens.ts";
import { poses, shoot, type PictureName } from "./pictures/shots.ts";

// The console is sent as it was bundled.
setup();
const shown = await openShown();
const browser = await startBrowser();
try {
  for (const name of Object.keys(poses) as PictureName[]) {
    const shot = await shoot(await poses[name](browser, shown));
    const { seen } = shot;
    const contents =
      name === "report" ? reportContents(shown, seen) : await consoleContents(shown, seen);
    const { png, json } = keep(name, shot, contents);
    console.log(`${png}  ${Math.ceil(shot.png.length / 1_000)} kB\n${json}`);
  }
  for (const screen of screens) {
    const png = await shootScreen(await openScreen(browser, shown, screen));
    console.log(`${keepScreen(screen, png)}  ${Math.ceil(png.length / 1_000)} kB`);
  }
} finally {
  await browser.close();
  await shown.close();
}
