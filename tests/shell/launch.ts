import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

import { type Browser, chromium, type Page } from 'playwright-core'
import { vi } from 'vitest'

import type { StandIn } from './standin/electron.ts'
import type { Evaluate, ToTest } from './standin/test-channel.ts'

const REGISTER = join(import.meta.dirname, 'standin', 'register.ts')
/**
 * Most of a main process's start is the compilation of Playwright, which the stand-in drives Chromium with.
 */
const COMPILED = join(import.meta.dirname, '../../.cache/compiled')

/** How long a test waits for an immediate event, on a machine that may be busy. */
export const SOON = { timeout: 45_000 }

export interface LaunchOptions {
  /** out/main/index.js of a build */
  readonly main: string
  readonly userData: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** Starts the built main script on the stand-in. */
export function spawnApp({ main, userData, args = [], env = {} }: LaunchOptions): ChildProcess {
  return spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      '--import',
      REGISTER,
      main,
      `--user-data-dir=${userData}`,
      ...args,
    ],
    {
      env: { ...process.env, NODE_COMPILE_CACHE: COMPILED, ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  )
}

/** A started desktop, as a test sees it. */
export class RunningApp {
  readonly exited: Promise<number | null>
  output = ''
  readonly #process: ChildProcess
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>()
  readonly #endpoint = Promise.withResolvers<string>()
  #browser: Browser | undefined
  #asked = 0

  constructor(options: LaunchOptions) {
    this.#process = spawnApp(options)
    const keep = (chunk: Buffer): void => {
      this.output += chunk.toString()
    }
    this.#process.stdout?.on('data', keep)
    this.#process.stderr?.on('data', keep)
    this.#process.on('message', (message: ToTest) => {
      this.#receive(message)
    })
    this.exited = new Promise((done) => {
      this.#process.once('exit', (code) => {
        this.#endpoint.reject(new Error(`the desktop ended with ${String(code)}: ${this.output}`))
        for (const { reject } of this.#waiting.values()) reject(new Error('the desktop ended'))
        done(code)
      })
    })
    // Only a test that needs a window waits for it.
    this.#endpoint.promise.catch(() => undefined)
  }

  /** The page of the one window, once it has content. */
  window(): Promise<Page> {
    return this.page(/^(?!about:blank$)./)
  }

  /** The page at such an address, once it is loaded: before that its own script handles no click. */
  async page(url: RegExp): Promise<Page> {
    this.#browser ??= await chromium.connectOverCDP(await this.#endpoint.promise)
    const [context] = this.#browser.contexts()
    const found = await vi.waitUntil(() => context?.pages().find((page) => url.test(page.url())), SOON)
    found.setDefaultTimeout(SOON.timeout)
    await found.waitForLoadState()
    return found
  }

  /** Runs a function in the main process. Its source is sent, so its values must come with `arg`. */
  async evaluate<Result, Arg = undefined>(
    act: (electron: StandIn, arg: Arg) => Result | Promise<Result>,
    arg?: Arg,
  ): Promise<Result> {
    const id = ++this.#asked
    const waiter = Promise.withResolvers<unknown>()
    this.#waiting.set(id, waiter)
    this.#process.send({ id, source: String(act), arg } satisfies Evaluate)
    return (await waiter.promise) as Result
  }

  signal(signal: NodeJS.Signals): void {
    this.#process.kill(signal)
  }

  /** Ends it in any state. */
  async close(): Promise<void> {
    await this.#browser?.close().catch(() => undefined)
    if (this.#process.exitCode === null && this.#process.signalCode === null) {
      const killer = setTimeout(() => this.#process.kill('SIGKILL'), 10_000)
      this.#process.kill('SIGTERM')
      await this.exited
      clearTimeout(killer)
    }
  }

  #receive(message: ToTest): void {
    if (message.kind === 'browser') {
      this.#endpoint.resolve(message.endpoint)
      return
    }
    const waiter = this.#waiting.get(message.id)
    this.#waiting.delete(message.id)
    if (message.kind === 'result') waiter?.resolve(message.value)
    else waiter?.reject(new Error(message.error))
  }
}
