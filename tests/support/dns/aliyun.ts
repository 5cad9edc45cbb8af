import { createHmac } from 'node:crypto'
import type { ProviderStub, StubAnswer, StubRequest } from './provider-stub.ts'
import type { ZoneRecord } from './zone.ts'

export const ALIYUN_KEY = { id: 'LTAI4FtestKey', secret: 'Zk2testSecret' }
const nonces = new Set<string>()

/** Alibaba Cloud DNS of 2015-01-09: signed calls by GET. */
export function answerAliyun(stub: ProviderStub, { method, url }: StubRequest): StubAnswer {
  const query = url.searchParams
  stub.calls.push(query.get('Action') ?? '')
  const refusal = method === 'GET' ? refuseSignature(url) : refuse(405, 'UnsupportedHTTPMethod')
  return refusal ?? answerAction(stub, query)
}

/** The signature as the documentation describes it: over the query as it came, without the signature, sorted. */
function refuseSignature(url: URL): StubAnswer | undefined {
  const query = url.searchParams
  if (query.get('Version') !== '2015-01-09' || query.get('Format') !== 'JSON')
    return refuse(400, 'MissingVersion')
  if (query.get('AccessKeyId') !== ALIYUN_KEY.id) return refuse(404, 'InvalidAccessKeyId.NotFound')
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(query.get('Timestamp') ?? ''))
    return refuse(400, 'InvalidTimeStamp.Format')
  const nonce = query.get('SignatureNonce') ?? ''
  if (nonce === '' || nonces.has(nonce)) return refuse(400, 'SignatureNonceUsed')
  nonces.add(nonce)
  const parts = url.search.slice(1).split('&')
  const signed = parts.filter((part) => !part.startsWith('Signature=')).sort()
  const text = `GET&%2F&${encodeURIComponent(signed.join('&'))}`
  const wanted = createHmac('sha1', `${ALIYUN_KEY.secret}&`).update(text).digest('base64')
  return query.get('Signature') === wanted ? undefined : refuse(400, 'SignatureDoesNotMatch')
}

function answerAction(stub: ProviderStub, query: URLSearchParams): StubAnswer {
  const { zone } = stub
  const host = query.get('RR') ?? '@'
  const name = host === '@' ? zone.domain : `${host}.${zone.domain}`
  const [type, value] = [query.get('Type') ?? '', query.get('Value') ?? '']
  const isOwn = query.get('DomainName') === zone.domain
  switch (query.get('Action')) {
    case 'DescribeDomains': {
      const found = query.get('KeyWord') === zone.domain ? [{ DomainName: zone.domain }] : []
      return done({ Domains: { Domain: found } })
    }
    case 'DescribeSubDomainRecords':
      return done({ DomainRecords: { Record: zone.find(type, query.get('SubDomain')).map(toRecord) } })
    case 'AddDomainRecord': {
      if (!isOwn) return refuse(404, 'InvalidDomainName.NoExist')
      const record = zone.add(type, name, value)
      return record === undefined ? refuse(400, 'DomainRecordDuplicate') : done({ RecordId: record.id })
    }
    case 'UpdateDomainRecord': {
      const record = zone.byId(query.get('RecordId'))
      if (record?.name !== name || record.type !== type) return refuse(400, 'InvalidRecord')
      record.value = value
      return done({ RecordId: record.id })
    }
    case 'DeleteDomainRecord':
      return zone.remove(query.get('RecordId')) ? done({}) : refuse(400, 'DomainRecordNotBelongToUser')
    default:
      return refuse(404, 'InvalidAction.NotFound')
  }
}

const toRecord = ({ id, value }: ZoneRecord) => ({ RecordId: id, Value: value })
const done = (body: object): StubAnswer => ({ status: 200, body: { RequestId: '4C467B38', ...body } })
const refuse = (status: number, Code: string): StubAnswer => ({
  status,
  body: { RequestId: '4C467B38', Code, Message: `The request was refused: ${Code}` },
})
