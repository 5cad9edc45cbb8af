import * as acme from 'acme-client'
import { isObject, problemOf, waitIn } from './refused.ts'

/**
 * The ACME library, set up once. It loads for a second, so only a server that orders a certificate imports this file, and
 * only dynamically.
 */
const CALL_MS = 30_000
/** Gaps of the library between two looks at an order or an authorization, milliseconds. */
export const LOOKS = { backoffAttempts: 22, backoffMin: 250, backoffMax: 8000 }

const { axios } = acme
axios.defaults.timeout = CALL_MS
axios.defaults.validateStatus = null
axios.defaults.headers.common['User-Agent'] = 'Pulsekey (acme-client)'
// The library's own ones repeat calls at once and lose the reason of a failed connection. A repetition is the business of
// the order's back-off.
axios.interceptors.request.clear()
axios.interceptors.response.clear()
axios.interceptors.response.use((response) => {
  const { status, headers } = response
  const said: unknown = response.data
  const isOldNonce = isObject(said) && said['type'] === 'urn:ietf:params:acme:error:badNonce'
  // The library tries again with a new one.
  if (status < 400 || isOldNonce) return response
  throw problemOf(said, status, waitIn(headers['retry-after'], Date.parse(String(headers['date'] ?? ''))))
})

export { acme }
