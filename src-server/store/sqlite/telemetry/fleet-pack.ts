import { FLEET_SUMS, type FleetGroup } from '../../../domain/fleet/fleet-group.ts'
import { ByteReader, ByteWriter } from './byte-writer.ts'

/** Sums that are money, and so no whole numbers. */
const MONEY: ReadonlySet<string> = new Set(['equity', 'balance', 'floating'])

/** About 35 bytes a group. */
export function packGroups(groups: readonly FleetGroup[]): Buffer {
  const writer = new ByteWriter()
  for (const group of groups) {
    writer.whole(group.app)
    // OTHER_AGENTS is -1.
    writer.whole(group.agent + 1)
    writer.text(group.currency)
    for (const name of FLEET_SUMS) {
      if (MONEY.has(name)) writer.real(group[name])
      else writer.whole(Math.round(group[name]))
    }
  }
  return writer.written()
}

export function* unpackGroups(bytes: Buffer): Generator<FleetGroup> {
  const reader = new ByteReader(bytes)
  while (!reader.isAtEnd) {
    const [app, agent, currency] = [reader.whole(), reader.whole() - 1, reader.text()]
    // In the order of FLEET_SUMS.
    yield {
      app,
      agent,
      currency,
      online: reader.whole(),
      accounts: reader.whole(),
      equity: reader.real(),
      balance: reader.real(),
      floating: reader.real(),
      positions: reader.whole(),
      critical: reader.whole(),
      paused: reader.whole(),
    }
  }
}
