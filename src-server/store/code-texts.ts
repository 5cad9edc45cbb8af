import { PERMANENT_VIP } from '../contract/limits.ts'
import type { EditableCode } from '../domain/code/edit.ts'
import type { CodeChange } from '../domain/code/login-decision.ts'
import { membersOf } from './members-of.ts'
import type { CodeAt, NewCode } from './repositories/codes.ts'

/** A login's change as parameters of the statement. null leaves a member unchanged. */
export type CodeChangeRow = {
  readonly [K in keyof CodeChange]-?: Exclude<CodeChange[K], undefined> | null
} & CodeAt

export const NO_CHANGE = {
  markcode: null,
  ip: null,
  ip6: null,
  useTime: null,
  endTime: null,
  left: null,
  accountKey: null,
  gaveSeconds: null,
  recordEndBefore: null,
}

export const EDITED_MEMBERS = membersOf<EditableCode>({
  type: true,
  seconds: true,
  left: true,
  markcode: true,
  ip: true,
  ip6: true,
  endTime: true,
  disabled: true,
  note: true,
  tags: true,
  fields: true,
  seats: true,
  agentId: true,
  recycledAt: true,
  gaveSeconds: true,
  recordEndBefore: true,
  takenSeconds: true,
  accountKey: true,
  spent: true,
})
export const NEW_MEMBERS = membersOf<NewCode>({
  appId: true,
  kami: true,
  type: true,
  seconds: true,
  left: true,
  note: true,
  tags: true,
  fields: true,
  seats: true,
  agentId: true,
  batchId: true,
  createdAt: true,
})

const NEXT = 'revision = revision + 1'
const AT = 'id = @id AND revision = @revision'
const OF_ACCOUNT = 'app_id = @appId AND account_key = @accountKey'
const HAS_ACCOUNT = `account_key <> ''`
/** The condition on a code with one seat that was used for a trading account. */
const USED_FOR = `${OF_ACCOUNT} AND ${HAS_ACCOUNT}`
const PERMANENT = `gave_seconds >= ${PERMANENT_VIP} AND taken_seconds IS NULL`

/** A trading account, or several: what follows FROM, the condition on a row, and the account's key. */
export interface AccountsText {
  readonly from: string
  readonly isTheirs: string
  readonly key: string
}
/** One trading account, whose members are parameters. */
export const ONE_ACCOUNT: AccountsText = { from: '', isTheirs: OF_ACCOUNT, key: '@accountKey' }

/** @returns an UPDATE of codes with one seat that were used for these accounts */
function usedFor({ from, isTheirs }: AccountsText, change: string, where = ''): string {
  return `UPDATE codes SET ${change} ${from} WHERE ${isTheirs} AND ${HAS_ACCOUNT}${where}`
}

function returned({ key }: AccountsText): string {
  return `RETURNING id, app_id AS "appId", ${key} AS "accountKey"`
}

/** Statements on codes, the same for each engine. @param all the columns of a code, for SELECT and RETURNING */
export function codeTexts(all: string) {
  return {
    any: 'SELECT 1 FROM codes LIMIT 1',
    // `find` and `spend` run at each login. Parameters by name would cost them 0.4 us a call on SQLite.
    find: `SELECT ${all} FROM codes WHERE app_id = ? AND kami = ?`,
    // One look-up in the index of (app_id, kami) for each application.
    findEverywhere: `SELECT ${all} FROM codes
      WHERE app_id IN (SELECT id FROM applications) AND kami = @kami AND recycled_at IS NULL ORDER BY app_id`,
    // NULL leaves a member unchanged, and a login never empties one. Nothing is returned, because that would
    // cost more than the write.
    change: `UPDATE codes SET markcode = coalesce(@markcode, markcode), ip = coalesce(@ip, ip), ip6 = coalesce(@ip6, ip6),
        use_time = coalesce(@useTime, use_time), end_time = coalesce(@endTime, end_time),
        "left" = coalesce(@left, "left"), account_key = coalesce(@accountKey, account_key),
        gave_seconds = coalesce(@gaveSeconds, gave_seconds),
        record_end_before = coalesce(@recordEndBefore, record_end_before), ${NEXT}
      WHERE ${AT}`,
    // For a code already in use: these columns are in no list index and no search index, so the update is
    // cheap.
    spend: `UPDATE codes SET ip = coalesce(?, ip), ip6 = coalesce(?, ip6), "left" = coalesce(?, "left"), ${NEXT}
      WHERE id = ? AND revision = ?`,
    unbind: `UPDATE codes SET markcode = '', ip = '', ip6 = '', end_time = @endTime, "left" = @left, unbinds = unbinds + 1,
        last_unbind = @lastUnbind, ${NEXT}
      WHERE ${AT} RETURNING ${all}`,
    recharge: `UPDATE codes SET recharged_account_id = @accountId, use_time = coalesce(use_time, @at), ${NEXT}
      WHERE ${AT} AND recharged_account_id IS NULL RETURNING ${all}`,
    spendOf: (accounts: AccountsText) =>
      usedFor(accounts, `spent = true, ${NEXT}`, ' AND gave_seconds IS NOT NULL'),
    disableOf: (accounts: AccountsText) =>
      `${usedFor(accounts, 'disabled = true', ' AND recycled_at IS NULL AND NOT disabled')} ${returned(accounts)}`,
    /** @param accounts of the codes, whose ids are `but` */
    permanentsOf: ({ isTheirs }: AccountsText, but: string) => `SELECT ${all} FROM codes
      WHERE ${isTheirs} AND ${HAS_ACCOUNT} AND id <> ${but} AND ${PERMANENT} AND NOT spent ORDER BY id`,
    voidPermanents: `UPDATE codes SET gave_seconds = 0, record_end_before = NULL, ${NEXT}
      WHERE ${USED_FOR} AND id <> @but AND ${PERMANENT}`,
    setEndBeneath: `UPDATE codes SET record_end_before = @end, ${NEXT} WHERE id = @id`,
    // A code without a duration of its own keeps its exact end.
    releaseOf: (accounts: AccountsText) =>
      `${usedFor(
        accounts,
        `account_key = '', markcode = '', ip = '', ip6 = '', use_time = NULL,
        end_time = CASE WHEN seconds > 0 THEN NULL ELSE end_time END, gave_seconds = NULL,
        record_end_before = NULL, spent = false, taken_seconds = NULL, ${NEXT}`,
      )} ${returned(accounts)}`,
    dropField: `UPDATE codes SET fields = @fields, ${NEXT} WHERE id = @id`,
    last: 'SELECT max(id) AS id FROM codes',
    /** @param isOne the condition on the trading account's id */
    ofAccounts: (isOne: string) => `SELECT count(*) AS total FROM devices d JOIN codes c
      ON c.app_id = d.app_id AND c.account_key = d.account_key AND c.account_key <> '' AND c.recycled_at IS NULL
      WHERE d.id ${isOne}`,
  }
}

