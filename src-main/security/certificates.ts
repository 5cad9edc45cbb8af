import type { App } from 'electron'

/**
 * No certificate that Chromium doubts is taken, and none of this machine's is shown to anybody. A server elsewhere is known by its
 * pinned certificate before Chromium would ask (remote/pin.ts).
 */
export function refuseCertificates(app: Pick<App, 'on'>): void {
  app.on('certificate-error', (event, _contents, _url, _error, _certificate, answer) => {
    event.preventDefault()
    answer(false)
  })
  app.on('select-client-certificate', (event, _contents, _url, _certificates, answer) => {
    event.preventDefault()
    answer()
  })
}
