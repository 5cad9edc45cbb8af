import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import { findFile, type Installation, readFeed, type Release, type ReleaseFile } from './feed.ts'
import { readPublicKey } from './signature.ts'

const ours = generateKeyPairSync('ed25519')
const others = generateKeyPairSync('ed25519')
/** The last 32 bytes of a key's SPKI form are the key itself. */
const rawOf = (key: KeyObject): string =>
  key.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64')
const key = readPublicKey(rawOf(ours.publicKey))

const file = (change: Partial<ReleaseFile> = {}): ReleaseFile => ({
  platform: 'win32',
  arch: 'x64',
  kind: 'exe',
  url: 'https://updates.example/Pulsekey-0.2.0-win-x64.exe',
  size: 90_000_000,
  sha512: Buffer.alloc(64, 1).toString('base64'),
  ...change,
})
const RELEASE: Release = {
  version: '0.2.0',
  releasedAt: 1_795_000_000,
  notes: { en: 'Faster', zh: '更快' },
  files: [file()],
}

const signed = (text: string, privateKey = ours.privateKey) =>
  JSON.stringify({ release: text, signature: sign(null, Buffer.from(text), privateKey).toString('base64') })
const released = (change: object) => signed(JSON.stringify({ ...RELEASE, ...change }))

describe('a feed', () => {
  it('gives the signed release', () => {
    expect(readFeed(released({}), key)).toEqual(RELEASE)
  })

  it.each([
    ['signed by somebody else', signed(JSON.stringify(RELEASE), others.privateKey)],
    ['altered after it was signed', released({}).replace('0.2.0', '9.9.9')],
    ['with an empty signature', JSON.stringify({ release: JSON.stringify(RELEASE), signature: '' })],
  ])('is refused as forged: %s', (_what, text) => {
    expect(readFeed(text, key)).toBe('forged')
  })

  it.each([
    ['no JSON', '<html>'],
    ['no feed', '{}'],
    ['signed, but not a release', signed('{}')],
    ['signed, but not JSON', signed('hello')],
    ['an invalid version', released({ version: '0.2.0-beta' })],
    ['files over plain HTTP', released({ files: [file({ url: 'http://updates.example/a.exe' })] })],
    ['files from the disk', released({ files: [file({ url: 'file:///tmp/a.exe' })] })],
    ['no files', released({ files: [] })],
    ['no hash', released({ files: [file({ sha512: '' })] })],
    ['an unknown member', released({ run: 'calc.exe' })],
  ])('is refused as unreadable: %s', (_what, text) => {
    expect(readFeed(text, key)).toBe('unreadable')
  })
})

describe('a public key', () => {
  it.each(['', 'AAAA', Buffer.alloc(33).toString('base64')])('is not %j', (text) => {
    expect(() => readPublicKey(text)).toThrow(/32 bytes/)
  })
})

describe('the file of a release', () => {
  const files = [
    file(),
    file({ arch: 'arm64' }),
    file({ platform: 'darwin', arch: 'arm64', kind: 'dmg' }),
    file({ platform: 'linux', kind: 'AppImage' }),
    file({ platform: 'linux', kind: 'deb' }),
  ]
  const on = (platform: NodeJS.Platform, arch: string, isAppImage = false): Installation => ({
    version: '0.1.0',
    platform,
    arch,
    isAppImage,
  })

  it.each([
    [on('win32', 'x64'), 0],
    [on('win32', 'arm64'), 1],
    [on('darwin', 'arm64'), 2],
    [on('darwin', 'x64'), -1],
    [on('linux', 'x64', true), 3],
    [on('linux', 'x64'), 4],
    [on('freebsd', 'x64'), -1],
  ])('fits the installation: %j', (installation, index) => {
    expect(findFile({ ...RELEASE, files }, installation)).toEqual(files[index])
  })
})
