import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { recordFigures, roundsOf } from './figures.ts'
import { LoadWorld } from './load-world.ts'

const ROUNDS = roundsOf(5)

const dataDir = mkdtempSync(join(tmpdir(), 'pulsekey-kill-'))
const world = new LoadWorld(dataDir, 'kill')

afterAll(async () => {
  await world.end()
  rmSync(dataDir, { recursive: true, force: true })
})

test(
  `kill -9 under load, ${ROUNDS} rounds, loses nothing that was answered`,
  { timeout: 400_000 + ROUNDS * 20_000 },
  async () => {
    await world.start()
    for (let round = 1; round <= ROUNDS; round += 1) {
      await world.load(async () => {
        // This waits for no event: it is the random moment itself, so that the kill doesn't always follow an
        // answer.
        await delay(world.random.next() * 12)
        await world.server.kill()
      })
      await world.restart()
    }
    await world.deliverAll()

    const { figures, findings, ledger } = world
    recordFigures('kill -9', figures)
    expect(findings).toEqual({ lost: [], doubled: [], unsafe: [] })
    // The load included every kind of call.
    expect(figures.first_uses).toBeGreaterThan(ROUNDS)
    expect(figures.received).toBeGreaterThan(ROUNDS / 2)
    for (const { answered } of ledger.deductions.values()) expect(answered).toBeGreaterThan(ROUNDS)
  },
)