/** Statements on one code's seats, the same for each engine. */
export const SEAT_TEXTS = {
  spendCode: `UPDATE codes SET use_time = coalesce(use_time, @useTime), "left" = coalesce(@left, "left"), ${NEXT}
    WHERE ${AT}`,
  /** @param isOne the condition on the code's id */
  touch: (isOne: string) => `UPDATE codes SET ${NEXT} WHERE id ${isOne}`,
  unbind: `UPDATE codes SET markcode = '', ip = '', ip6 = '' WHERE id = ? AND markcode <> ''`,
  /** @param isOne the condition on the code's id */
  count: (isOne: string) =>
    `SELECT code_id AS id, count(*) AS used FROM code_seats WHERE code_id ${isOne} GROUP BY code_id`,
  serves: `SELECT 1 FROM codes c JOIN code_seats s ON s.code_id = c.id
    WHERE c.app_id = @appId AND c.kami = @kami AND s.account_key = @accountKey LIMIT 1`,
  beneath: 'UPDATE code_seats SET record_end_before = @end WHERE code_id = @id AND account_key = @accountKey',
}

/** Statements on all seats of a trading account, the same for each engine. */
export const SEATS_OF_ACCOUNT_TEXTS = {
  touch: `UPDATE codes SET ${NEXT} WHERE id IN (SELECT code_id FROM code_seats WHERE ${OF_ACCOUNT})`,
  spend: `UPDATE code_seats SET spent = true WHERE ${OF_ACCOUNT} AND gave_seconds IS NOT NULL AND NOT spent
    RETURNING code_id AS id, app_id AS "appId", account_key AS "accountKey"`,
  free: `SELECT s.code_id AS id, s.app_id AS "appId", s.account_key AS "accountKey",
      (SELECT count(*) FROM code_seats o WHERE o.code_id = s.code_id) AS used, c.seats
    FROM code_seats s JOIN codes c ON c.id = s.code_id WHERE s.app_id = @appId AND s.account_key = @accountKey`,
  remove: `DELETE FROM code_seats WHERE ${OF_ACCOUNT}`,
  /** @param isOne the condition on the code's id */
  unuse: (isOne: string) => `UPDATE codes SET use_time = NULL
    WHERE id ${isOne} AND NOT EXISTS (SELECT 1 FROM code_seats WHERE code_id = codes.id)`,
  voidGifts: `UPDATE code_seats SET gave_seconds = 0, record_end_before = NULL
    WHERE ${OF_ACCOUNT} AND code_id <> @but AND gave_seconds >= ${PERMANENT_VIP} AND taken_seconds IS NULL`,
  permanents: `SELECT id, code_id AS code FROM code_seats
    WHERE ${OF_ACCOUNT} AND code_id <> @but AND gave_seconds >= ${PERMANENT_VIP} AND taken_seconds IS NULL AND NOT spent
    ORDER BY id`,
  /** @param isOne the condition on the trading account's id */
  countOf: (isOne: string) => `SELECT count(*) AS total FROM devices d
    JOIN code_seats s ON s.app_id = d.app_id AND s.account_key = d.account_key
    JOIN codes c ON c.id = s.code_id AND c.recycled_at IS NULL
    WHERE d.id ${isOne}`,
}
