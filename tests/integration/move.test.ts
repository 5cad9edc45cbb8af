import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { makeCertificate } from '../support/certificate.ts'
import { freePort } from '../support/free-port.ts'
import { runCli } from '../support/run-cli.ts'
import { OWNER_PASSWORD, TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'
import { layProgram } from '../support/lay-program.ts'
import { call, form, makeKeys, signed, type Keys } from './wire-call.ts'

vi.setConfig({ testTimeout: 60_000 })

let home: string
let old: TestServer
let fresh: TestServer
let keys: Keys & { readonly kami: string }
let recoveryKey: string
let spent: string

/** A call as somebody captures it. */
const capture = (server: TestServer, kami: string) =>
  form(
    signed(keys, [
      ['kami', kami],
      ['markcode', 'PC'],
      ['t', String(server.clock.now())],
    ]),
  )
const send = (server: TestServer, body: string, api = 'kmlogon') =>
  call(server, keys, `api=${api}&app=${keys.app}`, body)
const usesLeft = async (server: TestServer) => {
  const { rows } = await server.act('code_list', { search: spent })
  return rows[0]!.left
}
const move = () => old.act('move_get', {})
const isAway = () =>
  until(async () => (await old.owner()).try('move_get', {}).then(({ code }) => code === 200), 'the console')
const stepUp = (server: TestServer) => server.act('step_up', { password: OWNER_PASSWORD })

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'pulsekey-move-'))
  // Certificates are made for the time of the machine.
  old = await TestServer.start(Math.floor(Date.now() / 1000))
  layProgram(join(home, 'program'))
  old.bundle = { root: join(home, 'program'), linuxParts: [] }
  await old.close()
  await old.open()
  keys = await makeKeys(old, { sign: true, window: 3600 })
  spent = await old.code({ app: keys.app, type: 'count', amount: 5 })
  const files = { cert: join(home, 'old.crt'), key: join(home, 'old.key') }
  const pem = makeCertificate()
  writeFileSync(files.cert, pem.cert)
  writeFileSync(files.key, pem.key)
  await old.act('step_up', { password: OWNER_PASSWORD })
  await old.act('settings_set', { https: { mode: 'files', ...files, port: await freePort() } })
  await old.act('device_create', {
    app: keys.app,
    account_key: '7@Broker',
    vip: old.clock.now() + 86_400,
    label: 'Mine',
  })
  await stepUp(old)
  recoveryKey = (await old.act('recovery_key_show', {})).recovery_key
})
afterAll(async () => {
  // On one machine both servers can't have one HTTPS port either.
  for (const { log } of [fresh, old])
    log.errors.splice(0, Infinity, ...log.errors.filter((line) => !line.startsWith('https.port')))
  await fresh.end()
  await old.end()
  rmSync(home, { recursive: true, force: true })
})

describe('before the move', () => {
  it('the server is here, and shows nothing of a move', async () => {
    expect(await move()).toMatchObject({ state: 'here', to: '', bundle: null, blocked: '' })
    expect(await (await fetch(`${old.running.publicUrl}/.well-known/pulsekey`)).json()).toEqual({})
    const owner = await old.owner()
    expect(await owner.try('move_bundle', {})).toMatchObject({ code: 409 })
    expect(await owner.try('move_finish', { to: 'http://127.0.0.1:1/' })).toMatchObject({ code: 409 })
    expect(await owner.try('move_cancel', {})).toMatchObject({ code: 409 })
  })

  it('begins only with the right recovery key, so that nobody is locked out on the new machine', async () => {
    const other = `${recoveryKey.slice(-5)}${recoveryKey.slice(5)}`
    const owner = await old.owner()
    for (const key of ['x', other])
      expect(await owner.try('move_begin', { recovery_key: key })).toMatchObject({
        code: 422,
        fields: { recovery_key: expect.any(String) as string },
      })
    expect((await move()).state).toBe('here')
  })

  it('names a program that was not built', async () => {
    old.bundle = { root: home }
    await old.close()
    await old.open()
    expect((await move()).blocked).toContain('npm run build')
    await stepUp(old)
    expect(await (await old.owner()).try('move_begin', { recovery_key: recoveryKey })).toMatchObject({
      code: 409,
    })
    old.bundle = { root: join(home, 'program'), linuxParts: [] }
    await old.close()
    await old.open()
  })
})

