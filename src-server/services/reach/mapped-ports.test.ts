import { expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '../../domain/platform/settings.ts'
import { mappedPorts } from './mapped-ports.ts'

const settings = (https: Partial<typeof DEFAULT_SETTINGS.https>, on = true) => ({
  router_mapping: { on, external_port: 0 },
  https: { ...DEFAULT_SETTINGS.https, ...https },
})
const plainDoor = { plain: 8787, secure: undefined, external: 8787, isSecure: false }
const bothDoors = { plain: 8787, secure: 8443, external: 443, isSecure: true }
const AUTOMATIC = { mode: 'automatic', challenge: 'http' } as const

it.each([
  ['none while the owner wants none', settings({}, false), plainDoor, {}],
  ['the plain port alone', settings({}), plainDoor, { main: { external: 8787, internal: 8787 } }],
  [
    'the port of the public address to HTTPS, and the plain one for old programs',
    settings({ mode: 'files' }),
    bothDoors,
    { main: { external: 443, internal: 8443 }, plain: { external: 8787, internal: 8787 } },
  ],
  [
    'port 80 for the authority before there is a certificate, and afterwards for its renewal',
    settings(AUTOMATIC),
    { ...bothDoors, secure: undefined },
    { main: { external: 443, internal: 8787 }, proof: { external: 80, internal: 8787 } },
  ],
  [
    'no port twice',
    settings(AUTOMATIC),
    { plain: 80, secure: 443, external: 443, isSecure: true },
    { main: { external: 443, internal: 443 }, plain: { external: 80, internal: 80 } },
  ],
  [
    'no port 80 for proofs by DNS',
    settings({ mode: 'automatic', challenge: 'dns' }),
    { ...bothDoors, plain: 443, external: 443 },
    { main: { external: 443, internal: 8443 } },
  ],
])('maps %s', (_, given, doors, ports) => {
  expect(mappedPorts(given, doors)).toEqual(ports)
})
