import type { Page } from 'playwright-core'
import { SETTING_TABS } from '../../../src-renderer/features/applications/setting-tabs.ts'
import { word, type Locale } from './words.ts'

/** One view that a person can open. */
export interface Screen {
  readonly name: string
  /** Of the router. */
  readonly path: string
  /** The steps there, and what to wait for. */
  readonly show: (page: Page, t: (key: string) => string) => Promise<void>
}

export interface Places {
  readonly app: number
  readonly account: number
}

export const PUBLIC_SCREENS: readonly Screen[] = [
  {
    name: 'sign-in',
    path: '/login',
    show: (page, t) => page.getByRole('heading', { name: t('session.sign_in') }).waitFor(),
  },
  {
    name: 'set-up',
    path: '/setup?token=none',
    show: (page, t) => page.getByRole('heading', { name: t('session.setup') }).waitFor(),
  },
]

const firstRow = (page: Page) => page.getByRole('grid').getByRole('row').nth(1)

export function screensOf({ app, account }: Places): Screen[] {
  return [
    { name: 'live', path: '/live', show: (page) => firstRow(page).waitFor() },
    {
      name: 'live-panel',
      path: '/live',
      async show(page, t) {
        await firstRow(page).waitFor()
        await page.getByRole('grid').press('Home')
        await page.getByRole('grid').press('Enter')
        await page.getByRole('complementary').getByText(t('live.account.control')).waitFor()
      },
    },
    {
      name: 'live-selection',
      path: '/live',
      async show(page) {
        await firstRow(page).waitFor()
        await page.getByRole('grid').press('Control+a')
        await page.getByRole('toolbar').waitFor()
      },
    },
    {
      name: 'live-close',
      path: '/live',
      async show(page) {
        await firstRow(page).waitFor()
        await page.getByRole('grid').press('Control+a')
        await page.getByRole('grid').press('Home')
        await page.getByRole('grid').press('c')
        await page.getByRole('alertdialog').waitFor()
      },
    },
    {
      name: 'account',
      path: `/live/${account}`,
      show: (page, t) => page.getByRole('region', { name: t('live.account.control') }).waitFor(),
    },
    { name: 'applications', path: '/applications', show: (page) => page.getByRole('table').waitFor() },
    {
      name: 'create-application',
      path: '/applications',
      async show(page, t) {
        await page.getByRole('table').waitFor()
        await page.getByRole('button', { name: t('applications.create') }).click()
        await page.getByRole('dialog').waitFor()
      },
    },
    ...SETTING_TABS.map((tab): Screen => ({
      name: `application-${tab.name}`,
      path: `/applications/${app}?tab=${tab.name}`,
      show: (page, t) =>
        page
          .getByRole('heading', { name: t(`applications.section.${tab.sections[0]!.name}`), exact: true })
          .waitFor(),
    })),
    {
      name: 'rotate-key',
      path: `/applications/${app}?tab=protocol`,
      async show(page, t) {
        await page
          .getByRole('button', { name: t('applications.key.rotate') })
          .first()
          .click()
        await page.getByRole('dialog').waitFor()
      },
    },
    {
      name: 'application-capabilities',
      path: `/applications/${app}?tab=capabilities`,
      show: (page) => page.getByRole('switch', { name: 'kmlogon' }).first().waitFor(),
    },
    {
      name: 'application-files',
      path: `/applications/${app}?tab=files`,
      show: (page, t) => page.getByText(t('files.empty')).waitFor(),
    },
    {
      name: 'capabilities',
      path: '/capabilities',
      show: (page, t) =>
        page.getByRole('heading', { name: t('capabilities.group.codes'), exact: true }).waitFor(),
    },
    {
      name: 'traffic',
      path: `/applications/${app}/traffic`,
      async show(page, t) {
        await page
          .getByRole('region', { name: t('inspector.calls') })
          .getByText('mt5pulse')
          .first()
          .click()
        await page
          .getByRole('region', { name: t('inspector.detail.label') })
          .getByText('mt5pulse')
          .first()
          .waitFor()
      },
    },
    {
      name: 'menu',
      path: '/codes',
      async show(page, t) {
        await page.getByRole('table').waitFor()
        await page.getByRole('button', { name: t('common.appearance') }).click()
        await page.getByRole('menu').waitFor()
      },
    },
    {
      name: 'messages',
      path: '/messages',
      show: (page, t) => page.getByText(t('messages.empty')).waitFor(),
    },
    { name: 'security', path: '/security', show: (page) => page.getByRole('table').nth(1).waitFor() },
    { name: 'reach', path: '/reach', show: (page) => page.getByRole('listitem').last().waitFor() },
    { name: 'codes', path: '/codes', show: (page) => page.getByRole('table').waitFor() },
    {
      name: 'generate-codes',
      path: '/codes',
      async show(page, t) {
        await page.getByRole('table').waitFor()
        await page.getByRole('button', { name: t('codes.generate.title') }).click()
        await page.getByRole('dialog').waitFor()
      },
    },
    {
      name: 'no-such-account',
      path: '/live/999999',
      show: (page, t) => page.getByText(t('live.account.missing')).waitFor(),
    },
  ]
}

export const wordsOf = (locale: Locale) => (key: string) => word(locale, key)
