import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { Authenticator } from '../support/authenticator.ts'
import { ConsoleClient } from '../support/console-client.ts'
import { OWNER_PASSWORD, TestServer } from '../support/test-server.ts'
import { shareBrowser } from './support/browser.ts'
import { ConsoleWindow } from './support/console-window.ts'
import { findBarriers } from './support/look.ts'
import { soon } from './support/soon.ts'

const PASSWORD = 'chosen by myself'
const TEN_MINUTES = 600
let browser: Browser
let server: TestServer
/** A second try makes everything anew. */
let tries = 0

beforeEach(() => {
  tries++
})
beforeAll(async () => {
  ;[browser, server] = await Promise.all([shareBrowser(), TestServer.start()])
})
afterAll(async () => {
  await server.end()
})

async function openConsole(path: string, as?: ConsoleClient): Promise<ConsoleWindow> {
  const window = await ConsoleWindow.open(browser, server.running.consoleUrl, {
    at: server.clock.now(),
    ...(as && { as }),
  })
  await window.visit(path)
  return window
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

/** The link in a dialog, as a path of the router. Closes the dialog. */
async function takeLink(page: Page): Promise<string> {
  const field = page.getByRole('dialog').getByRole('textbox', { name: 'Link' })
  await soon(() => field.inputValue()).toContain('/console/#/invitation/')
  const link = new URL(await field.inputValue())
  expect(link.origin).toBe(server.running.consoleUrl)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  return link.hash.slice(1)
}

/** Opens a link as its recipient, and sets a password. */
async function accept(path: string, title: string): Promise<ConsoleWindow> {
  const window = await openConsole(path)
  const { page } = window
  await heading(page, title).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.getByLabel('New password').fill(PASSWORD)
  await page.getByLabel('Repeat password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Set password and sign in' }).click()
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor()
  return window
}

it('a developer is invited on a plan and sets a password by the link, once', async () => {
  const [plan, name] = [`Starter ${tries}`, `Zhang Wei ${tries}`]
  const owner = await openConsole('/plans', await server.owner())
  const { page } = owner
  await page.getByRole('banner').getByRole('button', { name: 'Add plan' }).click()
  let dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(plan)
  await dialog.getByLabel('Applications').fill('1')
  await dialog.getByLabel('Valid for days').fill('30')
  await dialog.getByRole('button', { name: 'Add plan' }).click()
  await page.getByRole('table').getByText(plan).waitFor()
  expect(await findBarriers(page)).toEqual([])

  await owner.visit('/developers')
  await page.getByRole('banner').getByRole('button', { name: 'Add developer' }).click()
  dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await owner.choose('Plan', plan)
  await dialog.getByRole('button', { name: 'Add developer' }).click()
  await page.getByRole('dialog', { name: `Link for ${name}` }).waitFor()
  const link = await takeLink(page)
  await page
    .getByRole('row', { name: new RegExp(name) })
    .getByText('Invited')
    .waitFor()
  expect(await findBarriers(page)).toEqual([])

  await accept(link, `Welcome, ${name}`)
  const used = await openConsole(link)
  await heading(used.page, 'This link doesn’t work').waitFor()
})

it("a developer reaches the plan's limit and sees it, as the owner does", async () => {
  const [plan, name] = [`Small ${tries}`, `Chen Jie ${tries}`]
  const { id } = await server.act('plan_create', { name: plan, max_applications: 1 })
  const made = await server.act('developer_create', { name, password: PASSWORD, plan: id })
  const client = await ConsoleClient.signIn(server.running.consoleUrl, name, PASSWORD)
  const developer = await openConsole('/applications', client)
  const usage = developer.page.getByRole('region', { name: 'Your plan' })
  await usage.getByText(`Plan ${plan}`).waitFor()
  for (const app of ['First', 'Second']) {
    await developer.page.getByRole('button', { name: 'Create application' }).first().click()
    const form = developer.page.getByRole('dialog')
    await form.getByLabel('Name').fill(app)
    await form.getByRole('button', { name: 'Create application' }).click()
    if (app === 'First') {
      await developer.page.getByRole('dialog', { name: 'First is ready' }).waitFor()
      await form.getByRole('button', { name: 'Close' }).last().click()
    } else {
      await form.getByRole('alert').getByText('Your plan’s limit on applications is reached.').waitFor()
    }
  }

  const { page } = await openConsole(`/developers/${made.developer.id}`, await server.owner())
  await heading(page, name).waitFor()
  await page.getByRole('region', { name: 'Plan and usage' }).getByText('Limit reached').waitFor()
  await page.getByRole('link', { name: 'First' }).waitFor()
  expect(await findBarriers(page)).toEqual([])
})

