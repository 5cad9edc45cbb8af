import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bring, check, sendFile } from '../integration/bring-world.ts'
import { writeDump, type DumpForm, type OriginalRow } from '../support/original-dump.ts'
import { TestServer } from '../support/test-server.ts'
import { moveSetup, ourSaid, peerSaid } from './peer/compare.ts'
import { APPKEY, RC4_KEY, type Fixture } from './peer/lay-fixture.ts'
import { PEER_CASES, type PeerCase, type PeerSetup } from './peer/peer-case.ts'
import { NOT_ASKED, PEER_DIFFERENCES, type OurAnswer } from './peer-differences.ts'
import { writeMarks } from './support/marks.ts'
import { sendRaw } from './support/send-raw.ts'

/**
 * Programs in the field call a server to which a dump of the original came over: the same number, keys and codes. The
 * answers are those of the original, or peer-differences.ts gives the reason.
 */

const differences = new Map<string, OurAnswer>(PEER_DIFFERENCES.flatMap(({ cases }) => Object.entries(cases)))
/** Applications that can't come over as they are. */
const NOT_BROUGHT: Readonly<Record<string, string>> = {
  C49: 'the application has no RC4 key, so its programs need the new one',
  C49b: 'the same',
  T11a: 'the original was recorded without an RSA key, so it comes over without encryption',
  T11b: 'the same',
  T11c: 'the same',
  C74: 'the same',
  C75: 'the same',
}
const NUMBER = 10_001
const FORMS: readonly DumpForm[] = ['mysqldump', 'phpmyadmin', 'navicat']
/** The recorded application, where a setup names no other values. */
const BASE: OriginalRow = {
  id: NUMBER,
  name: 'Peer',
  version: '1.0',
  version_info: '信息',
  app_update_show: '更新内容',
  app_update_url: 'https://example.com/a.apk?x=1&y=2',
  app_gg: '欢迎 "引号" <b>x</b> /path\n第二行',
}

let server: TestServer
let fixture: Fixture
let asked = 0

beforeAll(async () => {
  server = await TestServer.start()
}, 60_000)
afterAll(() => server.end(), 60_000)

describe('calls of the field after a dump came over', () => {
  it.each(PEER_CASES)('$id $note', async (peerCase) => {
    server.clock.pass(1)
    if (peerCase.setup !== null) fixture = await bringSetup(peerCase.setup)
    if (peerCase.id in NOT_ASKED || peerCase.id in NOT_BROUGHT) return
    asked++
    const ours = await ask(peerCase)
    const ourOwn = differences.get(peerCase.id)
    if (ourOwn === undefined) expect(ours).toEqual(peerSaid(peerCase, fixture, ours.time))
    else expect(ours).toMatchObject(moveSetup({ status: 200, ...ourOwn }, fixture.at) as object)
  })

  it('are more than a hundred', () => {
    expect(asked).toBeGreaterThan(100)
  })
})

let setups = 0

/** Replaces the applications by those of a dump of the original in this state. */
async function bringSetup(setup: PeerSetup): Promise<Fixture> {
  for (const { app } of (await server.act('app_list', {})).rows) await server.act('app_delete', { app })
  const at = server.clock.now()
  const rows = (given: readonly OriginalRow[] = []) =>
    given.map((row): OriginalRow => {
      const cells = Object.entries(row).map(([name, cell]) => {
        if (typeof cell !== 'string') return [name, cell]
        return [name, writeMarks(cell, { now: at, appkey: APPKEY, rc4Key: RC4_KEY })]
      })
      return Object.fromEntries(cells) as OriginalRow
    })
  const app: OriginalRow = setup.app === 'new' ? { id: NUMBER } : { ...BASE, ...setup.app }
  const dump = writeDump(
    {
      apps: [app, ...rows(setup.other_apps).map((other) => ({ ...BASE, ...other }))],
      appkm: rows(setup.codes),
      appfile: rows(setup.files),
    },
    FORMS[setups++ % FORMS.length],
  )
  await sendFile(server, dump)
  await check(server)
  expect(await bring(server)).toMatchObject({ state: 'done' })
  const record = await server.act('app_get', { app: NUMBER })
  return { app: NUMBER, codesIn: NUMBER, miType: record.encrypt ? record.mi_type : 0, at }
}

async function ask({ id, request, response }: PeerCase) {
  const { method, query, body, headers } = request
  const write = (text: string) =>
    writeMarks(text, { now: server.clock.now(), appkey: APPKEY, rc4Key: RC4_KEY })
  const reply = await sendRaw(server.running.publicUrl, {
    method,
    query: write(query),
    body: body === null ? undefined : write(body),
    headers,
  })
  const theirs = response.check_over?.value ?? ''
  const ours = differences.get(id)?.check?.value
  return ourSaid(reply, fixture, ours === undefined ? [theirs, ''] : [ours])
}
