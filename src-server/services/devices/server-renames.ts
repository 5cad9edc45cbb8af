import { CONSOLE } from '../../contract/error-codes.ts'
import { describeInvisible, findInvisible } from '../../contract/invisible.ts'
import { MAX_SERVER_NAME_LENGTH } from '../../contract/limits.ts'
import type { Clock } from '../../contract/ports.ts'
import type { ServerMove, ServerRenameRecord } from '../../contract/records/server-rename.ts'
import { scopeOf, type Actor } from '../../domain/access/scope.ts'
import { parseServerName } from '../../domain/device/server-name.ts'
import type { ServerPlace, ServerRename, ServerRenameItem } from '../../store/repositories/server-renames.ts'
import type { Store, Unit, WriteUnit } from '../../store/store.ts'
import type { DeviceRegistry } from '../../telemetry/registry.ts'
import type { ApplicationRegistry } from '../applications/application-registry.ts'
import type { Applications } from '../applications/applications.ts'
import { audit } from '../platform/audit-trail.ts'
import { Refused } from '../refused.ts'
import { ServerMover, type Way } from './server-move.ts'
import { moveBack, moveForward } from './server-move-walk.ts'
import type { UnknownServers } from './unknown-servers.ts'

interface Parts {
  readonly store: Store
  readonly devices: DeviceRegistry
  readonly registry: ApplicationRegistry
  readonly applications: Applications
  readonly unknownServers: UnknownServers
  readonly clock: Clock
}

export interface RenameOrder {
  readonly from: string
  readonly to: string
  readonly app?: number | undefined
  readonly replaceTrials: boolean
  /** Returns what would happen, and changes nothing. */
  readonly dryRun: boolean
}

type Plan = ServerPlace & { readonly to: string }

const RENAMES_SHOWN = 100
/** So many moved items go to the store together: over a network, each alone would wait for its answer. */
const ITEMS_AT_ONCE = 1000

/**
 * Renames of a broker's server: all its trading accounts move to the new name, and back on an undo. A rename is one
 * unit of work, however many trading accounts it moves: a crash leaves all or nothing of it, and one undo reverts it.
 * Reads are served between its slices; writes wait until it ends.
 */
export class ServerRenames {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** @throws Refused 404 for an unknown application, 422 for an invalid name and for the same name */
  async rename(actor: Actor, order: RenameOrder): Promise<ServerMove & { id: number | null }> {
    const { store, clock } = this.#parts
    const plan = this.#plan(actor, order)
    const way = { to: plan.to, replaceTrials: order.replaceTrials }
    if (order.dryRun)
      return store.read(async (unit) => {
        const mover = new ServerMover(this.#way(way), { reads: unit })
        await moveForward(mover, unit, plan, () => Promise.resolve())
        return { ...mover.result, id: null }
      })
    return store.write(
      async (unit) => {
        const mover = new ServerMover(this.#way(way), { writes: unit })
        const act: { id: number | null } = { id: null }
        const items: ServerRenameItem[] = []
        await moveForward(mover, unit, plan, async (item) => {
          act.id ??= await unit.serverRenames.insert({
            ownerId: plan.ownerId,
            fromServer: plan.server,
            toServer: plan.to,
            byId: actor.personId,
            by: actor.name,
            at: clock.now(),
          })
          items.push(item)
          if (items.length === ITEMS_AT_ONCE) await unit.serverRenames.addItems(act.id, items.splice(0))
        })
        const { id } = act
        if (id !== null) {
          await unit.serverRenames.addItems(id, items)
          await this.#finish(unit, actor, mover, {
            action: 'server_rename',
            id,
            from: plan.server,
            to: plan.to,
          })
        }
        return { ...mover.result, id }
      },
      { durable: true },
    )
  }

  /** @throws Refused 404, 409 with `fields.id`: `undone` already, or `nothing` can be moved back */
  async undo(actor: Actor, id: number, { dryRun }: { readonly dryRun: boolean }): Promise<ServerMove> {
    const { store, clock } = this.#parts
    const way = (rename: ServerRename) => this.#way({ to: rename.fromServer, replaceTrials: true })
    if (dryRun)
      return store.read(async (unit) => {
        const rename = await findRename(unit, actor, id)
        const mover = new ServerMover(way(rename), { reads: unit })
        await moveBack(mover, unit, rename)
        return mover.result
      })
    return store.write(
      async (unit) => {
        const rename = await findRename(unit, actor, id)
        const mover = new ServerMover(way(rename), { writes: unit })
        await moveBack(mover, unit, rename)
        if (mover.result.accounts + mover.result.codes === 0)
          throw conflict('Nothing can be moved back', 'nothing')
        await unit.serverRenames.markUndone(id, actor.name, clock.now())
        const { fromServer: to, toServer: from } = rename
        await this.#finish(unit, actor, mover, { action: 'server_rename_undo', id, from, to })
        return mover.result
      },
      { durable: true },
    )
  }

