import { CONSOLE } from '../../contract/error-codes.ts'
import type { BulkResult, ListQuery, Page } from '../../contract/paging.ts'
import type { Clock, Random } from '../../contract/ports.ts'
import type { AccountRecord } from '../../contract/records/account.ts'
import { ACCOUNT } from '../../contract/subjects/account.ts'
import { onRecord, type ChangeOf } from '../../contract/subjects/inside.ts'
import { scopeOf, type Actor } from '../../domain/access/scope.ts'
import { generateKami } from '../../domain/code/generate.ts'
import { newAccount, type Account } from '../../domain/account/account.ts'
import type { AccountFilter, AccountSort } from '../../store/repositories/accounts.ts'
import { slicesOf, TOGETHER } from '../../store/slices-of.ts'
import type { Store, WriteUnit } from '../../store/store.ts'
import type { Applications } from '../applications/applications.ts'
import { audit, auditEach } from '../platform/audit-trail.ts'
import type { Passwords } from '../session/passwords.ts'
import { licencesChanged } from '../webhooks/licence-changes.ts'
import { Refused } from '../refused.ts'
import { withPauses } from '../with-pauses.ts'

interface Parts {
  readonly store: Store
  readonly applications: Applications
  readonly passwords: Passwords
  readonly clock: Clock
  readonly random: Random
}

export type AccountQuery = ListQuery<AccountSort>

/** The members a call may name, but for the password. */
export type AccountFields = ChangeOf<typeof ACCOUNT>

/** User accounts of applications, for the operators who manage them. */
export class Accounts {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async list(actor: Actor, filter: AccountFilter, query: AccountQuery): Promise<Page<AccountRecord>> {
    const page = await this.#parts.store.read((unit) => unit.accounts.list(scopeOf(actor), filter, query))
    return { ...page, rows: page.rows.map(accountRecord) }
  }

  /** The account with the name of the account that invited it. @throws Refused 404 */
  async get(actor: Actor, id: number): Promise<AccountRecord & { inviter_user: string | null }> {
    return this.#parts.store.read(async (unit) => {
      const account = requireFound(await unit.accounts.findInScope(scopeOf(actor), id))
      const { appId, inviterId } = account
      const inviter = inviterId === null ? undefined : await unit.accounts.findById(appId, inviterId)
      return { ...accountRecord(account), inviter_user: inviter?.user ?? null }
    })
  }

  /** @throws Refused 404 for an unknown application, 409 for a name or qq that is taken */
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
          ...fields,
        })
        if (account === undefined) throw taken(await unit.accounts.taken(app, { user, qq, ip: '' }))
        await this.#note(unit, actor, 'account_create', undefined, account)
        return accountRecord(account)
      },
      { durable: true },
    )
  }

  /** @throws Refused 404, 409 for a qq that is taken */
  async update(
    actor: Actor,
    id: number,
    fields: AccountFields,
    password: string | undefined,
  ): Promise<AccountRecord> {
    const { store, passwords } = this.#parts
    // Checked first, so that nobody makes the server hash for an account that they may not see.
    await store.read((unit) => unit.accounts.findInScope(scopeOf(actor), id)).then(requireFound)
    const passwordHash = password === undefined ? undefined : await passwords.hash(password)
    return this.#update(actor, id, fields, passwordHash, 'account_update')
  }

  /** Sets the password, or generates one, and returns it. @throws Refused 404 */
  async resetPassword(actor: Actor, id: number, given: string | undefined): Promise<string> {
    const { store, passwords, random } = this.#parts
    await store.read((unit) => unit.accounts.findInScope(scopeOf(actor), id)).then(requireFound)
    const password = given ?? makePassword(random)
    await this.#update(actor, id, {}, await passwords.hash(password), 'account_password_reset')
    return password
  }

  async delete(actor: Actor, ids: readonly number[]): Promise<BulkResult> {
    return this.#parts.store.write(
      async (unit) => {
        const deleted: Account[] = []
        for await (const some of withPauses(slicesOf([...new Set(ids)], TOGETHER))) {
          const found = await unit.accounts.ofIds(scopeOf(actor), some)
          const gone = new Set(await unit.accounts.delete(found.map(({ id }) => id)))
          deleted.push(...found.filter(({ id }) => gone.has(id)))
        }
        const rows = deleted.map((before) => ({
          ...this.#subjectOf(actor, before),
          action: 'account_delete',
          before,
        }))
        await auditEach(unit, actor, this.#parts.clock.now(), rows)
        // An id that comes twice is unknown the second time.
        const done = new Set(deleted.map(({ id }) => id))
        const skipped = ids.filter((id) => !done.delete(id)).map((id) => ({ id, reason: 'unknown' }))
        return { done: deleted.length, skipped }
      },
      { durable: true },
    )
  }

  /** @param passwordHash a new one ends the lock after failed logins */
  #update(
    actor: Actor,
    id: number,
    fields: AccountFields,
    passwordHash: string | undefined,
    action: string,
  ): Promise<AccountRecord> {
    const renewed = passwordHash === undefined ? {} : { passwordHash, failures: 0, lockedUntil: 0 }
    return this.#parts.store.write(
      async (unit) => {
        const before = requireFound(await unit.accounts.findInScope(scopeOf(actor), id))
        const account = await unit.accounts.update(id, { ...fields, ...renewed })
        if (account === undefined) throw taken('qq')
        await this.#note(unit, actor, action, before, account)
        const cause = { what: 'user_accounts', by: actor.name, at: this.#parts.clock.now() } as const
        await licencesChanged(unit, cause, [
          { app: account.appId, name: account.user, before: before.vip, after: account.vip },
        ])
        return accountRecord(account)
      },
      { durable: true },
    )
  }

  async #note(
    unit: WriteUnit,
    actor: Actor,
    action: string,
    before: Account | undefined,
    after: Account | undefined,
  ): Promise<void> {
    const account = after ?? before
    if (account === undefined) return
    const change = { ...this.#subjectOf(actor, account), action, before, after }
    await audit(unit, actor, this.#parts.clock.now(), change)
  }

  /** The account as an entry of the audit log names it. */
  #subjectOf(actor: Actor, { id, appId: app, user }: Account) {
    const { ownerId: owner } = this.#parts.applications.require(actor, app)
    return { subject: { kind: 'account', id, label: user }, app, owner }
  }
}

/** Easy to read out and to type: no 0, O, 1, l, I. 69 bits. */
const MADE_PASSWORD = {
  prefix: '',
  length: 12,
  alphabet: '23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz',
}

/** Generates a password for an account that was given none. */
export function makePassword(random: Random): string {
  return generateKami(random, MADE_PASSWORD)
}

export function accountRecord(account: Account): AccountRecord {
  return onRecord(ACCOUNT, account)
}

function requireFound(account: Account | undefined): Account {
  if (account === undefined) throw new Refused(CONSOLE.notFound, 'There is no such account')
  return account
}

function taken(member: 'user' | 'qq' | 'ip' | undefined): Refused {
  const field = member === 'user' ? 'user' : 'qq'
  return new Refused(CONSOLE.conflict, 'Another account of the application has it already', {
    [field]: 'taken',
  })
}
