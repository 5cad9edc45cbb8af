import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { CONNECTIONS_PER_NETWORK } from '../contract/limits.ts'
import { FREE_FAILURES } from '../domain/access/lockout.ts'
import { defaultSettings } from '../domain/application/create.ts'
import { MOST_FAILURES } from './accounts/account-logins.ts'
import { MOST_UNKNOWN } from './codes/code-guesses.ts'
import { MOST_FREE, MOST_TRIALS } from './devices/new-record-limits.ts'
import { MOST_AN_HOUR } from './devices/violation-reports.ts'
import { MOST_FOR_APPLICATION, MOST_FROM_NETWORK, MOST_UNKNOWN_CODES } from './messenger/bind-guesses.ts'
import { MOST_CODES } from './messenger/messenger-binds.ts'
import { MOST_A_MINUTE } from './messenger/notifications.ts'
import { SHARED_TIMES } from './network-allowance.ts'
import {
  MOST_LOOKUPS,
  MOST_MISSES,
  MOST_OF_SUBJECT,
  MOST_PICTURES,
  MOST_REQUESTS,
} from './selfservice/flood-limits.ts'
import { MOST_OF_NAME, MOST_OF_NETWORK } from './session/sign-in-limits.ts'

const DOCS = join(import.meta.dirname, '../../docs')
const readSection = (file: string, title: string): string =>
  new RegExp(`^## ${title}$(.*?)(?:^## |(?![^]))`, 'ms').exec(readFileSync(join(DOCS, file), 'utf8'))?.[1] ??
  ''
const section = readSection('operators.md', 'Limits')

/** The rows of a table of limits: what it limits, and all numbers of the limit. */
function rowsOf(text: string): { readonly what: string; readonly numbers: readonly number[] }[] {
  return [...text.matchAll(/^\| ([^|]*?) +\| ([^|]*\d[^|]*)\|/gm)].map(([, what = '', limit = '']) => ({
    what,
    numbers: (limit.match(/\d+/g) ?? []).map(Number),
  }))
}

/** The first number of each row's limit, by what it limits. */
const table = new Map(
  rowsOf(section)
    .filter(({ numbers: [most] }) => most !== undefined)
    .map(({ what, numbers }) => [what, numbers[0]]),
)

it('the table of limits in the guide for operators says what the code does', () => {
  expect(Object.fromEntries(table)).toEqual({
    'open connections': CONNECTIONS_PER_NETWORK,
    'new trials (`mt5logon`)': MOST_TRIALS,
    'new trials, in all': defaultSettings('').mt5.trialsADay,
    'new records of free mode': MOST_FREE,
    'unknown codes (`kmlogon`, `kmunmachine`)': MOST_UNKNOWN,
    'new user accounts (`userreg`)': 1,
    'wrong passwords (`userlogon`)': FREE_FAILURES,
    'wrong passwords (`userlogon`), in all': MOST_FAILURES,
    'wrong passwords of operators': FREE_FAILURES,
    'wrong passwords of operators, under any name': MOST_OF_NETWORK,
    'wrong passwords of operators, from anywhere': MOST_OF_NAME,
    'wrong bind secrets': MOST_FROM_NETWORK,
    'wrong bind secrets, in all': MOST_FOR_APPLICATION,
    'unknown bind codes': MOST_UNKNOWN_CODES,
    'new bind codes': MOST_CODES,
    'messages (`mt5notify`)': MOST_A_MINUTE,
    'mails (`violationsinfo`)': MOST_AN_HOUR,
    'look-ups of the public page': MOST_LOOKUPS,
    'look-ups that find nothing': MOST_MISSES,
    'new requests': MOST_REQUESTS,
    'new requests, in all': MOST_OF_SUBJECT,
    pictures: MOST_PICTURES,
  })
  expect(section).toContain(`${SHARED_TIMES} times`)
})

it('the Chinese table has the same limits in the same order', () => {
  const most = (text: string) => rowsOf(text).map(({ numbers }) => numbers[0])
  expect(most(readSection('zh-CN/operators.md', '限制'))).toEqual(most(section))
})
