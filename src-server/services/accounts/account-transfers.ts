import { EXPORT_ROWS } from '../../contract/limits.ts'
import type { Clock, Random } from '../../contract/ports.ts'
import type { AccountRecord } from '../../contract/records/account.ts'
import type { ExportFormat, ExportPiece } from '../../contract/records/export.ts'
import { importedAccount, type ImportedAccount } from '../../contract/records/account.ts'
import { ACCOUNT } from '../../contract/subjects/account.ts'
import { namedFields } from '../../contract/subjects/inside.ts'
import type { FieldsOf } from '../../contract/subjects/subject.ts'
import { scopeOf, type Actor } from '../../domain/access/scope.ts'
import { newAccount, type Account } from '../../domain/account/account.ts'
import { isoTime } from '../../domain/export/file-piece.ts'
import { exportColumns } from '../../domain/export/subject-columns.ts'
import type { AccountFilter } from '../../store/repositories/accounts.ts'
import type { ImportItem } from '../../store/repositories/imports.ts'
import { slicesOf, TOGETHER } from '../../store/slices-of.ts'
import type { Store, Unit } from '../../store/store.ts'
import { accountRecord, makePassword } from './accounts.ts'
import type { Applications } from '../applications/applications.ts'
import { audit } from '../platform/audit-trail.ts'
import { bySchema, readRows, withoutNulls, type Candidate, type SkippedRow } from '../imported-rows.ts'
import { ImportLog, type ImportOrder } from '../imports/import-log.ts'
import { accountMark } from '../imports/undo-accounts.ts'
import type { Passwords } from '../session/passwords.ts'
import { withPauses } from '../with-pauses.ts'
import { writeWithPauses } from '../export-piece.ts'

interface Parts {
  readonly store: Store
  readonly applications: Applications
  readonly passwords: Passwords
  readonly clock: Clock
  readonly random: Random
}

export interface ImportedAccounts {
  readonly done: number
  readonly import?: number | undefined
  readonly skipped: SkippedRow[]
  /** Passwords generated for rows that had none. */
  readonly passwords: { row: number; user: string; password: string }[]
}

export interface ExportQuery<F> {
  readonly format: ExportFormat
  readonly filter: F
  readonly search?: string | undefined
  readonly after?: number | undefined
}

/** An account that was never recharged has no end. */
const COLUMNS = exportColumns<FieldsOf<typeof ACCOUNT>, AccountRecord>(ACCOUNT, {
  ends: ({ vip }) => (vip === 0 ? null : isoTime(vip)),
})
/** Row numbers that the audit log keeps of one import. */
const USERS_KEPT = 100

