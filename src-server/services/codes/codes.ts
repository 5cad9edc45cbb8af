import { CONSOLE } from '../../contract/error-codes.ts'
import type { ListQuery, Page } from '../../contract/paging.ts'
import type { Clock } from '../../contract/ports.ts'
import type { CodeDetail, CodeRecord } from '../../contract/records/code.ts'
import { CODE } from '../../contract/subjects/code.ts'
import { onRecord } from '../../contract/subjects/inside.ts'
import { scopeOf, sees, type Actor } from '../../domain/access/scope.ts'
import { codeState, type Code } from '../../domain/code/code.ts'
import type { CodeSeat } from '../../domain/code/seats.ts'
import type { CodeFilter, CodeSort } from '../../store/repositories/codes.ts'
import type { Store } from '../../store/store.ts'
import type { CodeJournal } from '../../telemetry/code-journal.ts'
import type { DeviceRegistry } from '../../telemetry/registry.ts'
import { Refused } from '../refused.ts'

interface Parts {
  readonly store: Store
  readonly devices: DeviceRegistry
  readonly journal: CodeJournal
  readonly clock: Clock
}

/** Lists licence codes for the operators who sell them. */
export class Codes {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async list(actor: Actor, filter: CodeFilter, query: ListQuery<CodeSort>): Promise<Page<CodeRecord>> {
    const now = this.#parts.clock.now()
    const page = await this.#parts.store.read((unit) => unit.codes.list(scopeOf(actor), filter, query, now))
    return { ...page, rows: await codeRecords(this.#parts.store, page.rows, now) }
  }

  /** The code with its ties and its history. @throws Refused 404 */
  async get(actor: Actor, id: number): Promise<CodeDetail> {
    const { store, journal, clock } = this.#parts
    const found = await store.read(async (unit) => {
      const code = await unit.codes.get(scopeOf(actor), id)
      if (code === undefined) return undefined
      const agent = code.agentId === null ? undefined : await unit.operators.find(code.agentId)
      // Only the application's owner sees user accounts; agents see none.
      const account =
        code.rechargedAccountId === null
          ? undefined
          : await unit.accounts.findInScope(scopeOf(actor), code.rechargedAccountId)
      return { code, agent, account, seats: await unit.codeSeats.ofCodes([id]) }
    })
    if (found === undefined) throw new Refused(CONSOLE.notFound, 'There is no such code')
    const { code, agent, account, seats } = found
    return {
      ...codeRecord(code, clock.now(), seats.length),
      accounts: this.#accountsOf(actor, code, seats),
      agent_name: agent?.name ?? null,
      device: this.#deviceOf(actor, code, code.accountKey),
      recharged: account === undefined ? null : { id: account.id, user: account.user },
      events: await journal.of(id),
    }
  }

  /** The accounts that use the code, in the order of first uses. */
  #accountsOf(actor: Actor, code: Code, seats: readonly CodeSeat[]): CodeDetail['accounts'] {
    const used = code.accountKey === '' ? seats : [code]
    return used.map((seat) => ({
      account_key: seat.accountKey,
      use_time: seat.useTime,
      end_time: seat.endTime,
      spent: seat.spent,
      device: this.#deviceOf(actor, code, seat.accountKey),
    }))
  }

  #deviceOf(actor: Actor, { appId }: Code, key: string): CodeDetail['device'] {
    if (key === '') return null
    const live = this.#parts.devices.find(appId, key)
    if (live === undefined) return null
    const { id, accountKey, label, agentId, vip } = live.device
    const isSeen = sees(scopeOf(actor), { appId, ownerId: live.ownerId, agentId })
    return isSeen ? { id, account_key: accountKey, label, vip } : null
  }
}

/** @param usedSeats of a code with several */
export function codeRecord(code: Code, now: number, usedSeats: number): CodeRecord {
  const used = code.seats > 1 ? usedSeats : Number(code.accountKey !== '')
  return { ...onRecord(CODE, code), state: codeState(code, now), seats_used: used }
}

/** The records of a page. */
export async function codeRecords(store: Store, codes: readonly Code[], now: number): Promise<CodeRecord[]> {
  const several = codes.filter(({ seats }) => seats > 1).map(({ id }) => id)
  const used =
    several.length === 0 ? undefined : await store.read((unit) => unit.codeSeats.countUsed(several))
  return codes.map((code) => codeRecord(code, now, used?.get(code.id) ?? 0))
}
