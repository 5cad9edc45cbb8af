import { MAX_PAGE_SIZE } from '../../contract/limits.ts'
import type { ServerRecord, UnknownServerRecord } from '../../contract/records/server-rename.ts'
import { scopeOf, seesAccount, type Actor } from '../../domain/access/scope.ts'
import { serverOf } from '../../contract/account-key.ts'
import type { DeviceRegistry } from '../../telemetry/registry.ts'
import type { ApplicationRegistry } from '../applications/application-registry.ts'
import type { UnknownServers } from './unknown-servers.ts'

interface Parts {
  readonly devices: DeviceRegistry
  readonly registry: ApplicationRegistry
  readonly unknownServers: UnknownServers
}

interface Wanted {
  readonly app?: number | undefined
  readonly search?: string | undefined
}

const MOST_UNKNOWN = 50

/** The MT5 servers that trading accounts are on. */
export class Servers {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Servers of the accounts that the actor sees, the largest first, and servers that only refused terminals name. */
  async list(
    actor: Actor,
    { app, search = '' }: Wanted,
  ): Promise<{ rows: ServerRecord[]; total: number; unknown: UnknownServerRecord[] }> {
    const known = this.#count(actor, app)
    const sought = search.toLowerCase()
    const found = [...known.values()]
      .filter(({ server }) => server.toLowerCase().includes(sought))
      .sort((a, b) => b.accounts - a.accounts || (a.server < b.server ? -1 : 1))
    const unknown = this.#unknown(actor, app).filter(
      ({ server }) => !known.has(server) && server.toLowerCase().includes(sought),
    )
    return {
      rows: found.slice(0, MAX_PAGE_SIZE),
      total: found.length,
      unknown: unknown.slice(0, MOST_UNKNOWN),
    }
  }

  #count(actor: Actor, app: number | undefined): Map<string, ServerRecord> {
    const scope = scopeOf(actor)
    const known = new Map<string, ServerRecord>()
    for (const live of this.#parts.devices.all()) {
      const { device, pulse } = live
      if (!seesAccount(scope, live)) continue
      if (app !== undefined && device.appId !== app) continue
      const server = serverOf(device.accountKey)
      const row = known.get(server)
      const at = pulse?.at ?? null
      if (row === undefined) known.set(server, { server, accounts: 1, last_pulse: at })
      else {
        row.accounts++
        if (at !== null && at > (row.last_pulse ?? 0)) row.last_pulse = at
      }
    }
    return known
  }

  /** An agent sees only their customers: an unknown account is nobody's customer. */
  #unknown(actor: Actor, app: number | undefined): UnknownServerRecord[] {
    const { registry, unknownServers } = this.#parts
    if (actor.role === 'agent') return []
    return unknownServers.servers((id) => {
      if (app !== undefined && id !== app) return false
      return actor.role === 'owner' || registry.ownerOf(id) === actor.operatorId
    })
  }
}
