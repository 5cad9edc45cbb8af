import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addOperator, PASSWORD, signIn } from '../integration/operators.ts'
import { Authenticator } from '../support/authenticator.ts'
import { TokenClient } from '../support/console-client.ts'
import { TestServer } from '../support/test-server.ts'
import { shareBrowser } from './support/browser.ts'
import { ConsoleWindow } from './support/console-window.ts'
import { findBarriers } from './support/look.ts'
import { soon } from './support/soon.ts'

const TEN_MINUTES = 600
let browser: Browser
let server: TestServer

beforeAll(async () => {
  ;[browser, server] = await Promise.all([shareBrowser(), TestServer.start()])
  for (const name of ['careful', 'hasty', 'known']) await addOperator(server, name, 'developer')
})
afterAll(async () => {
  await server.end()
})

const open = (as?: Awaited<ReturnType<typeof signIn>>) =>
  ConsoleWindow.open(browser, server.running.consoleUrl, {
    at: server.clock.now(),
    ...(as === undefined ? {} : { as }),
  })

async function typePassword(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

it('an authenticator is set up, and asked for at the next sign-in and before dangerous acts', async () => {
  const window = await open()
  const { page } = window
  await window.visit('/')
  await typePassword(page, 'careful')
  await page.getByRole('button', { name: 'careful' }).click()
  await page.getByRole('menuitem', { name: 'Sign-in and security' }).click()
  await page.getByRole('button', { name: 'Set up authenticator' }).click()

  const setUp = page.getByRole('dialog', { name: 'Set up authenticator' })
  await setUp.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
  const key = (await setUp.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4}){7}$/).textContent()) ?? ''
  const phone = new Authenticator(key.replace(/\s/g, ''))
  const code = setUp.getByRole('textbox', { name: 'Code' })
  await code.fill(phone.code(server.clock.now() + 3600))
  await setUp.getByRole('button', { name: 'Turn on' }).click()
  await setUp.getByText('This code is wrong or was already used.').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await code.fill(phone.code(server.clock.now()))
  await setUp.getByRole('button', { name: 'Turn on' }).click()

  const codes = page.getByRole('alertdialog', { name: 'Recovery codes' })
  await codes.getByRole('listitem').first().waitFor()
  await soon(() => codes.getByRole('listitem').count()).toBe(10)
  expect(await findBarriers(page)).toEqual([])
  await codes.getByRole('button', { name: 'I saved them' }).click()
  await page.getByRole('region', { name: 'Authenticator' }).getByText('On', { exact: true }).waitFor()

  await page.getByRole('button', { name: 'careful' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  server.clock.pass(30)
  await typePassword(page, 'careful')
  const otp = page.getByLabel('One-time code')
  await page.getByText('Signing in as careful.').waitFor()
  await otp.fill('000 000')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('This code is wrong or was already used.').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await otp.fill(phone.code(server.clock.now()))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Live board' }).waitFor()

  server.clock.pass(TEN_MINUTES)
  await window.visit('/security')
  await page.getByRole('button', { name: 'Generate recovery codes' }).click()
  const stepUp = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await stepUp.getByLabel('Password', { exact: true }).fill('wrong')
  await stepUp.getByLabel('One-time code').fill(phone.code(server.clock.now()))
  await stepUp.getByRole('button', { name: 'Confirm' }).click()
  await stepUp.getByText('Wrong password.').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await stepUp.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await stepUp.getByRole('button', { name: 'Confirm' }).click()
  await codes.getByRole('button', { name: 'I saved them' }).click()
})

