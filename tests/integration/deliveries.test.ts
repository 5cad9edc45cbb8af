import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ActionInput } from '../../src-server/contract/actions/index.ts'
import type { MessageRecord } from '../../src-server/contract/actions/messages.ts'
import { MessengerStub } from '../support/messenger-stub.ts'
import { START, TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'
import { leave } from './message-world.ts'

let server: TestServer
let stub: MessengerStub
let app: number

beforeEach(async () => {
  stub = await MessengerStub.start()
  server = await TestServer.start(START, { messengerBases: [stub.base] })
  app = await application()
})
afterEach(async () => {
  await server.end()
  await stub.stop()
})

type Mt5 = NonNullable<ActionInput<'app_update'>['mt5']>
const application = (mt5: Mt5 = {}) =>
  server.application({ mt5: { messenger_enabled: true, ...stub.settings, ...mt5 } })

const rows = async (filter: ActionInput<'message_list'>['filter'] = {}): Promise<MessageRecord[]> =>
  (await server.act('message_list', { filter, desc: false, sort: 'id' })).rows
const delivered = (count: number) =>
  until(() => stub.delivered.length >= count && stub.delivered, `${count} deliveries`)
const texts = () => stub.delivered.map(({ text }) => text)

describe('a message', () => {
  it('leaves at once, and is sent', async () => {
    await leave(server, { appId: app, text: 'Request approved' })
    await delivered(1)
    expect(stub.delivered).toMatchObject([{ openId: 'ou_customer', text: 'Request approved' }])
    const [row] = await until(async () => (await rows({ state: 'sent' })).length === 1 && rows(), 'the row')
    expect(row).toMatchObject({
      app,
      state: 'sent',
      attempts: 1,
      last_error: '',
      sent_at: START,
      next_at: null,
    })
  })
})
