import { EventEmitter } from 'node:events'

import { expect, it, vi } from 'vitest'

import { refuseCertificates } from './certificates.ts'

it('accepts no certificate that Chromium doubts, and presents none', () => {
  const app = new EventEmitter()
  refuseCertificates(app as never)
  const event = { preventDefault: vi.fn() }
  const answer = vi.fn()
  app.emit('certificate-error', event, {}, 'https://a.example', 'net::ERR_CERT_AUTHORITY_INVALID', {}, answer)
  app.emit('select-client-certificate', event, {}, 'https://a.example', [{}], answer)
  expect(event.preventDefault).toHaveBeenCalledTimes(2)
  expect(answer.mock.calls).toEqual([[false], []])
})
