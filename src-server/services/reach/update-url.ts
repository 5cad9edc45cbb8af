import { DnsRefused, type DnsFailure } from '../dns-providers/dns-provider.ts'

const CALL_MS = 15_000
const LONGEST = 4096
const LONGEST_DETAIL = 80
/** The answers of the dyndns2 protocol, which many providers speak, and of DuckDNS. */
const REFUSALS: readonly (readonly [RegExp, DnsFailure])[] = [
  [/^(?:badauth|!donator|badagent)\b/i, 'credentials'],
  [/^(?:nohost|notfqdn|numhost|!yours)\b/i, 'no_zone'],
  [/^abuse\b/i, 'rate'],
  [/^(?:911|dnserr)\b/i, 'unreachable'],
  [/^(?:ko|error|fail)/i, 'refused'],
]

interface Published {
  readonly name: string
  /** The IPv4 address first. */
  readonly addresses: readonly string[]
}

/**
 * Calls the update address of a provider: `{ip}` becomes the first address, `{ipv6}` the IPv6 address, `{name}` the name.
 * A user name and a password in the address are sent as the provider expects them.
 * @throws DnsRefused. Its text never has anything of the address
 */
export async function callUpdateUrl(
  fetch: typeof globalThis.fetch,
  template: string,
  { name, addresses }: Published,
): Promise<void> {
  const filled = template
    .replaceAll('{ip}', encodeURIComponent(addresses[0] ?? ''))
    .replaceAll('{ipv6}', encodeURIComponent(addresses.find((address) => address.includes(':')) ?? ''))
    .replaceAll('{name}', encodeURIComponent(name))
  const url = new URL(filled)
  const { username, password } = url
  url.username = ''
  url.password = ''
  const { status, text } = await call(fetch, url, credentials(username, password))
  const words = text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
  const detail = isTold(words, url, password) ? '' : words.slice(0, LONGEST_DETAIL)
  if (status === 401 || status === 403) throw new DnsRefused('credentials', detail)
  if (status === 429) throw new DnsRefused('rate', detail)
  if (status >= 500) throw new DnsRefused('unreachable', String(status))
  const refusal = REFUSALS.find(([pattern]) => pattern.test(words))?.[1]
  if (refusal !== undefined) throw new DnsRefused(refusal, detail)
  if (status >= 300) throw new DnsRefused('refused', `${status} ${detail}`.trim())
}

async function call(
  fetch: typeof globalThis.fetch,
  url: URL,
  headers: Readonly<Record<string, string>>,
): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { 'user-agent': 'Pulsekey/1 (no-reply@pulsekey.invalid)', ...headers },
      signal: AbortSignal.timeout(CALL_MS),
    })
    return { status: response.status, text: (await response.text()).slice(0, LONGEST) }
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
    throw new DnsRefused('unreachable', typeof code === 'string' ? code : '')
  }
}

function credentials(user: string, password: string): Readonly<Record<string, string>> {
  if (user === '' && password === '') return {}
  const pair = `${decodeURIComponent(user)}:${decodeURIComponent(password)}`
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }
}

/** Whether the provider repeats a part of the address that may be a secret. */
function isTold(words: string, url: URL, password: string): boolean {
  const parts = [password, ...url.searchParams.values(), ...url.pathname.split('/')]
  return parts.some((part) => part.length >= 6 && words.includes(decodeURIComponent(part)))
}
