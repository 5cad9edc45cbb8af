import { expect } from 'vitest'
import { writeMarks } from '../support/marks.ts'
import type { TestServer } from '../../support/test-server.ts'
import type { Fixture } from './lay-fixture.ts'
import type { PeerCase } from './peer-case.ts'

/**
 * A code's state in words that both servers have. Times are seconds from the fixture, null where there is
 * none yet.
 */
export type CodeState = Readonly<Record<string, string | number | boolean | null>>

const PERMANENT = 4_102_243_200
/** Cases here are a second apart, and closer in the original. */
const SLACK_SECONDS = 20

/** The original's row after the case. */
export function peerState({ state_after: row }: PeerCase, fixture: Fixture, now: number): CodeState {
  const time = (value: string | number | null | undefined) => {
    if (value === null || value === undefined) return null
    const text = String(value).replaceAll('{{setup', '{{now')
    const base = String(value).includes('setup') ? fixture.at : now
    return Number(writeMarks(text, { now: base, appkey: '', rc4Key: '' })) - fixture.at
  }
  const end = row?.['end_time']
  return {
    markcode: String(row?.['user'] ?? ''),
    ip: String(row?.['user_ip'] ?? ''),
    used: time(row?.['use_time']),
    ends: end === String(PERMANENT) ? null : time(end),
    unbinds: Number(row?.['km_change']),
    unbound: time(row?.['km_change_time']),
    disabled: row?.['state'] === 'n',
    amount: Number(row?.['amount']),
  }
}

export async function ourState(
  server: TestServer,
  app: number,
  kami: string,
): Promise<CodeState | undefined> {
  const { rows } = await server.act('code_list', { filter: { app, kami } })
  const row = rows.find((one) => one.kami === kami)
  if (row === undefined) return undefined
  return {
    markcode: row.markcode,
    ip: row.ip,
    used: row.use_time,
    ends: row.end_time,
    unbinds: row.unbinds,
    unbound: row.last_unbind,
    disabled: row.disabled,
    amount: row.left,
  }
}

/**
 * Compares what is comparable: the uses of a count code and the ends of others. Times match approximately.
 */
export function expectState(ours: CodeState, theirs: CodeState, fixture: Fixture): void {
  const about = (name: string): unknown => {
    const value = theirs[name]
    return typeof value === 'number'
      ? expect.toSatisfy((is: unknown) => isNear(is, fixture.at + value), name)
      : value
  }
  const { amount } = ours
  expect(ours).toMatchObject({
    ...theirs,
    used: about('used'),
    unbound: about('unbound'),
    ends: amount !== null ? ours['ends'] : about('ends'),
    amount: amount === null ? null : theirs['amount'],
  })
}

function isNear(is: unknown, expected: number): boolean {
  return typeof is === 'number' && Math.abs(is - expected) <= SLACK_SECONDS
}
