/**
 * Code that runs in a page before its own scripts. The sources of these functions are sent: they may use
 * nothing outside.
 */
import type { makeBridge } from './bridge.ts'
import type { Coded, makeCodec } from './codec.ts'

/** The page's world: receives what the preload script exposes; `window.open` returns nothing. */
export function pageWorld(bridge: typeof makeBridge, codecOf: typeof makeCodec, secret: string): void {
  const freeze = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return
    for (const item of Object.values(value)) freeze(item)
    Object.freeze(value)
  }
  bridge(`${secret}page`, `${secret}preload`, codecOf, (key, api) => {
    if (key in window)
      throw new Error('Cannot bind an API on top of an existing property on the window object')
    freeze(api)
    Object.defineProperty(window, key, { value: api, enumerable: true })
  })
  const open = window.open.bind(window)
  window.open = (...args) => {
    // The real call makes Chromium report it; the opened window is not kept.
    open(...args)?.close()
    return null
  }
}

export interface PreloadSettings {
  /** The name of the function that reaches the main process; it exists in the preload's world alone. */
  readonly binding: string
  readonly process: object
}

/** A message from a page to the main process. */
export interface ToMain {
  readonly channel: string
  readonly id: number
  readonly args: Coded
}
/** The answer to it. */
export interface FromMain {
  readonly id: number
  readonly value?: Coded
  readonly error?: string
}

/** The preload's world: a sandboxed preload script's `require` and `process`. */
export function preloadWorld(
  bridge: typeof makeBridge,
  codecOf: typeof makeCodec,
  secret: string,
  settings: PreloadSettings,
  preload: (require: unknown, module: unknown, exports: unknown, process: object) => void,
): void {
  // Electron gives a preload script to top frames only, by default.
  if (window !== window.top || location.protocol === 'chrome-error:') return
  const post = Reflect.get(globalThis, settings.binding) as (json: string) => void
  const codec = codecOf()
  const end = bridge(`${secret}preload`, `${secret}page`, codecOf, () => undefined)
  const waiting = new Map<number, (answer: FromMain) => void>()
  let asked = 0

  const invoke = (channel: string, ...args: unknown[]): Promise<unknown> =>
    new Promise((done, fail) => {
      const message: ToMain = { channel, id: ++asked, args: codec.encode(args) }
      waiting.set(message.id, ({ value, error }) => {
        if (value === undefined) fail(new Error(`Error invoking remote method '${channel}': ${error ?? ''}`))
        else done(codec.decode(value))
      })
      post(JSON.stringify(message))
    })

  Reflect.set(globalThis, '__fromMain', (json: string) => {
    const answer = JSON.parse(json) as FromMain
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  })

  const exposeInMainWorld = (key: string, api: unknown): void => {
    end.expose(key, api)
  }
  const electron = { ipcRenderer: { invoke }, contextBridge: { exposeInMainWorld } }
  const require = (id: string): unknown => {
    if (id === 'electron') return electron
    throw new Error(`module not found: ${id}`)
  }
  const module = { exports: {} }
  preload(require, module, module.exports, settings.process)
}