it('a ban shows its reason, closes the applications on request, and can end', async () => {
  const name = `Li Na ${tries}`
  const { developer } = await server.act('developer_create', { name, password: PASSWORD })
  const client = await ConsoleClient.signIn(server.running.consoleUrl, name, PASSWORD)
  const { app } = await client.call('app_create', { name: 'Hers' })
  const { page } = await openConsole(`/developers/${developer.id}`, await server.owner())
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Ban…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Chargebacks')
  await dialog.getByRole('switch', { name: 'Close their applications' }).click()
  await dialog.getByRole('button', { name: 'Ban' }).click()
  await page.getByText('Banned: Chargebacks').waitFor()
  expect(await server.api('ini', app)).toMatchObject({ code: 102 })
  expect(await client.try('me', {})).toMatchObject({ code: 401 })
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Lift ban' }).click()
  await page.getByText('Banned: Chargebacks').waitFor({ state: 'detached' })
  expect(await server.api('ini', app)).toMatchObject({ code: 200 })
})

it('a ban of an agent shows the effect on its customers, and refuses them', async () => {
  const { agent } = await server.act('agent_create', { name: `Sun ${tries}`, password: PASSWORD })
  const { app } = await server.act('app_create', { name: 'Ours' })
  await server.act('app_update', { app, sign: false, window: 0 })
  const kami = await server.code({ app, type: 'permanent', agent: agent.id })
  const { page } = await openConsole(`/agents/${agent.id}`, await server.owner())
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Ban…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Its customers’ codes are refused from now on.').waitFor()
  await dialog.getByLabel('Reason').fill('Fraud')
  await dialog.getByRole('button', { name: 'Ban' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Banned', { exact: true }).waitFor()
  expect(await server.api('kmlogon', app, { kami, markcode: 'PC' })).toMatchObject({ code: 151 })
})

it("the owner switches off a lost authenticator, after the owner's password", async () => {
  const owner = await server.owner()
  const name = `Forgetful ${tries}`
  const { developer } = await server.act('developer_create', { name, password: PASSWORD })
  const client = await ConsoleClient.signIn(server.running.consoleUrl, name, PASSWORD)
  const { secret } = await client.call('totp_begin', {})
  await client.call('totp_confirm', { otp: new Authenticator(secret).code(server.clock.now()) })
  server.clock.pass(TEN_MINUTES)
  const { page } = await openConsole(`/developers/${developer.id}`, owner)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Turn off authenticator…' }).click()
  const ask = page.getByRole('alertdialog', { name: `Turn off the authenticator of ${name}?` })
  await ask.getByRole('button', { name: 'Turn off authenticator' }).click()
  const stepUp = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await stepUp.getByLabel('Password', { exact: true }).fill(OWNER_PASSWORD)
  await stepUp.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText(`${name} now signs in with the password alone.`).waitFor()
  expect(await client.call('security_get', {})).toMatchObject({ totp_since: null })
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Reset password' }).waitFor()
  expect(await page.getByRole('menuitem', { name: 'Turn off authenticator…' }).count()).toBe(0)
})

it('staff get a role of chosen permissions, and see only their part of the console', async () => {
  const [role, name] = [`Support ${tries}`, `Wang ${tries}`]
  const owner = await openConsole('/roles', await server.owner())
  const { page } = owner
  await page.getByRole('banner').getByRole('button', { name: 'Add role' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill(role)
  await form
    .getByRole('group', { name: 'Codes' })
    .getByRole('checkbox', { name: 'Edit, unbind, delete' })
    .click()
  await soon(() =>
    form.getByRole('group', { name: 'Codes' }).getByRole('checkbox', { name: 'View' }).isChecked(),
  ).toBe(true)
  expect(await findBarriers(page)).toEqual([])
  await form.getByRole('button', { name: 'Add role' }).click()
  await page.getByRole('table').getByText(role).waitFor()

  await owner.visit('/staff')
  await page.getByRole('banner').getByRole('button', { name: 'Add staff' }).click()
  await form.getByLabel('Name').fill(name)
  await owner.choose('Role', role)
  await form.getByRole('button', { name: 'Add staff' }).click()
  await page.getByRole('dialog', { name: `Link for ${name}` }).waitFor()
  const link = await takeLink(page)
  expect(await findBarriers(page)).toEqual([])

  const staff = await accept(link, `Welcome, ${name}`)
  const navigation = staff.page.getByRole('navigation', { name: 'Main navigation' })
  await navigation.getByRole('link', { name: 'Codes', exact: true }).waitFor()
  for (const hidden of ['Applications', 'Live board', 'Developers', 'Staff'])
    expect(await navigation.getByRole('link', { name: hidden, exact: true }).count()).toBe(0)

  await page.reload()
  await page.getByRole('button', { name: `More about ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Freeze…' }).click()
  await form.getByRole('button', { name: 'Freeze' }).click()
  await page
    .getByRole('row', { name: new RegExp(name) })
    .getByText('Frozen')
    .waitFor()
  await staff.page.reload()
  await heading(staff.page, 'Sign in').waitFor()
})
