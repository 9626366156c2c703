/** The entry point of the console: shows the login form or the catalog. */
import { element } from "./element.ts";
import { loginForm } from "./login.ts";
import { openRest, problemText } from "./rest.ts";
import { currentUser, logOut, type User } from "./session.ts";
import { openShell, type Shell } from "./shell.ts";

function start(): void {
  let shell: Shell | undefined;
  const show = (...elements: readonly HTMLElement[]) => document.body.replaceChildren(...elements);
  const login = (note?: string) => {
    shell?.close();
    shell = undefined;
    show(loginForm(enter, note));
    document.querySelector("input")?.focus();
  };
  const enter = (user: User) => {
    // Several requests may report this, also after a new login.
    const onLoggedOut = () => shell === own && login("The session has ended; log in again.");
    const onLogOut = () => {
      logOut().then(() => login(), fail);
    };
    shell?.close();
    const own = openShell({ rest: openRest(onLoggedOut), user, onLogOut });
    shell = own;
    show(...own.elements);
  };
  const fail = (error: unknown) =>
    show(
      element(
        "main",
        {},
        element("h1", {}, "Plumbline"),
        element("p", { role: "alert" }, problemText(error)),
      ),
    );
  currentUser().then((user) => (user === undefined ? login() : enter(user)), fail);
}

start();