/** Import and export of user accounts. */
export class AccountTransfers {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** A piece of the file, in the order in which the accounts were created. */
  async export(
    actor: Actor,
    { format, filter, search, after }: ExportQuery<AccountFilter>,
  ): Promise<ExportPiece> {
    const scope = scopeOf(actor)
    const rows = await this.#parts.store.read(async (unit) => {
      const ids = await unit.accounts.idsAfter(scope, filter, search, after ?? 0, EXPORT_ROWS)
      return (await unit.accounts.ofIds(scope, ids)).sort((a, b) => a.id - b.id)
    })
    const last = rows.length < EXPORT_ROWS
    const place = { first: after === undefined, last }
    const text = await writeWithPauses(format, COLUMNS, rows, accountRecord, place)
    return { text, rows: rows.length, next: last ? null : (rows.at(-1)?.id ?? null) }
  }

  /**
   * Takes every valid row. Passwords are hashed one after the other, so a sign-in waits for one hash at most.
   * @throws Refused 404 for an unknown application and an import that the rows can't continue, 409 for an undone one
   */
  async import(
    actor: Actor,
    app: number,
    given: readonly unknown[],
    { dryRun, ...origin }: ImportOrder,
  ): Promise<ImportedAccounts> {
    const { applications, store } = this.#parts
    const { ownerId: owner } = applications.require(actor, app)
    const log = new ImportLog(actor, 'account', app, origin)
    await store.read((unit) => log.check(unit))
    const { candidates, skipped } = await readRows(given, bySchema(importedAccount), (row) => [
      ['user', row.user],
      ['qq', row.qq],
    ])
    const { free, taken } = await store.read((unit) => lookFor(unit, app, candidates))
    skipped.push(...taken)
    const passwords: ImportedAccounts['passwords'] = []
    if (!dryRun && free.length > 0) {
      const refused = await this.#take(actor, { app, owner }, free, passwords, log)
      skipped.push(...refused)
    }
    const refusedRows = new Set(skipped.map(({ row }) => row))
    return {
      done: given.length - refusedRows.size,
      import: log.id,
      skipped: skipped.sort((a, b) => a.row - b.row),
      passwords: passwords.filter(({ row }) => !refusedRows.has(row)),
    }
  }

  async #take(
    actor: Actor,
    { app, owner }: { readonly app: number; readonly owner: number },
    rows: readonly Candidate<ImportedAccount>[],
    made: ImportedAccounts['passwords'],
    log: ImportLog,
  ): Promise<SkippedRow[]> {
    const { store, passwords, clock, random } = this.#parts
    const hashes = new Map<number, string>()
    for (const { row, value } of rows) {
      const password = value.password ?? makePassword(random)
      hashes.set(row, await passwords.hash(password))
      if (typeof value.password !== 'string') made.push({ row, user: value.user, password })
    }
    return store.write(
      async (unit) => {
        const refused: SkippedRow[] = []
        const users: string[] = []
        const items: ImportItem[] = []
        for await (const some of withPauses(slicesOf(rows, TOGETHER))) {
          const wanted = some.map(({ row, value }) =>
            accountOf(app, value, hashes.get(row) ?? '', clock.now()),
          )
          const inserted = await unit.accounts.insertMany(wanted)
          const here = new Set(inserted.map(({ user }) => user))
          const left = some.filter(({ value }) => !here.has(value.user))
          const reasons = await reasonsTaken(unit, app, left)
          for (const { row } of left) refused.push({ row, reason: reasons.get(row) ?? 'exists' })
          for (const account of inserted) {
            users.push(account.user)
            items.push({ itemId: account.id, mark: accountMark(account), before: null })
          }
        }
        if (users.length > 0) {
          await log.keep(unit, items, clock.now())
          await audit(unit, actor, clock.now(), {
            action: 'account_import',
            subject: { kind: 'application', id: app, label: String(app) },
            app,
            owner,
            after: { count: users.length, users: users.slice(0, USERS_KEPT) },
          })
        }
        return refused
      },
      { durable: true },
    )
  }
}

/** Splits rows into those that can become accounts, and those whose name or number is taken. */
async function lookFor(
  unit: Unit,
  app: number,
  candidates: readonly Candidate<ImportedAccount>[],
): Promise<{ free: Candidate<ImportedAccount>[]; taken: SkippedRow[] }> {
  const free: Candidate<ImportedAccount>[] = []
  const taken: SkippedRow[] = []
  for await (const some of withPauses(slicesOf(candidates, TOGETHER))) {
    const reasons = await reasonsTaken(unit, app, some)
    for (const candidate of some) {
      const reason = reasons.get(candidate.row)
      if (reason === undefined) free.push(candidate)
      else taken.push({ row: candidate.row, reason })
    }
  }
  return { free, taken }
}

function accountOf(
  app: number,
  row: ImportedAccount,
  passwordHash: string,
  now: number,
): Omit<Account, 'id'> {
  const named = namedFields(ACCOUNT, withoutNulls(row))
  return {
    ...newAccount(app, { user: row.user, passwordHash, qq: row.qq }, now),
    ...named,
    name: named.name || row.user,
  }
}

/** The reason why a row can't become an account, by its number: another account has the QQ number or the name. */
async function reasonsTaken(
  unit: Unit,
  app: number,
  rows: readonly Candidate<ImportedAccount>[],
): Promise<ReadonlyMap<number, string>> {
  if (rows.length === 0) return new Map()
  const alike = await unit.accounts.alike(
    app,
    rows.map(({ value }) => value),
  )
  const [numbers, users] = [new Set(alike.map(({ qq }) => qq)), new Set(alike.map(({ user }) => user))]
  return new Map(
    rows.flatMap(({ row, value: { user, qq } }): [number, string][] => {
      if (numbers.has(qq)) return [[row, 'qq: exists']]
      return users.has(user) ? [[row, 'user: exists']] : []
    }),
  )
}
