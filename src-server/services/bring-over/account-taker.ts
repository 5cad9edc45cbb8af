import type { BroughtAccount, BroughtRow } from '../../domain/bring-over/item.ts'
import { newAccount } from '../../domain/account/account.ts'
import type { Unit } from '../../store/store.ts'
import { oldDigestHash } from '../session/old-digests.ts'
import { TAKE_NOTHING, type BringParts, type Fate } from './bring-parts.ts'

/** Takes user accounts. No password and no digest of the other system is stored: only argon2id of either. */
export class AccountTaker {
  readonly #parts: BringParts
  /** The hashes of the present step, by application and name. */
  #hashes = new Map<string, string>()

  constructor(parts: BringParts) {
    this.#parts = parts
  }

  /** Hashes the passwords of accounts that aren't here yet, one after the other: a sign-in waits for one at most. */
  async prepare(rows: readonly BroughtRow[], appOf: (app: number) => number | undefined): Promise<void> {
    this.#hashes = new Map()
    const { store, passwords } = this.#parts
    for (const row of rows) {
      if (row.kind !== 'account') continue
      const app = appOf(row.app)
      if (app === undefined) continue
      const fate = await store.read((unit) => this.fateOf(unit, row, app))
      if (fate.kind !== 'take') continue
      const { form, text } = row.password
      const hash =
        form === 'none'
          ? ''
          : form === 'md5'
            ? await oldDigestHash(passwords, text)
            : await passwords.hash(text)
      this.#hashes.set(keyOf(row), hash)
    }
  }

  async fateOf(unit: Unit, row: BroughtAccount, app: number | undefined): Promise<Fate> {
    if (app === undefined) return TAKE_NOTHING
    const { user, qq, name, vip, disabled, disableReason, createdAt } = row
    const here = await unit.accounts.find(app, user)
    if (here !== undefined) return here.qq === qq ? { kind: 'same' } : { kind: 'leave', reason: 'name_taken' }
    if ((await unit.accounts.taken(app, { user, qq, ip: '' })) !== undefined)
      return { kind: 'leave', reason: 'qq_taken', detail: qq }
    return {
      kind: 'take',
      act: async (write) => {
        const passwordHash = this.#hashes.get(keyOf(row))
        if (passwordHash === undefined) return false
        const made = newAccount(app, { user, passwordHash, qq }, createdAt ?? this.#parts.clock.now())
        return (await write.accounts.insert({ ...made, name, vip, disabled, disableReason })) !== undefined
      },
    }
  }
}

function keyOf({ app, user }: BroughtAccount): string {
  return `${app} ${user}`
}
