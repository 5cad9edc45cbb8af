import { afterAll, beforeAll, expect, it } from 'vitest'
import { trustOwnHeaders } from '../support/self-service-client.ts'
import { CodeWorld, DAY, look } from './support/code-world.ts'
import { valueOf } from './support/day.ts'
import { timeInUtc } from './support/say.ts'
import { soon } from './support/soon.ts'

let world: CodeWorld

beforeAll(async () => {
  world = await CodeWorld.start()
})
afterAll(async () => {
  await world.server.end()
})

it('the undo of an enabled code takes no time that remained with the code when it was disabled', async () => {
  const key = world.newKey()
  const { now } = world
  const [code] = await world.use(key, 1)
  await world.server.act('code_update', { ids: [code!.id], disabled: true, record: 'keep' })
  const { page } = await world.open(`/codes/${code!.id}`)
  await page.getByRole('button', { name: 'Enable' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Enable' }).click()
  await page.getByRole('banner').getByText('In use').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('banner').getByText('Disabled').waitFor()
  expect(await world.answeredEnd(key)).toBe(now + 30 * DAY)
})

it('a code shows the addresses it is bound to, and a VIP code the machines it moved between', async () => {
  await trustOwnHeaders(world.server)
  const strict = await world.server.application({ ip_check: true })
  const kami = await world.server.code({ app: strict, type: 'vip' })
  const logIn = (markcode: string, from: string) =>
    fetch(`${world.server.running.publicUrl}/api.php?api=kmlogon&app=${strict}`, {
      method: 'POST',
      headers: { 'x-forwarded-for': from },
      body: new URLSearchParams({ kami, markcode }),
    }).then((response) => response.json())
  for (const [machine, from] of [
    ['PC-A', '203.0.113.7'],
    ['PC-B', '203.0.113.7'],
    ['PC-B', '2001:db8:0:1::7'],
  ] as const)
    expect(await logIn(machine, from)).toMatchObject({ code: 200 })
  const { rows } = await world.server.act('code_list', { filter: { app: strict } })
  const { page } = await world.open(`/codes/${rows[0]!.id}`)
  await page.getByRole('region', { name: 'History' }).getByText('from PC-A to PC-B').waitFor()
  expect(await valueOf(page.getByRole('main'), 'IP address')).toBe(
    '203.0.113.7 · IPv6 network 2001:db8:0:1::/64',
  )
})

it('codes that no account used are disabled without a question', async () => {
  const kami = await world.server.code({ app: world.app, type: 'time', unit: 'day', amount: 30 })
  const { page } = await world.open(`/codes/${await world.idOf(kami)}`)
  await page.getByRole('button', { name: 'Disable' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('1 will be changed').waitFor()
  expect(await dialog.getByRole('radio').count()).toBe(0)
  expect(await dialog.getByText('Trading account').count()).toBe(0)
})

it('a refund of many codes names the first accounts, and runs as a job', async () => {
  const keys = Array.from({ length: 6 }, () => world.newKey())
  const { now } = world
  const { batch } = await world.server.act('code_generate', {
    app: world.app,
    type: 'time',
    unit: 'day',
    amount: 30,
    count: 501,
  })
  await soon(async () => (await world.server.act('code_list', { filter: { batch }, size: 1 })).total).toBe(
    501,
  )
  const { rows } = await world.server.act('code_list', { filter: { batch }, size: 6, sort: 'id' })
  for (const [index, { kami }] of rows.entries())
    expect(await world.kmlogon(kami, keys[index]!)).toMatchObject({ code: 200 })
  await world.use(keys[0]!, 1)
  const until = `Valid until ${timeInUtc(now + 60 * DAY)}.`
  const window = await world.open(`/codes/batches/${batch}`)
  const { page } = window
  await page.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog')
  const accounts = dialog.getByRole('status', { name: 'Trading accounts' })
  for (const key of keys.slice(0, 4)) await accounts.getByText(key).waitFor()
  await accounts.getByText('and 2 more').waitFor()
  await accounts.getByText(`${until} Would end ${timeInUtc(now + 30 * DAY)}.`).waitFor()
  await look(window, 'refund-many-en')
  await dialog.getByRole('radio', { name: 'End the licences now' }).click()
  await accounts.getByText(`${until} Would end now.`).waitFor()
  await dialog.getByLabel('Type 501 to confirm').fill('501')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await dialog.waitFor({ state: 'detached' })
  for (const key of keys) expect((await world.deviceOf(key)).vip).toBe(now)
})

it('many accounts are deleted with a choice for their codes', async () => {
  const keys = [world.newKey(), world.newKey()]
  const codes = (await Promise.all(keys.map((key) => world.use(key, 1)))).flat()
  const window = await world.open('/devices')
  const { page } = window
  await page.getByRole('checkbox', { name: `Select ${keys[0]!}` }).click()
  await page.getByRole('checkbox', { name: `Select ${keys[1]!}` }).click()
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('2 codes were used here. What should happen to them?').waitFor()
  await look(window, 'delete-accounts-en')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await dialog.waitFor({ state: 'detached' })
  for (const { kami } of codes) expect(await world.kmlogon(kami, world.newKey())).toMatchObject({ code: 151 })
})
