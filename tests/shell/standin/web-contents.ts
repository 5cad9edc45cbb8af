import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'

import type { WebContents, WebPreferences } from 'electron'
import type { CDPSession, Page } from 'playwright-core'

import { app } from './app.ts'
import { makeBridge } from './bridge.ts'
import { openPage, requireContext } from './browser.ts'
import { type Coded, makeCodec } from './codec.ts'
import { findHandler } from './ipc-main.ts'
import { Navigation } from './navigation.ts'
import { inward, outward } from './schemes.ts'
import { StandInEvent } from './strict.ts'
import { type FromMain, pageWorld, preloadWorld, type ToMain } from './worlds.ts'

type OpenHandler = Parameters<WebContents['setWindowOpenHandler']>[0]
type Part = Pick<
  WebContents,
  | 'getURL'
  | 'isDestroyed'
  | 'setWindowOpenHandler'
  | 'focus'
  | 'close'
  | 'insertCSS'
  | 'findInPage'
  | 'stopFindInPage'
>

const codec = makeCodec()
/** Options that would let a page do more than the project allows any page. */
const REFUSED: WebPreferences = {
  nodeIntegration: true,
  contextIsolation: false,
  sandbox: false,
  webSecurity: false,
  webviewTag: true,
}

let made = 0

export class StandInWebContents extends EventEmitter implements Part {
  readonly id = ++made
  /** What the main script sees of it. */
  self: StandInWebContents = this
  readonly preferences: WebPreferences
  readonly #navigation: Navigation
  readonly #started: Promise<Page>
  #page: Page | undefined
  #preloadContext: number | undefined
  #destroyed = false
  /** The marked match. */
  #found = 0
  #openHandler: OpenHandler = () => ({ action: 'allow' })

  constructor(preferences: WebPreferences) {
    super()
    this.preferences = preferences
    this.#navigation = new Navigation(this, preferences.partition)
    for (const [key, value] of Object.entries(REFUSED)) {
      if (Reflect.get(preferences, key) === value) {
        throw new Error(`stand-in electron: webPreferences.${key}=${String(value)} is not supported`)
      }
    }
    this.#started = this.#start()
    // Chromium may be closing already; the caller that needs the page gets the error.
    this.#started.catch(() => undefined)
  }

