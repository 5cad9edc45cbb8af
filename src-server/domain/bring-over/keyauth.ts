import { PERMANENT_VIP } from '../../contract/limits.ts'
import { accountRow } from './account-row.ts'
import { isObject, listOf, objectOf, textOf, timeOf, wholeOf, type JsonObject } from './json-values.ts'
import type { BroughtRow, Place } from './item.ts'
import { plainCode } from './plain-code.ts'

const DAY = 86_400
/** KeyAuth has no unlimited licence: people give one ten years or more. */
const LIFETIME_SECONDS = 3650 * DAY

/**
 * KeyAuth's licences and users: the answers of its seller API (`fetchallkeys`, `fetchallusers`), the download of its
 * console, and both in one object. Everything goes to one application.
 * @returns undefined where the JSON is something else
 */
export function readKeyauth(json: unknown): BroughtRow[] | undefined {
  const document = Array.isArray(json) ? { keys: json } : objectOf(json)
  const keys = listOf(document['keys'] ?? document['licenses'])
  const users = listOf(document['users'])
  if (keys.length + users.length === 0 || !keys.every((key) => textOf(key['key']) !== '')) return undefined
  const machines = new Map(users.map((user) => [textOf(user['username']), machineOf(user['hwid'])]))
  return [
    ...keys.map((key, at) => licenceOf(key, at + 1, machines)),
    ...users.map((user, at) => userOf(user, at + 1)),
  ]
}

function licenceOf(key: JsonObject, line: number, machines: ReadonlyMap<string, string>): BroughtRow {
  const kami = textOf(key['key'])
  const place: Place = { table: 'keys', line, label: kami }
  // The seller API says seconds, the console's download says days.
  const seconds = wholeOf(key['expires']) ?? (wholeOf(key['expiry']) ?? 0) * DAY
  const usedAt = timeOf(key['usedon'])
  const status = textOf(key['status']).toLowerCase()
  const usedBy = textOf(key['usedby'])
  const level = textOf(key['level'])
  const used = usedAt === null ? {} : { use_time: usedAt, markcode: machines.get(usedBy) ?? '' }
  return plainCode(
    {
      kami,
      ...(seconds >= LIFETIME_SECONDS
        ? { type: 'permanent' }
        : { type: 'time', unit: 'second', amount: seconds }),
      ...used,
      disabled: ['banned', 'paused'].includes(status) || isBanned(key),
      note: [textOf(key['note']), level === '' ? '' : `level ${level}`, usedBy].filter(Boolean).join(' · '),
    },
    { place, createdAt: timeOf(key['gendate']), remarks: [] },
  )
}

function userOf(user: JsonObject, line: number): BroughtRow {
  const name = textOf(user['username'])
  const place: Place = { table: 'users', line, label: name }
  const ends = listOf(user['subscriptions']).map((one) => timeOf(one['expiry']) ?? 0)
  return accountRow(
    {
      app: 0,
      user: name,
      qq: textOf(user['email']),
      name,
      vip: Math.min(Math.max(0, ...ends, timeOf(user['expiry']) ?? 0), PERMANENT_VIP),
      disabled: isBanned(user),
      disableReason: textOf(user['banned']).slice(0, 255),
      // KeyAuth has bcrypt's digest, which this server can't compare.
      password: { form: 'none', text: '' },
      createdAt: timeOf(user['createdate']),
      remarks: machineOf(user['hwid']) === '' ? [] : ['machines_left'],
    },
    place,
  )
}

/** KeyAuth writes the reason of a ban. */
function isBanned(row: JsonObject): boolean {
  const { banned } = row
  return banned === true || (textOf(banned) !== '' && textOf(banned) !== '0')
}

function machineOf(hwid: unknown): string {
  const first: unknown = Array.isArray(hwid) ? hwid[0] : hwid
  return isObject(first) ? '' : textOf(first).slice(0, 256)
}
