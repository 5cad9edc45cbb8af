import { addressType, DnsRefused, hostIn, zonesOf, type DnsProvider } from './dns-provider.ts'

export interface DnsRecord {
  readonly id: string
  readonly value: string
  /** The line of resolvers that get this record, where a provider has such lines. */
  readonly line?: string
}

export type RecordType = 'TXT' | 'A' | 'AAAA'

/** A name in a domain of the person. */
export interface RecordPlace {
  readonly name: string
  readonly type: RecordType
  /** The domain, by the provider's own id of it. */
  readonly zone: string
  /** The part before the domain, `@` for the domain itself. */
  readonly host: string
}

/** The calls that every provider has, each under another name. They throw DnsRefused. */
export interface RecordCalls {
  /** @returns the provider's id of a domain, undefined where the person has no such domain */
  findZone(domain: string): Promise<string | undefined>
  list(place: RecordPlace): Promise<readonly DnsRecord[]>
  /** A record that exists already is fine. */
  add(place: RecordPlace, value: string): Promise<void>
  change(place: RecordPlace, record: DnsRecord, value: string): Promise<void>
  remove(place: RecordPlace, record: DnsRecord): Promise<void>
}

/** Sets records by the calls of one provider. */
export function zoneRecords(calls: RecordCalls): DnsProvider {
  const locate = async (given: string, type: RecordType): Promise<RecordPlace> => {
    const name = given.toLowerCase().replace(/\.$/, '')
    for (const domain of zonesOf(name)) {
      const zone = await calls.findZone(domain)
      if (zone !== undefined) return { name, type, zone, host: hostIn(domain, name) }
    }
    throw new DnsRefused('no_zone', name)
  }
  return {
    setTxt: async (name, value) => {
      await calls.add(await locate(name, 'TXT'), value)
    },
    removeTxt: async (name, value) => {
      const place = await locate(name, 'TXT')
      for (const record of await calls.list(place))
        if (record.value === value) await calls.remove(place, record)
    },
    setAddress: async (name, address) => {
      const place = await locate(name, addressType(address))
      const [record, ...others] = await calls.list(place)
      if (others.length > 0)
        throw new DnsRefused('several', `${place.name} has ${others.length + 1} ${place.type} records`)
      if (record?.value === address) return false
      if (record === undefined) await calls.add(place, address)
      else await calls.change(place, record, address)
      return true
    },
  }
}
