/** What two stock servers are compared by. */
import { expect, test } from "vitest";
import { AUTHORIZATION } from "../support/catalog.ts";
import { stockServer } from "./server.ts";
import { tell } from "./tell.ts";

test("who reads a style sheet as SLD makes no other server of it", async () => {
  const { app, state } = stockServer({ container: "tomcat" });
  const headers = {
    authorization: AUTHORIZATION,
    "content-type": "application/vnd.geoserver.geocss+css",
  };
  const url = "/geoserver/rest/styles";
  await app.inject({ method: "POST", url: `${url}?name=red`, headers, payload: "* { mark: a; }" });
  const before = tell(state);
  const { statusCode } = await app.inject({ url: `${url}/red.sld`, headers });
  expect([statusCode, state.files.has("styles/red.sld")]).toEqual([200, true]);
  expect(tell(state)).toEqual(before);
  // Of a style that is gone it is left over.
  state.styles.delete(":red");
  expect([...tell(state).keys()]).toContain("files styles/red.sld");
  await app.close();
});
