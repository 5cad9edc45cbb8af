import { expect, it } from 'vitest'
import { QUIET_LOG } from '../../tests/support/storage-watch.ts'
import { StorageFailure } from '../contract/storage-failure.ts'
import type { Store } from '../store/store.ts'
import type { LiveDevice } from './live-device.ts'
import { DroppedWork } from './dropped-work.ts'
import { RuleFirings } from './rules/rule-firings.ts'

it('firings that wait for a disk beyond 100,000 are lost, and counted for the owner', async () => {
  const lines: unknown[] = []
  const dropped = new DroppedWork({ ...QUIET_LOG, warn: (event, more) => void lines.push([event, more]) })
  const held = { write: () => Promise.reject(new StorageFailure('full', undefined)) }
  const firings = new RuleFirings({ store: held as unknown as Store, dropped } as never)
  const live = {} as LiveDevice
  for (let n = 0; n < 100_007; n++)
    firings.add({ live, rule: { id: 1 } as never, fired: [], state: [] as never })
  await expect(firings.flush()).rejects.toThrow(StorageFailure)
  expect(dropped.counts).toEqual({ telemetry: 0, code_journal: 0, risk_events: 0, rules: 7 })
  expect(lines).toEqual([['rules.behind', { dropped: 7 }]])
})
