import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../support/until.ts'
import { FaultyDisk, type Fault } from './disk/faulty-disk.ts'
import { recordFigures, roundsOf } from './figures.ts'
import { LoadWorld } from './load-world.ts'

const ROUNDS = roundsOf(1)
const FAULTS: readonly (readonly [name: string, fault: Fault])[] = [
  ['a write error', { of: 'writes', error: 'EIO', times: 3 }],
  ['a sync error', { of: 'syncs', error: 'EIO', times: 1 }],
  ['a full disk', { of: 'writes', error: 'ENOSPC', times: 40 }],
  ['a read error', { of: 'reads', error: 'EIO', times: 1 }],
]
/** How many operations succeed at most before the fault, so that each round hits another moment. */
const MOST_BEFORE = 60

/** The answer to a call that failed: the client knows that nothing is certain. */
const REFUSED = /"code":500/

const disk = FaultyDisk.make()
const world = new LoadWorld(disk.folder, 'disk', disk.env)

beforeAll(async () => {
  await world.start()
})
afterAll(async () => {
  await world.end()
  disk.remove()
})

describe.each(FAULTS)('%s of the disk under load', (name, fault) => {
  it(`ends no process and loses nothing that was answered, ${ROUNDS} rounds`, async () => {
    let faults = 0
    let refused = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      await world.load(async () => {
        disk.fail({ ...fault, after: world.random.below(MOST_BEFORE) })
        await until(() => disk.hits >= fault.times, `the faults of ${name}`)
        disk.heal()
        faults += disk.hits
        // The load goes on after the disk has recovered.
        await delay(100 + world.random.next() * 200)
      })
      // A call that failed got an answer that says so: the clients list it as a surprise.
      refused += world.ledger.surprises.splice(0).filter((answer) => REFUSED.test(answer)).length
      await world.check()
    }
    recordFigures(name, { rounds: ROUNDS, faults, refused, ...counts() })
    expect(world.findings).toEqual({ lost: [], doubled: [], unsafe: [] })
  })
})

function counts() {
  const { acknowledged, lost, doubled, unsafe } = world.figures
  return { acknowledged, lost, doubled, unsafe }
}
