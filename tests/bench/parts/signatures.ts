import { APPKEY, openFuzzWorld } from '../../fuzz/fuzz-world.ts'
import { signPairs, type Pair } from '../../simulator/wire/signature.ts'
import { median } from '../report/statistics.ts'
import type { Part, PartContext } from './part.ts'

const MANY = 1_000_000
/** Calls in a sample. */
const CALLS = 20_000
/** Calls in one second of the clock. */
const RATE = 400
/** Dated ahead as programs in UTC+8 date them, so the server remembers all of them. */
const AHEAD = 8 * 3600
/** The mode of signed calls (fuzz-world.ts). */
const SIGNED = 1

/** Signed logins that change nothing, by direct calls: the first ones, and the ones after a million. */
async function run({ progress, print, pace }: PartContext) {
  const world = await openFuzzWorld()
  try {
    const { app } = world.targets[SIGNED] ?? { app: 0 }
    const query = `api=kmlogon&app=${app}`
    let serial = 0
    const makeCalls = () =>
      Array.from({ length: CALLS }, () => {
        const second = Math.floor((serial % CALLS) / RATE)
        const pairs: Pair[] = [
          ['kami', 'BOUND'],
          ['markcode', 'PC'],
          ['t', String(world.clock.now() + AHEAD + second)],
          ['serial', String(serial++)],
        ]
        const text = [...pairs, ['sign', signPairs(pairs, APPKEY)]].map(([name, value]) => `${name}=${value}`)
        return Buffer.from(text.join('&'))
      })
    /** Microseconds that a call takes of the processor. */
    const sample = async () => {
      const bodies = makeCalls()
      const before = process.threadCpuUsage()
      for (const body of bodies) await world.answer({ method: 'POST', query, body, ip: '192.0.2.1' })
      const { user, system } = process.threadCpuUsage(before)
      await world.drain()
      world.clock.pass(CALLS / RATE)
      return (user + system) / CALLS
    }
    const samplesOf = async () => {
      const found: number[] = []
      for (let at = 0; at < Math.max(5, pace.samples); at++) found.push(await sample())
      return median(found)
    }
    // The first calls warm the program up.
    for (let at = 0; at < 3; at++) await sample()
    const first = await samplesOf()
    progress('a million signed calls')
    while (serial < MANY) await sample()
    const last = await samplesOf()
    if (world.errors.length > 0) throw new Error(world.errors[0])
    print(
      `\nA signed call: ${first.toFixed(1)} us at first, ${last.toFixed(1)} us after a million signatures`,
    )
    return {
      results: [],
      goals: [
        {
          text: 'a signed call after a million signatures, times the first',
          measured: last / first,
          bound: 1.1,
          kind: 'at most' as const,
        },
      ],
    }
  } finally {
    await world.end()
  }
}

export const signaturesPart: Part = { name: 'signatures', run }
