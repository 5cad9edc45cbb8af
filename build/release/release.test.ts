import { describe, expect, it } from 'vitest'

import { readFeed } from '../../src-main/updates/feed.ts'
import { readPublicKey } from '../../src-main/updates/signature.ts'
import { describeFile } from './release-files.ts'
import { publicKeyOf, signFeed } from './sign-feed.ts'

/** RFC 8032, 7.1, TEST 1. */
const SEED = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex')
const PUBLIC = Buffer.from('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a', 'hex')

const RELEASE = {
  version: '1.2.3',
  releasedAt: 1_795_000_000,
  notes: { en: '', zh: '' },
  files: [
    {
      platform: 'linux' as const,
      arch: 'x64' as const,
      kind: 'deb' as const,
      url: 'https://updates.example/a.deb',
      size: 5,
      sha512: Buffer.alloc(64).toString('base64'),
    },
  ],
}

describe('a signed feed', () => {
  it('programs with the public key read it', () => {
    const publicKey = publicKeyOf(SEED.toString('base64'))
    expect(publicKey).toBe(PUBLIC.toString('base64'))
    expect(readFeed(signFeed(RELEASE, SEED.toString('base64')), readPublicKey(publicKey))).toEqual(RELEASE)
  })

  it('is not made when programs would refuse it', () => {
    expect(() => signFeed({ ...RELEASE, files: [] }, SEED.toString('base64'))).toThrow(/unreadable/)
    expect(() => signFeed(RELEASE, 'short')).toThrow(/32 bytes/)
  })
})

describe('the files of dist/', () => {
  it.each([
    ['Pulsekey-1.2.3-win-x64.exe', 'win32', 'x64', 'exe'],
    ['Pulsekey-1.2.3-mac-arm64.dmg', 'darwin', 'arm64', 'dmg'],
    ['Pulsekey-1.2.3-linux-x86_64.AppImage', 'linux', 'x64', 'AppImage'],
    ['Pulsekey-1.2.3-linux-amd64.deb', 'linux', 'x64', 'deb'],
    ['Pulsekey-1.2.3-linux-arm64.deb', 'linux', 'arm64', 'deb'],
  ])('a name tells the kind: %s', (name, platform, arch, kind) => {
    expect(describeFile(name)).toEqual({ version: '1.2.3', platform, arch, kind })
  })

  it.each([
    'Pulsekey-1.2.3-linux-x64.tar.gz',
    'Pulsekey-1.2.3-mac-arm64.zip',
    'builder-debug.yml',
    'Pulsekey-1.2.3-win-x64.exe.blockmap',
    'Pulsekey-1.2.3-win-ia32.exe',
  ])('not an installer: %s', (name) => {
    expect(describeFile(name)).toBeUndefined()
  })
})
