import type { EventEmitter } from 'node:events'

import type { CDPSession } from 'playwright-core'

import { sessionOf } from './session.ts'
import { StandInEvent } from './strict.ts'

/** Asks a page's listeners before a document is loaded, unless the main process itself loads it. */
export class Navigation {
  readonly #contents: EventEmitter
  readonly #partition: string | undefined
  #expected: string | undefined

  constructor(contents: EventEmitter, partition: string | undefined) {
    this.#contents = contents
    this.#partition = partition
  }

  /** @param url what the main process is about to load. @returns a function to call at the end of the load */
  expect(url: string): () => void {
    const expected = url.replace(/#.*/, '')
    this.#expected = expected
    return () => {
      // An overtaken load ends when the next one is already expected.
      if (this.#expected === expected) this.#expected = undefined
    }
  }

  async watch(cdp: CDPSession, mainFrame: string): Promise<void> {
    cdp.on('Fetch.requestPaused', ({ requestId, request, frameId, redirectedRequestId }) => {
      const isRedirect = redirectedRequestId !== undefined
      const isMainFrame = frameId === mainFrame
      const fail = (errorReason: 'Aborted' | 'AccessDenied'): Promise<unknown> =>
        cdp.send('Fetch.failRequest', { requestId, errorReason })
      const decide = async (): Promise<unknown> => {
        if (!this.#allows(request.url, isMainFrame, isRedirect)) return fail('Aborted')
        if (await this.#isTrusted(request.url)) return cdp.send('Fetch.continueRequest', { requestId })
        this.#contents.emit(
          'did-fail-load',
          new StandInEvent(),
          -202,
          'ERR_CERT_INVALID',
          request.url,
          isMainFrame,
        )
        return fail('AccessDenied')
      }
      decide().catch(() => undefined)
    })
    await cdp.send('Fetch.enable', {
      patterns: [{ urlPattern: '*', resourceType: 'Document', requestStage: 'Request' }],
    })
  }

  /**
   * Of https pages: whether the session accepts the certificate. Chromium itself reports a host that doesn't
   * exist.
   */
  async #isTrusted(url: string): Promise<boolean> {
    if (!url.startsWith('https:')) return true
    return sessionOf(this.#partition)
      .accepts(url)
      .catch(() => true)
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
