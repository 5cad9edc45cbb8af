import { expect, it } from 'vitest'
import type { BroughtCode } from '../../domain/bring-over/item.ts'
import type { Unit } from '../../store/store.ts'
import type { BringOrder, BringParts } from './bring-parts.ts'
import type { Destinations } from './destinations.ts'
import { ReportBuilder } from './report-builder.ts'
import { RowTaker } from './row-taker.ts'

const ROOM = 3

/** A store that answers a unit of work only at its second run, as one does whose connection broke. */
function takerOf(unit: object, dryRun: boolean): { taker: RowTaker; report: ReportBuilder } {
  const twice = async (work: (unit: Unit) => Promise<unknown>) => {
    await work(unit as Unit)
    return work(unit as Unit)
  }
  const report = new ReportBuilder()
  const parts = { store: { read: twice, write: twice }, clock: { now: () => 1 } } as unknown as BringParts
  const order = { dryRun, codes: 'keep' } as BringOrder
  const destinations = { of: () => ({ app: 1, owner: 1 }) } as unknown as Destinations
  return { taker: new RowTaker(parts, {} as never, order, destinations, report), report }
}

const code = (kami: string) =>
  ({
    kind: 'code',
    place: { table: 'km', line: 1, label: kami },
    app: 1,
    code: { kami, left: 1 },
    createdAt: null,
    agent: '',
    remarks: [],
  }) as unknown as BroughtCode

it.each([true, false])('a code with another state here is counted once, dry run: %s', async (dryRun) => {
  const { taker, report } = takerOf({ codes: { find: () => Promise.resolve({ left: 2 }) } }, dryRun)
  await taker.take([code('A')])
  expect(report.differing).toBe(1)
})

it('a check takes the room of a plan once for each code', async () => {
  const unit = {
    codes: { find: () => Promise.resolve(undefined) },
    plans: {
      ofOperator: () => Promise.resolve({ maxCodes: ROOM }),
      used: () => Promise.resolve(0),
    },
  }
  const { taker, report } = takerOf(unit, true)
  for (let n = 0; n <= ROOM; n++) await taker.take([code(`A${n}`)])
  const [table] = report.report(new Map([['km', ROOM + 1]]), []).tables
  expect(table).toMatchObject({ taken: ROOM, left: 1 })
})
