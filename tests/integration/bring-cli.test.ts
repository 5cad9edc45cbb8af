import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { packed, writeDump } from '../support/original-dump.ts'
import { runCli } from '../support/run-cli.ts'
import { START, TestServer } from '../support/test-server.ts'

let server: TestServer
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pulsekey-dumps-'))
  server = await TestServer.start(START)
}, 60_000)
afterAll(async () => {
  await server.end()
  rmSync(folder, { recursive: true })
}, 60_000)

const file = (name: string, content: string | Uint8Array): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

it('the command line brings a dump over while the server is stopped', async () => {
  const dump = writeDump({
    apps: [{ id: 10_001, appkey: 'KeyOfTheOldOne00', name: 'Old' }],
    appkm: Array.from({ length: 1200 }, (_, at) => ({ kami: `CODE-${at}` })).concat({ kami: 'CODE-7' }),
    appuser: [{ appid: 10_001, user: 'alice_1', pwd: 'Secret-1', qq: '1' }],
  })
  const from = ['--from', file('old.sql.gz', packed(dump)), '--system', 'php']
  const refused = await runCli('bring-over', server.folder, from)
  expect(refused).toMatchObject({ exit: 2, err: expect.stringContaining('A server is running') as string })
  await server.close()
  const checked = await runCli('bring-over', server.folder, [...from, '--check', '--json'])
  expect(checked).toMatchObject({ exit: 0, facts: { left: [{ reason: 'twice', count: 1 }] } })
  const done = await runCli('bring-over', server.folder, [...from, '--json'])
  expect(done.facts).toMatchObject({
    exit: 0,
    tables: checked.facts['tables'],
    rows: [{ label: 'CODE-7', reason: 'twice' }],
  })
  // A second run finds everything here.
  expect((await runCli('bring-over', server.folder, from)).out).toContain('yixi_appkm    1201  0  1200  1')
  await server.open()
  expect(await server.act('code_list', { filter: { app: 10_001 }, exact: true })).toMatchObject({
    total: 1200,
  })
  expect((await server.act('audit_list', { filter: { action: 'bring_over' } })).total).toBeGreaterThan(2)
})

it('a taken number stops the command until --answer says what becomes of it', async () => {
  await server.act('app_create', { name: 'Ours' })
  await server.close()
  const dump = writeDump({
    apps: [{ id: 10_002, appkey: 'AnotherKey000000' }],
    appkm: [{ appid: 10_002, kami: 'X' }],
  })
  const from = ['--from', file('taken.sql', dump), '--system', 'php']
  const stopped = await runCli('bring-over', server.folder, from)
  expect(stopped).toMatchObject({ exit: 2, err: expect.stringContaining('--answer 10002=leave') as string })
  const args = [...from, '--answer', '10002=new_number', '--json']
  expect((await runCli('bring-over', server.folder, args)).facts).toMatchObject({
    applications: [{ app: 10_002, became: 10_003 }],
  })
  for (const wrong of [
    ['--answer', '10002=x'],
    ['--system', 'x'],
    ['--app', '1'],
    ['--codes', 'x'],
  ])
    expect(await runCli('bring-over', server.folder, [...from, ...wrong])).toMatchObject({ exit: 2 })
  const damaged = ['--from', file('cut.sql', dump.slice(0, -20)), '--system', 'php']
  expect(await runCli('bring-over', server.folder, damaged)).toMatchObject({
    exit: 2,
    err: expect.stringMatching(/^line \d+: /) as string,
  })
  await server.open()
})
