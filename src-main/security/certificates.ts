import type { App } from 'electron'

import { guarded } from '../faults/guarded.ts'

/**
 * Refuses every certificate that Chromium doubts, and presents none of this machine's own. The pinned
 * certificate of a remote server is checked before this (remote/pin.ts).
 */
export function refuseCertificates(app: Pick<App, 'on'>): void {
  app.on(
    'certificate-error',
    guarded('certificate', (event, _contents, _url, _error, _certificate, answer) => {
      event.preventDefault()
      answer(false)
    }),
  )
  app.on(
    'select-client-certificate',
    guarded('certificate', (event, _contents, _url, _certificates, answer) => {
      event.preventDefault()
      answer()
    }),
  )
}
