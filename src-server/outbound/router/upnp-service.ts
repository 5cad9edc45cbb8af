/** The part of a router's description and answers that is read. They are small XML texts of many makers. */

const LONGEST = 256 * 1024
/** The services that map ports, the newest first. A router by telephone line has the last one. */
const SERVICES = ['WANIPConnection:2', 'WANIPConnection:1', 'WANPPPConnection:1'] as const

export interface UpnpService {
  readonly type: string
  readonly control: URL
}

/** @returns the services of a description that map ports, the preferred first */
export function servicesIn(description: string, at: URL): UpnpService[] {
  const base = URL.parse(textOf(description, 'URLBase')) ?? at
  const found = [...description.matchAll(/<service>([\s\S]*?)<\/service>/g)].flatMap(([, service = '']) => {
    const type = textOf(service, 'serviceType')
    const rank = SERVICES.findIndex((name) => type === `urn:schemas-upnp-org:service:${name}`)
    const control = URL.parse(textOf(service, 'controlURL'), base.href)
    // Only the router itself is called, whatever its description says.
    return rank < 0 || control?.hostname !== at.hostname ? [] : [{ rank, service: { type, control } }]
  })
  return found.sort((one, other) => one.rank - other.rank).map(({ service }) => service)
}

/** The text of the first element with this name. */
export function textOf(xml: string, name: string): string {
  const [, text = ''] = new RegExp(`<(?:\\w+:)?${name}(?:\\s[^>]*)?>([^<]*)<`).exec(xml) ?? []
  const plain = text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, entity: string) => ENTITIES[entity] ?? '')
  return plain.trim()
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

export function envelope(service: string, action: string, args: Readonly<Record<string, string>>): string {
  const members = Object.entries(args).map(([name, value]) => `<${name}>${escaped(value)}</${name}>`)
  return (
    '<?xml version="1.0"?>\r\n' +
    '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" s:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/">' +
    `<s:Body><u:${action} xmlns:u="${service}">${members.join('')}</u:${action}></s:Body></s:Envelope>\r\n`
  )
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** @throws Error for a text that is too long */
export async function readXml(response: Response): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  if (response.body === null) return ''
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > LONGEST) throw new Error('the answer is too long')
    chunks.push(Buffer.from(chunk))
  }
  return Buffer.concat(chunks).toString('utf8')
}