it('a password is changed, other sessions end, and the history shows the attempts', async () => {
  const as = await signIn(server, 'hasty')
  const elsewhere = await signIn(server, 'hasty')
  await signIn(server, 'hasty', 'wrong').catch(() => undefined)
  const window = await open(as)
  const { page } = window
  await window.visit('/security')
  const sessions = page.getByRole('table', { name: 'Sessions' })
  await sessions.getByText('This session').waitFor()
  await page.getByRole('table', { name: 'Sign-ins' }).getByText('Wrong password').waitFor()
  expect(await findBarriers(page)).toEqual([])

  const card = page.getByRole('region', { name: 'Password' })
  await card.getByLabel('Current password').fill(PASSWORD)
  await card.getByLabel('New password').fill('1234567890')
  await card.getByLabel('Repeat password').fill('1234567890')
  await card.getByRole('button', { name: 'Change password' }).click()
  await card.getByText('This password is too common.').waitFor()
  for (const label of ['New password', 'Repeat password'])
    await card.getByLabel(label).fill('quite another one')
  await card.getByRole('button', { name: 'Change password' }).click()
  await window.notice('Password changed')
  expect(await elsewhere.try('me', {})).toMatchObject({ code: 401 })

  const third = await signIn(server, 'hasty', 'quite another one')
  await page.reload()
  server.clock.pass(TEN_MINUTES)
  await page.getByRole('button', { name: 'End all others' }).click()
  const stepUp = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await stepUp.getByRole('button', { name: 'Cancel' }).click()
  await window.notice('Nothing was changed: this needs your password.')
  expect(await third.try('me', {})).toMatchObject({ code: 200 })
  await page.getByRole('button', { name: 'End all others' }).click()
  await stepUp.getByLabel('Password', { exact: true }).fill('quite another one')
  await stepUp.getByRole('button', { name: 'Confirm' }).click()
  await window.notice('One session ended')
  expect(await third.try('me', {})).toMatchObject({ code: 401 })
})

it('the button of each session names the session it ends', async () => {
  await addOperator(server, 'everywhere', 'developer')
  for (let i = 0; i < 2; i++) {
    await signIn(server, 'everywhere')
    server.clock.pass(60)
  }
  const window = await open(await signIn(server, 'everywhere'))
  const { page } = window
  await window.visit('/security')
  const ends = page
    .getByRole('region', { name: 'Sessions' })
    .getByRole('button', { name: /^End .+ at 127\.0\.0\.1, signed in / })
  await soon(() => ends.count()).toBe(2)
  const names = await Promise.all((await ends.all()).map((button) => button.getAttribute('aria-label')))
  expect(new Set(names).size).toBe(2)
})

it('an unknown or forbidden address shows so and keeps the address', async () => {
  await addOperator(server, 'seller', 'agent')
  const window = await open(await signIn(server, 'seller'))
  const { page } = window
  for (const address of ['/no/such/page', '/applications?state=y']) {
    await window.visit(address)
    await page.getByText('Page not found').waitFor()
    await soon(() => new URL(page.url()).hash).toBe(`#${address}`)
    await page.getByRole('button', { name: 'Go to the start page' }).click()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
  }
})

it('the page sets the number that customers know a person by, and refuses an invalid mail address beside its field', async () => {
  const client = await signIn(server, 'known')
  const window = await open(client)
  const { page } = window
  await window.visit('/security')
  const card = page.getByRole('region', { name: 'Contact' })
  await card.getByLabel('QQ').fill('10001')
  await card.getByLabel('Email').fill('nonsense')
  await card.getByRole('button', { name: 'Save' }).click()
  await card.getByText('This is not an email address.').waitFor()
  await card.getByLabel('Email').fill('known@example.com')
  await card.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved').waitFor()
  expect(await client.call('profile_get', {})).toEqual({ qq: '10001', email: 'known@example.com' })
  expect(await findBarriers(page)).toEqual([])
})

it('a token is made for chosen actions, shown once, and revoked', async () => {
  const window = await open(await signIn(server, 'known'))
  const { page } = window
  await window.visit('/security')
  await page.getByText('No program calls in your name.').waitFor()
  await page.getByRole('button', { name: 'Create token' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create API token' })
  expect(await dialog.getByRole('button', { name: 'Create', exact: true }).isDisabled()).toBe(true)
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Web shop')
  await dialog.getByRole('button', { name: 'Select for a shop' }).click()
  await soon(() => dialog.getByRole('checkbox', { name: 'code_generate', exact: true }).isChecked()).toBe(
    true,
  )
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  const token = (await dialog.getByText(/^pk_[\w-]{43}$/).textContent()) ?? ''
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  const shop = new TokenClient(server.running.consoleUrl, token.trim())
  expect(await shop.try('code_list', {})).toMatchObject({ code: 200 })

  await page.getByRole('button', { name: 'Revoke Web shop' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('No program calls in your name.').waitFor()
  expect(await shop.try('code_list', {})).toMatchObject({ code: 401 })
})
