import { CONSOLE } from '../../contract/error-codes.ts'
import type { ListQuery, Page } from '../../contract/paging.ts'
import type { Clock } from '../../contract/ports.ts'
import type { CodeDetail, CodeRecord } from '../../contract/records/code.ts'
import { CODE } from '../../contract/subjects/code.ts'
import { onRecord } from '../../contract/subjects/inside.ts'
import { scopeOf, sees, type Actor } from '../../domain/access/scope.ts'
import { codeState, type Code } from '../../domain/code/code.ts'
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
    return { ...page, rows: page.rows.map((code) => codeRecord(code, now)) }
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
      return { code, agent, account }
    })
    if (found === undefined) throw new Refused(CONSOLE.notFound, 'There is no such code')
    const { code, agent, account } = found
    return {
      ...codeRecord(code, clock.now()),
      agent_name: agent?.name ?? null,
      device: this.#deviceOf(actor, code),
      recharged: account === undefined ? null : { id: account.id, user: account.user },
      events: await journal.of(id),
    }
  }

  #deviceOf(actor: Actor, code: Code): CodeDetail['device'] {
    if (code.accountKey === '') return null
    const live = this.#parts.devices.find(code.appId, code.accountKey)
    if (live === undefined) return null
    const { id, accountKey, label, agentId, vip } = live.device
    const isSeen = sees(scopeOf(actor), { appId: code.appId, ownerId: live.ownerId, agentId })
    return isSeen ? { id, account_key: accountKey, label, vip } : null
  }
}

export function codeRecord(code: Code, now: number): CodeRecord {
  return { ...onRecord(CODE, code), state: codeState(code, now), seats_used: code.accountKey === '' ? 0 : 1 }
}
