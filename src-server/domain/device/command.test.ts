import { describe, expect, it } from 'vitest'
import { ASKED_COMMAND } from '../../../tests/support/asked-command.ts'
import { isBefore, isExhausted, isOpen, leavesToAnother, receiversBefore, type Command } from './command.ts'

const [A, B, C] = ['192.0.2.1', '192.0.2.2', '192.0.2.3'] as const
const NOW = 1_700_000_000
const command = (change: Partial<Command>): Command => ({
  ...ASKED_COMMAND,
  state: 'overdue',
  askedAt: NOW - 100,
  deliveredAt: NOW - 90,
  deliveredIp: A,
  ...change,
})

it('a state is older than a later one of the same command, and than any of a later command', () => {
  const [asked, delivered] = [command({ state: 'asked' }), command({ state: 'delivered' })]
  expect([isBefore(asked, delivered), isBefore(delivered, asked), isBefore(asked, asked)]).toEqual([
    true,
    false,
    false,
  ])
  expect(isBefore(command({ state: 'confirmed' }), command({ id: 2, state: 'asked' }))).toBe(true)
})

describe('the terminals that took earlier commands', () => {
  it.each([
    ['none, without a previous command', undefined, ''],
    ['the one that took an overdue command', {}, A],
    ['the one that took an unreported command', { state: 'unreported' }, A],
    ['the one that took an open command', { state: 'delivered' }, A],
    ['the earlier ones too', { receivedBy: `${B} ${C}`, deliveredIp: A }, `${B} ${C} ${A}`],
    ['each address once', { receivedBy: `${A} ${B}`, deliveredIp: A }, `${A} ${B}`],
    ['each network once', { receivedBy: '2001:db8::1', deliveredIp: '2001:db8::2' }, '2001:db8::1'],
    ['none, when it was carried out', { state: 'confirmed' }, ''],
    ['none, when it was withdrawn', { state: 'withdrawn', deliveredIp: '' }, ''],
    ['none, when it still waits', { state: 'asked', deliveredIp: '' }, ''],
  ] as const)('%s', (_, previous, receivers) => {
    expect(receiversBefore(previous && command(previous))).toBe(receivers)
  })
})

describe('a pulse leaves the command to another terminal', () => {
  const here = { address: A, at: NOW }
  const other = (age: number, address: string = B) => ({ address, at: NOW - age })
  it.each([
    ['when it took none and still pulses', A, A, [here, other(120)], true],
    ['but not when that one is silent', A, A, [here, other(121)], false],
    ['but not when there is no other', A, A, [], false],
    ['but not when it took none itself', B, A, [other(0), here], false],
    ['but not when the other took one too', A, `${A} ${B}`, [here, other(0)], false],
    ['a third terminal', A, `${A} ${B}`, [here, other(0), other(60, C)], true],
    ['but not when no terminal took one', A, '', [here, other(0)], false],
    ['only in another network', '2001:db8::2', '2001:db8::1', [here, other(0, '2001:db8::3')], true],
  ] as const)('%s', (_, address, receivedBy, terminals, leaves) => {
    expect(leavesToAnother({ receivedBy }, address, terminals, 10, NOW)).toBe(leaves)
  })
})

it('is open until it is confirmed or withdrawn, and exhausted after five repeats', () => {
  for (const state of ['asked', 'delivered', 'overdue', 'unreported'] as const)
    expect(isOpen(command({ state }))).toBe(true)
  for (const state of ['confirmed', 'withdrawn'] as const) expect(isOpen(command({ state }))).toBe(false)
  expect(isOpen(undefined)).toBe(false)
  expect([0, 4, 5, 6].map((repeats) => isExhausted({ repeats }))).toEqual([false, false, true, true])
})
