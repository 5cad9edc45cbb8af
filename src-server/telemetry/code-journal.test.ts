import { expect, it } from 'vitest'
import { DroppedWork } from './dropped-work.ts'
import { QUIET_LOG } from '../../tests/support/storage-watch.ts'
import type { NewCodeEvent, RepeatedCodeEvent } from '../store/telemetry-store.ts'
import { CodeJournal } from './code-journal.ts'

const login = (at: number, codeId = 1, ip = '192.0.2.1'): NewCodeEvent => ({
  codeId,
  at,
  kind: 'login',
  markcode: 'PC',
  ip,
  by: '',
  detail: '',
})

function makeJournal() {
  const batches: (readonly RepeatedCodeEvent[])[] = []
  const none = () => Promise.resolve([])
  const store = {
    appendCodeEvents: (batch: readonly RepeatedCodeEvent[], done: () => void) => {
      batches.push(batch)
      done()
    },
    codeEvents: none,
  }
  return { journal: new CodeJournal(store, new DroppedWork(QUIET_LOG)), batches }
}

it('sends repetitions of a code’s last event as one event', () => {
  const { journal, batches } = makeJournal()
  for (const event of [login(10), login(10, 2), login(11), login(12, 1, '192.0.2.9'), login(13), login(14)])
    journal.add(event)
  journal.flush()
  const sent = batches.flat().map(({ codeId, since, at, times }) => [codeId, since, at, times])
  expect(sent).toEqual([
    [1, 10, 11, 2],
    [2, 10, 10, 1],
    [1, 12, 12, 1],
    [1, 13, 14, 2],
  ])
})

it('never changes an event that it has sent', () => {
  const { journal, batches } = makeJournal()
  journal.add(login(10))
  journal.flush()
  journal.add(login(11))
  expect(batches).toMatchObject([[{ at: 10, times: 1 }]])
  journal.flush()
  expect(batches).toMatchObject([[{ at: 10, times: 1 }], [{ since: 11, at: 11, times: 1 }]])
})
