import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { NOBODY } from '../../../build/runtime/unprivileged.ts'
import { Display } from '../runtime/display.ts'
import { binaryIn, PackagedApp, spawnPackaged } from '../runtime/packaged-app.ts'

/** One test's screen and home, and the packaged desktop on it. */
export class RealDesktop {
  readonly display: Display
  readonly #home: string
  readonly #binary: string
  readonly #apps: PackagedApp[] = []

  /** @param folder the package */
  constructor(folder: string) {
    this.#home = mkdtempSync(join(tmpdir(), 'pulsekey-home-'))
    if (process.getuid?.() === 0) chownSync(this.#home, NOBODY, NOBODY)
    chmodSync(this.#home, 0o700)
    this.#binary = binaryIn(folder)
    this.display = new Display(this.#home)
  }

  /** A folder in the way of a file in the profile. */
  makeFolder(name: string): void {
    const profile = join(this.#home, 'user')
    for (const folder of [profile, join(profile, name)]) {
      mkdirSync(folder)
      if (process.getuid?.() === 0) chownSync(folder, NOBODY, NOBODY)
    }
  }

  start(...args: string[]): PackagedApp {
    const app = new PackagedApp({ ...this.#options, args })
    this.#apps.push(app)
    return app
  }

  /** Starts it once more, on the same data. @returns its exit code */
  startAgain(): Promise<number | null> {
    const second = spawnPackaged(this.#options)
    return new Promise((done) => second.once('exit', done))
  }

  async close(): Promise<void> {
    for (const app of this.#apps) await app.close()
    this.display.close()
    rmSync(this.#home, { recursive: true, force: true, maxRetries: 5 })
  }

  get #options() {
    return { binary: this.#binary, display: this.display, userData: join(this.#home, 'user') }
  }
}

export interface Process {
  readonly pid: number
  readonly command: string
  /** Linux' number for the filter of system calls that it runs under; 0 for none. */
  readonly seccomp: number
  readonly uid: number
}

/** All processes below one, by the kernel's lists. A process is listed by the thread that started it. */
export function processesBelow(pid: number): Process[] {
  const threads = readdirSync(`/proc/${pid}/task`)
  const children = threads.flatMap((thread) => readChildren(pid, thread))
  return children.flatMap((child) => [describeProcess(child), ...processesBelow(child)])
}

function readChildren(pid: number, thread: string): number[] {
  const text = readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').trim()
  return text === '' ? [] : text.split(' ').map(Number)
}

function describeProcess(pid: number): Process {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const number = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1])
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  return { pid, command, seccomp: number('Seccomp'), uid: number('Uid') }
}
