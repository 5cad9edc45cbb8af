import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { SERVER_FLAGS } from '../launch/server-flags.ts'
import { parseArguments, type ServeArguments } from '../../src-server/entry/arguments.ts'

const read = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8')
const unit = read('pulsekey.service')
const container = read('Containerfile')

/** All values of a setting, in order. */
const settings = (name: string): string[] =>
  Array.from(unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm')), ([, value]) => value ?? '')

const WANTED = { port: 8787, consolePort: 8788, consolePublic: false } satisfies Partial<ServeArguments>

describe('the service', () => {
  it('starts the server with known arguments, on the folder it owns', () => {
    const [, flag, script, ...args] = settings('ExecStart')[0]!.split(' ')
    expect([[flag], script]).toEqual([SERVER_FLAGS, '/opt/pulsekey/out/main/serve.js'])
    expect(parseArguments(args)).toMatchObject({ ...WANTED, data: '/var/lib/pulsekey' })
    expect(settings('StateDirectory')).toEqual(['pulsekey'])
  })

  it('passes the first password as a credential, never in the environment', () => {
    expect(settings('LoadCredential')).toEqual(['owner-password:/etc/pulsekey/owner-password'])
    expect(settings('Environment')).toEqual(['PULSEKEY_OWNER_PASSWORD_FILE=%d/owner-password'])
  })

  it.each([
    ['DynamicUser', 'yes'],
    ['StateDirectoryMode', '0700'],
    ['UMask', '0077'],
    ['ProtectSystem', 'strict'],
    ['ProtectHome', 'yes'],
    ['PrivateTmp', 'yes'],
    ['PrivateDevices', 'yes'],
    ['NoNewPrivileges', 'yes'],
    ['CapabilityBoundingSet', ''],
    ['RestrictNamespaces', 'yes'],
    ['RestrictAddressFamilies', 'AF_INET AF_INET6 AF_UNIX AF_NETLINK'],
    ['Restart', 'always'],
    ['StartLimitIntervalSec', '0'],
  ])('is confined by %s=%s', (name, value) => {
    expect(settings(name)).toEqual([value])
  })
})

describe('the container', () => {
  it('starts the server with known arguments, on the persistent folder', () => {
    const [, entry] = /^ENTRYPOINT (.*)$/m.exec(container) ?? []
    const [, command] = /^CMD (.*)$/m.exec(container) ?? []
    const words = [entry, command].flatMap((text) => JSON.parse(String(text)) as string[])
    expect(words.slice(0, 3)).toEqual(['node', ...SERVER_FLAGS, 'out/main/serve.js'])
    expect(parseArguments(words.slice(3))).toMatchObject({ ...WANTED, data: '/data' })
    expect(container).toMatch(/^VOLUME \/data$/m)
  })

  it('runs as an ordinary user on a Node with everything the server needs, and has a health check', () => {
    const final = container.slice(container.lastIndexOf('FROM '))
    expect(final).toMatch(/^FROM node:24-slim$/m)
    expect(final).toMatch(/^USER node$/m)
    expect(final).toMatch(/^HEALTHCHECK .*:8787\/api\.php/m)
  })
})

it.each(['serve', 'start'])('npm run %s gives Node the same flags', (name) => {
  const { scripts } = JSON.parse(read('../../package.json')) as {
    scripts: Record<string, string>
  }
  expect(scripts[name]).toBe(`node ${SERVER_FLAGS.join(' ')} build/launch/run.cjs build/launch/${name}.ts`)
})
