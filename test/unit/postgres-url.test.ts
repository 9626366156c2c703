/** The URL of a catalog in PostgreSQL: what it may say, and that no refusal of it shows a password. */
import { expect, test } from "vitest";
import { reveal } from "../../src/model/secret.ts";
import { isPostgresUrl, parsePostgresUrl } from "../../src/server/storage/postgres-url.ts";

test("has defaults, and names with signs", () => {
  const short = parsePostgresUrl("postgres://me@db/maps");
  expect(short).toMatchObject({ host: "db", port: 5432, database: "maps", user: "me" });
  expect(short).toMatchObject({ schema: "public", tls: undefined });
  expect(reveal(short.password)).toBe("");
  const long = parsePostgresUrl(
    "postgresql://m%40e:p%3Aw%2F@[::1]:99/my%20maps?schema=plumbline&sslmode=verify-full",
  );
  expect(long).toMatchObject({ host: "::1", port: 99, database: "my maps", user: "m@e" });
  expect(long).toMatchObject({ schema: "plumbline", tls: { authorities: undefined } });
  expect(reveal(long.password)).toBe("p:w/");
});

test.for([
  ["postgres://me:SECRET@/maps", "HOST"],
  ["postgres://me:SECRET@db", "names no database"],
  ["postgres://:SECRET@db/maps", "names no user"],
  ["postgres://me:SECRET@db/maps?ssl=1", "a parameter ssl"],
  ["postgres://me:SECRET@db/maps?schema=My", '"My"'],
  ["postgres://me:SECRET@db/maps?sslmode=require", "verify-full"],
  ["postgres://me:SECRET%@db/maps", "%25"],
  ["mysql://me:SECRET@db/maps", "postgres://"],
] as const)("%s is refused", ([url, text]) => {
  const refused = () => parsePostgresUrl(url);
  expect(refused).toThrow(text);
  expect(refused).not.toThrow("SECRET");
});

test("is told from a folder", () => {
  expect(["postgres://a/b", "postgresql://a/b"].every(isPostgresUrl)).toBe(true);
  expect(["./postgres", "/srv/postgres:1", "catalog"].some(isPostgresUrl)).toBe(false);
});
