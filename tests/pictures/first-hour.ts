/**
 * `npm run pictures`: walks through the first hour in Chromium, in both languages, and writes the pictures of
 * docs/first-hour.md and docs/vps.md. The server is the real program on an empty folder.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../e2e/support/browser.ts'
import { word, type Locale } from '../e2e/support/words.ts'
import { freePort } from '../support/free-port.ts'
import { findServerProgram } from '../support/server-program.ts'

const FOLDER = join(import.meta.dirname, '../../docs/pictures')
const SIZE = { width: 1120, height: 700 }
const PASSWORD = 'correct horse battery'
const ADDRESS = 'https://ea.example.com'

interface Started {
  readonly child: ChildProcess
  /** Where the owner sets the first password. */
  readonly setup: string
}

async function startServer(data: string): Promise<Started> {
  const ports = ['--port', String(await freePort()), '--console-port', String(await freePort())]
  const child = spawn(process.execPath, [findServerProgram(), '--data', data, ...ports], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let said = ''
  for await (const part of child.stdout) {
    said += String(part)
    const setup = /http:\S+#\/setup\?token=\S+/.exec(said)?.[0]
    if (setup !== undefined && said.includes('ready ')) return { child, setup }
  }
  throw new Error(`the server ended: ${said}`)
}

/** The key in the file that a new server writes. */
function readRecoveryKey(data: string): string {
  const key = /[A-Z0-9]{5}(-[A-Z0-9]{5})+/.exec(readFileSync(join(data, 'recovery-key.txt'), 'utf8'))?.[0]
  if (key === undefined) throw new Error('recovery-key.txt has no key')
  return key
}

class Walk {
  readonly #page: Page
  readonly #locale: Locale
  #taken = 0

  constructor(page: Page, locale: Locale) {
    this.#page = page
    this.#locale = locale
  }

  async picture(name: string): Promise<void> {
    this.#taken++
    await this.#page.waitForLoadState('networkidle')
    const file = `${this.#locale}-${this.#taken}-${name}.png`
    await this.#page.screenshot({ path: join(FOLDER, file), animations: 'disabled', caret: 'hide' })
    console.log(file)
  }

  t(key: string): string {
    return word(this.#locale, key)
  }

  async press(key: string): Promise<void> {
    await this.#page.getByRole('button', { name: this.t(key), exact: true }).click()
  }

  async heading(name: string): Promise<void> {
    await this.#page.getByRole('heading', { level: 1, name: this.t(`start.${name}.title`) }).waitFor()
  }

  async all(setup: string, recoveryKey: string): Promise<void> {
    const page = this.#page
    await page.goto(setup)
    await page.getByLabel(this.t('session.new_password'), { exact: true }).fill(PASSWORD)
    await page.getByLabel(this.t('session.again')).fill(PASSWORD)
    await this.picture('password')
    await this.press('session.set_up')
    await page.getByRole('button', { name: this.t('security.recovery_key.confirm') }).waitFor()
    await this.press('security.recovery_key.confirm')

    await this.heading('language')
    await this.press('start.next')
    await this.heading('address')
    await page.getByLabel(this.t('start.address.label')).fill(ADDRESS)
    await this.picture('address')
    await this.press('start.next')
    await this.heading('application')
    await page.getByLabel(this.t('start.application.label')).fill('Gold Grid')
    await this.picture('application')
    await this.press('start.application.create')
    await this.heading('demo')
    await this.press('start.demo.begin')
    await page.getByRole('button', { name: this.t('start.demo.end') }).waitFor()
    await this.press('start.next')
    await this.heading('kit')
    await this.picture('program')
    await this.press('start.finish')
    await page.getByRole('grid').getByText('7001001').waitFor()
    await this.picture('board')

    await page.goto(`${new URL(page.url()).origin}/console/#/reach`)
    await page.getByText(this.t('reach.checks.outside_call'), { exact: true }).waitFor()
    await this.picture('reach')
    await page.goto(`${new URL(page.url()).origin}/console/#/settings/https`)
    await page.getByRole('heading', { name: this.t('https.state.off') }).waitFor()
    await this.picture('https')

    await page.goto(`${new URL(page.url()).origin}/console/#/backups/move`)
    await page.getByLabel(this.t('security.recovery_key.title')).fill(recoveryKey)
    await this.picture('move')
    await this.press('move.begin')
    await page.getByLabel(this.t('move.install.host')).fill('203.0.113.7')
    await page.getByText('root@203.0.113.7:').waitFor()
    await this.picture('commands')
  }
}

async function walk(browser: Browser, locale: Locale): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'pulsekey-pictures-'))
  const { child, setup } = await startServer(data)
  const context = await browser.newContext({
    locale,
    viewport: SIZE,
    colorScheme: 'light',
    reducedMotion: 'reduce',
  })
  try {
    await new Walk(await context.newPage(), locale).all(setup, readRecoveryKey(data))
  } finally {
    await context.close()
    child.kill()
    await once(child, 'exit')
    rmSync(data, { recursive: true })
  }
}

mkdirSync(FOLDER, { recursive: true })
const browser = await launchBrowser()
try {
  for (const locale of ['en', 'zh-CN'] as const) await walk(browser, locale)
} finally {
  await browser.close()
}
