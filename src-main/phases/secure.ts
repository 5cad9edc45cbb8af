import { app, protocol, shell } from 'electron'

import type { Boxes } from '../dialogs/message-boxes.ts'
import { inBackground } from '../faults/guarded.ts'
import type { Language } from '../language.ts'
import { refuseCertificates } from '../security/certificates.ts'
import { ExternalLinks } from '../security/external-links.ts'
import { declareOwnScheme } from '../security/own-pages.ts'
import { confinePages } from '../security/web-contents.ts'

/**
 * Sets the protections that must be in place before the first page exists.
 * @param consoleUrl of the server that is shown
 */
export function secure(
  consoleUrl: () => string | undefined,
  boxes: Boxes,
  language: () => Language,
): ExternalLinks {
  const links = new ExternalLinks({ dialog: boxes, shell }, language)
  declareOwnScheme(protocol)
  app.enableSandbox()
  confinePages(app, {
    consoleUrl,
    wantsWindow: (url) => {
      inBackground('link', links.open(url))
    },
  })
  refuseCertificates(app)
  return links
}
