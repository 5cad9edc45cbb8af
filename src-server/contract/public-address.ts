/** The public address: where the programs and pages of other people reach this server. */

/** Who can reach an address: everybody, the own network, or this machine alone. */
export const REACHES = ['public', 'private', 'loopback'] as const
export type Reach = (typeof REACHES)[number]

/** Why a text is no public address, in words. */
export const ADDRESS_PROBLEMS = {
  too_long: 'longer than 400 characters',
  scheme: 'begin with http:// or https://',
  user: 'no user name or password before the host',
  query: 'no ? and no # in the address',
  host: 'the host is neither a name nor an IP address',
  ipv6: 'write an IPv6 address in brackets, such as http://[2001:db8::1]',
  everywhere: '0.0.0.0 and :: only say where to listen: nobody can call them',
  port: 'the port is a number from 1 to 65535',
  folder: 'the folder has only letters, digits and . _ ~ -',
} as const
export type AddressProblem = keyof typeof ADDRESS_PROBLEMS

export interface ServerAddress {
  /** Normalised: `https://ea.example.com:8443/yz/`. No character of it can end a string in a program's source. */
  readonly url: string
  /** Without the folder, as MetaTrader's list of allowed addresses has it: `https://ea.example.com:8443`. */
  readonly origin: string
  /** Begins and ends with a slash: `/` or `/yz/`. */
  readonly folder: string
  readonly reach: Reach
}

const LONGEST = 400
const LONGEST_FOLDER = 128
const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: '80', https: '443' }
/** People paste the address of a call: its last part is no folder. */
const ENTRANCE = /(?:^|\/)(?:api|ajax|index)\.php\/?$/i

/** Reads an address as a person types it. @returns the address, or why there is none */
export function readAddress(text: string): ServerAddress | AddressProblem {
  const trimmed = text.trim()
  if (trimmed.length > LONGEST) return 'too_long'
  const [, scheme = '', rest = ''] = /^(https?):\/\/(.*)$/is.exec(trimmed) ?? []
  if (scheme === '') return 'scheme'
  if (/[?#]/.test(rest)) return 'query'
  const [, authority = '', path = ''] = /^([^/]*)(.*)$/s.exec(rest) ?? []
  if (authority.includes('@')) return 'user'
  const [, bare = '', port] = /^(\[.*\]|[^:]*)(?::(.*))?$/s.exec(authority) ?? []
  if (port?.includes(':') === true) return 'ipv6'
  if (port !== undefined && !isPort(port)) return 'port'
  const host = hostOf(bare)
  if (host === undefined) return 'host'
  if (/^(?:0\.0\.0\.0|\[::\])$/.test(host)) return 'everywhere'
  const folder = folderOf(path)
  if (folder === undefined) return 'folder'
  const shownPort = port === undefined ? undefined : String(Number(port))
  const lower = scheme.toLowerCase()
  const isUsual = shownPort === undefined || shownPort === DEFAULT_PORTS[lower]
  const origin = `${lower}://${host}${isUsual ? '' : `:${shownPort}`}`
  return { url: `${origin}${folder}`, origin, folder, reach: reachOf(host) }
}

/** @returns undefined for a text that is no address */
export function addressOf(text: string): ServerAddress | undefined {
  const read = readAddress(text)
  return typeof read === 'string' ? undefined : read
}

/** The address for messages to other people: nothing but what everybody reaches. Empty for none. */
export function addressForOthers(text: string): string {
  const address = addressOf(text)
  return address?.reach === 'public' ? address.url : ''
}

/** The address as programs hold it: `/api.php` follows. */
export function withoutSlash(url: string): string {
  return url.replace(/\/$/, '')
}

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535
}

/** The host in its one spelling: lower case, international names in ASCII, IPv6 shortened. */
function hostOf(text: string): string | undefined {
  if (text === '' || /[%\\\s]/.test(text)) return undefined
  const host = URL.parse(`http://${text}/`)?.hostname.replace(/\.$/, '') ?? ''
  if (host.startsWith('[')) return host
  // URL reads 127.1 and 2130706433 as IPv4. A person who types that has made a mistake.
  if (/^[\d.]+$/.test(host)) return host === text && host.split('.').length === 4 ? host : undefined
  const isName = host.length <= 253 && host.split('.').every((label) => LABEL.test(label))
  return isName ? host : undefined
}

const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/

function folderOf(path: string): string | undefined {
  const parts = path
    .replace(ENTRANCE, '')
    .split('/')
    .filter((part) => part !== '')
  const isPlain = parts.every((part) => /^[A-Za-z0-9._~-]+$/.test(part) && !/^\.{1,2}$/.test(part))
  const folder = parts.length === 0 ? '/' : `/${parts.join('/')}/`
  return isPlain && folder.length <= LONGEST_FOLDER ? folder : undefined
}

const LOOPBACK = /^(?:(?:.*\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/
/** RFC 1918, carrier-grade NAT, link-local, unique local, and names that only a local network resolves. */
const PRIVATE = [
  /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)/,
  /^\[(?:f[cd][0-9a-f]{2}|fe[89ab][0-9a-f]):/,
  /^[^.[]+$/,
  /\.(?:local|lan|internal|home\.arpa)$/,
]
const MAPPED = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/

/** @param host as `hostOf` writes it */
function reachOf(host: string): Reach {
  const [, high, low] = MAPPED.exec(host) ?? []
  const plain = high === undefined || low === undefined ? host : dotted(high, low)
  if (LOOPBACK.test(plain)) return 'loopback'
  const isAddress = /^[\d.]+$/.test(plain)
  const patterns = isAddress ? PRIVATE.slice(0, 1) : PRIVATE.slice(1)
  return patterns.some((pattern) => pattern.test(plain)) ? 'private' : 'public'
}

function dotted(high: string, low: string): string {
  const bits = parseInt(high, 16) * 65_536 + parseInt(low, 16)
  return [24, 16, 8, 0].map((shift) => Math.floor(bits / 2 ** shift) % 256).join('.')
}