let captured: string

describe('a server that moves', () => {
  beforeAll(async () => {
    captured = capture(old, spent)
    expect(await send(old, captured)).toMatchObject({ code: 200 })
    expect(await usesLeft(old)).toBe(4)
    await stepUp(old)
    await old.act('move_begin', { recovery_key: recoveryKey })
    await isAway()
    await until(
      async () => (await fetch(`${old.running.publicUrl}/api.php`)).status === 503,
      'the old server to stop deciding',
    )
  })

  it('decides nothing: programs and customers read why, and the console changes nothing', async () => {
    const refused = await fetch(`${old.running.publicUrl}/api.php?api=mt5logon&app=${keys.app}`)
    expect(refused.status).toBe(503)
    expect(await refused.json()).toMatchObject({
      code: 503,
      msg: expect.stringContaining('is moving') as string,
    })
    const page = await fetch(`${old.running.publicUrl}/ajax.php?act=query_kami&kami=${spent}`)
    expect(await page.json()).toMatchObject({ code: 503 })
    const owner = await old.owner()
    expect(await owner.try('code_generate', { app: keys.app, type: 'permanent', count: 1 })).toMatchObject({
      code: 409,
      fields: { move: 'moving' },
    })
    expect(await owner.try('settings_set', { site: { contact: 'x' } })).toMatchObject({ code: 409 })
    // It still shows everything.
    expect(await usesLeft(old)).toBe(4)
  })

  it('stays so after a restart', async () => {
    await old.close()
    await old.open()
    expect((await fetch(`${old.running.publicUrl}/api.php`)).status).toBe(503)
    expect(await move()).toMatchObject({ state: 'moving' })
  })

  it('makes a bundle with program, data and used signatures, which only its user can read', async () => {
    const { job } = await old.act('move_bundle', {})
    const bundle = await until(async () => (await move()).bundle ?? false, 'the bundle')
    expect((await old.act('job_list', {})).rows.find(({ id }) => id === job)).toMatchObject({
      done: 4,
      total: 4,
    })
    const names = execFileSync('tar', ['-tzf', bundle.path], { encoding: 'utf8' }).trim().split('\n')
    for (const part of [
      'install.sh',
      'pulsekey.service',
      'parts.txt',
      'move.json',
      'program/out/main/serve.js',
      'program/package.json',
    ])
      expect(names).toContain(`pulsekey-move/${part}`)
    expect(names.filter((name) => /data\/backup\/[^/]+\/pulsekey\.db$/.test(name))).toHaveLength(1)
    expect(names.some((name) => name.startsWith('pulsekey-move/data/signatures/'))).toBe(true)
    // Neither key is in it.
    expect(names.some((name) => name.includes('machine.key') || name.includes('recovery'))).toBe(false)
    const modes = execFileSync('tar', ['-tvzf', bundle.path], { encoding: 'utf8' })
    expect(modes).not.toMatch(/^-......r/m)
    execFileSync('tar', ['-xzf', bundle.path, '-C', home])
    expect(readFileSync(join(home, 'pulsekey-move/install.sh'), 'utf8')).toMatch(/^#!\/bin\/sh/)
  })
})

describe('the new server', () => {
  beforeAll(async () => {
    const bundle = join(home, 'pulsekey-move')
    const port = await freePort()
    // On one machine both servers can't have one port.
    writeFileSync(join(bundle, 'data/move.json'), JSON.stringify({ at: 0, publicPort: port }))
    const target = join(home, 'data')
    mkdirSync(target)
    const wrong = await runCli(
      'move-in',
      target,
      ['--from', join(bundle, 'data')],
      `${recoveryKey.slice(-5)}${recoveryKey.slice(5)}`,
    )
    expect(wrong.exit).toBe(2)
    expect(existsSync(join(target, 'pulsekey.db'))).toBe(false)
    const done = await runCli('move-in', target, ['--from', join(bundle, 'data'), '--json'], recoveryKey)
    expect(done).toMatchObject({ exit: 0, facts: { public_port: port } })
    expect((await runCli('move-in', target, ['--from', join(bundle, 'data')], recoveryKey)).err).toContain(
      'already',
    )
    fresh = await TestServer.startOn((folder) => {
      cpSync(target, folder, { recursive: true })
    }, old.clock.now())
  })

  it('has everything, opens its secrets, and decides', async () => {
    expect(await usesLeft(fresh)).toBe(4)
    const { rows } = await fresh.act('device_list', {})
    expect(rows).toMatchObject([{ account_key: '7@Broker', label: 'Mine' }])
    expect((await fresh.act('health', {})).secrets.state).toBe('sealed')
    expect((await fresh.act('move_get', {})).state).toBe('here')
    const { https } = await fresh.act('settings_get', {})
    expect(https).toMatchObject({ mode: 'files', cert: join(home, 'data/certificates/https.cert.pem') })
    expect(readFileSync(https.key, 'utf8')).toBe(readFileSync(join(home, 'old.key'), 'utf8'))
    expect(await send(fresh, capture(fresh, keys.kami))).toMatchObject({ code: 200 })
  })

  it('refuses a call that somebody captured at the old one, and spends nothing for it', async () => {
    expect(await send(fresh, captured, 'kmunmachine')).toMatchObject({ code: 106 })
    expect(await send(fresh, captured)).toMatchObject({ code: 200 })
    expect(await usesLeft(fresh)).toBe(4)
  })

  it('is found by the old one only where it is', async () => {
    await stepUp(old)
    const owner = await old.owner()
    const look = (to: string) => owner.try('move_finish', { to })
    expect(await look('ftp://x')).toMatchObject({ code: 422, fields: { to: 'scheme' } })
    expect(await look(`http://127.0.0.1:${await freePort()}/`)).toMatchObject({
      code: 422,
      fields: { to: 'unreachable' },
    })
    expect(await look(old.running.publicUrl)).toMatchObject({ code: 422, fields: { to: 'still_here' } })
    const other = await TestServer.start()
    expect(await look(other.running.publicUrl)).toMatchObject({ code: 422, fields: { to: 'other' } })
    await other.end()
    expect((await move()).state).toBe('moving')
  })

  it('ends the move: the old one says where the server went, and can not come back while the new one answers', async () => {
    const to = `http://127.0.0.1:${new URL(fresh.running.publicUrl).port}/`
    expect(await old.act('move_finish', { to })).toMatchObject({ state: 'moved', to })
    await old.close()
    await old.open()
    const refused = await fetch(`${old.running.publicUrl}/api.php`)
    expect(await refused.json()).toMatchObject({ msg: expect.stringContaining(`moved to ${to}`) as string })
    await stepUp(old)
    expect(await (await old.owner()).try('move_cancel', {})).toMatchObject({
      code: 409,
      fields: { to: 'there' },
    })
    expect((await move()).state).toBe('moved')
  })

  it('may stop for ever: then the old one decides again on request', async () => {
    await fresh.close()
    await old.act('move_cancel', {})
    await until(
      async () => (await fetch(`${old.running.publicUrl}/api.php`)).status === 200,
      'the old server',
    )
    expect(await send(old, capture(old, keys.kami))).toMatchObject({ code: 200 })
    expect(await move()).toMatchObject({ state: 'here', to: '' })
    const { rows } = await old.act('audit_list', {})
    expect(rows.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['move_begin', 'move_finish', 'move_cancel']),
    )
    expect(readdirSync(old.folder)).not.toContain('move.json')
    await fresh.open()
  })
})
