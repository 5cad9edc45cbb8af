import { FLEET_SUMS, type FleetGroup } from '../../domain/fleet/fleet-group.ts'
import { ByteReader, ByteWriter } from './columns/byte-writer.ts'

/** Sums that are money, and so no whole numbers. */
const MONEY: ReadonlySet<string> = new Set(['equity', 'balance', 'floating'])

/** About 35 bytes a group. */
export function packGroups(groups: readonly FleetGroup[]): Buffer {
  const writer = new ByteWriter()
  for (const group of groups) {
    writer.varint(group.app)
    // OTHER_AGENTS is -1.
    writer.varint(group.agent + 1)
    writer.text(group.currency)
    for (const name of FLEET_SUMS) {
      if (MONEY.has(name)) writer.double(group[name])
      else writer.varint(Math.round(group[name]))
    }
  }
  return writer.take()
}

export function* unpackGroups(bytes: Buffer): Generator<FleetGroup> {
  const reader = new ByteReader(bytes)
  while (!reader.isAtEnd) {
    const [app, agent, currency] = [reader.varint(), reader.varint() - 1, reader.text()]
    // In the order of FLEET_SUMS.
    yield {
      app,
      agent,
      currency,
      online: reader.varint(),
      accounts: reader.varint(),
      equity: reader.double(),
      balance: reader.double(),
      floating: reader.double(),
      positions: reader.varint(),
      critical: reader.varint(),
      paused: reader.varint(),
    }
  }
}
