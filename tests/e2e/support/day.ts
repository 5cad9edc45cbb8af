import { readFile } from 'node:fs/promises'
import type { Download, Locator, Page } from 'playwright-core'
import type { ConsoleWindow } from './console-window.ts'
import { soon } from './soon.ts'

/** Opens a screen through the navigation. */
export async function goTo({ page }: ConsoleWindow, name: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link', { name, exact: true })
    .click()
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
}

/** The link in a dialog, as a path of the router. Closes the dialog. */
export async function takeLink({ page }: ConsoleWindow, name: string): Promise<string> {
  const dialog = page.getByRole('dialog', { name: `Link for ${name}` })
  const field = dialog.getByRole('textbox', { name: 'Link' })
  await soon(() => field.inputValue()).toContain('/console/#/invitation/')
  const link = new URL(await field.inputValue())
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  return link.hash.slice(1)
}

/** The recipient opens an invitation, sets a password and is signed in. @param path of the router */
export async function acceptInvitation(
  window: ConsoleWindow,
  path: string,
  name: string,
  password: string,
): Promise<void> {
  const { page } = window
  await window.visit(path)
  await page.getByRole('heading', { name: `Welcome, ${name}` }).waitFor()
  await page.getByLabel('New password').fill(password)
  await page.getByLabel('Repeat password').fill(password)
  await page.getByRole('button', { name: 'Set password and sign in' }).click()
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor()
}

/** Signs in at the form. @param otp of an authenticator, for people who have one */
export async function signIn(
  { page }: ConsoleWindow,
  name: string,
  password: string,
  otp?: string,
): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  if (otp !== undefined) {
    await page.getByLabel('One-time code').fill(otp)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }
  await leaveGuide(page)
}

/** On a new server the owner comes to the guide of the first start. */
export async function leaveGuide(page: Page): Promise<void> {
  const navigation = page.getByRole('navigation', { name: 'Main navigation' })
  const later = page.getByRole('button', { name: 'Finish later' })
  await navigation.or(later).waitFor()
  if (await later.isVisible()) await later.click()
  await navigation.waitFor()
}

/** Takes an entry of the menu behind the person's own name. */
export async function choosePersonal({ page }: ConsoleWindow, name: string, entry: string): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

/** The value of this term in a list of descriptions. */
export function valueOf(place: Locator, term: string): Promise<string> {
  return place.getByRole('term').filter({ hasText: term }).locator('xpath=following-sibling::dd').innerText()
}

/** Creates an application. @returns the data for the program, from the dialog, which stays open */
export async function createApplication(
  page: Page,
  name: string,
): Promise<{ app: number; appkey: string; rc4Key: string }> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Create application' }).click()
  await page.getByRole('dialog', { name: `${name} is ready` }).waitFor()
  return {
    app: Number(await valueOf(dialog, 'Application number')),
    appkey: await valueOf(dialog, 'App key'),
    rc4Key: await valueOf(dialog, 'RC4 key'),
  }
}

/** Confirms a bulk change, once the question shows the number. */
export async function confirmChange(page: Page, count: number, confirm: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByText(`${count} will be changed`).waitFor()
  const typed = dialog.getByLabel(`Type ${count} to confirm`)
  if ((await typed.count()) > 0) await typed.fill(String(count))
  await dialog.getByRole('button', { name: confirm, exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** A saved CSV file, by its lines' members. None of them holds a comma. */
export async function readCsv(download: Download): Promise<string[][]> {
  const text = await readFile(await download.path(), 'utf8')
  const lines = text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')
  return lines.map((line) => line.split(','))
}
