import { expect, it } from 'vitest'
import { isSameMachine } from './machine.ts'

it('a machine is the bound one also where the original took characters out of its name', () => {
  expect(isSameMachine('DEV-01', 'DEV-01')).toBe(true)
  expect(isSameMachine('123456@XMGlobal-MT52', '123456@XMGlobal-MT5 2')).toBe(true)
  expect(isSameMachine('WD-WCC4', "  WD-WCC4 \t'*^")).toBe(true)
  expect(isSameMachine('abc', 'a../b./c')).toBe(true)
})

it('a machine that is bound with its blanks is known by them', () => {
  expect(isSameMachine('DEV 01', 'DEV 01')).toBe(true)
  expect(isSameMachine('DEV 01', 'DEV01')).toBe(false)
  expect(isSameMachine('DEV-01', 'dev-01')).toBe(false)
  expect(isSameMachine('1000', '1e3')).toBe(false)
  expect(isSameMachine('', ' ')).toBe(false)
})
