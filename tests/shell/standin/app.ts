import { EventEmitter } from 'node:events'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

import type { App } from 'electron'

import { startBrowser, stopBrowser } from './browser.ts'
import { SingleInstance } from './single-instance.ts'
import { calls, strict, StandInEvent } from './strict.ts'
import { tellTest } from './test-channel.ts'

interface Closable {
  /** @returns false when the window refused */
  closeAsked(): Promise<boolean>
}

function findAppPath(): string {
  let folder = dirname(resolve(process.argv[1] ?? '.'))
  while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) folder = dirname(folder)
  return folder
}

function switchValue(name: string): string | undefined {
  return process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3)
}

type Part = Pick<
  App,
  | 'enableSandbox'
  | 'exit'
  | 'getAppPath'
  | 'getLocale'
  | 'getName'
  | 'getPath'
  | 'getVersion'
  | 'isReady'
  | 'quit'
  | 'requestSingleInstanceLock'
  | 'hasSingleInstanceLock'
  | 'releaseSingleInstanceLock'
  | 'whenReady'
  | 'isPackaged'
  | 'setAsDefaultProtocolClient'
  | 'setBadgeCount'
  | 'setAppUserModelId'
  | 'relaunch'
>

class StandInApp extends EventEmitter implements Part {
  readonly isPackaged = false
  readonly windows: Closable[] = []
  sandboxed = false
  readonly #appPath = findAppPath()
  readonly #package = JSON.parse(readFileSync(join(this.#appPath, 'package.json'), 'utf8')) as {
    productName: string
    version: string
  }
  readonly #userData: string
  readonly #instance: SingleInstance
  readonly #booted: Promise<void>
  badge = 0
  #ready = false
  #quitting = false

  constructor() {
    super()
    this.#userData = switchValue('user-data-dir') ?? join(homedir(), '.config', this.#package.productName)
    mkdirSync(this.#userData, { recursive: true })
    this.#instance = new SingleInstance(this.#userData)
    this.#booted = this.#boot()
    // Electron turns these into a quit, unless the main script listens itself.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        if (process.listenerCount(signal) === 1) this.quit()
      })
    }
  }

  async #boot(): Promise<void> {
    // Electron is ready only after the main script has run.
    await new Promise((done) => setImmediate(done))
    // A second start ends before it is ready.
    if (this.#quitting) return
    tellTest({ kind: 'browser', endpoint: await startBrowser(this.#userData, this.getLocale()) })
    this.#ready = true
    this.emit('ready', new StandInEvent(), {})
  }

  whenReady(): Promise<void> {
    return this.#booted
  }
  isReady(): boolean {
    return this.#ready
  }
  enableSandbox(): void {
    if (this.#ready) throw new Error('app.enableSandbox() can only be called before app is ready')
    this.sandboxed = true
  }
  getName(): string {
    return this.#package.productName
  }
  getVersion(): string {
    return this.#package.version
  }
  getAppPath(): string {
    return this.#appPath
  }
  getLocale(): string {
    return switchValue('lang') ?? 'en-US'
  }
  getPath(name: string): string {
    const known: Record<string, string> = {
      home: homedir(),
      userData: this.#userData,
      sessionData: this.#userData,
      logs: join(this.#userData, 'logs'),
      downloads: join(this.#userData, 'downloads'),
    }
    const path = known[name]
    if (path === undefined) throw new Error(`Failed to get '${name}' path`)
    return path
  }

  /** Writes the request down instead of a call to the system. */
  setAsDefaultProtocolClient(scheme: string): boolean {
    calls.push(['app.setAsDefaultProtocolClient', scheme])
    return true
  }
  setAppUserModelId(id: string): void {
    calls.push(['app.setAppUserModelId', id])
  }
  relaunch(options?: object): void {
    calls.push(['app.relaunch', options])
  }
  setBadgeCount(count = 0): boolean {
    this.badge = count
    return true
  }

  requestSingleInstanceLock(data?: Record<string, unknown>): boolean {
    return this.#instance.request(data, ({ argv, cwd, data: theirs }) => {
      this.emit('second-instance', new StandInEvent(), argv, cwd, theirs)
    })
  }
  hasSingleInstanceLock(): boolean {
    return this.#instance.isHeld
  }
  releaseSingleInstanceLock(): void {
    this.#instance.release()
  }

  quit(): void {
    if (this.#quitting) return
    this.#quitting = true
    setImmediate(() => void this.#quitInOrder())
  }

  async #quitInOrder(): Promise<void> {
    this.#quitting = await this.#agreesToQuit()
    if (!this.#quitting) return
    this.emit('quit', new StandInEvent(), 0)
    this.exit(0)
  }

  async #agreesToQuit(): Promise<boolean> {
    if (this.#refuses('before-quit')) return false
    for (const window of [...this.windows]) if (!(await window.closeAsked())) return false
    return !this.#refuses('will-quit')
  }

  #refuses(name: string): boolean {
    const event = new StandInEvent()
    this.emit(name, event)
    return event.defaultPrevented
  }

  exit(code = 0): void {
    this.#instance.release()
    void stopBrowser().then(() => process.exit(code))
  }

  lastWindowClosed(): void {
    if (!this.#quitting && !this.emit('window-all-closed')) this.quit()
  }
}

export const app = strict('app', new StandInApp())
