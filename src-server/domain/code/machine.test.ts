import { expect, it } from 'vitest'
import { isSameMachine } from './machine.ts'

const here = (bound: string, sent: string) => isSameMachine({ strippedMachine: '' }, bound, sent)
const brought = (bound: string, sent: string) => isSameMachine({ strippedMachine: bound }, bound, sent)

it('two machine codes are never one', () => {
  expect(here('DEV 01', 'DEV 01')).toBe(true)
  expect(here('DEV01', 'DEV 01')).toBe(false)
  expect(here('DEV 01', 'DEV01')).toBe(false)
  expect(here('DEV-01', 'dev-01')).toBe(false)
  expect(here('1000', '1e3')).toBe(false)
  expect(here('', ' ')).toBe(false)
})

it('a code that came over knows its machine by what the original left of the name', () => {
  expect(brought('DEV-01', 'DEV-01')).toBe(true)
  expect(brought('123456@XMGlobal-MT52', '123456@XMGlobal-MT5 2')).toBe(true)
  expect(brought('WD-WCC4', "  WD-WCC4 \t'*^")).toBe(true)
  expect(brought('abc', 'a../b./c')).toBe(true)
  expect(brought('DEV-01', 'dev-01')).toBe(false)
  expect(brought('', ' ')).toBe(false)
})

it('a code that came over and was bound here again knows its machine exactly', () => {
  expect(isSameMachine({ strippedMachine: 'DEV01' }, 'DEV02', 'DEV 02')).toBe(false)
})
