import { setTimeout as delay } from 'node:timers/promises'
import { BRING_PIECE_BYTES } from '../../../src-server/contract/bring-over-names.ts'
import { writeDump } from '../../support/original-dump.ts'
import { createAccounts, createApp } from '../fixture.ts'
import type { Goal } from '../report/goals.ts'
import { signIn } from '../server/console-session.ts'
import { startServer } from '../server/start-server.ts'
import { mt5Subject, sampleOf } from '../subjects.ts'
import type { Part, PartContext } from './part.ts'

const CODES = 100_000
const APP = 10_500
const ACCOUNTS = 100
/** The whole import, check and all, on the machine of the bench. */
const MOST_SECONDS = 60
const ASK_MS = 250

/** Half of the codes are in use, as after some months of selling. */
function dump(): string {
  const now = Math.floor(Date.now() / 1000)
  const appkm = Array.from({ length: CODES }, (_, at) => ({
    appid: APP,
    kami: `CODE${at}ABCDEFGH`,
    km_time: 'day',
    amount: 30,
    note: `note ${at}, it's "quoted"`,
    ...(at % 2 === 1 && {
      user: `MACHINE-${at}`,
      user_ip: '203.0.113.7',
      use_time: now,
      end_time: now + 2_592_000,
    }),
  }))
  return writeDump({ apps: [{ id: APP }], appkm })
}

/** A dump of the original comes over while terminals report. */
async function run({ makeDataDir, load, pace, progress, print }: PartContext) {
  const server = await startServer(makeDataDir())
  const session = await signIn(server.console)
  const ended = async () => {
    for (;;) {
      const { state, report } = await session.call('bring_get', {})
      if (state !== 'checking' && state !== 'running') return { state, report }
      await delay(ASK_MS)
    }
  }
  try {
    const app = await createApp(session, 'plain')
    await createAccounts(session, app.app, ACCOUNTS)
    const file = Buffer.from(dump())
    progress(`a dump of ${CODES} codes`)
    const from = performance.now()
    for (let at = 0; at < file.length; at += BRING_PIECE_BYTES) {
      const data = file.subarray(at, at + BRING_PIECE_BYTES).toString('base64')
      await session.call('bring_piece', { name: 'old.sql', at, data })
    }
    await session.call('bring_check', { system: 'php' })
    await ended()
    await session.call('bring_start', {})
    const subject = mt5Subject('mt5pulse', server, app.app, { accounts: ACCOUNTS })
    const sample = { ...sampleOf(subject, 1), connections: 1, keepAlive: true, ...pace }
    const [beside, { state, report }] = await Promise.all([load.measure(sample), ended()])
    const seconds = (performance.now() - from) / 1000
    print(
      `${state}, ${JSON.stringify(report?.tables)}; p99 of pulses beside it ${beside.p99Ms.toFixed(1)} ms`,
    )
    const text = `seconds until ${CODES} codes of a dump are here, with its check`
    const goal: Goal = {
      text,
      measured: state === 'done' ? seconds : NaN,
      bound: MOST_SECONDS,
      kind: 'at most',
    }
    return { results: [], goals: [goal] }
  } finally {
    session.close()
    await server.stop()
  }
}

export const bringOverPart: Part = { name: 'bring-over', run }
