import { expect, it } from 'vitest'
import { mappedPorts } from './mapped-ports.ts'

const settings = (on = true, external_port = 0) => ({ router_mapping: { on, external_port } })
const plainDoor = {
  plain: 8787,
  isPlainTls: false,
  secure: undefined,
  proof: undefined,
  external: 8787,
  isSecure: false,
}
const awaited = { ...plainDoor, external: 443, isSecure: true }
const bothDoors = { ...awaited, secure: 8443 }
const PLAIN = { external: 8787, internal: 8787 }

it.each([
  ['none while the owner wants none', settings(false), plainDoor, {}],
  ['the plain port alone', settings(), plainDoor, { main: PLAIN }],
  [
    'the port of the public address to HTTPS, and the plain one for old programs',
    settings(),
    bothDoors,
    { main: { external: 443, internal: 8443 }, plain: PLAIN },
  ],
  ['the plain port before there is a certificate', settings(), awaited, { main: PLAIN }],
  [
    'port 80 to the port for proofs during the first order',
    settings(),
    { ...awaited, proof: 49_152 },
    { main: PLAIN, proof: { external: 80, internal: 49_152 } },
  ],
  [
    'port 80 to the port for proofs during a renewal',
    settings(),
    { ...bothDoors, proof: 49_152 },
    { main: { external: 443, internal: 8443 }, plain: PLAIN, proof: { external: 80, internal: 49_152 } },
  ],
  [
    'no port twice',
    settings(),
    { ...bothDoors, plain: 80, secure: 443, proof: 49_152 },
    { main: { external: 443, internal: 443 }, plain: { external: 80, internal: 80 } },
  ],
  [
    'the port of the public address to a listener with TLS of its own',
    settings(),
    { ...awaited, isPlainTls: true },
    { main: { external: 443, internal: 8787 } },
  ],
  [
    'the port that the owner chose',
    settings(true, 9443),
    { ...awaited, external: 9443 },
    { main: { external: 9443, internal: 8787 } },
  ],
])('maps %s', (_, given, doors, ports) => {
  expect(mappedPorts(given, doors)).toEqual(ports)
})
