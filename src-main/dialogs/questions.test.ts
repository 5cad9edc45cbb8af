import { expect, it, vi } from 'vitest'

import { DIALOG_TEXTS } from './dialog.texts.ts'
import { askToLeave, askToLoadAgain, askToQuit } from './questions.ts'

const answered = (response: number) => ({
  showMessageBox: vi.fn(() => Promise.resolve({ response, checkboxChecked: false })),
  showMessageBoxSync: vi.fn(() => response),
})
const texts = DIALOG_TEXTS.en
const window = { id: 1 } as never

it('gives the number of accounts that would lose their server', async () => {
  const dialog = answered(0)
  expect(await askToQuit(dialog, texts, 3)).toBe(true)
  expect(dialog.showMessageBox).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({
      message: '3 trading accounts are connected. Quit anyway?',
      defaultId: 1,
      cancelId: 1,
    }),
  )
})

it('counts anything but the first button as no', async () => {
  const dialog = answered(1)
  expect(await askToQuit(dialog, texts, 1)).toBe(false)
  expect(await askToLoadAgain(dialog, texts)).toBe(false)
  expect(askToLeave(dialog, window, texts)).toBe(false)
})

it('asks about unsaved changes at the window that has them', () => {
  const dialog = answered(0)
  expect(askToLeave(dialog, window, DIALOG_TEXTS.zh)).toBe(true)
  expect(dialog.showMessageBoxSync).toHaveBeenCalledExactlyOnceWith(
    window,
    expect.objectContaining({ title: 'Pulsekey', message: '不保存就离开？' }),
  )
})

it('has every text in both languages', () => {
  expect(Object.keys(DIALOG_TEXTS.zh)).toEqual(Object.keys(DIALOG_TEXTS.en))
})