  async #start(): Promise<Page> {
    await app.whenReady()
    const page = await openPage()
    this.#page = page
    page.on('close', () => {
      this.#destroyed = true
      this.emit('destroyed')
    })
    page.on('domcontentloaded', () => {
      this.emit('dom-ready', new StandInEvent())
    })
    page.on('load', () => {
      this.emit('did-finish-load', new StandInEvent())
      // The page may be gone by now.
      page.title().then(
        (title) => this.emit('standin-title', title),
        () => undefined,
      )
    })
    const cdp = await requireContext().newCDPSession(page)
    const { targetInfo } = await cdp.send('Target.getTargetInfo')
    await cdp.send('Page.enable')
    await this.#prepareWorlds(cdp, targetInfo.targetId)
    this.#watchWindowOpen(cdp)
    await this.#navigation.watch(cdp, targetInfo.targetId)
    return page
  }

  async #prepareWorlds(cdp: CDPSession, mainFrame: string): Promise<void> {
    const secret = crypto.randomUUID()
    const binding = `toMain${secret.slice(0, 8)}`
    cdp.on('Runtime.executionContextCreated', ({ context }) => {
      const { frameId } = context.auxData as { frameId?: string }
      if (context.name === 'preload' && frameId === mainFrame) this.#preloadContext = context.id
    })
    cdp.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
      if (name !== binding || executionContextId !== this.#preloadContext) return
      void this.#answer(JSON.parse(payload) as ToMain, cdp, executionContextId)
    })
    await cdp.send('Runtime.enable')
    await cdp.send('Runtime.addBinding', { name: binding, executionContextName: 'preload' })
    const shared = `${String(makeBridge)}, ${String(makeCodec)}, ${JSON.stringify(secret)}`
    await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: `(${String(pageWorld)})(${shared})` })
    const script =
      this.preferences.preload === undefined ? '' : readFileSync(this.preferences.preload, 'utf8')
    const settings = JSON.stringify({ binding, process: { type: 'renderer', sandboxed: true } })
    const preload = `function (require, module, exports, process) {${script}\n}`
    await cdp.send('Page.addScriptToEvaluateOnNewDocument', {
      worldName: 'preload',
      source: `(${String(preloadWorld)})(${shared}, ${settings}, ${preload})`,
    })
  }

  #watchWindowOpen(cdp: CDPSession): void {
    cdp.on('Page.windowOpen', ({ url, windowName, windowFeatures }) => {
      const { action } = this.#openHandler({
        url,
        frameName: windowName === '_blank' ? '' : windowName,
        features: windowFeatures.join(),
        disposition: 'foreground-tab',
        referrer: { url: this.getURL(), policy: 'strict-origin-when-cross-origin' },
      })
      // A test checks this: child windows are not supported, and must not be allowed.
      if (action === 'allow') this.emit('standin-window-allowed', url)
    })
  }

  async #answer(message: ToMain, cdp: CDPSession, contextId: number): Promise<void> {
    const url = this.getURL()
    const event = new StandInEvent({ sender: this.self, senderFrame: { url, parent: null } })
    let answer: FromMain
    try {
      const handler = findHandler(message.channel)
      if (!handler) throw new Error(`No handler registered for '${message.channel}'`)
      const args = codec.decode(message.args) as unknown[]
      const value: Coded = codec.encode(await handler(event, ...args))
      answer = { id: message.id, value }
    } catch (error) {
      answer = { id: message.id, error: String(error) }
    }
    const expression = `__fromMain(${JSON.stringify(JSON.stringify(answer))})`
    // The page may be gone by now.
    await cdp.send('Runtime.evaluate', { contextId, expression }).catch(() => undefined)
  }

  getURL(): string {
    return inward(this.#page?.url() ?? '')
  }
  loadURL(url: string): Promise<void> {
    return this.load(url)
  }
  focus(): void {
    this.emit('focus')
  }
  close(): void {
    void this.closePage()
  }
  /** A style sheet of the page's own: Chromium without Electron has no other way past a page's policy. */
  async insertCSS(css: string): Promise<string> {
    const page = await this.#started
    await page.evaluate((text) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(text)
      document.adoptedStyleSheets.push(sheet)
    }, css)
    return 'key'
  }
  /** Counts the matches, and marks the next one in a number alone. */
  findInPage(text: string, { findNext = false, forward = true } = {}): number {
    void this.#find(text, findNext, forward)
    return 1
  }
  async #find(text: string, isNew: boolean, isForward: boolean): Promise<void> {
    const page = await this.#started
    const words = await page.evaluate(() => document.body.innerText)
    const matches = words.toLowerCase().split(text.toLowerCase()).length - 1
    const next = isNew ? 1 : this.#found + (isForward ? 1 : -1)
    this.#found = matches === 0 ? 0 : ((next - 1 + matches) % matches) + 1
    const result = { requestId: 1, matches, activeMatchOrdinal: this.#found, finalUpdate: true }
    this.emit('found-in-page', new StandInEvent(), result)
  }
  stopFindInPage(): void {
    this.#found = 0
  }
  isDestroyed(): boolean {
    return this.#destroyed
  }
  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler
  }

  async load(url: string): Promise<void> {
    const page = await this.#started
    const over = this.#navigation.expect(url)
    try {
      await page.goto(outward(url), { waitUntil: 'load' })
    } finally {
      over()
    }
  }

  async closePage(): Promise<void> {
    const page = await this.#started.catch(() => undefined)
    if (page !== undefined) {
      await page.close()
      return
    }
    this.#destroyed = true
    this.emit('destroyed')
  }
}
