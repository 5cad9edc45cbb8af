import { expect, it } from 'vitest'

import { localPage, localPages } from './local-page.ts'

it('lies beside the main script', () => {
  expect(localPage('/work/out/main', 'server-down', 'zh')).toBe(
    'file:///work/out/main/pages/server-down.html?lang=zh',
  )
})

it('lies beside the archive after packaging, where a file: address finds it', () => {
  const folder = '/opt/Pulsekey/resources/app.asar/out/main'
  const place = 'file:///opt/Pulsekey/resources/app.asar.unpacked/out/main/pages'
  expect(localPage(folder, 'preferences', 'en')).toBe(`${place}/preferences.html?lang=en`)
  expect(localPages(folder)).toEqual([`${place}/server-down.html`, `${place}/preferences.html`])
})
