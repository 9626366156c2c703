#!/bin/sh
# Makes the image without a registry: the system from the apt sources of this machine (Debian, Ubuntu), Node from the
# npm package `node`, and Plumbline from the package of this clone. Needs mmdebstrap and buildah, as root or with
# user namespaces.
#
#   sh examples/gitops/container/build.sh plumbline:0.1.0
set -eu
tag=${1:?the name of the image is missing, such as plumbline:0.1.0}
cd "$(dirname "$0")/../../.."
work=$(mktemp -d)
base=
trap 'rm -rf "$work"; [ -z "$base" ] || buildah rm "$base"' EXIT

# The package; where they are missing, this installs the libraries and the Node, too.
npm pack --pack-destination "$work" --loglevel=error

# The sources of the system itself; third parties have nothing to add. Where apt knows none, mmdebstrap has the usual ones.
# shellcheck source=/dev/null
. /etc/os-release
case $ID in ubuntu) origin=Ubuntu ;; *) origin=Debian ;; esac
# shellcheck disable=SC2016 # apt fills these in.
sources=$(apt-get indextargets --format 'deb $(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' "Origin: $origin")
[ -z "$sources" ] || printf '%s\n' "$sources" > "$work/sources.list"

# All that the Containerfile asks apt for and all that Node loads. No sources stay in it, so nothing is fetched later;
# nor does anything that tells of this machine.
# shellcheck disable=SC2016 # mmdebstrap fills this in.
set -- --customize-hook='rm -f "$1/etc/apt/sources.list" "$1"/etc/apt/sources.list.d/* "$1/etc/resolv.conf" "$1/etc/hostname"'
for folder in doc locale man; do set -- "$@" --dpkgopt="path-exclude=/usr/share/$folder/*"; done
mmdebstrap --variant=apt "$@" \
  --include=ca-certificates,curl,git,jq,libatomic1,libstdc++6,openssh-client,tini \
  "$VERSION_CODENAME" "$work/base.tar" ${sources:+"$work/sources.list"}

base=$(buildah from scratch)
buildah add --quiet "$base" "$work/base.tar" /
buildah copy --quiet "$base" node_modules/node/bin/node /usr/local/bin/node
buildah config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$base"
buildah commit --quiet --rm "$base" localhost/plumbline-base
base=
buildah build --pull-never --build-arg BASE=localhost/plumbline-base \
  --file examples/gitops/container/Containerfile --tag "$tag" "$work"
buildah rmi localhost/plumbline-base
