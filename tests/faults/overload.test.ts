import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { OWNER_PASSWORD, startServer, type StartedServer } from '../bench/server/start-server.ts'
import { ConsoleClient } from '../support/console-client.ts'
import { readReply, type Params } from '../support/runtime-client.ts'
import { until } from '../support/until.ts'

/** Connections that send the costliest call without a pause. */
const FLOODERS = 100
const TERMINALS = 10
const PULSES = 20
/** Memory that the flood may add, bytes. */
const MORE_MEMORY = 300 * 1024 ** 2
const BUSY = '请求频率过快'

const folder = mkdtempSync(join(tmpdir(), 'pulsekey-overload-'))
let server: StartedServer | undefined
afterAll(async () => {
  await server?.kill()
  rmSync(folder, { recursive: true, force: true })
})

let clients = 0
/** A call from an address of its own, so that no limit of one address ends the flood. */
async function call(api: string, app: number, params: Params) {
  clients++
  const from = `10.${(clients >> 16) & 255}.${(clients >> 8) & 255}.${clients & 255}`
  const body = new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)]))
  const url = new URL(`/api.php?api=${api}&app=${app}`, server!.public)
  return readReply(await fetch(url, { method: 'POST', body, headers: { 'x-forwarded-for': from } }))
}

async function memoryOf({ console: url }: StartedServer): Promise<number> {
  const text = await (await fetch(new URL('/metrics', url))).text()
  const [, bytes] = /^process_resident_memory_bytes (\S+)$/m.exec(text) ?? []
  if (bytes === undefined) throw new Error('the metrics have no memory')
  return Number(bytes)
}

test('a flood of costly calls is refused beyond its share, pulses go on, and calm returns', async () => {
  server = await startServer(folder)
  const owner = await ConsoleClient.signIn(server.console.origin, 'owner', OWNER_PASSWORD)
  await owner.call('settings_set', {
    client_address: { source: 'x_forwarded_for', trusted: ['127.0.0.0/8'] },
  })
  const { app } = await owner.call('app_create', { name: 'Flooded' })
  await owner.call('app_update', { app, sign: false, window: 0, mt5: { enabled: true } })
  const person = { user: 'ming_88', password: 'secret-1' }
  await owner.call('account_create', { app, ...person, qq: '10001' })
  const keys = Array.from({ length: TERMINALS }, (_, at) => `${at + 1}@Alpha`)
  for (const account_key of keys) await owner.call('device_create', { app, account_key, vip: 4_102_243_200 })
  const before = await memoryOf(server)
  const waits: number[] = []

  let isOver = false
  const answers = new Map<string, number>()
  const flooders = Array.from({ length: FLOODERS }, async (_, at) => {
    for (let turn = 0; !isOver; turn++) {
      const user = `u${String(at * 1_000_000 + turn).padStart(9, '0')}`
      const { status, code, msg } = await call('userreg', app, { user, password: 'secret-1', qq: user })
      const answer = `${status} ${code} ${typeof msg === 'string' ? msg : ''}`
      answers.set(answer, (answers.get(answer) ?? 0) + 1)
    }
  })
  await until(() => answers.size > 0, 'the first answer of the flood')
  await Promise.all(
    keys.map(async (account_key) => {
      for (let turn = 0; turn < PULSES; turn++) {
        const begun = performance.now()
        const pulse = await call('mt5pulse', app, { account_key, equity: turn })
        waits.push(performance.now() - begun)
        expect(pulse).toMatchObject({ code: 200, telemetry_ok: 1 })
      }
    }),
  )
  const during = await memoryOf(server)
  isOver = true
  await Promise.all(flooders)
  expect([...answers.keys()].sort()).toEqual(['200 200 成功', `200 201 ${BUSY}`])
  expect(during - before).toBeLessThan(MORE_MEMORY)

  // Calm is back: the next customer is let in, and the console answers.
  expect(await call('userlogon', app, person)).toMatchObject({ code: 200 })
  expect((await owner.call('device_list', { filter: { app } })).total).toBe(TERMINALS)
  const slowest = Math.max(...waits).toFixed(0)
  const more = ((during - before) / 1024 ** 2).toFixed(0)
  console.log(`${JSON.stringify(Object.fromEntries(answers))}, slowest pulse ${slowest} ms, ${more} MB more`)
})
