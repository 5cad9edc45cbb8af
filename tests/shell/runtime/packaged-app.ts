import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'

import { type Browser, chromium, type Page } from 'playwright-core'
import { vi } from 'vitest'

import { SOON } from '../launch.ts'
import type { Display } from './display.ts'

export interface PackagedOptions {
  readonly binary: string
  readonly display: Display
  /** A folder the ordinary user may write to. */
  readonly userData: string
  readonly args?: readonly string[]
}

/** Starts the packaged program. Its debugging fuses are off: what remains is Chromium's own door, which is opened for its pages. */
export function spawnPackaged({ binary, display, userData, args = [] }: PackagedOptions): ChildProcess {
  return display.spawn([
    binary,
    `--user-data-dir=${userData}`,
    '--disable-gpu',
    '--remote-debugging-port=0',
    ...args,
  ])
}

/** The packaged program on the real runtime, as a test sees it: its windows' pages, its processes, what it prints. */
export class PackagedApp {
  readonly exited: Promise<number | null>
  readonly userData: string
  output = ''
  readonly #process: ChildProcess
  #browser: Browser | undefined

  constructor(options: PackagedOptions) {
    this.userData = options.userData
    this.#process = spawnPackaged(options)
    const keep = (chunk: Buffer): void => {
      this.output += chunk.toString()
    }
    this.#process.stdout?.on('data', keep)
    this.#process.stderr?.on('data', keep)
    this.exited = new Promise((done) => this.#process.once('exit', done))
  }

  get pid(): number {
    const { pid } = this.#process
    if (pid === undefined) throw new Error('the desktop was not started')
    return pid
  }

  /** The pages of its windows that show something. */
  async pages(): Promise<Page[]> {
    if (!this.#browser) {
      const endpoint = await vi.waitUntil(() => /DevTools listening on (ws:\S+)/.exec(this.output)?.[1], SOON)
      this.#browser = await chromium.connectOverCDP(endpoint)
    }
    const [context] = this.#browser.contexts()
    return context?.pages().filter((page) => page.url() !== 'about:blank') ?? []
  }

  async window(): Promise<Page> {
    return vi.waitUntil(async () => (await this.pages())[0], SOON)
  }

  /** The page at such an address, once there is one. */
  async page(url: RegExp): Promise<Page> {
    return vi.waitUntil(async () => (await this.pages()).find((page) => url.test(page.url())), SOON)
  }

  /** Ends it whatever state it is in. */
  async close(): Promise<void> {
    await this.#browser?.close().catch(() => undefined)
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return
    const killer = setTimeout(() => this.#process.kill('SIGKILL'), 10_000)
    this.#process.kill('SIGTERM')
    await this.exited
    clearTimeout(killer)
  }
}

/** Where the packaged program is within its folder. */
export const binaryIn = (folder: string): string => join(folder, 'pulsekey')
