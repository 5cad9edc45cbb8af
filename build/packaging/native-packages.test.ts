import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { addNativePackages, nativePackageOf, targetsOf } from './native-packages.ts'

const OWN = { platform: 'linux', arch: 'x64' }

describe('what is packaged', () => {
  it.each([
    ['', ['linux-x64']],
    ['--linux dir', ['linux-x64']],
    ['--win', ['win32-x64']],
    ['--mac dmg --arm64', ['darwin-arm64']],
    ['--linux --x64 --arm64', ['linux-x64', 'linux-arm64']],
    ['--win nsis:arm64', ['win32-arm64']],
    ['-lw', []],
  ])('by %j is %j', (args, targets) => {
    const found = targetsOf(args.split(' '), OWN).map(({ platform, arch }) => `${platform}-${arch}`)
    expect(found).toEqual(targets.length > 0 ? targets : ['linux-x64'])
  })

  it.each([
    ['linux', '@node-rs/argon2-linux-arm64-gnu'],
    ['win32', '@node-rs/argon2-win32-arm64-msvc'],
    ['darwin', '@node-rs/argon2-darwin-arm64'],
  ])('needs on %s the library %s', (platform, name) => {
    expect(nativePackageOf({ platform, arch: 'arm64' })).toBe(name)
    const lock = readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8')
    expect(lock).toContain(`"node_modules/${name}"`)
  })
})

describe('the library of another platform', () => {
  const NAME = '@node-rs/argon2-win32-x64-msvc'
  let root: string
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'pulsekey-natives-'))
  })
  afterEach(() => {
    rmSync(root, { recursive: true })
  })

  const pack = (_name: string, _version: string, into: string): string => {
    mkdirSync(join(into, 'source/package'), { recursive: true })
    writeFileSync(join(into, 'source/package/argon2.win32-x64-msvc.node'), 'library')
    const tarball = join(into, 'package.tgz')
    const args = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '-czf', tarball]
    execFileSync('tar', [...args, '-C', join(into, 'source'), 'package'], {
      env: { ...process.env, GZIP: '-n' },
    })
    return tarball
  }
  const lock = (integrity: string): void => {
    const packages = { [`node_modules/${NAME}`]: { version: '2.2.1', integrity } }
    writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }))
  }
  const target = { platform: 'win32', arch: 'x64' }
  const file = () => join(root, 'node_modules', NAME, 'argon2.win32-x64-msvc.node')

  it('is added once, with the checksum of package-lock.json', () => {
    let integrity = ''
    const seen = (name: string, version: string, into: string): string => {
      const tarball = pack(name, version, into)
      integrity = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`
      lock(integrity)
      return tarball
    }
    lock('sha512-first')
    // The first attempt learns the checksum of this archive.
    expect(() => addNativePackages(root, [target], seen)).toThrow(/checksum differs/)
    expect(existsSync(file())).toBe(false)
    expect(addNativePackages(root, [target], pack)).toEqual([NAME])
    expect(readFileSync(file(), 'utf8')).toBe('library')
    expect(addNativePackages(root, [target], pack)).toEqual([])
  })

  it('is refused where package-lock.json has none', () => {
    writeFileSync(join(root, 'package-lock.json'), '{"packages":{}}')
    expect(() => addNativePackages(root, [target], pack)).toThrow(/no library for this platform/)
  })
})
