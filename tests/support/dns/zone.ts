export interface ZoneRecord {
  readonly id: string
  readonly type: string
  /** The whole name. */
  readonly name: string
  value: string
}

/** The records of one domain at a stand-in of a provider. */
export class Zone {
  readonly domain: string
  records: ZoneRecord[] = []
  #next = 1

  constructor(domain: string) {
    this.domain = domain
  }

  find(type: string | null, name: string | null): ZoneRecord[] {
    return this.records.filter((record) => record.type === type && record.name === name)
  }

  /** @returns undefined where the record exists */
  add(type: string, name: string, value: string): ZoneRecord | undefined {
    if (this.find(type, name).some((record) => record.value === value)) return undefined
    const record = { id: String(7000 + this.#next++), type, name, value }
    this.records.push(record)
    return record
  }

  byId(id: string | null): ZoneRecord | undefined {
    return this.records.find((record) => record.id === id)
  }

  remove(id: string | null): boolean {
    const before = this.records.length
    this.records = this.records.filter((record) => record.id !== id)
    return this.records.length < before
  }

  /** `type name value` of every record. */
  get lines(): string[] {
    return this.records.map(({ type, name, value }) => `${type} ${name} ${value}`)
  }
}
