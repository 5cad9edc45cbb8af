import { expect, it } from 'vitest'
import { gridCommand, isPageCommand } from './grid-keys.ts'

const press = (
  key: string,
  held: Partial<Record<'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey', boolean>> = {},
) => gridCommand({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...held })

it('arrows and j k move, and Shift extends', () => {
  expect(press('j')).toEqual(press('ArrowDown'))
  expect(press('k')).toEqual(press('ArrowUp'))
  expect(press('ArrowDown', { shiftKey: true })).toEqual({ kind: 'move', by: 1, extend: true })
})

it('p pauses opening, Shift P pauses adding, c opens the dialog', () => {
  expect(press('p')).toEqual({ kind: 'pauseOpen' })
  expect(press('P', { shiftKey: true })).toEqual({ kind: 'pauseAdd' })
  expect(press('c')).toEqual({ kind: 'close' })
})

it('shortcuts of the window or the system are never taken', () => {
  expect(press('c', { ctrlKey: true })).toBeUndefined()
  expect(press('p', { metaKey: true })).toBeUndefined()
  expect(press('Home', { altKey: true })).toBeUndefined()
  expect(press('a', { ctrlKey: true })).toEqual({ kind: 'tickAll' })
  expect(press('C', { shiftKey: true })).toBeUndefined()
})

it('only keys that act on the selection work outside of the table', () => {
  const worksAnywhere = (key: string, held = {}) => {
    const command = press(key, held)
    return command !== undefined && isPageCommand(command)
  }
  expect(['p', 'P', 'c', 'w'].every((key) => worksAnywhere(key))).toBe(true)
  expect(worksAnywhere('a', { ctrlKey: true })).toBe(true)
  // A button that has the focus needs these itself.
  expect([' ', 'Enter', 'Home', 'ArrowDown'].some((key) => worksAnywhere(key))).toBe(false)
})
