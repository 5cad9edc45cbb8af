import type { EventEmitter } from 'node:events'

import type { CDPSession } from 'playwright-core'

import { inward, ownScheme } from './schemes.ts'
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
    cdp.on('Fetch.requestPaused', ({ requestId, request, frameId, redirectedRequestId, resourceType }) => {
      const url = inward(request.url)
      const isOwn = ownScheme(url) !== undefined
      const isRedirect = redirectedRequestId !== undefined
      const isMainFrame = frameId === mainFrame
      const fail = (errorReason: 'Aborted' | 'AccessDenied'): Promise<unknown> =>
        cdp.send('Fetch.failRequest', { requestId, errorReason })
      const decide = async (): Promise<unknown> => {
        if (resourceType === 'Document' && !this.#allows(url, isMainFrame, isRedirect)) return fail('Aborted')
        if (isOwn) return this.#fulfil(cdp, requestId, url, request.method)
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
      patterns: [
        { urlPattern: '*', resourceType: 'Document', requestStage: 'Request' },
        // Own schemes (schemes.ts).
        { urlPattern: 'https://*.standin/*', requestStage: 'Request' },
      ],
    })
  }

  /** Answers a request to an own scheme as the session's handler says. */
  async #fulfil(cdp: CDPSession, requestId: string, url: string, method: string): Promise<unknown> {
    const answer = await sessionOf(this.#partition).protocol.answer(new Request(url, { method }))
    if (answer === undefined) return cdp.send('Fetch.failRequest', { requestId, errorReason: 'Failed' })
    return cdp.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: answer.status,
      responseHeaders: Array.from(answer.headers, ([name, value]) => ({ name, value })),
      body: Buffer.from(await answer.arrayBuffer()).toString('base64'),
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
