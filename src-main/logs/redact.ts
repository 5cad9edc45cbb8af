/**
 * Patterns of secrets in a line. The text before a secret stays. The server itself writes no secrets, so this
 * is a second safeguard.
 */
const PLACES: readonly RegExp[] = [
  // `"password":"…"`, `token=…`, `appkey: …`. The value ends with its quotes, at the next separator, or with
  // the line.
  /((?:password|passwd|pwd|secret|token|appkey|app_key|rc4_key|private_key|aes_key|api_key|cookie|totp|recovery_code)s?["']?\s*[=:]\s*["']?)([^"'\s,;&}]+)/gi,
  /((?:bearer|basic)\s+)([A-Za-z0-9+/=._~-]{8,})/gi,
  // A name and password before a host.
  /(:\/\/[^/\s:@]+:)([^/\s@]+)(?=@)/g,
]
const KEY_BLOCK = /-----BEGIN [A-Z ]*PRIVATE KEY-----.*/g
/** A line of a key that spans several lines. */
const KEY_LINE = /^[A-Za-z0-9+/]{60,}={0,2}$/

/** A line without secrets, safe for a file that people send around. */
export function redact(line: string): string {
  if (KEY_LINE.test(line)) return '***'
  let safe = line.replace(KEY_BLOCK, '***')
  for (const place of PLACES) safe = safe.replace(place, '$1***')
  return safe
}
