import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { telegram } from '../support/channels/telegram.ts'
import { ChannelStub } from '../support/channels/channel-stub.ts'
import { TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'
import { leave } from '../integration/message-world.ts'
import { shareBrowser } from './support/browser.ts'
import { ConsoleWindow } from './support/console-window.ts'
import { findFlaws } from './support/look.ts'
import { takePicture } from './support/pictures.ts'
import { word, type Locale } from './support/words.ts'

let browser: Browser
let server: TestServer
let stub: ChannelStub

beforeAll(async () => {
  ;[browser, server] = await Promise.all([shareBrowser(), TestServer.start()])
  stub = await ChannelStub.start(() => server.clock.nowMs())
})
afterAll(async () => {
  await server.end()
  await stub.stop()
})

async function open(path: string, locale: Locale = 'en', width = 1280): Promise<ConsoleWindow> {
  return ConsoleWindow.show(browser, server, path, {
    as: await server.owner(),
    viewport: { width, height: 900 },
    locale,
  })
}

it('a person adds a channel, corrects its token, tests it, and reads its last message in both languages', async () => {
  // A repeated test begins without channels, too.
  for (const { id } of (await server.act('channel_list', {})).rows)
    await server.act('channel_delete', { channel: id })
  const right = telegram.fields(stub.base, 1)
  const window = await open('/security')
  const { page } = window
  const card = page.getByRole('region', { name: 'Alert channels' })
  await card.getByText('No channel yet.').waitFor()
  await card.getByRole('button', { name: 'Add channel' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add alert channel' })
  await dialog.getByText('Write to @BotFather').waitFor()
  expect(await findFlaws(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Add alert channel' }).click()
  await dialog.getByText('Enter this field.').waitFor()
  await dialog.getByLabel('Bot token', { exact: true }).fill('7:wrong')
  await dialog.getByLabel('Chat ID', { exact: true }).fill(right.chat!)
  await dialog.getByLabel('Server address', { exact: true }).fill(stub.base)
  await takePicture(page, 'channel-new')
  await dialog.getByRole('button', { name: 'Add alert channel' }).click()
  await dialog.waitFor({ state: 'detached' })

  await card.getByRole('button', { name: 'Check the set-up of Telegram' }).click()
  await card.getByText('Key: wrong or missing').waitFor()
  await card.getByRole('button', { name: 'Edit Telegram' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Telegram' })
  await edit.getByText('Saved. Leave empty to keep it.').waitFor()
  await edit.getByLabel('Bot token', { exact: true }).fill(right.token!)
  await edit.getByLabel('Name', { exact: true }).fill('My phone')
  await edit.getByRole('button', { name: 'Save' }).click()
  await edit.waitFor({ state: 'detached' })
  await card.getByRole('button', { name: 'Check the set-up of My phone' }).click()
  await card.getByText('Chat: fine (Mei)').waitFor()
  await card.getByRole('button', { name: 'Send a test message to My phone' }).click()
  await card.getByText('The service accepted the test message.').waitFor()
  expect(stub.texts('telegram')).toHaveLength(1)

  const [{ id } = { id: 0 }] = (await server.act('channel_list', {})).rows
  server.clock.pass(5)
  await leave(server, {
    kind: 'channel',
    purpose: 'drawdown',
    openId: '',
    channelId: id,
    text: 'Drawdown 31 %',
  })
  await until(() => stub.texts('telegram').includes('Drawdown 31 %'), 'the alert')
  await page.reload()
  await card.getByText('Last message sent').waitFor()
  await card.scrollIntoViewIfNeeded()
  await takePicture(page, 'channels')

  const chinese = await open('/security', 'zh-CN', 640)
  await chinese.page.getByText('上一条消息已发送').waitFor()
  await takePicture(chinese.page, 'channels-zh')
  expect(await findFlaws(chinese.page)).toEqual([])
  await chinese.visit('/messages')
  const row = chinese.page.getByRole('row').filter({ hasText: 'My phone' })
  await row.getByText(word('zh-CN', 'messages.state.sent')).waitFor()
  await row.click()
  await chinese.page.getByText('预警渠道 My phone').waitFor()
})
