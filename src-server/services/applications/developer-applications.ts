import { isShutOut, type Operator } from '../../domain/access/operator.ts'
import type { Application } from '../../domain/application/application.ts'
import type { Clock } from '../../contract/ports.ts'
import type { Store } from '../../store/store.ts'
import { audit } from '../platform/audit-trail.ts'
import { keepNothing, type KeepAnswer } from '../signatures/signature-memory.ts'
import type { OperatorCredentials } from '../session/operator-credentials.ts'

interface Parts {
  readonly store: Store
  readonly credentials: OperatorCredentials
  readonly clock: Clock
}

export interface DeveloperCredentials {
  readonly user: string
  readonly pass: string
  readonly ip: string
}

export type DeveloperRefusal =
  | { readonly outcome: 'unknown' | 'wrong' | 'waits' }
  /** Frozen or banned: only a caller who knows the password gets this answer. */
  | { readonly outcome: 'shutOut'; readonly reason: string }

/** More applications than any developer has. */
const MOST_LISTED = 10_000
/** The settings of openrc42 (the specification, openrc42 and Limits). */
const RC4_MODE = { encrypt: true, miType: 3, sign: true, window: 10 } as const

/** Calls of developers from outside the console (the specification, logongetapp and openrc42). */
export class DeveloperApplications {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async list(
    given: DeveloperCredentials,
  ): Promise<DeveloperRefusal | { readonly outcome: 'listed'; readonly applications: Application[] }> {
    const judged = await this.#signIn(given)
    if (judged.outcome !== 'right') return judged
    const page = await this.#parts.store.read((unit) =>
      unit.applications.list(
        ownedBy(judged.operator),
        {},
        { offset: 0, limit: MOST_LISTED, sort: 'app', desc: false },
      ),
    )
    return { outcome: 'listed', applications: page.rows }
  }

  /** Switches an application of the developer to RC4-2, from the commit on. */
  async openRc4(
    given: DeveloperCredentials,
    appId: number,
    keep: KeepAnswer<'opened'> = keepNothing,
  ): Promise<
    | DeveloperRefusal
    | { readonly outcome: 'foreign' }
    | { readonly outcome: 'opened'; readonly rc4Key: string }
  > {
    const judged = await this.#signIn(given)
    if (judged.outcome !== 'right') return judged
    const { store, clock } = this.#parts
    const { operator } = judged
    const { id, name, role } = operator
    const person = { operatorId: id, personId: id, name, role, ip: given.ip }
    return store.write(
      async (unit) => {
        const found = await unit.applications.find(appId)
        if (found?.ownerId !== operator.id) return { outcome: 'foreign' }
        const opened = await unit.applications.update(appId, RC4_MODE)
        if (opened === undefined) throw new Error('the application is gone')
        await audit(unit, person, clock.now(), {
          action: 'openrc42',
          subject: { kind: 'application', id: appId, label: opened.name },
          app: appId,
          owner: opened.ownerId,
          before: found,
          after: opened,
        })
        unit.changed('application', appId, opened)
        await keep(unit, 'opened')
        return { outcome: 'opened', rc4Key: opened.rc4Key }
      },
      { durable: true },
    )
  }

  async #signIn({
    user,
    pass,
    ip,
  }: DeveloperCredentials): Promise<
    DeveloperRefusal | { readonly outcome: 'right'; readonly operator: Operator }
  > {
    const { credentials } = this.#parts
    const judged = await credentials.judgeInTurn(user, pass, ip)
    if (judged.outcome !== 'right') return judged
    await credentials.forgetFailures(user, ip)
    const { operator } = judged
    return isShutOut(operator) ? { outcome: 'shutOut', reason: operator.stateReason } : judged
  }
}

function ownedBy(operator: Operator) {
  return { kind: 'ownedBy', operatorId: operator.id } as const
}
