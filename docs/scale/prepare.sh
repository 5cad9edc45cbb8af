#!/bin/sh
# Makes the folder `cluster`: addresses, passwords, the machine key, and a certificate for each machine.
# Run it once, on any machine: sh prepare.sh ADDRESS_OF_A ADDRESS_OF_B ADDRESS_OF_WITNESS
set -eu
umask 077
[ $# = 3 ] || { echo "prepare.sh ADDRESS_OF_A ADDRESS_OF_B ADDRESS_OF_WITNESS" >&2; exit 2; }
mkdir cluster
cd cluster

secret() { openssl rand -hex 24; }
cat > values <<END
A=$1
B=$2
WITNESS=$3
POSTGRES_PASSWORD=$(secret)
REPLICATION_PASSWORD=$(secret)
PATRONI_PASSWORD=$(secret)
STORE_PASSWORD=$(secret)
END
secret > machine-key

days=3650
curve='-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes'
openssl req -x509 -sha256 -days $days $curve -subj "/CN=Pulsekey cluster" -keyout ca.key -out ca.crt 2> /dev/null
for machine in "a $1" "b $2" "witness $3"; do
  name=${machine% *}
  openssl req -new -sha256 $curve -subj "/CN=$name" -keyout "$name.key" -out "$name.csr" 2> /dev/null
  printf 'subjectAltName=IP:%s,IP:127.0.0.1\nextendedKeyUsage=serverAuth,clientAuth\n' "${machine#* }" > "$name.ext"
  openssl x509 -req -sha256 -days $days -in "$name.csr" -CA ca.crt -CAkey ca.key -CAcreateserial \
    -extfile "$name.ext" -out "$name.crt" 2> /dev/null
  rm "$name.csr" "$name.ext"
done
rm -f ca.srl
