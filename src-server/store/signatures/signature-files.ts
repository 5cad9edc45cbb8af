import {
  closeSync,
  fstatSync,
  fsync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Log } from '../../contract/ports.ts'
import type { LoggedSignature, SignatureLog } from '../signature-log.ts'
import { readRecord, RECORD_BYTES, writeRecord } from './signature-record.ts'

const syncFile = promisify(fsync)

/**
 * A file has the signatures that nobody asks for from the same time on: its name is that time. Near times share a file
 * of two minutes, so a fast server keeps few bytes. Far times share one of an hour, so few files are open.
 */
const NEAR = 120
const FAR = 3600
const FIRST_FAR = 600
const NAME = /^([0-9]{1,12})\.signatures$/
/** The maximum number of entries that wait for a full or broken disk. */
const MOST_WAITING = 1_000_000

interface Waiting {
  readonly signature: LoggedSignature
  readonly end: number
}

/** Appends to files in a folder of its own. */
export class SignatureFiles implements SignatureLog {
  readonly #folder: string
  readonly #log: Log
  readonly #now: () => number
  readonly #handles = new Map<number, number>()
  /** The files with entries that a power cut would lose. */
  readonly #unsynced = new Set<number>()
  readonly #bytes = Buffer.alloc(RECORD_BYTES)
  #waiting: Waiting[] = []
  #isFailing = false
  #isLosing = false
  /** A new file's name is not on the disk yet. */
  #hasNewFile = false

  constructor(folder: string, now: () => number, log: Log) {
    this.#folder = folder
    this.#now = now
    this.#log = log
  }

  append(signature: LoggedSignature, until: number): void {
    const end = endOf(until, this.#now())
    if (this.#waiting.length === 0 && this.#write(signature, end)) return
    const isFull = this.#waiting.length >= MOST_WAITING
    if (isFull && !this.#isLosing) this.#log.warn('signatures.lost')
    if (!isFull) this.#waiting.push({ signature, end })
    this.#isLosing = isFull
  }

  async sync(): Promise<boolean> {
    this.#writeWaiting()
    if (this.#hasNewFile) syncFolder(this.#folder)
    this.#hasNewFile = false
    for (const end of [...this.#unsynced]) {
      const handle = this.#handles.get(end)
      this.#unsynced.delete(end)
      if (handle === undefined) continue
      try {
        await syncFile(handle)
      } catch (error) {
        this.#unsynced.add(end)
        this.#log.warn('signatures.sync', { reason: reasonOf(error) })
        return false
      }
    }
    return this.#waiting.length === 0
  }

  *read(now: number): Generator<LoggedSignature> {
    for (const end of this.#ends()) {
      if (end <= now) continue
      const bytes = this.#readFile(end)
      for (let at = 0; at + RECORD_BYTES <= bytes.length; at += RECORD_BYTES) {
        const record = readRecord(bytes, at)
        if (record !== undefined) yield record
      }
    }
  }

  forget(now: number): void {
    for (const end of this.#ends()) {
      if (end > now) continue
      this.#closeFile(end)
      rmSync(this.#fileOf(end), { force: true })
    }
  }

  close(): void {
    this.#writeWaiting()
    for (const end of [...this.#handles.keys()]) this.#closeFile(end)
  }

  #write(signature: LoggedSignature, end: number): boolean {
    try {
      writeRecord(this.#bytes, 0, signature)
      writeWhole(this.#handleOf(end), this.#bytes)
      this.#unsynced.add(end)
      this.#isFailing = false
      return true
    } catch (error) {
      if (!this.#isFailing) this.#log.warn('signatures.append', { reason: reasonOf(error) })
      this.#isFailing = true
      return false
    }
  }

  #writeWaiting(): void {
    let written = 0
    for (const { signature, end } of this.#waiting) {
      if (!this.#write(signature, end)) break
      written++
    }
    if (written > 0) this.#waiting = this.#waiting.slice(written)
  }

  #handleOf(end: number): number {
    const known = this.#handles.get(end)
    if (known !== undefined) return known
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    const handle = openSync(this.#fileOf(end), 'a', 0o600)
    this.#handles.set(end, handle)
    this.#hasNewFile = true
    // A killed writer may have left a part of an entry. All entries after it would be unreadable.
    const { size } = fstatSync(handle)
    if (size % RECORD_BYTES !== 0) ftruncateSync(handle, size - (size % RECORD_BYTES))
    return handle
  }

  #closeFile(end: number): void {
    const handle = this.#handles.get(end)
    this.#handles.delete(end)
    this.#unsynced.delete(end)
    if (handle !== undefined) closeSync(handle)
  }

  #readFile(end: number): Buffer {
    try {
      return readFileSync(this.#fileOf(end))
    } catch (error) {
      // The server must start all the same. Signatures with an effect are also in the database.
      this.#log.error('signatures.read', error)
      return Buffer.alloc(0)
    }
  }

  #ends(): number[] {
    try {
      return readdirSync(this.#folder).flatMap((name) => {
        const end = NAME.exec(name)?.[1]
        return end === undefined ? [] : [Number(end)]
      })
    } catch {
      // The first signature makes the folder.
      return []
    }
  }

  #fileOf(end: number): string {
    return join(this.#folder, `${end}.signatures`)
  }
}

/** @throws where the disk is full. An entry of which a part was written is taken back. */
function writeWhole(handle: number, bytes: Buffer): void {
  const written = writeSync(handle, bytes)
  if (written === bytes.length) return
  ftruncateSync(handle, fstatSync(handle).size - written)
  throw new Error('the disk took only a part of an entry')
}

/** Makes new names survive a power cut. Windows has no such call and needs none. */
function syncFolder(folder: string): void {
  try {
    const handle = openSync(folder, 'r')
    fsyncSync(handle)
    closeSync(handle)
  } catch {
    // Some file systems can't open a folder.
  }
}

function endOf(until: number, now: number): number {
  const span = until - now < FIRST_FAR ? NEAR : FAR
  return (Math.floor(until / span) + 1) * span
}

function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}
