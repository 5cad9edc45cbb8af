import { execFileSync } from 'node:child_process'
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Random } from '../../simulator/random.ts'

const SOURCE = join(import.meta.dirname, 'faulty-disk.c')
const BUILT = join(import.meta.dirname, '../../../.cache/faults')
/** The unit of a disk, and the smallest piece of a write that a power loss takes, bytes. */
const SECTOR = 512
/** The members of `struct control`: operations, error, after, times, hits. Each is an int32. */
const HITS = 16
const CONTROL_BYTES = 20

const OPERATIONS = { reads: 1, writes: 2, syncs: 4 } as const

export interface Fault {
  readonly of: keyof typeof OPERATIONS
  readonly error: 'EIO' | 'ENOSPC'
  /** How many operations still succeed before the first fault. */
  readonly after?: number
  /** How many operations fail. */
  readonly times: number
}

/** What a power loss did: how many sectors were never synced, and how many of them are gone. */
export interface PowerLoss {
  readonly unsynced: number
  readonly gone: number
}

/** A data folder on a disk that fails or loses power when the test says so. Linux with a C compiler. */
export class FaultyDisk {
  readonly folder: string
  readonly #place: string
  readonly #synced: string
  readonly #control: number

  private constructor(place: string) {
    this.#place = place
    this.folder = join(place, 'data')
    this.#synced = join(place, 'synced')
    mkdirSync(this.folder)
    mkdirSync(this.#synced)
    writeFileSync(join(place, 'control'), Buffer.alloc(CONTROL_BYTES))
    this.#control = openSync(join(place, 'control'), 'r+')
  }

  static make(): FaultyDisk {
    mkdirSync(BUILT, { recursive: true })
    execFileSync('gcc', ['-shared', '-fPIC', '-O2', '-o', library(), SOURCE, '-ldl', '-lpthread'])
    return new FaultyDisk(mkdtempSync(join(tmpdir(), 'pulsekey-disk-')))
  }

  /** The environment of a program whose files under `folder` are on this disk. */
  get env(): Record<string, string> {
    return {
      LD_PRELOAD: library(),
      FAULTY_DISK_FOLDER: this.folder,
      FAULTY_DISK_SYNCED: this.#synced,
      FAULTY_DISK_CONTROL: join(this.#place, 'control'),
    }
  }

  /** The environment of a program whose files are on a disk that only is slow. */
  slowEnv(flushMs: number): Record<string, string> {
    return {
      LD_PRELOAD: library(),
      FAULTY_DISK_FOLDER: this.folder,
      FAULTY_DISK_FLUSH_MS: String(flushMs),
    }
  }

  /** The number of operations that failed since `fail`. */
  get hits(): number {
    const bytes = Buffer.alloc(4)
    readSync(this.#control, bytes, 0, 4, HITS)
    return bytes.readInt32LE()
  }

  fail({ of, error, after = 0, times }: Fault): void {
    const order = Buffer.alloc(CONTROL_BYTES)
    const members = [OPERATIONS[of], constants.errno[error], after, times, 0]
    members.forEach((value, at) => order.writeInt32LE(value, at * 4))
    writeSync(this.#control, order, 0, CONTROL_BYTES, 0)
  }

  heal(): void {
    writeSync(this.#control, Buffer.alloc(HITS), 0, HITS, 0)
  }

  /**
   * Takes from the files of an ended program what it never synced. A sector is kept or lost by itself, as a disk
   * may have written some of them. Call it before the next start.
   * @param keep the share of unsynced sectors that the disk wrote all the same, 0 to 1
   */
  losePower(random: Random, keep: number): PowerLoss {
    let unsynced = 0
    let gone = 0
    for (const path of listFiles(this.folder)) {
      const real = join(this.folder, path)
      const copy = join(this.#synced, path)
      if (path.endsWith('-shm')) {
        rmSync(real)
        continue
      }
      const written = readFileSync(real)
      const synced = existsSync(copy) ? readFileSync(copy) : Buffer.alloc(0)
      const size = written.length === synced.length || random.next() < keep ? written.length : synced.length
      const left = Buffer.alloc(size)
      for (let at = 0; at < size; at += SECTOR) {
        const [now, before] = [written, synced].map((bytes) =>
          bytes.subarray(at, Math.min(at + SECTOR, size)),
        )
        if (now === undefined || before === undefined) continue
        if (now.equals(before)) now.copy(left, at)
        else {
          unsynced++
          const isKept = random.next() < keep
          if (!isKept) gone++
          ;(isKept ? now : before).copy(left, at)
        }
      }
      if (size === 0 && !existsSync(copy)) rmSync(real)
      else writeFileSync(real, left)
    }
    this.sync()
    return { unsynced, gone }
  }

  /** Takes the files as they are for synced. Call it while no program runs. */
  sync(): void {
    rmSync(this.#synced, { recursive: true, force: true })
    cpSync(this.folder, this.#synced, { recursive: true, preserveTimestamps: true })
  }

  remove(): void {
    closeSync(this.#control)
    rmSync(this.#place, { recursive: true, force: true })
  }
}

function library(): string {
  return join(BUILT, 'faulty-disk.so')
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    statSync(join(folder, path)).isFile(),
  )
}
