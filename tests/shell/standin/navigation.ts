import type { EventEmitter } from 'node:events'

import type { CDPSession } from 'playwright-core'

import { StandInEvent } from './strict.ts'

/** Asks a page's listeners before a document is loaded, unless the main process itself asked for it. */
export class Navigation {
  readonly #contents: EventEmitter
  #expected: string | undefined

  constructor(contents: EventEmitter) {
    this.#contents = contents
  }

  /** @param url what the main process is about to load; undefined when that is over */
  expect(url: string | undefined): void {
    this.#expected = url?.replace(/#.*/, '')
  }

  async watch(cdp: CDPSession, mainFrame: string): Promise<void> {
    cdp.on('Fetch.requestPaused', ({ requestId, request, frameId, redirectedRequestId }) => {
      const isRedirect = redirectedRequestId !== undefined
      const allowed = this.#allows(request.url, frameId === mainFrame, isRedirect)
      const decided = allowed
        ? cdp.send('Fetch.continueRequest', { requestId })
        : cdp.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
      decided.catch(() => undefined)
    })
    await cdp.send('Fetch.enable', {
      patterns: [{ urlPattern: '*', resourceType: 'Document', requestStage: 'Request' }],
    })
  }

  #allows(url: string, isMainFrame: boolean, isRedirect: boolean): boolean {
    if (isMainFrame && this.#expected === url) {
      this.#expected = undefined
      return true
    }
    if (isRedirect) return this.#ask('will-redirect', url, isMainFrame)
    const frameMay = this.#ask('will-frame-navigate', url, isMainFrame)
    return frameMay && (!isMainFrame || this.#ask('will-navigate', url, true))
  }

  #ask(name: string, url: string, isMainFrame: boolean): boolean {
    const event = new StandInEvent({ url, isMainFrame })
    this.#contents.emit(name, event, url, false, isMainFrame)
    return !event.defaultPrevented
  }
}
