import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { FaultyDisk } from './disk/faulty-disk.ts'
import { recordFigures, roundsOf } from './figures.ts'
import { LoadWorld } from './load-world.ts'

const ROUNDS = roundsOf(3)
/** The shares of unsynced sectors that the disk wrote all the same. */
const KEPT = [0, 0.5, 0.9] as const

const disk = FaultyDisk.make()
const world = new LoadWorld(disk.folder, 'power', disk.env)

afterAll(async () => {
  await world.end()
  disk.remove()
})

test(
  `a power loss under load, ${ROUNDS} rounds, loses nothing that was answered`,
  { timeout: 400_000 + ROUNDS * 20_000 },
  async () => {
    let unsynced = 0
    let gone = 0
    await world.start()
    for (let round = 0; round < ROUNDS; round += 1) {
      await world.load(async () => {
        await delay(world.random.next() * 12)
        await world.server.kill()
      })
      const loss = disk.losePower(world.random, KEPT[round % KEPT.length] ?? 0)
      unsynced += loss.unsynced
      gone += loss.gone
      await world.restart()
      const { databases } = await world.session.call('health', { check: true })
      expect(databases?.map(({ verdict }) => verdict)).toEqual(['ok', 'ok'])
      expect((await world.session.call('audit_verify', {})).verification).toMatchObject({ ok: true })
    }
    await world.deliverAll()

    const { figures, findings } = world
    recordFigures('power loss', { ...figures, unsynced_sectors: unsynced, gone_sectors: gone })
    expect(findings).toEqual({ lost: [], doubled: [], unsafe: [] })
    // The disk had writes that were never synced, so the test can fail.
    expect(gone).toBeGreaterThan(0)
    expect(figures.first_uses).toBeGreaterThan(ROUNDS)
  },
)
