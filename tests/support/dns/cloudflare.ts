import type { ProviderStub, StubAnswer, StubRequest } from './provider-stub.ts'
import type { ZoneRecord } from './zone.ts'

export const CLOUDFLARE_TOKEN = 'cf-token-9f3a'
const ZONE_ID = '023e105f4ecef8ad9ca31a8372d0c353'

/** Cloudflare's API of version 4: zones, and records of a zone. */
export function answerCloudflare(
  stub: ProviderStub,
  { method, url, headers, body }: StubRequest,
): StubAnswer {
  const { pathname, searchParams } = url
  stub.calls.push(`${method} ${pathname}`)
  if (headers.authorization !== `Bearer ${CLOUDFLARE_TOKEN}`) return refuse(403, 9109, 'Invalid access token')
  if (method === 'GET' && pathname === '/zones')
    return done(
      searchParams.get('name') === stub.zone.domain ? [{ id: ZONE_ID, name: stub.zone.domain }] : [],
    )
  const id = new RegExp(`^/zones/${ZONE_ID}/dns_records/?(?<id>[0-9]*)$`).exec(pathname)?.groups?.['id']
  if (id === undefined) return refuse(404, 7003, 'Could not route to the zone')
  if (method === 'GET')
    return done(stub.zone.find(searchParams.get('type'), searchParams.get('name')).map(toRecord))
  if (method === 'DELETE')
    return stub.zone.remove(id) ? done({ id }) : refuse(404, 81_044, 'Record does not exist')
  if (headers['content-type'] !== 'application/json') return refuse(400, 6003, 'Invalid request headers')
  const given = JSON.parse(body) as { type: string; name: string; content: string; ttl: number }
  if (method === 'PATCH') return patch(stub, id, given.content)
  if (given.ttl !== 1 && (given.ttl < 60 || given.ttl > 86_400)) return refuse(400, 9021, 'Invalid TTL')
  const record = stub.zone.add(given.type, given.name, given.content.replaceAll('"', ''))
  return record === undefined
    ? refuse(400, 81_058, 'An identical record already exists.')
    : done(toRecord(record))
}

function patch(stub: ProviderStub, id: string, content: string): StubAnswer {
  const record = stub.zone.byId(id)
  if (record === undefined) return refuse(404, 81_044, 'Record does not exist')
  record.value = content
  return done(toRecord(record))
}

const toRecord = ({ id, type, name, value }: ZoneRecord) => ({
  id,
  type,
  name,
  content: type === 'TXT' ? `"${value}"` : value,
})
const done = (result: unknown): StubAnswer => ({ status: 200, body: { success: true, errors: [], result } })
const refuse = (status: number, code: number, message: string): StubAnswer => ({
  status,
  body: { success: false, errors: [{ code, message }], result: null },
})
