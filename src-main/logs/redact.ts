/** A secret's place in a line, with what comes before it kept. The server writes none of these: this is the second net. */
const PLACES: readonly RegExp[] = [
  // `"password":"…"`, `token=…`, `appkey: …`; the value ends where its quotes, the list or the line does.
  /((?:password|passwd|pwd|secret|token|appkey|app_key|rc4_key|private_key|aes_key|api_key|cookie|totp|recovery_code)s?["']?\s*[=:]\s*["']?)([^"'\s,;&}]+)/gi,
  /((?:bearer|basic)\s+)([A-Za-z0-9+/=._~-]{8,})/gi,
  // A name and password before a host.
  /(:\/\/[^/\s:@]+:)([^/\s@]+)(?=@)/g,
]
const KEY_BLOCK = /-----BEGIN [A-Z ]*PRIVATE KEY-----.*/g
/** A line of a key that was written over several. */
const KEY_LINE = /^[A-Za-z0-9+/]{60,}={0,2}$/

/** A line as it may stand in a file that is sent around. */
export function redact(line: string): string {
  if (KEY_LINE.test(line)) return '***'
  let safe = line.replace(KEY_BLOCK, '***')
  for (const place of PLACES) safe = safe.replace(place, '$1***')
  return safe
}
