import { callProvider, inWords, objectsIn, textIn } from './call-provider.ts'
import {
  DnsRefused,
  type DnsAccess,
  type DnsFailure,
  type DnsParts,
  type DnsProvider,
} from './dns-provider.ts'
import { zoneRecords } from './zone-records.ts'

const BASE = 'https://dnsapi.cn'
const DONE = '1'
/** The record exists already. */
const DUPLICATE = '104'
/** The list of records is empty. */
const NO_RECORD = '10'
const FAILURES: Readonly<Record<string, DnsFailure>> = {
  '-1': 'credentials',
  '-2': 'rate',
  '-3': 'credentials',
  '-7': 'credentials',
  '-8': 'rate',
  '83': 'credentials',
  '85': 'credentials',
  '10002': 'credentials',
  '10004': 'credentials',
}
/** The line of all resolvers. The service names lines in Chinese. */
const EVERYWHERE = '默认'

/** DNSPod by its API with a token, which has a number and a text. */
export function dnspod({ id, secret }: DnsAccess, { fetch, bases }: DnsParts): DnsProvider {
  /** @param fine codes that are no failure either */
  const call = async (
    action: string,
    form: Readonly<Record<string, string>>,
    fine: ReadonlySet<string> = new Set(),
  ): Promise<Readonly<Record<string, unknown>>> => {
    const { body } = await callProvider(fetch, `${bases?.dnspod ?? BASE}/${action}`, {
      method: 'POST',
      // The service bans programs that don't name themselves.
      headers: { 'user-agent': 'Pulsekey/1 (no-reply@pulsekey.invalid)' },
      body: new URLSearchParams({ login_token: `${id},${secret}`, format: 'json', lang: 'en', ...form }),
    })
    const code = textIn(body['status'], 'code')
    if (code === DONE || fine.has(code)) return body
    throw new DnsRefused(FAILURES[code] ?? 'refused', inWords(textIn(body['status'], 'message')))
  }
  return zoneRecords({
    findZone: async (domain) => {
      try {
        await call('Domain.Info', { domain })
        return domain
      } catch (error) {
        // The service has many codes for a domain that isn't the person's.
        if (error instanceof DnsRefused && error.failure === 'refused') return undefined
        throw error
      }
    },
    list: async ({ zone, host, type }) => {
      const form = { domain: zone, sub_domain: host, record_type: type }
      const { records } = await call('Record.List', form, new Set([NO_RECORD]))
      return objectsIn(records)
        .filter((record) => record['name'] === host && record['type'] === type)
        .map((record) => ({
          id: textIn(record, 'id'),
          value: textIn(record, 'value'),
          line: textIn(record, 'line'),
        }))
    },
    add: async ({ zone, host, type }, value) => {
      const form = { domain: zone, sub_domain: host, record_type: type, record_line: EVERYWHERE, value }
      await call('Record.Create', form, new Set([DUPLICATE]))
    },
    change: async ({ zone, host, type }, { id: record, line = EVERYWHERE }, value) => {
      const place = { domain: zone, record_id: record, sub_domain: host, record_type: type }
      await call('Record.Modify', { ...place, record_line: line, value })
    },
    remove: async ({ zone }, { id: record }) => {
      await call('Record.Remove', { domain: zone, record_id: record })
    },
  })
}
