import { expect, it, vi } from 'vitest'

import { DIALOG_TEXTS } from './dialog.texts.ts'
import { askToLeave, askToQuit, askToSwitch } from './questions.ts'

const answered = (response: number) => ({
  showMessageBox: vi.fn(() => Promise.resolve({ response, checkboxChecked: false })),
  showMessageBoxSync: vi.fn(() => response),
})
const texts = DIALOG_TEXTS.en

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
  expect(await askToSwitch(dialog, texts, 'Office')).toBe(false)
  expect(askToLeave(dialog, texts)).toBe(false)
})

it('names the server that will be shown', async () => {
  const dialog = answered(0)
  expect(await askToSwitch(dialog, DIALOG_TEXTS.zh, 'Office')).toBe(true)
  expect(dialog.showMessageBox).toHaveBeenCalledWith(expect.objectContaining({ message: '显示“Office”？' }))
  expect(askToLeave(dialog, texts)).toBe(true)
})

it('has every text in both languages', () => {
  expect(Object.keys(DIALOG_TEXTS.zh)).toEqual(Object.keys(DIALOG_TEXTS.en))
})
