import { createHmac } from 'node:crypto'
import { callProvider, inWords, isObject, objectsIn, textIn } from './call-provider.ts'
import {
  DnsRefused,
  type DnsAccess,
  type DnsFailure,
  type DnsParts,
  type DnsProvider,
} from './dns-provider.ts'
import { zoneRecords } from './zone-records.ts'

const BASE = 'https://alidns.aliyuncs.com'
const NONCE_BYTES = 16
const DUPLICATE = 'DomainRecordDuplicate'
/** The beginnings of the service's codes. */
const FAILURES: readonly (readonly [RegExp, DnsFailure])[] = [
  [
    /^(InvalidAccessKey|SignatureDoesNotMatch|IncompleteSignature|Forbidden|NoPermission|InvalidSecurity)/,
    'credentials',
  ],
  [/^Throttling/, 'rate'],
]

/** Aliyun (Alibaba Cloud DNS) by signed calls with an AccessKey. */
export function aliyun({ id, secret }: DnsAccess, { fetch, clock, random, bases }: DnsParts): DnsProvider {
  const call = async (
    action: string,
    form: Readonly<Record<string, string>>,
  ): Promise<Readonly<Record<string, unknown>>> => {
    const query = canonicalQuery({
      ...form,
      Action: action,
      Format: 'JSON',
      Version: '2015-01-09',
      AccessKeyId: id,
      SignatureMethod: 'HMAC-SHA1',
      SignatureVersion: '1.0',
      SignatureNonce: Buffer.from(random.bytes(NONCE_BYTES)).toString('hex'),
      Timestamp: new Date(clock.nowMs()).toISOString().replace(/\.\d+Z$/, 'Z'),
    })
    const url = `${bases?.aliyun ?? BASE}/?${query}&Signature=${percentEncode(signQuery(secret, query))}`
    const { status, body } = await callProvider(fetch, url, { method: 'GET' })
    const code = textIn(body, 'Code')
    if (status < 300 || code === DUPLICATE) return body
    const failure = FAILURES.find(([begins]) => begins.test(code))?.[1] ?? 'refused'
    throw new DnsRefused(failure, inWords(`${code} ${textIn(body, 'Message')}`))
  }
  return zoneRecords({
    findZone: async (domain) => {
      const { Domains: found } = await call('DescribeDomains', { KeyWord: domain, SearchMode: 'EXACT' })
      const domains = objectsIn(isObject(found) ? found['Domain'] : undefined)
      return domains.some((zone) => zone['DomainName'] === domain) ? domain : undefined
    },
    list: async ({ zone, name, type }) => {
      const form = { DomainName: zone, SubDomain: name, Type: type, PageSize: '100' }
      const { DomainRecords: found } = await call('DescribeSubDomainRecords', form)
      return objectsIn(isObject(found) ? found['Record'] : undefined).map((record) => ({
        id: textIn(record, 'RecordId'),
        value: textIn(record, 'Value'),
      }))
    },
    add: async ({ zone, host, type }, value) => {
      await call('AddDomainRecord', { DomainName: zone, RR: host, Type: type, Value: value })
    },
    change: async ({ host, type }, { id: record }, value) => {
      await call('UpdateDomainRecord', { RecordId: record, RR: host, Type: type, Value: value })
    },
    remove: async (_, { id: record }) => {
      await call('DeleteDomainRecord', { RecordId: record })
    },
  })
}

/** The parameters in the order of their names, as the service's signature has them. */
export function canonicalQuery(parameters: Readonly<Record<string, string>>): string {
  return Object.entries(parameters)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`)
    .join('&')
}

export function signQuery(secret: string, query: string): string {
  return createHmac('sha1', `${secret}&`)
    .update(`GET&%2F&${percentEncode(query)}`)
    .digest('base64')
}

/** RFC 3986: more characters than encodeURIComponent encodes. */
function percentEncode(text: string): string {
  const code = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, code)
}
