import { expect } from 'vitest'
import type { ConsoleWindow } from './console-window.ts'
import { findFlaws } from './look.ts'
import { takePicture } from './pictures.ts'
import { soon } from './soon.ts'

/** Each language in a theme of its own; the language with the longer words on the narrower phone. */
const LOOKS = [
  { lang: 'en', theme: 'light', width: 360 },
  { lang: 'zh-CN', theme: 'dark', width: 390 },
] as const

/**
 * The screen of a customer's phone, in both languages and both themes; it is English and light before and
 * after.
 */
export async function lookAround({ page }: ConsoleWindow, name: string): Promise<void> {
  const root = page.locator('html')
  for (const { lang, theme, width } of LOOKS) {
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme: theme })
    await soon(() => root.getAttribute('data-theme')).toBe(theme)
    if ((await root.getAttribute('lang')) !== lang)
      await page
        .getByRole('banner')
        .getByRole('button', { name: lang === 'en' ? 'English' : '简体中文' })
        .click()
    await soon(() => root.getAttribute('lang')).toBe(lang)
    const place = `public-${name}-${lang}-${theme}`
    await takePicture(page, place, true)
    const found = await findFlaws(page)
    expect.soft(found, place).toEqual([])
  }
  await page.getByRole('banner').getByRole('button', { name: 'English' }).click()
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 390, height: 844 })
}
