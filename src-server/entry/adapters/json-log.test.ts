import { expect, it } from 'vitest'
import { createJsonLog } from './json-log.ts'

interface Line {
  readonly at: string
  readonly event: string
  readonly again?: number
}

function makeLog() {
  const lines: Line[] = []
  const clock = { ms: 1_700_000_000_000, now: () => Math.floor(clock.ms / 1000), nowMs: () => clock.ms }
  const log = createJsonLog(clock, (text) => {
    expect(text.indexOf('\n')).toBe(text.length - 1)
    lines.push(JSON.parse(text) as Line)
  })
  return { lines, clock, log }
}

it('writes one line an event, even if a text has line breaks', () => {
  const { lines, log } = makeLog()
  log.info('one', { text: 'a\n{"event":"forged"}' })
  log.warn('two')
  log.error('three', new Error('b\nc'))
  expect(lines.map(({ event }) => event)).toEqual(['one', 'two', 'three'])
  expect(lines[0]).toMatchObject({ at: '2023-11-14T22:13:20.000Z', level: 'info' })
})

it('logs a failure that goes on once a minute, with the number of repeats', () => {
  const { lines, clock, log } = makeLog()
  for (let turn = 0; turn < 260; turn++) {
    log.error('append', new Error('disk is full'), { pulses: turn })
    clock.ms += 250
  }
  expect(lines.map(({ again }) => again)).toEqual([undefined, 239])
})

it('logs each different failure: another event, another reason, another part', () => {
  const { lines, log } = makeLog()
  log.error('append', new Error('disk is full'))
  log.error('chore', new Error('disk is full'), { chore: 'counters' })
  log.error('chore', new Error('disk is full'), { chore: 'backups' })
  log.error('chore', new Error('no rights'), { chore: 'backups' })
  log.error('chore', new Error('no rights'), { chore: 'backups' })
  expect(lines).toHaveLength(4)
})

it('logs a failure again when the clock was set back', () => {
  const { lines, clock, log } = makeLog()
  log.error('append', 'x')
  clock.ms -= 3_600_000
  log.error('append', 'x')
  expect(lines).toHaveLength(2)
})
