import { healthOf } from '../../contract/health.ts'
import type { Markets } from '../../contract/markets/markets.ts'
import type { ListQuery } from '../../contract/paging.ts'
import {
  valueTest,
  type CustomValueFilter,
  type CustomValues,
} from '../../contract/subjects/custom-values.ts'
import { DEVICE } from '../../contract/subjects/device.ts'
import { insideOf } from '../../contract/subjects/inside.ts'
import { foldWord } from '../../contract/subjects/words.ts'
import type { FilterOf, SortOf } from '../../contract/subjects/subject.ts'
import { deviceState, type Device } from '../../domain/device/device.ts'
import { expirySpan } from '../../domain/device/expiry.ts'
import { checksOf, plainChecks, type Checks } from '../../domain/paging/filter-checks.ts'
import type { Place } from '../../domain/paging/cursor.ts'
import type { LiveDevice } from '../../telemetry/live-device.ts'

type DeviceSort = SortOf<typeof DEVICE>
export type DeviceQuery = ListQuery<DeviceSort>
export type LiveFilter = FilterOf<typeof DEVICE>
type Check = (live: LiveDevice, now: number, markets: Markets) => boolean

const CHECKS: Checks<LiveFilter, Check> = {
  ...plainChecks(DEVICE, (live: LiveDevice) => live.device),
  state: (state) => (live, now) => deviceState(live.device, now) === state,
  tag: tagTest,
  field: fieldTest,
  expires: (span) => (live, now) => expirySpan(live.device, now) === span,
  health:
    (health) =>
    ({ device, pulse }, now, markets) =>
      healthOf(device.accountKey, pulse, now, markets) === health,
}

/** Whether a filter has a member that the store can't answer. */
export function isAnsweredByMemory({ health, tag, field }: LiveFilter): boolean {
  return health !== undefined || tag !== undefined || field !== undefined
}

/** The test for accounts with a tag, in any case of letters. */
export function tagTest(tag: string): (live: LiveDevice) => boolean {
  const wanted = foldWord(tag)
  return ({ device }) => device.tags.some((one) => foldWord(one) === wanted)
}

/** The test for accounts whose custom field answers a question. */
export function fieldTest(question: CustomValueFilter): (live: LiveDevice) => boolean {
  const passes = valueTest(question)
  return ({ device }) => passes(device.fields[question.field])
}

/** A filter's checks of a trading account in memory. */
export function liveChecks(filter: LiveFilter): Check[] {
  return checksOf(CHECKS, filter)
}

export function isFound(device: Device, search: string | undefined): boolean {
  if (search === undefined || search === '') return true
  const wanted = search.toLowerCase()
  return DEVICE.searched.some((name) => textIn(device[name]).toLowerCase().includes(wanted))
}

function textIn(value: string | readonly string[] | CustomValues): string {
  return typeof value === 'string' ? value : Object.values(value).join('\n')
}

export function placeOf(device: Device, { sort }: DeviceQuery): Place {
  return { value: device[insideOf(DEVICE, sort)], id: device.id }
}

/** Compares texts by their code units, like everything else in memory: SQLite orders rare characters otherwise. */
export function orderOf({ desc }: DeviceQuery): (a: Place, b: Place) => number {
  const sign = desc ? -1 : 1
  return (a, b) => sign * (compare(a.value ?? 0, b.value ?? 0) || a.id - b.id)
}

function compare(a: string | number, b: string | number): number {
  return a < b ? -1 : a > b ? 1 : 0
}
