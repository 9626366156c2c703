"""Calls of a client by name: what each comes to, as one line of JSON at the end."""
import json
import os
import sys

URL = os.environ["CLIENT_URL"]
USER = os.environ["CLIENT_USER"]
PASSWORD = os.environ["CLIENT_PASSWORD"]
SLD = os.environ["CLIENT_SLD"]
# As editors of SQL send it: carriage returns, a comparison, a line break at the end.
SQL = "select id, geom\r\nfrom wells\r\nwhere depth > 5 and kind = 'deep'\n"

passed = []
failed = {}


def call(name, function, holds=None):
    """Calls the function; `holds` says whether what it gave is right."""
    try:
        given = function()
        if holds is not None and not holds(given):
            raise AssertionError(f"gave {given!r}")
        passed.append(name)
        return given
    except Exception as error:
        failed[name] = f"{type(error).__name__}: {error}"[:600]
        return None


def refused(function):
    """Whether the call fails with an error of the client."""
    try:
        function()
    except Exception:
        return True
    return False


def tell():
    json.dump({"passed": passed, "failed": failed}, sys.stdout)
