import { expect, it } from 'vitest'
import { gridCommand } from './grid-keys.ts'

const press = (
  key: string,
  held: Partial<Record<'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey', boolean>> = {},
) => gridCommand({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...held })

it('moves by arrows and by j k, and extends with Shift', () => {
  expect(press('j')).toEqual(press('ArrowDown'))
  expect(press('k')).toEqual(press('ArrowUp'))
  expect(press('ArrowDown', { shiftKey: true })).toEqual({ kind: 'move', by: 1, extend: true })
})

it('pauses opening with p, adding with Shift P, opens the dialog with c', () => {
  expect(press('p')).toEqual({ kind: 'pauseOpen' })
  expect(press('P', { shiftKey: true })).toEqual({ kind: 'pauseAdd' })
  expect(press('c')).toEqual({ kind: 'close' })
})

it('never takes a shortcut of the window or the system for its own', () => {
  expect(press('c', { ctrlKey: true })).toBeUndefined()
  expect(press('p', { metaKey: true })).toBeUndefined()
  expect(press('Home', { altKey: true })).toBeUndefined()
  expect(press('a', { ctrlKey: true })).toEqual({ kind: 'tickAll' })
  expect(press('C', { shiftKey: true })).toBeUndefined()
})
