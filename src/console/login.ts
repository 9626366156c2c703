/** The login form. */
import { alert, element } from "./element.ts";
import { RestError } from "./reading.ts";
import { problemText } from "./rest.ts";
import { logIn, type User } from "./session.ts";

/** `note` explains why the form is shown. */
export function loginForm(onUser: (user: User) => void, note?: string): HTMLElement {
  const name = field("User name", { name: "user", autocomplete: "username" });
  const password = field("Password", {
    name: "password",
    type: "password",
    autocomplete: "current-password",
  });
  const said = element("div");
  if (note !== undefined) said.append(alert(note));
  const submit = element("button", { type: "submit" }, "Log in");
  const form = element(
    "form",
    { class: "login", "aria-label": "Log in" },
    element("h1", {}, "Plumbline"),
    said,
    name.label,
    password.label,
    submit,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submit.disabled = true;
    logIn(name.input.value, password.input.value)
      .then((user) => user && onUser(user))
      .catch((error: unknown) => {
        said.replaceChildren(alert(refusalText(error)));
        password.input.select();
      })
      .finally(() => (submit.disabled = false));
  });
  return element("main", {}, form);
}

function refusalText(error: unknown): string {
  const isWrong = error instanceof RestError && error.status === 401;
  return isWrong ? "The user name or the password is wrong." : problemText(error);
}

function field(text: string, attributes: Readonly<Record<string, string>>) {
  const input = element("input", { required: true, ...attributes });
  return { input, label: element("label", {}, text, input) };
}
