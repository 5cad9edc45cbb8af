import { createHash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Random } from '../contract/ports.ts'
import { DataFolderError } from '../store/data-folder-error.ts'
import type { MachineKey } from '../store/sealing.ts'

/** The name of systemd's credential with the key, and of the key file in the data folder. */
const CREDENTIAL = 'pulsekey-machine-key'
const FILE = 'machine.key'
/** 32 random bytes as text have more characters. */
const SHORTEST = 32

export interface MachineKeyPlaces {
  readonly folder: string
  /** From the desktop, which keeps it in the system's keychain. */
  readonly fromKeychain?: string | undefined
  /** --machine-key or PULSEKEY_MACHINE_KEY_FILE. */
  readonly file?: string | undefined
  /** systemd's folder of credentials. */
  readonly credentials?: string | undefined
}

/** The file with this machine's key, where neither a keychain nor a credential holds it. */
export function machineKeyFile({ folder, file }: Pick<MachineKeyPlaces, 'folder' | 'file'>): string {
  return file ?? join(folder, FILE)
}

/**
 * The keys of this machine: the one in use, then others that may have been in use before. Creates the key file where no
 * key exists.
 * @throws DataFolderError for a key that can't be read
 */
export function findMachineKeys(places: MachineKeyPlaces, random: Random): [MachineKey, ...MachineKey[]] {
  const [first, ...others] = lookUpMachineKeys(places)
  return first === undefined ? [createKeyFile(machineKeyFile(places), random)] : [first, ...others]
}

/** The keys of this machine, none where there is none. @throws DataFolderError for a key that can't be read */
export function lookUpMachineKeys(places: MachineKeyPlaces): MachineKey[] {
  const found: MachineKey[] = []
  if (places.fromKeychain !== undefined) found.push(keyOf(places.fromKeychain, 'keychain', 'the keychain'))
  const credential = places.credentials === undefined ? undefined : join(places.credentials, CREDENTIAL)
  if (credential !== undefined && existsSync(credential))
    found.push(keyOf(read(credential), 'credential', credential))
  for (const file of new Set([machineKeyFile(places), machineKeyFile({ folder: places.folder })]))
    if (existsSync(file)) found.push(keyOf(read(file), 'file', file))
  return found
}

function createKeyFile(file: string, random: Random): MachineKey {
  const text = Buffer.from(random.bytes(32)).toString('base64url')
  try {
    writePrivate(file, `${text}\n`)
  } catch (error) {
    throw unusable(file, error)
  }
  return keyOf(text, 'file', file)
}

/** Writes a new file that only this user can read, whole or not at all. */
export function writePrivate(file: string, text: string): void {
  const part = `${file}.part`
  rmSync(part, { force: true })
  const handle = openSync(part, 'wx', 0o600)
  try {
    writeSync(handle, text)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(part, file)
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw unusable(file, error)
  }
}

/** Hashed, so that the text may have any form. */
function keyOf(given: string, place: MachineKey['place'], where: string): MachineKey {
  const text = given.trim()
  if (text.length < SHORTEST)
    throw new DataFolderError(
      `The machine key in ${where} has fewer than ${SHORTEST} characters. Put 32 random bytes there as text, such as the output of: head -c 32 /dev/urandom | base64`,
      `${where} 中的机器密钥不足 ${SHORTEST} 个字符。请放入 32 字节随机数的文本，例如该命令的输出：head -c 32 /dev/urandom | base64`,
    )
  return { key: createHash('sha256').update(text).digest(), place }
}

function unusable(file: string, error: unknown): DataFolderError {
  return new DataFolderError(
    `The machine key ${file} can't be used: ${error instanceof Error ? error.message : String(error)}. Mend its rights, or name another file with --machine-key.`,
    `无法使用机器密钥 ${file}：${error instanceof Error ? error.message : String(error)}。请修正其权限，或用 --machine-key 指定其他文件。`,
  )
}