  async list(actor: Actor): Promise<ServerRenameRecord[]> {
    const rows = await this.#parts.store.read((unit) =>
      unit.serverRenames.list(scopeOf(actor), RENAMES_SHOWN),
    )
    return rows.map((row) => ({
      id: row.id,
      from: row.fromServer,
      to: row.toServer,
      owner: row.ownerId,
      by: row.by,
      at: row.at,
      accounts: row.accounts,
      codes: row.codes,
      undone_by: row.undoneBy,
      undone_at: row.undoneAt,
    }))
  }

  #plan(actor: Actor, { from, to, app }: RenameOrder): Plan {
    const { applications } = this.#parts
    const ownerOfApp = app === undefined ? null : applications.require(actor, app).ownerId
    const ownerId = actor.role === 'owner' ? ownerOfApp : actor.operatorId
    // The old name may hold characters that nobody sees: a rename corrects it.
    const invisible = findInvisible(to)
    if (invisible !== undefined) throw invalid('to', describeInvisible(invisible))
    const plan = { server: requireServerName('from', from), to: requireServerName('to', to), app, ownerId }
    if (plan.server === plan.to) throw invalid('to', 'same')
    return plan
  }

  #way(given: Pick<Way, 'to' | 'replaceTrials'>): Way {
    const { registry, devices, unknownServers, clock } = this.#parts
    return {
      ...given,
      at: clock.now(),
      trialSeconds: (app) => registry.find(app)?.settings.mt5.trialSeconds ?? 0,
      lastPulse: (id) => devices.get(id)?.pulse?.at ?? null,
      wasRefused: (app, key) => unknownServers.has(app, key),
    }
  }

  /** Writes a row of the audit log for each developer whose trading accounts moved. Memory follows at the commit. */
  async #finish(
    unit: WriteUnit,
    actor: Actor,
    { result, shares, done }: ServerMover,
    act: { readonly action: string; readonly id: number; readonly from: string; readonly to: string },
  ): Promise<void> {
    const { registry, clock } = this.#parts
    const { action, id, from, to } = act
    const keys = Map.groupBy(result.rows, ({ app }) => registry.ownerOf(app))
    for (const [owner, own] of Map.groupBy(shares, ([app]) => registry.ownerOf(app))) {
      const [first] = own
      const sum = (member: 'accounts' | 'codes' | 'replaced') =>
        own.reduce((all, [, share]) => all + share[member], 0)
      await audit(unit, actor, clock.now(), {
        action,
        subject: { kind: 'server', id, label: to },
        owner,
        app: own.length === 1 && first !== undefined ? first[0] : null,
        before: { server: from, accounts: 0, codes: 0, replaced: 0, keys: [] },
        after: {
          server: to,
          accounts: sum('accounts'),
          codes: sum('codes'),
          replaced: sum('replaced'),
          keys: (keys.get(owner) ?? []).map((row) => row.account_key),
        },
      })
    }
    for (const one of done.removed) unit.changed('device', one, null)
    for (const device of done.moved) unit.changed('device', device.id, device)
  }
}

/** @throws Refused 404, 409 for one that was undone */
async function findRename(unit: Unit, actor: Actor, id: number): Promise<ServerRename> {
  const rename = await unit.serverRenames.find(scopeOf(actor), id)
  if (rename === undefined) throw new Refused(CONSOLE.notFound, 'There is no such rename')
  if (rename.undoneAt !== null) throw conflict('It was undone already', 'undone')
  return rename
}

function conflict(message: string, id: 'undone' | 'nothing'): Refused {
  return new Refused(CONSOLE.conflict, message, { id })
}

function invalid(field: 'from' | 'to', reason: string): Refused {
  return new Refused(CONSOLE.invalid, 'Not a name of an MT5 server', { [field]: reason })
}

/** @throws Refused 422 */
function requireServerName(field: 'from' | 'to', text: string): string {
  const name = parseServerName(text)
  if (name === undefined) throw invalid(field, `1 to ${MAX_SERVER_NAME_LENGTH} characters without @`)
  return name
}
