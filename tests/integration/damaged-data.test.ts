import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MailStub } from '../support/mail-stub.ts'
import { MessengerStub } from '../support/messenger-stub.ts'
import { OWNER_PASSWORD, TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'
import { EventStream } from './event-stream.ts'
import { mailsOf, openMail } from './mail-world.ts'
import { addOperator, signIn } from './operators.ts'

/** A damaged database is reported to the owner by every way, and to nobody else. */
const PAGE = 4096
const NOTE = 'a note that fills the pages of the codes'
let server: TestServer
let messenger: MessengerStub
let mail: MailStub
let streams: { readonly owner: EventStream; readonly developer: EventStream }

beforeAll(async () => {
  messenger = await MessengerStub.start()
  mail = await MailStub.start()
  server = await TestServer.start(undefined, { messengerBases: [messenger.base] })
  await openMail(server, mail)
  for (const name of ['Gold', 'Silver'])
    await server.application({
      language: 'en',
      name,
      mt5: { messenger_enabled: true, ...messenger.settings, admin_open_id: 'ou_owner' },
    })
  const app = await server.application()
  await server.act('code_generate', { app, type: 'permanent', count: 400, note: NOTE })
  await addOperator(server, 'dev', 'developer')
  // The stop writes everything into the file, so that its pages are what the server reads.
  await server.close()
  await server.open()
  const { consoleUrl } = server.running
  streams = {
    owner: await EventStream.open(consoleUrl, (await server.owner()).cookie),
    developer: await EventStream.open(consoleUrl, (await signIn(server, 'dev')).cookie),
  }
}, 120_000)
afterAll(async () => {
  streams.owner.close()
  streams.developer.close()
  server.log.errors.splice(0)
  await server.end()
  await messenger.stop()
  await mail.stop()
})

/** Overwrites the last page that holds the note. */
function damage(): void {
  const file = join(server.folder, 'pulsekey.db')
  const page = Math.floor(readFileSync(file).lastIndexOf(NOTE) / PAGE)
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(PAGE, 0xa5), 0, PAGE, page * PAGE)
  closeSync(handle)
}

it('tells the owner by console, desktop, mail and messenger, once, and names the newest good backup', async () => {
  await streams.owner.next('storage', (notice) => notice.damaged_at === null)
  await server.act('step_up', { password: OWNER_PASSWORD })
  const { job } = await server.act('backup_now', {})
  await until(async () => {
    const { rows } = await server.act('job_list', {})
    return rows.find(({ id }) => id === job)?.state === 'done'
  }, 'the backup')
  const [backup] = (await server.act('backup_list', {})).rows

  damage()
  const owner = await server.owner()
  const refused = await owner.try('code_list', { search: NOTE, size: 200 })
  expect(refused).toMatchObject({ code: 500, fields: { storage: 'damaged' } })

  const notice = await streams.owner.next('storage', ({ damaged_at: at }) => at !== null)
  expect(notice).toEqual({
    held_since: null,
    damaged_at: server.clock.now(),
    restorable: { name: backup!.name, made_at: backup!.made_at },
  })
  const { risks } = await server.running.summarize()
  expect(risks).toContainEqual(expect.objectContaining({ kind: 'data_damaged' }))
  const mails = await until(async () => {
    const found = await mailsOf(server, { purpose: 'storage' })
    return found.length > 0 && found
  }, 'the mail')
  expect(mails.map(({ operatorId }) => operatorId)).toEqual([1])
  // Two applications with one administrator: one message.
  const [delivered] = await until(() => messenger.delivered.length > 0 && messenger.delivered, 'the message')
  expect(delivered).toMatchObject({ openId: 'ou_owner' })
  expect(delivered?.text).toContain('A part of the database can’t be read')
  await server.act('health', {})
  expect(messenger.delivered).toHaveLength(1)
  expect(await mailsOf(server, { purpose: 'storage' })).toHaveLength(1)
})

it('shows a developer nothing about the damage of the platform', () => {
  expect(streams.developer.of('storage').length).toBeGreaterThan(0)
  for (const notice of streams.developer.of('storage'))
    expect(notice).toEqual({ held_since: null, damaged_at: null, restorable: null })
})
