import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backUp } from '../support/back-up.ts'
import { START, TestServer } from '../support/test-server.ts'

/** Too long to be a part of a figure by chance. */
const LOGIN = '700164309215'
let server: TestServer
let app: number
beforeAll(async () => {
  server = await TestServer.start()
  app = await server.application({ name: 'Silver Secret' })
})
afterAll(() => server.end())

const get = (url: string, path: string) => fetch(`${url}${path}`)

/** The value of one series. */
async function readSeries(name: string): Promise<number | undefined> {
  const text = await (await get(server.running.consoleUrl, '/metrics')).text()
  const line = text.split('\n').find((one) => one.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.slice(name.length + 1))
}

/** The status of a request under another Host name, which fetch can't send. */
function statusUnder(url: string, host: string, path: string): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
  request(`${url}${path}`, { headers: { host } }, (response) => {
    response.resume()
    resolve(response.statusCode)
  })
    .on('error', reject)
    .end()
  return promise
}

describe('/metrics', () => {
  it('counts the answers by API and code', async () => {
    await server.act('device_create', { app, account_key: `${LOGIN}@Metrics-MT5`, vip: START + 86_400 })
    const pulse = { account_key: `${LOGIN}@Metrics-MT5`, equity: 1, balance: 1 }
    for (let i = 0; i < 3; i++) expect((await server.api('mt5pulse', app, pulse)).code).toBe(200)
    expect((await server.api('kmlogon', app, { kami: 'none', markcode: 'm' })).code).toBe(149)
    expect((await server.api('ini', 999_999)).code).toBe(101)
    expect(await readSeries('pulsekey_calls_total{api="mt5pulse",code="200"}')).toBe(3)
    expect(await readSeries('pulsekey_calls_total{api="kmlogon",code="149"}')).toBe(1)
    expect(await readSeries('pulsekey_accounts{state="all"}')).toBe(1)
    expect(await readSeries('pulsekey_accounts{state="live"}')).toBe(1)
  })

  it('adds no series for API names that callers make up', async () => {
    // Three made-up names, and the call of an application that does not exist.
    for (const name of ['alpha', 'beta', 'gamma']) await server.api(`made-up-${name}`, app)
    const text = await (await get(server.running.consoleUrl, '/metrics')).text()
    expect(text).not.toContain('made-up')
    const unknown = text.split('\n').filter((line) => line.includes('api="unknown"'))
    expect(unknown.map((line) => Number(line.split(' ').at(-1))).reduce((a, b) => a + b, 0)).toBe(4)
  })

  it('has the text format of Prometheus and names no application, account or key', async () => {
    const { appkey } = await server.act('app_get', { app })
    const response = await get(server.running.consoleUrl, '/metrics')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4')
    const text = await response.text()
    expect(text).toContain('# TYPE pulsekey_calls_total counter')
    expect(text).toContain('pulsekey_info{version="test"} 1')
    expect(text).toContain('process_resident_memory_bytes')
    for (const secret of ['Silver Secret', LOGIN, 'Metrics-MT5', appkey]) expect(text).not.toContain(secret)
  })

  it('shows when the newest backup was made', async () => {
    expect(await readSeries('pulsekey_last_backup_time_seconds')).toBe(0)
    await server.running.backUp()
    expect(await readSeries('pulsekey_last_backup_time_seconds')).toBe(server.clock.now())
  })
})

describe('/healthz', () => {
  it('answers ok without a sign-in', async () => {
    const response = await get(server.running.consoleUrl, '/healthz')
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ status: 'ok', troubles: [] })
  })

  it('is refused under the name of another site, as the console is', async () => {
    for (const path of ['/healthz', '/metrics'])
      expect(await statusUnder(server.running.consoleUrl, 'evil.example', path)).toBe(421)
  })

  it('is on the public listener only with the console, and keeps the reasons and figures to loopback', async () => {
    for (const path of ['/healthz', '/metrics'])
      expect((await get(server.running.publicUrl, path)).status).toBe(404)
    await server.act('settings_set', { listeners: { console_public: true } })
    expect(await (await get(server.running.publicUrl, '/healthz')).json()).toEqual({ status: 'ok' })
    expect((await get(server.running.publicUrl, '/metrics')).status).toBe(404)
    await server.act('settings_set', { listeners: { console_public: false } })
  })

  it('is degraded while backups fail', async () => {
    const place = mkdtempSync(join(tmpdir(), 'pulsekey-unplugged-'))
    await server.act('settings_set', { backups: { folder: place } })
    rmSync(place, { recursive: true })
    writeFileSync(place, 'no folder any more')
    expect(await backUp(server)).toBe('failed')
    expect(server.log.errors.splice(0)).toHaveLength(1)
    const response = await get(server.running.consoleUrl, '/healthz')
    expect(await response.json()).toEqual({ status: 'degraded', troubles: ['backup_failed'] })
    expect(await readSeries('pulsekey_degraded')).toBe(1)
    expect(await readSeries('pulsekey_trouble{trouble="backup_failed"}')).toBe(1)
    rmSync(place)
    expect(await backUp(server)).toBe('done')
    expect(await (await get(server.running.consoleUrl, '/healthz')).json()).toEqual({
      status: 'ok',
      troubles: [],
    })
    expect(await readSeries('pulsekey_trouble{trouble="backup_failed"}')).toBeUndefined()
  })
})
