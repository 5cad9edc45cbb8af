import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRandom } from '../simulator/random.ts'
import { until } from '../support/until.ts'
import { ACCOUNT, DamagedWorld } from './damaged-world.ts'
import { PulseRunner } from './pulses.ts'
import { SEED } from '../support/seed.ts'

const ROUNDS = Number(process.env['PAGE_ROUNDS'] ?? 24)
const NOTE = 'a-note-that-fills-the-pages-of-codes'
/** Lists that together read most tables. */
const LISTS = [
  ['code_list', { search: NOTE }],
  ['code_list', { sort: 'kami' }],
  ['batch_list', {}],
  ['device_list', {}],
  ['audit_list', {}],
  ['app_list', {}],
  ['message_list', {}],
  ['announcement_list', {}],
] as const

const folder = mkdtempSync(join(tmpdir(), 'pulsekey-page-'))
let world: DamagedWorld
let permanent: string

beforeAll(async () => {
  world = await DamagedWorld.make(folder)
  permanent = (await world.generate('permanent', 1))[0]!
  expect(await world.api('kmlogon', { kami: permanent, markcode: 'PC' })).toMatchObject({ code: 200 })
  await world.generate('permanent', 500, NOTE)
  await world.generate('count', 500, NOTE)
}, 120_000)
afterAll(async () => {
  await world.program.stop('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

it(`one damaged page at a time, ${ROUNDS} pages: only the calls that read it fail`, async () => {
  console.log(`TEST_SEED=${SEED}`)
  const random = createRandom(SEED, 'pages')
  // The stop writes everything into the file, so that its pages are what the server reads.
  await world.stop()
  const codes = world.rootOf('codes')
  await world.begin()
  const pulses = new PulseRunner(world.url, world.app, ACCOUNT)
  const outcomes = { well: 0, damaged: 0 }
  for (let round = 0; round < ROUNDS; round++) {
    // The header, a page that every list of codes reads, and then any others.
    const page = [0, codes - 1][round] ?? Math.floor(random.next() * world.pages)
    const restore = world.overwrite(page)
    await world.commit(`round ${round}`)
    for (const [act, input] of LISTS) {
      const { code, fields } = await world.owner.try(act, input)
      if (code === 200) outcomes.well++
      else {
        expect({ act, code, fields }).toEqual({ act, code: 500, fields: { storage: 'damaged' } })
        outcomes.damaged++
      }
    }
    const { code } = await world.api('kmlogon', { kami: permanent, markcode: 'PC' })
    expect([200, 500]).toContain(code)
    restore()
    await world.commit(`after ${round}`)
  }
  const figures = await pulses.stop()
  console.log(JSON.stringify({ pages: world.pages, ...outcomes, figures }))
  expect(world.program.child.exitCode).toBeNull()
  expect(figures.refused).toBe(0)
  expect(outcomes.damaged).toBeGreaterThan(0)
  // The pages are whole again, so every call is answered.
  for (const [act, input] of LISTS) expect(await world.owner.try(act, input)).toMatchObject({ code: 200 })
})

it('the damage is shown, survives a restart, and ends with a check that finds every page whole', async () => {
  expect((await world.owner.call('health', {})).storage.damage).not.toBeNull()
  const risks = async () =>
    (await world.owner.call('risk_list', { kind: 'weak_setting' })).rows.map(({ facts }) => facts['setting'])
  expect(await risks()).toContain('data_damaged')
  expect(existsSync(join(folder, 'incidents.json'))).toBe(true)
  await world.stop()
  await world.begin()
  expect((await world.owner.call('health', {})).storage.damage).not.toBeNull()
  await until(async () => (await world.owner.call('health', {})).storage.damage === null, 'the check')
  expect(await risks()).not.toContain('data_damaged')
  expect(existsSync(join(folder, 'incidents.json'))).toBe(false)
})

it('a start serves in spite of a damaged page, finds it in the background, and a restore ends the damage', async () => {
  const { job } = await world.owner.call('backup_now', {})
  await until(async () => {
    const { rows } = await world.owner.call('job_list', {})
    return rows.find(({ id }) => id === job)?.state === 'done'
  }, 'the backup')
  await world.stop()
  const page = world.pagesWith(NOTE).at(-3)!
  world.overwrite(page)
  await world.begin()

  const { storage } = await until(async () => {
    const health = await world.owner.call('health', {})
    return health.storage.damage !== null && health
  }, 'the background check')
  const [newest] = (await world.owner.call('backup_list', {})).rows
  expect(storage.restorable).toEqual({ name: newest!.name, made_at: newest!.made_at })
  expect(await world.api('kmlogon', { kami: permanent, markcode: 'PC' })).toMatchObject({ code: 200 })
  expect(await world.api('mt5pulse', { account_key: ACCOUNT, equity: 1 })).toMatchObject({ code: 200 })

  await world.owner.call('backup_restore', { name: newest!.name })
  await until(async () => {
    const reply = await world.owner.try('health', {})
    if (reply.code !== 200) return false
    const { restored } = await world.owner.call('health', {})
    return restored?.name === newest!.name
  }, 'the restore')
  const after = await world.owner.call('health', { check: true })
  expect(after.storage.damage).toBeNull()
  expect(after.databases?.map(({ verdict }) => verdict)).toEqual(['ok', 'ok'])
  const kept = (await world.owner.call('backup_list', {})).rows
  // On a fast machine both were made in one second, in which the list has no order.
  expect(kept.map(({ reason }) => reason).toSorted()).toEqual(['before_restore', 'manual'])
  // The data that the restore replaced is damaged, so it is not offered.
  expect(after.storage.restorable?.name).toBe(newest!.name)
})
