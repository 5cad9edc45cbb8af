import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { type Keychain, readMachineKey } from './machine-key.ts'

let folder: string
let file: string
let reports: string[]
let made: number

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pulsekey-key-'))
  file = join(folder, 'machine-key.sealed')
  reports = []
  made = 0
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

/** A keychain that turns bytes around. */
const keychain = (more: Partial<Keychain> = {}): Keychain => ({
  isAsyncEncryptionAvailable: () => Promise.resolve(true),
  getSelectedStorageBackend: () => 'gnome_libsecret',
  encryptStringAsync: (text) => Promise.resolve(Buffer.from(Buffer.from(text).map((byte) => byte ^ 0x55))),
  decryptStringAsync: (bytes) =>
    Promise.resolve({
      result: Buffer.from(bytes.map((byte) => byte ^ 0x55)).toString(),
      shouldReEncrypt: false,
    }),
  ...more,
})

const read = (chain: Keychain, platform: NodeJS.Platform = 'linux'): Promise<string | undefined> =>
  readMachineKey({
    keychain: chain,
    platform,
    file,
    makeKey: () => `key ${++made}`,
    report: (reason) => reports.push(reason),
  })

describe('the machine key', () => {
  it('is made once, and kept encrypted in a file of this user', async () => {
    expect(await read(keychain())).toBe('key 1')
    expect(await read(keychain())).toBe('key 1')
    expect(readFileSync(file, 'utf8')).not.toContain('key 1')
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(reports).toEqual([])
  })

  it.each([
    ['linux', { getSelectedStorageBackend: (): 'basic_text' => 'basic_text' }],
    ['linux', { getSelectedStorageBackend: (): 'unknown' => 'unknown' }],
    ['linux', { isAsyncEncryptionAvailable: (): Promise<boolean> => Promise.resolve(false) }],
    ['win32', { isAsyncEncryptionAvailable: (): Promise<boolean> => Promise.resolve(false) }],
  ] as const)('is not given to a keychain without a backend: %s', async (platform, more) => {
    expect(await read(keychain(more), platform)).toBeUndefined()
    expect(existsSync(file)).toBe(false)
    expect(reports).toHaveLength(1)
  })

  it('does not ask for the backend where only Linux has one', async () => {
    const chain = keychain({
      getSelectedStorageBackend: () => {
        throw new Error('only on Linux')
      },
    })
    expect(await read(chain, 'darwin')).toBe('key 1')
  })

  it('is kept when the keychain fails to open it', async () => {
    await read(keychain())
    const before = readFileSync(file)
    const failing = keychain({
      decryptStringAsync: () => Promise.reject(new Error('locked')),
    })
    expect(await read(failing)).toBeUndefined()
    expect(readFileSync(file)).toEqual(before)
    expect(reports[0]).toContain('locked')
    expect(await read(keychain())).toBe('key 1')
  })
})
