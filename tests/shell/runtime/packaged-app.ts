import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'

import { type Browser, chromium, type Page } from 'playwright-core'
import { vi } from 'vitest'

import { SOON } from '../launch.ts'
import type { Display } from './display.ts'
import { isLoaded, listPages } from './targets.ts'

export interface PackagedOptions {
  readonly binary: string
  readonly display: Display
  /** A folder the ordinary user may write to. */
  readonly userData: string
  readonly args?: readonly string[]
}

/**
 * Starts the packaged program. Its debugging fuses are off, so Chromium's own debugging port is opened for
 * its pages.
 */
export function spawnPackaged({ binary, display, userData, args = [] }: PackagedOptions): ChildProcess {
  return display.spawn([
    binary,
    `--user-data-dir=${userData}`,
    '--disable-gpu',
    '--remote-debugging-port=0',
    ...args,
  ])
}

/**
 * The packaged program on the real runtime, as a test sees it: its windows' pages, its processes, its output.
 */
export class PackagedApp {
  readonly exited: Promise<number | null>
  readonly userData: string
  output = ''
  readonly #process: ChildProcess
  readonly #browsers: Browser[] = []

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

  /** The addresses of its windows' pages. */
  async addresses(): Promise<string[]> {
    return (await listPages(await this.#endpoint())).map(({ url }) => url)
  }

  /**
   * The page at such an address, once it is loaded. Playwright connects anew for each page: a connection from
   * before the desktop opened a window with its own cookies misses that window's navigation, and sees an
   * empty page for ever.
   */
  async page(url: RegExp): Promise<Page> {
    const endpoint = await this.#endpoint()
    await vi.waitUntil(async () => {
      const target = (await listPages(endpoint)).find((page) => url.test(page.url))
      return target !== undefined && (await isLoaded(target))
    }, SOON)
    const browser = await chromium.connectOverCDP(endpoint)
    this.#browsers.push(browser)
    const page = browser
      .contexts()[0]
      ?.pages()
      .find((found) => url.test(found.url()))
    if (page === undefined) throw new Error(`Playwright does not see ${String(url)}`)
    return page
  }

  #endpoint(): Promise<string> {
    return vi.waitUntil(() => /DevTools listening on (ws:\S+)/.exec(this.output)?.[1], SOON)
  }

  /** Ends it in any state. */
  async close(): Promise<void> {
    for (const browser of this.#browsers) await browser.close().catch(() => undefined)
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return
    const killer = setTimeout(() => this.#process.kill('SIGKILL'), 10_000)
    this.#process.kill('SIGTERM')
    await this.exited
    clearTimeout(killer)
  }
}

/** The path of the packaged program within its folder. */
export const binaryIn = (folder: string): string => join(folder, 'pulsekey')
