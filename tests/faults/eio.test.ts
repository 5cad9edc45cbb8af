import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from '../support/until.ts'
import { ACCOUNT, DamagedWorld } from './damaged-world.ts'
import { PulseRunner } from './pulses.ts'

const NOTE = 'a-note-that-fills-the-pages-of-codes'
const folder = mkdtempSync(join(tmpdir(), 'pulsekey-eio-'))
const data = join(folder, 'data')
const trigger = join(folder, 'trigger')
let world: DamagedWorld

beforeAll(async () => {
  const shim = join(folder, 'eio.so')
  execFileSync('gcc', ['-shared', '-fPIC', '-O1', '-o', shim, join(import.meta.dirname, 'eio.c'), '-ldl'])
  world = await DamagedWorld.make(data, { LD_PRELOAD: shim, EIO_TRIGGER: trigger })
  await world.generate('permanent', 500, NOTE)
  // The stop writes everything into the file, so that reads need it.
  await world.stop()
  await world.begin()
}, 120_000)
afterAll(async () => {
  await world.program.stop('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

it('while the disk answers reads with EIO, the calls that need it get 500, and pulses go on', async () => {
  const pulses = new PulseRunner(world.url, world.app, ACCOUNT)
  writeFileSync(trigger, '')
  const refused = await until(async () => {
    const reply = await world.owner.try('code_list', { search: NOTE })
    return reply.code !== 200 && reply
  }, 'a read of the disk')
  expect(refused).toMatchObject({ code: 500, fields: { storage: 'damaged' } })
  // A code that was never read.
  expect(await world.api('kmlogon', { kami: 'UNKNOWN-CODE', markcode: 'PC' })).toMatchObject({ code: 500 })
  const figures = await pulses.stop()
  expect(figures.refused).toBe(0)
  expect(world.program.child.exitCode).toBeNull()

  rmSync(trigger)
  expect(await world.owner.try('code_list', { search: NOTE })).toMatchObject({ code: 200 })
  expect(await world.api('kmlogon', { kami: 'UNKNOWN-CODE', markcode: 'PC' })).toMatchObject({ code: 149 })
  // The mark stays until every page was read.
  expect((await world.owner.call('health', {})).storage.damage).not.toBeNull()
  const { storage, databases } = await world.owner.call('health', { check: true })
  expect(databases?.map(({ verdict }) => verdict)).toEqual(['ok', 'ok'])
  expect(storage.damage).toBeNull()
})
