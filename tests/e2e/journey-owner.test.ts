import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { OWNER_PASSWORD, TestServer } from '../support/test-server.ts'
import { shareBrowser } from './support/browser.ts'
import { ConsoleWindow } from './support/console-window.ts'
import { Customer } from './support/customer.ts'
import {
  acceptInvitation,
  choosePersonal,
  confirmChange,
  createApplication,
  goTo,
  signIn,
  takeLink,
} from './support/day.ts'
import { ScreenChecker } from './support/screen-checker.ts'
import { soon } from './support/soon.ts'

const DEVELOPER = 'Zhang Wei'
const STAFF = 'Wang Min'
const PASSWORD = 'a password of their own'
/** The journey is long, and the machine may be busy. */
const MOST_MS = 240_000
let browser: Browser
let server: TestServer

beforeAll(async () => {
  ;[browser, server] = await Promise.all([shareBrowser(), TestServer.start()])
})
afterAll(async () => {
  await server.end()
})

function openWindow(): Promise<ConsoleWindow> {
  return ConsoleWindow.open(browser, server.running.consoleUrl, {
    at: server.clock.now(),
    viewport: { width: 1280, height: 720 },
  })
}

async function addPlan(owner: ConsoleWindow): Promise<void> {
  await goTo(owner, 'Plans')
  const { page } = owner
  await page.getByRole('banner').getByRole('button', { name: 'Add plan' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Starter')
  await dialog.getByLabel('Applications').fill('1')
  await dialog.getByLabel('Codes').fill('20')
  await dialog.getByLabel('Valid for days').fill('30')
  await dialog.getByRole('button', { name: 'Add plan' }).click()
  await page.getByRole('table').getByText('Starter').waitFor()
}

/** @returns the path of their invitation */
async function addDeveloper(owner: ConsoleWindow): Promise<string> {
  await goTo(owner, 'Developers')
  const { page } = owner
  await page.getByRole('banner').getByRole('button', { name: 'Add developer' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(DEVELOPER)
  await owner.choose('Plan', 'Starter')
  await dialog.getByRole('button', { name: 'Add developer' }).click()
  return takeLink(owner, DEVELOPER)
}

/**
 * A staff member for customers' questions, who sees and changes codes. @returns the path of the invitation
 */
async function addStaff(owner: ConsoleWindow): Promise<string> {
  await goTo(owner, 'Roles')
  const { page } = owner
  const dialog = page.getByRole('dialog')
  await page.getByRole('banner').getByRole('button', { name: 'Add role' }).click()
  await dialog.getByLabel('Name').fill('Support')
  await dialog
    .getByRole('group', { name: 'Codes' })
    .getByRole('checkbox', { name: 'Edit, unbind, delete' })
    .click()
  await dialog.getByRole('button', { name: 'Add role' }).click()
  await page.getByRole('table').getByText('Support').waitFor()
  await goTo(owner, 'Staff')
  await page.getByRole('banner').getByRole('button', { name: 'Add staff' }).click()
  await dialog.getByLabel('Name').fill(STAFF)
  await owner.choose('Role', 'Support')
  await dialog.getByRole('button', { name: 'Add staff' }).click()
  return takeLink(owner, STAFF)
}

/**
 * One application and twenty codes, and not one more of either. @returns the data for the program, and the
 * codes
 */
async function useUpThePlan(developer: ConsoleWindow) {
  await goTo(developer, 'Applications')
  const { page } = developer
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Create application' }).first().click()
  const credentials = await createApplication(page, 'Silver Grid')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: 'Create application' }).first().click()
  await dialog.getByLabel('Name').fill('One too many')
  await dialog.getByRole('button', { name: 'Create application' }).click()
  await dialog.getByRole('alert').getByText('Your plan’s limit on applications is reached.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await goTo(developer, 'Codes')
  await page.getByRole('main').getByRole('button', { name: 'Generate codes' }).click()
  const count = dialog.getByLabel('Quantity')
  await count.fill('21')
  await count.press('Enter')
  await dialog.getByText('This would exceed your plan’s limit on codes.').waitFor()
  await count.fill('20')
  await count.press('Enter')
  await dialog.getByText('20 codes generated').waitFor()
  const kamis = (await dialog.getByRole('textbox', { name: 'Codes' }).inputValue()).split('\n')
  await page.keyboard.press('Escape')
  return { credentials, kamis }
}

/** @returns the new key, as the screen shows it */
async function rotateKey(owner: ConsoleWindow): Promise<string> {
  const { page } = owner
  await page.getByRole('tab', { name: 'Keys and protocol' }).click()
  const key = page.getByRole('region', { name: 'App key' })
  await key.getByRole('button', { name: 'Rotate' }).click()
  await owner.choose('Old key stays valid for', '1 day')
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate key' }).click()
  await owner.notice('App key rotated')
  await key.getByRole('timer').waitFor()
  await key.getByRole('button', { name: 'Show App key' }).click()
  return key.locator('code').innerText()
}

/** A mistake: all codes are disabled instead of one. */
async function deleteTooMuch(staff: ConsoleWindow, meant: string): Promise<void> {
  const { page } = staff
  await page.getByRole('table').getByText(meant).waitFor()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click()
  await confirmChange(page, 20, 'Delete')
  await page.getByText('No codes yet').waitFor()
}

it(
  "the owner invites a developer, and repairs a mistake of the developer's staff",
  async () => {
    const owner = await openWindow()
    const { page } = owner
    const checker = new ScreenChecker(browser, owner, 'owner')
    await owner.visit('/')
    await signIn(owner, 'owner', OWNER_PASSWORD)
    await page.getByText('No trading account has called yet').waitFor()

    await addPlan(owner)
    await checker.checkScreen('plans', 'Starter')
    const invitation = await addDeveloper(owner)
    const developer = await openWindow()
    await acceptInvitation(developer, invitation, DEVELOPER, PASSWORD)
    const { credentials, kamis } = await useUpThePlan(developer)
    await new ScreenChecker(browser, developer, 'owner-limit').checkScreen('codes', kamis[0]!)

    await goTo(owner, 'Developers')
    await page.getByRole('table').getByText(DEVELOPER).click()
    const usage = page.getByRole('region', { name: 'Plan and usage' })
    await soon(() => usage.getByText('Limit reached').count()).toBe(2)
    await checker.checkScreen('developer', 'Silver Grid')
    await page.getByRole('link', { name: 'Silver Grid' }).click()
    await page.getByRole('heading', { level: 1, name: 'Silver Grid' }).waitFor()
    const appkey = await rotateKey(owner)
    await checker.checkScreen('rotated', 'Silver Grid')
    const open = (key: string) => {
      const program = new Customer(
        new URL(server.running.publicUrl),
        { app: credentials.app, appkey: key, rc4Key: undefined },
        server.clock,
      )
      onTestFinished(() => {
        program.close()
      })
      return program
    }
    const [inTheField, updated] = [open(credentials.appkey), open(appkey)]
    expect(await inTheField.guarded('kmlogon', { kami: kamis[0]!, markcode: 'PC-1' })).toMatchObject({
      code: 200,
    })
    expect(await updated.guarded('kmlogon', { kami: kamis[1]!, markcode: 'PC-2' })).toMatchObject({
      code: 200,
    })

    const staffLink = await addStaff(owner)
    const staff = await openWindow()
    // The live stream reports the end of a session.
    for (const ended of [staff, developer]) ended.expectProblem(/act=live|401/)
    await acceptInvitation(staff, staffLink, STAFF, PASSWORD)
    await deleteTooMuch(staff, kamis[2]!)
    expect(await updated.guarded('kmlogon', { kami: kamis[1]!, markcode: 'PC-2' })).toMatchObject({
      code: 149,
    })

    // A customer calls: the palette leads to the customer's code, the log to the person who changed it.
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Quick search' })
    await palette.getByRole('combobox').fill(kamis[1]!)
    await palette.getByRole('option', { name: new RegExp(kamis[1]!) }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('This code is in the recycle bin').waitFor()
    await page.getByRole('region', { name: 'History' }).getByText(STAFF).waitFor()
    await checker.checkScreen('code', kamis[1]!)
    await goTo(owner, 'Codes')
    await page.getByRole('button', { name: 'Recycle bin' }).click()
    await page.getByText('1 to 20 of 20').waitFor()
    await checker.checkScreen('bin', kamis[0]!)
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
    await page.getByRole('toolbar').getByRole('button', { name: 'Restore' }).click()
    await confirmChange(page, 20, 'Restore')
    await page.getByText('The recycle bin is empty').waitFor()
    expect(await updated.guarded('kmlogon', { kami: kamis[1]!, markcode: 'PC-2' })).toMatchObject({
      code: 200,
    })

    await goTo(owner, 'Audit log')
    await owner.choose('Action', 'Code · deleted')
    const rows = page.getByRole('table', { name: 'Audit log' }).locator('tbody tr')
    await soon(() => rows.count()).toBe(1)
    await rows.getByText(STAFF).waitFor()
    await checker.checkScreen('audit', STAFF)
    await rows.first().click()
    const change = page.getByRole('dialog', { name: 'Code · deleted' })
    await checker.checkView('audit-row')
    await change.getByRole('button', { name: 'Everything by this person' }).click()
    await page.getByRole('button', { name: `By ${STAFF}` }).waitFor()
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    const check = page.getByRole('dialog', { name: 'Check the log' })
    await check.getByRole('button', { name: 'Check now' }).click()
    await check.getByText(/All \d+ entries are unchanged/).waitFor()
    await checker.checkView('audit-checked')
    await page.keyboard.press('Escape')

    await goTo(owner, 'Staff')
    await page.getByRole('button', { name: `More about ${STAFF}` }).click()
    await page.getByRole('menuitem', { name: 'Freeze…' }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('Until we have talked')
    await page.getByRole('dialog').getByRole('button', { name: 'Freeze' }).click()
    await page
      .getByRole('row', { name: new RegExp(STAFF) })
      .getByText('Frozen')
      .waitFor()
    await checker.checkScreen('staff', STAFF)
    await staff.page.getByRole('heading', { name: 'Sign in' }).waitFor()

    await goTo(owner, 'Backups')
    await page.getByRole('banner').getByRole('button', { name: 'Back up now' }).click()
    await owner.notice('Backup created and checked')
    await checker.checkScreen('backups', server.folder)

    await goTo(owner, 'APIs')
    await page
      .getByRole('group', { name: 'State of userreg' })
      .getByRole('button', { name: 'Maintenance' })
      .click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Maintenance' }).click()
    await owner.notice('userreg changed')
    await checker.checkScreen('apis', 'userreg')
    expect(
      await updated.guarded('userreg', { user: 'ann_berlin', password: 'ann.1234', qq: '1' }),
    ).toMatchObject({ code: 171 })

    await choosePersonal(owner, 'owner', 'Sign-in and security')
    await page.getByRole('switch', { name: 'Everyone I manage' }).click()
    const session = page.getByRole('table', { name: 'Sessions' }).getByRole('row', { name: DEVELOPER })
    await session.waitFor()
    await checker.checkScreen('sessions', DEVELOPER)
    await session.getByRole('button', { name: /^End/ }).click()
    await owner.notice('One session ended')
    await developer.page.getByText('Your session has ended.').waitFor()
  },
  MOST_MS,
)
