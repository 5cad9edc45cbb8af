import { app, dialog, shell } from 'electron'

import type { Language } from '../language.ts'
import { refuseCertificates } from '../security/certificates.ts'
import { ExternalLinks } from '../security/external-links.ts'
import { confinePages } from '../security/web-contents.ts'

/**
 * Sets the protections that must be in place before the first page exists.
 * @param consoleUrl of the server that is shown
 */
export function secure(consoleUrl: () => string | undefined, language: () => Language): ExternalLinks {
  const links = new ExternalLinks({ dialog, shell }, language)
  app.enableSandbox()
  confinePages(app, { consoleUrl, wantsWindow: (url) => void links.open(url) })
  refuseCertificates(app)
  return links
}
