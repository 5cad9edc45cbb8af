import type { ConsoleClient } from '../../support/console-client.ts'
import type { ConsoleWindow } from './console-window.ts'
import { takeLink, valueOf } from './day.ts'
import type { ScreenChecker } from './screen-checker.ts'
import { soon } from './soon.ts'

/** Takes plain, unsigned calls, with MT5 on. @returns its number */
export async function newApplication(developer: ConsoleClient, name: string): Promise<number> {
  const { app } = await developer.call('app_create', { name })
  await developer.call('app_update', { app, sign: false, window: 0, mt5: { enabled: true } })
  return app
}

/** An agent that sells for the developer, in the state after `giveStock`, `giveRights` and `topUp`. */
export async function newAgent(
  developer: ConsoleClient,
  app: number,
  person: { readonly name: string; readonly password: string },
): Promise<void> {
  const { id: agent } = (await developer.call('agent_create', person)).agent
  const worth = { type: 'time', unit: 'month', amount: 1 } as const
  await developer.call('allocation_create', { agent, app, ...worth, quota: 12, price: 5_550 })
  await developer.call('agent_rights_set', { agent, app, pause_open: true, unbind: true })
  const money = { agent, amount: 50_000, reference: '=TRANSFER 7' }
  await developer.call('ledger_topup', { ...money, key: `first money of ${agent}` })
}

/** The developer's steps before an agent can sell. @returns the path of its invitation */
export async function hireAgent(
  window: ConsoleWindow,
  checker: ScreenChecker,
  agent: string,
): Promise<string> {
  const { page } = window
  await window.visit('/agents')
  await page.getByText('No agents yet').waitFor()
  await page.getByRole('banner').getByRole('button', { name: 'Add agent' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill(agent)
  await page.getByRole('dialog').getByLabel('Email').fill('sun@example.com')
  await checker.checkView('new-agent')
  await page.getByRole('dialog').getByRole('button', { name: 'Add agent' }).click()
  const link = await takeLink(window, agent)
  await page.getByRole('heading', { level: 1, name: agent }).waitFor()
  return link
}

/** Ten codes of a month at 60.00, then changed to twelve at 55.50. */
export async function giveStock(window: ConsoleWindow, checker: ScreenChecker, agent: string): Promise<void> {
  const { page } = window
  await page.getByRole('button', { name: 'Allocate codes' }).first().click()
  await window.choose('Application', 'Gold Grid')
  await page.getByRole('dialog').getByLabel('Quota').fill('10')
  await page.getByRole('dialog').getByLabel('Unit price').fill('60')
  await checker.checkView('give-codes')
  await page.getByRole('dialog').getByRole('button', { name: 'Allocate', exact: true }).click()
  await window.notice(`${agent} can now sell these codes.`)
  const line = page.getByRole('listitem').filter({ hasText: 'Gold Grid' })
  await line.getByText('10 left of 10').waitFor()

  await line.getByRole('button', { name: /^Change / }).click()
  await page.getByRole('dialog').getByLabel('Unit price').fill('55.50')
  await page.getByRole('dialog').getByLabel('Quota').fill('12')
  await checker.checkView('change-codes')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await line.getByText('¥55.50').waitFor()
  await line.getByRole('button', { name: /^History of / }).click()
  const history = page.getByRole('dialog').getByRole('row')
  await history.filter({ hasText: '¥60.00' }).getByText('10', { exact: true }).waitFor()
  await history.filter({ hasText: '¥55.50' }).getByText('12', { exact: true }).waitFor()
  await checker.checkView('history')
  await page.keyboard.press('Escape')
  await checker.checkScreen('allocations', 'Gold Grid')
}

/** Pausing and unbinding, nothing else. */
export async function giveRights(window: ConsoleWindow, checker: ScreenChecker): Promise<void> {
  const { page } = window
  await page.getByRole('tab', { name: 'Rights' }).click()
  for (const right of ['Pause opening', 'Unbind']) {
    const box = page.getByRole('checkbox', { name: `Gold Grid: ${right}` })
    await box.click()
    await soon(() => box.getAttribute('aria-checked')).toBe('true')
  }
  await checker.checkScreen('rights', 'Gold Grid')
}

/**
 * 500.00, with a reference that a spreadsheet would run as a formula. Other changes of the account add up to
 * zero.
 */
export async function topUp(window: ConsoleWindow, checker: ScreenChecker, agent: string): Promise<void> {
  const { page } = window
  await page.getByRole('tab', { name: 'Ledger account' }).click()
  await page.getByRole('button', { name: 'Top up' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Amount' }).fill('500')
  await page.getByRole('dialog').getByLabel('Reference').fill('=TRANSFER 7')
  await soon(() => valueOf(page.getByRole('dialog'), 'Balance afterwards')).toBe('¥500.00')
  await checker.checkView('top-up')
  await page.getByRole('dialog').getByRole('button', { name: 'Top up' }).click()
  await window.notice(`New balance of ${agent}: ¥500.00.`)
  await page.getByRole('cell', { name: '+¥500.00' }).waitFor()
  await checker.checkScreen('account', '=TRANSFER 7')
  await settleAccount(window, agent)
}

/** Other changes of an account with 500.00, which has 500.00 again afterwards. */
async function settleAccount(window: ConsoleWindow, agent: string): Promise<void> {
  const { page } = window
  const dialog = page.getByRole('dialog')
  const move = async (act: string, amount: string, why: string, after: string) => {
    await page.getByRole('button', { name: act, exact: true }).click()
    await dialog.getByRole('textbox', { name: 'Amount' }).fill(amount)
    await dialog.getByLabel(act === 'Correct' ? 'Reason' : 'Note').fill(why)
    await soon(() => valueOf(dialog, 'Balance afterwards')).toBe(after)
    await dialog.getByRole('button', { name: act, exact: true }).click()
  }
  await move('Pay out', '120.50', 'asked for it', '¥379.50')
  await window.notice(`New balance of ${agent}: ¥379.50.`)
  await page.getByRole('cell', { name: '−¥120.50' }).waitFor()
  await move('Correct', '120.50', 'was never paid out', '¥500.00')
  await window.notice(`New balance of ${agent}: ¥500.00.`)
  await page.getByRole('row').filter({ hasText: 'was never paid out' }).getByText('+¥120.50').waitFor()

  await page.getByRole('button', { name: 'Credit…' }).click()
  await dialog.getByRole('textbox').fill('25')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await window.notice('Credit is now ¥25.00.')
  await soon(() => valueOf(page.getByRole('main'), 'Credit')).toBe('¥25.00')
}
