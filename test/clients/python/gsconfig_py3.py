"""The public calls of gsconfig-py3: it speaks XML."""
from calls import PASSWORD, SLD, SQL, URL, USER, call, tell
from geoserver.catalog import Catalog
from geoserver.support import JDBCVirtualTable, JDBCVirtualTableGeometry

catalog = Catalog(f"{URL}/rest/", USER, PASSWORD)
call("gsversion", catalog.gsversion)
call("create_workspace", lambda: catalog.create_workspace("w"), lambda w: w.name == "w")
call("get_workspaces", lambda: [w.name for w in catalog.get_workspaces()], lambda names: "w" in names)
call("set_default_workspace", lambda: catalog.set_default_workspace("w"))
call("get_default_workspace", catalog.get_default_workspace, lambda w: w.name == "w")


def store():
    made = catalog.create_datastore("db", catalog.get_workspace("w"))
    made.connection_parameters.update(
        host="db", port="5432", database="gis", user="reader", passwd=" secret ", dbtype="postgis", schema="public"
    )
    catalog.save(made)
    return catalog.get_store("db", "w")


call("create_datastore", store, lambda s: s.connection_parameters["database"] == "gis")
call("get_stores", lambda: catalog.get_stores("w"), lambda all: [s.name for s in all] == ["db"])


def change_store():
    changed = catalog.get_store("db", "w")
    changed.enabled = False
    catalog.save(changed)
    catalog._cache.clear()
    again = catalog.get_store("db", "w")
    again.enabled = True
    catalog.save(again)
    return changed.enabled


call("save a store", change_store, lambda enabled: enabled is False)
# The client writes carriage returns as they are, and a reader of XML makes them line breaks.
SENT = SQL.replace("\r\n", "\n")
bounds = ("0.0", "10.0", "40.0", "50.0", "EPSG:4326")
view = JDBCVirtualTable("view", SQL, "false", JDBCVirtualTableGeometry("geom", "Point", "4326"), "id", None)


def read_view():
    catalog._cache.clear()
    table = catalog.get_resource("view", store="db", workspace="w").metadata["JDBC_VIRTUAL_TABLE"]
    return (table.sql.text, table.keyColumn, table.geometry.srid.text)


call(
    "publish_featuretype",
    lambda: catalog.publish_featuretype("view", catalog.get_store("db", "w"), "EPSG:4326", "EPSG:4326", view, bounds),
)
call("a SQL view read", read_view, lambda read: read == (SENT, "id", "4326"))


def change_resource(title):
    resource = catalog.get_resource("view", store="db", workspace="w")
    resource.title = title
    resource.keywords = ["water", "wells"]
    catalog.save(resource)
    catalog._cache.clear()
    again = catalog.get_resource("view", store="db", workspace="w")
    return (again.title, again.keywords)


call("save a resource", lambda: change_resource("Wells"), lambda read: read == ("Wells", ["water", "wells"]))
call("a SQL view after a change", read_view, lambda read: read == (SENT, "id", "4326"))
call("create_style", lambda: catalog.create_style("red", SLD, workspace="w"))
call("get_style", lambda: catalog.get_style("red", "w"), lambda s: s.sld_name is not None)
call("update_body", lambda: catalog.get_style("red", "w").update_body(SLD.replace("ff0000", "00ff00")))
call("sld_body", lambda: catalog.get_style("red", "w").sld_body, lambda body: "00ff00" in str(body))
call("get_styles", lambda: catalog.get_styles("w"), lambda all: [s.name for s in all] == ["red"])


def change_layer():
    layer = catalog.get_layer("w:view")
    layer.default_style = catalog.get_style("red", "w")
    layer.queryable = False
    catalog.save(layer)
    catalog._cache.clear()
    # The client reads no style since Python 3.9: it calls `getchildren`.
    return catalog.get_xml(layer.href).find("defaultStyle/name").text


call("save a layer", change_layer, lambda name: name in ("red", "w:red"))


def group(layers):
    made = catalog.create_layergroup("g", layers, [None] * len(layers), bounds, title="Both")
    catalog.save(made)
    catalog._cache.clear()
    return catalog.get_layergroup("g").layers


call("create_layergroup", lambda: group(["w:view"]), lambda layers: layers == ["w:view"])
call("reload", catalog.reload)
call("reset", catalog.reset)
call("delete a group", lambda: catalog.delete(catalog.get_layergroup("g")))
call("delete a layer", lambda: catalog.delete(catalog.get_layer("w:view")))
call("delete a resource", lambda: catalog.delete(catalog.get_resource("view", store="db", workspace="w")))
call("delete a style", lambda: catalog.delete(catalog.get_style("red", "w"), purge=True))
call("delete a workspace", lambda: catalog.delete(catalog.get_workspace("w"), recurse=True))
catalog._cache.clear()
call("a deleted workspace", lambda: catalog.get_workspace("w"), lambda w: w is None)
tell()
