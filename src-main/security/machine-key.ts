import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'

import type { SafeStorage } from 'electron'

export type Keychain = Pick<
  SafeStorage,
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync' | 'getSelectedStorageBackend'
>

export interface MachineKeyParts {
  readonly keychain: Keychain
  readonly platform: NodeJS.Platform
  /** Where the key is kept, encrypted by the keychain. */
  readonly file: string
  readonly makeKey: () => string
  /** Called with the reason why the keychain isn't used. */
  readonly report: (reason: string) => void
}

/**
 * The key that opens the server's stored secrets on this machine. The system's keychain keeps it: the Keychain of macOS,
 * DPAPI of Windows, the secret service or KWallet of Linux.
 * @returns undefined where there is no keychain. The server then keeps a key file, and its health says so
 */
export async function readMachineKey({
  keychain,
  platform,
  file,
  makeKey,
  report,
}: MachineKeyParts): Promise<string | undefined> {
  try {
    if (!(await hasBackend(keychain, platform))) {
      report('the system has no keychain: the machine key is a file')
      return undefined
    }
    if (existsSync(file)) return (await keychain.decryptStringAsync(readFileSync(file))).result
    const key = makeKey()
    writeWhole(file, await keychain.encryptStringAsync(key))
    return key
  } catch (error) {
    // Another key in its place would leave the data locked for good.
    report(
      `the keychain does not open the machine key: ${error instanceof Error ? error.message : String(error)}`,
    )
    return undefined
  }
}

/** Without a secret service, Chromium on Linux encrypts by a password that is in its source. */
async function hasBackend(keychain: Keychain, platform: NodeJS.Platform): Promise<boolean> {
  if (platform === 'linux' && ['basic_text', 'unknown'].includes(keychain.getSelectedStorageBackend()))
    return false
  return keychain.isAsyncEncryptionAvailable()
}

/** Flushes before the rename: after a power cut the file is whole or missing. */
function writeWhole(path: string, bytes: Buffer): void {
  const beside = `${path}.new`
  const file = openSync(beside, 'w', 0o600)
  try {
    writeSync(file, bytes)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(beside, path)
}
