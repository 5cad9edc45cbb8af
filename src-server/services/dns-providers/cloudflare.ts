import { callProvider, inWords, objectsIn, textIn } from './call-provider.ts'
import { DnsRefused, type DnsAccess, type DnsParts, type DnsProvider } from './dns-provider.ts'
import { zoneRecords } from './zone-records.ts'

const BASE = 'https://api.cloudflare.com/client/v4'
/** Seconds: the shortest that every plan accepts. */
const TTL = 60
/** "An identical record already exists." */
const IDENTICAL = 81_058
/** Codes of a token that is wrong, ended, or may not do this. */
const CREDENTIALS: ReadonlySet<unknown> = new Set([6003, 6111, 9103, 9109, 10_000, 10_001])

/** Cloudflare by its API of version 4 and a token with the permission Zone, DNS, Edit. */
export function cloudflare({ secret }: DnsAccess, { fetch, bases }: DnsParts): DnsProvider {
  const call = async (method: string, path: string, content?: object): Promise<unknown> => {
    const { status, body } = await callProvider(fetch, `${bases?.cloudflare ?? BASE}${path}`, {
      method,
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      ...(content !== undefined && { body: JSON.stringify(content) }),
    })
    if (body['success'] === true) return body['result']
    const [error] = objectsIn(body['errors'])
    if (error?.['code'] === IDENTICAL) return undefined
    const isSignIn = status === 401 || status === 403 || CREDENTIALS.has(error?.['code'])
    throw new DnsRefused(isSignIn ? 'credentials' : 'refused', inWords(error?.['message']))
  }
  const records = (zone: string) => `/zones/${encodeURIComponent(zone)}/dns_records`
  return zoneRecords({
    findZone: async (domain) => {
      const [zone] = objectsIn(await call('GET', `/zones?name=${encodeURIComponent(domain)}`))
      return zone === undefined ? undefined : textIn(zone, 'id')
    },
    list: async ({ zone, name, type }) => {
      const query = new URLSearchParams({ type, name, per_page: '100' }).toString()
      return objectsIn(await call('GET', `${records(zone)}?${query}`)).map((record) => ({
        id: textIn(record, 'id'),
        value: unquoted(textIn(record, 'content')),
      }))
    },
    add: async ({ zone, name, type }, value) => {
      const isText = type === 'TXT'
      await call('POST', records(zone), {
        type,
        name,
        content: isText ? `"${value}"` : value,
        ttl: TTL,
        ...(!isText && { proxied: false }),
      })
    },
    // PATCH keeps everything else of the record, such as the proxy in front of the address.
    change: async ({ zone }, { id }, value) => {
      await call('PATCH', `${records(zone)}/${encodeURIComponent(id)}`, { content: value })
    },
    remove: async ({ zone }, { id }) => {
      await call('DELETE', `${records(zone)}/${encodeURIComponent(id)}`)
    },
  })
}

/** Cloudflare stores the content of a TXT record with quotation marks. */
function unquoted(content: string): string {
  return /^"[^"]*"$/.test(content) ? content.slice(1, -1) : content
}
