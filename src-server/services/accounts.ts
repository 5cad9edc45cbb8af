import { CONSOLE } from '../contract/error-codes.ts'
import type { BulkResult, ListQuery, Page } from '../contract/paging.ts'
import type { Clock } from '../contract/ports.ts'
import type { AccountRecord } from '../contract/records/account.ts'
import { scopeOf, type Actor } from '../domain/access/scope.ts'
import { newAccount, type Account } from '../domain/account/account.ts'
import type { Store } from '../store/store.ts'
import type { Applications } from './applications.ts'
import type { Passwords } from './passwords.ts'
import { Refused } from './refused.ts'

interface Parts {
  readonly store: Store
  readonly applications: Applications
  readonly passwords: Passwords
  readonly clock: Clock
}

export type AccountQuery = ListQuery<'id' | 'user' | 'vip' | 'created_at' | 'last_login_at'>

/** The members a call may name; undefined and absent are the same. */
export interface AccountFields {
  readonly qq?: string | undefined
  readonly name?: string | undefined
  readonly vip?: number | undefined
  readonly disabled?: boolean | undefined
  readonly disableReason?: string | undefined
}

/** Accounts of applications as those who manage them see and change them. */
export class Accounts {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async list(
    actor: Actor,
    filter: { readonly app?: number | undefined; readonly disabled?: boolean | undefined },
    query: AccountQuery,
  ): Promise<Page<AccountRecord>> {
    const page = await this.#parts.store.read((unit) => unit.accounts.list(scopeOf(actor), filter, query))
    return { total: page.total, rows: page.rows.map(accountRecord) }
  }

  /** @throws Refused 404 for a foreign application, 409 for a name or qq that is taken. */
  async create(
    actor: Actor,
    app: number,
    made: { readonly user: string; readonly password: string; readonly qq: string },
    fields: AccountFields,
  ): Promise<AccountRecord> {
    const { store, applications, passwords, clock } = this.#parts
    applications.require(actor, app)
    const passwordHash = await passwords.hash(made.password)
    return store.write(
      async (unit) => {
        const { user, qq } = made
        const account = await unit.accounts.insert({
          ...newAccount(app, { user, passwordHash, qq }, clock.now()),
          ...named(fields),
        })
        if (account === undefined) throw taken(await unit.accounts.taken(app, { user, qq, ip: '' }))
        return accountRecord(account)
      },
      { durable: true },
    )
  }

  /** @throws Refused 404, 409 for a qq that is taken. */
  async update(
    actor: Actor,
    id: number,
    fields: AccountFields,
    password: string | undefined,
  ): Promise<AccountRecord> {
    const { store, passwords } = this.#parts
    // Nobody makes the server hash for a foreign account.
    await store.read((unit) => unit.accounts.findInScope(scopeOf(actor), id)).then(requireFound)
    const renewed = password !== undefined && {
      passwordHash: await passwords.hash(password),
      failures: 0,
      lockedUntil: 0,
    }
    return store.write(
      async (unit) => {
        requireFound(await unit.accounts.findInScope(scopeOf(actor), id))
        const account = await unit.accounts.update(id, { ...named(fields), ...(renewed || {}) })
        if (account === undefined) throw taken('qq')
        return accountRecord(account)
      },
      { durable: true },
    )
  }

  async delete(actor: Actor, ids: readonly number[]): Promise<BulkResult> {
    return this.#parts.store.write(
      async (unit) => {
        const skipped: BulkResult['skipped'] = []
        for (const id of ids) {
          const account = await unit.accounts.findInScope(scopeOf(actor), id)
          if (account === undefined || !(await unit.accounts.delete(id)))
            skipped.push({ id, reason: 'unknown' })
        }
        return { done: ids.length - skipped.length, skipped }
      },
      { durable: true },
    )
  }
}

export function accountRecord(account: Account): AccountRecord {
  return {
    id: account.id,
    app: account.appId,
    user: account.user,
    qq: account.qq,
    name: account.name,
    inviter: account.inviterId,
    registration_ip: account.registrationIp,
    vip: account.vip,
    disabled: account.disabled,
    disable_reason: account.disableReason,
    locked_until: account.lockedUntil,
    last_login_at: account.lastLoginAt,
    created_at: account.createdAt,
  }
}

/** Without the members nothing is said of. */
function named({ qq, name, vip, disabled, disableReason }: AccountFields) {
  return {
    ...(qq !== undefined && { qq }),
    ...(name !== undefined && { name }),
    ...(vip !== undefined && { vip }),
    ...(disabled !== undefined && { disabled }),
    ...(disableReason !== undefined && { disableReason }),
  }
}

function requireFound(account: Account | undefined): void {
  if (account === undefined) throw new Refused(CONSOLE.notFound, 'There is no such account')
}

function taken(member: 'user' | 'qq' | 'ip' | undefined): Refused {
  const field = member === 'user' ? 'user' : 'qq'
  return new Refused(CONSOLE.conflict, 'Another account of the application has it already', {
    [field]: 'taken',
  })
}
