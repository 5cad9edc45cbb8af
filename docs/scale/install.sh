#!/bin/sh
# Puts the files of this folder where Debian's packages read them, with the addresses and passwords of `cluster`.
# As root on each machine: sh install.sh a, sh install.sh b, sh install.sh witness
# A second argument is a folder to write into instead of /.
set -eu
umask 022
name=${1:-}
root=${2:-}
case $name in a | b | witness) ;; *) echo "install.sh a|b|witness" >&2; exit 2 ;; esac
here=$(cd "$(dirname "$0")" && pwd)
cluster=${CLUSTER:-$here/cluster}
. "$cluster/values"
case $name in a) address=$A ;; b) address=$B ;; *) address=$WITNESS ;; esac

# put FILE TARGET MODE [GROUP]. Nobody else reads a secret before it has its mode.
put() {
  mkdir -p "$(dirname "$root$2")"
  (
    umask 077
    sed -e "s/MY_NAME/$name/g; s/MY_ADDRESS/$address/g" \
      -e "s/ADDRESS_OF_A/$A/g; s/ADDRESS_OF_B/$B/g; s/ADDRESS_OF_WITNESS/$WITNESS/g" \
      -e "s/POSTGRES_PASSWORD/$POSTGRES_PASSWORD/g; s/REPLICATION_PASSWORD/$REPLICATION_PASSWORD/g" \
      -e "s/PATRONI_PASSWORD/$PATRONI_PASSWORD/g; s/STORE_PASSWORD/$STORE_PASSWORD/g" \
      "$1" > "$root$2.new"
  )
  chmod "$3" "$root$2.new"
  if [ -n "${4:-}" ] && [ -z "$root" ]; then chgrp "$4" "$root$2.new"; fi
  mv "$root$2.new" "$root$2"
}

put "$cluster/ca.crt" /etc/ssl/certs/cluster-ca.crt 644
put "$cluster/$name.crt" /etc/ssl/certs/cluster.crt 644
put "$cluster/$name.key" /etc/ssl/private/cluster.key 640 ssl-cert
put "$here/etcd" /etc/default/etcd 644
if [ "$name" = witness ]; then exit; fi
put "$here/patroni.yml" /etc/patroni/config.yml 640 postgres
put "$here/database.sql" /etc/patroni/database.sql 640 postgres
put "$here/haproxy.cfg" /etc/haproxy/haproxy.cfg 644
put "$here/store" /etc/pulsekey/store 600
put "$cluster/machine-key" /etc/pulsekey/machine-key 600
put "$here/pulsekey@.service" /etc/systemd/system/pulsekey@.service 644
