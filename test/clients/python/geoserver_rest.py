"""The public calls of geoserver-rest: it speaks both XML and JSON."""
from calls import PASSWORD, SLD, SQL, URL, USER, call, refused, tell
from geo.Geoserver import Geoserver

geo = Geoserver(URL, username=USER, password=PASSWORD)
call("get_version", geo.get_version, lambda v: "GeoServer" in [r["@name"] for r in v["about"]["resource"]])
call("get_manifest", geo.get_manifest, lambda m: len(m["about"]) > 0)
call("get_status", geo.get_status, lambda s: "statuss" in s)
call("get_system_status", geo.get_system_status, lambda s: "metrics" in s)
call("create_workspace", lambda: geo.create_workspace("w"))
call("create_workspace again", lambda: refused(lambda: geo.create_workspace("w")), bool)
call("get_workspace", lambda: geo.get_workspace("w"), lambda w: w["workspace"]["name"] == "w")
call("get_workspaces", geo.get_workspaces, lambda all: "w" in [w["name"] for w in all["workspaces"]["workspace"]])
call("set_default_workspace", lambda: geo.set_default_workspace("w"))
call("get_default_workspace", geo.get_default_workspace, lambda w: w["workspace"]["name"] == "w")
store = dict(workspace="w", db="gis", host="db", pg_user="reader", pg_password="secret")
call("create_featurestore", lambda: geo.create_featurestore("db", **store))
call("create_featurestore over it", lambda: geo.create_featurestore("db", overwrite=True, **store))
call("get_datastore", lambda: geo.get_datastore("db", "w"), lambda s: s["dataStore"]["name"] == "db")
call("get_datastores", lambda: geo.get_datastores("w"), lambda all: len(all["dataStores"]["dataStore"]) == 1)
call("get_featurestore", lambda: geo.get_featurestore("db", "w"), lambda s: s["type"] == "PostGIS")
call("publish_featurestore", lambda: geo.publish_featurestore("db", "wells", "w", title="Wells", keywords=["water"]))
call(
    "publish_featurestore_sqlview",
    lambda: geo.publish_featurestore_sqlview(
        "view", "db", SQL.replace(">", "&gt;"), key_column="id", geom_type="Point", workspace="w",
        parameters=[{"name": "low", "defaultValue": "5"}],
    ),
)
call("edit_featuretype", lambda: geo.edit_featuretype("db", "w", "wells", "wells", "All wells", "Text", ["new"]))
call("get_featuretypes", lambda: geo.get_featuretypes("w", "db"), lambda names: sorted(names) == ["view", "wells"])
call("get_feature_attribute", lambda: geo.get_feature_attribute("wells", "w", "db"))
call("get_layer", lambda: geo.get_layer("view", "w"), lambda one: one["layer"]["name"] == "view")
call("get_layers", lambda: geo.get_layers("w"), lambda all: len(all["layers"]["layer"]) == 2)
call("upload_style", lambda: geo.upload_style(SLD, "red", "w"))
call("upload_style again", lambda: refused(lambda: geo.upload_style(SLD, "red", "w")), bool)
call("upload_style of a broken one", lambda: refused(lambda: geo.upload_style(SLD[1:], "broken", "w")), bool)
call("get_style", lambda: geo.get_style("red", "w"), lambda s: s["style"]["name"] == "red")
call("get_styles", lambda: geo.get_styles("w"), lambda all: all["styles"]["style"][0]["name"] == "red")
call("publish_style", lambda: geo.publish_style("view", "red", "w"))
call("create_layergroup", lambda: geo.create_layergroup("g", layers=["view"], workspace="w", title="G"))
call("add_layer_to_layergroup", lambda: geo.add_layer_to_layergroup("wells", "w", "g", "w"))


def names():
    published = geo.get_layergroup("g", "w")["layerGroup"]["publishables"]["published"]
    return [one["name"] for one in (published if isinstance(published, list) else [published])]


call("get_layergroup", names, lambda all: all == ["w:view", "w:wells"])
call("remove_layer_from_layergroup", lambda: geo.remove_layer_from_layergroup("view", "w", "g", "w"))
call("get_layergroup after it", names, lambda all: all == ["w:wells"])
call("get_layergroups", lambda: geo.get_layergroups("w"), lambda all: len(all["layerGroups"]["layerGroup"]) == 1)
call("delete_layergroup", lambda: geo.delete_layergroup("g", "w"))
call("create_user", lambda: geo.create_user("u", "a long password"))
call("modify_user", lambda: geo.modify_user("u", new_password="another password"))
call("get_all_users", geo.get_all_users, lambda all: "u" in str(all))
call("delete_user", lambda: geo.delete_user("u"))
call("create_usergroup", lambda: geo.create_usergroup("group"))
call("get_all_usergroups", geo.get_all_usergroups, lambda all: "group" in str(all))
call("delete_usergroup", lambda: geo.delete_usergroup("group"))
call("update_service", lambda: geo.update_service("wfs", maxFeatures="100"))
call("reload", geo.reload)
call("reset", geo.reset)
call("delete_layer", lambda: geo.delete_layer("wells", "w"))
call("delete_featurestore", lambda: geo.delete_featurestore("db", "w"))
call("delete_style", lambda: geo.delete_style("red", "w"))
call("delete_workspace", lambda: geo.delete_workspace("w"))
call("a deleted workspace", lambda: refused(lambda: geo.get_workspace("w")), bool)
tell()
