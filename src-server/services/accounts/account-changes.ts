import type { BulkAnswer, BulkResult } from '../../contract/paging.ts'
import { PERMANENT_VIP } from '../../contract/limits.ts'
import type { Clock } from '../../contract/ports.ts'
import { scopeOf, type Actor } from '../../domain/access/scope.ts'
import type { Account } from '../../domain/account/account.ts'
import type { AccountFilter } from '../../store/repositories/accounts.ts'
import type { Store, Unit } from '../../store/store.ts'
import type { ApplicationRegistry } from '../applications/application-registry.ts'
import { actOnMany, auditMany } from '../bulk-acts.ts'
import type { AccountFields } from './accounts.ts'
import { licencesChanged } from '../webhooks/licence-changes.ts'
import type { Jobs } from '../platform/jobs.ts'

interface Parts {
  readonly store: Store
  readonly registry: ApplicationRegistry
  readonly jobs: Jobs
  readonly clock: Clock
}

/** The accounts of a bulk act: those named, or all that the list shows with a filter and a search. */
export interface AccountSelection {
  readonly ids?: readonly number[] | undefined
  readonly filter?: AccountFilter | undefined
  readonly search?: string | undefined
  /** Counts them and changes nothing. */
  readonly dryRun: boolean
}

export type AccountsChange = AccountFields & {
  /** Added from now or from the present end, whichever is later. */
  readonly extendSeconds?: number | undefined
}

const ACTION = 'account_bulk'
/** Ids read at a time. */
const PAGE = 10_000
/** Rows that a preview reads at a time. */
const PREVIEWED = 500
/** Skipped rows that a preview names. */
const SKIPPED_SHOWN = 500

/** Bulk acts on user accounts of applications. */
export class AccountChanges {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async update(actor: Actor, selection: AccountSelection, change: AccountsChange): Promise<BulkAnswer> {
    const ids = await this.#select(actor, selection)
    if (selection.dryRun) return this.#preview(actor, [...new Set(ids)], change)
    return actOnMany({ jobs: this.#parts.jobs, actor, kind: ACTION }, ids, (part) =>
      this.#makeChunk(actor, part, change),
    )
  }

  async #select(actor: Actor, { ids, filter = {}, search }: AccountSelection): Promise<readonly number[]> {
    if (ids !== undefined) return ids
    const scope = scopeOf(actor)
    const found: number[] = []
    for (;;) {
      const after = found.at(-1) ?? 0
      const page = await this.#parts.store.read((unit) =>
        unit.accounts.idsAfter(scope, filter, search, after, PAGE),
      )
      for (const id of page) found.push(id)
      if (page.length < PAGE) return found
    }
  }

  async #preview(actor: Actor, ids: readonly number[], change: AccountsChange): Promise<BulkResult> {
    const result: BulkResult = { done: 0, skipped: [] }
    for (let from = 0; from < ids.length; from += PREVIEWED) {
      const part = ids.slice(from, from + PREVIEWED)
      const known = await this.#parts.store.read((unit) => findKnown(unit, actor, part))
      for (const id of part) {
        const reason = reasonOf(known.get(id), change)
        if (reason === undefined) result.done++
        else if (result.skipped.length < SKIPPED_SHOWN) result.skipped.push({ id, reason })
      }
    }
    return result
  }

  #makeChunk(actor: Actor, ids: readonly number[], change: AccountsChange): Promise<BulkResult> {
    const { store, registry, clock } = this.#parts
    const { extendSeconds, ...members } = change
    return store.write(
      async (unit) => {
        const now = clock.now()
        const known = await findKnown(unit, actor, ids)
        const done = await unit.accounts.updateMany([...known.keys()], members, extendSeconds, now)
        await auditMany(
          unit,
          actor,
          now,
          { action: ACTION, kind: 'account', change },
          done.map((after) => ({
            id: after.id,
            label: after.user,
            app: after.appId,
            owner: registry.ownerOf(after.appId),
            before: known.get(after.id),
            after,
          })),
        )
        await licencesChanged(
          unit,
          { what: 'user_accounts', by: actor.name, at: now },
          done.map(({ id, appId, user, vip }) => ({
            app: appId,
            name: user,
            before: known.get(id)?.vip ?? vip,
            after: vip,
          })),
        )
        const changed = new Set(done.map(({ id }) => id))
        const skipped = ids
          .filter((id) => !changed.has(id))
          .map((id) => ({ id, reason: reasonOf(known.get(id), change) ?? 'unknown' }))
        return { done: done.length, skipped }
      },
      { durable: true },
    )
  }
}

async function findKnown(
  unit: Unit,
  actor: Actor,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Account>> {
  const accounts = await unit.accounts.ofIds(scopeOf(actor), ids)
  return new Map(accounts.map((account) => [account.id, account]))
}

/** Why an account is skipped. */
function reasonOf(account: Account | undefined, { extendSeconds }: AccountsChange): string | undefined {
  if (account === undefined) return 'unknown'
  return extendSeconds !== undefined && account.vip >= PERMANENT_VIP ? 'permanent' : undefined
}
