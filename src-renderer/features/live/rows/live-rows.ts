import { defineStore } from 'pinia'
import { computed, markRaw, ref, shallowRef, watch } from 'vue'
import type { LiveEvents } from '../../../../src-server/contract/live.ts'
import type { DeviceRecord } from '../../../../src-server/contract/records/device.ts'
import { call } from '../../../api/console-client.ts'
import { isAbort } from '../../../api/console-error.ts'
import { useLiveStream } from '../../../api/live-stream.ts'
import { useLiveView } from '../view/live-view.ts'
import { useWatchList } from '../view/watch-list.ts'
import { movePauses, type LiveRow, type RowContext } from './live-row.ts'
import { useKnownApps } from './known-apps.ts'
import { useMemberNames } from './member-names.ts'
import { createFleetCurve } from './fleet-curve.ts'
import { createOrderHold } from './order-hold.ts'
import { MAX_ROWS, readAllDevices } from './read-all-devices.ts'
import { createRowBook } from './row-book.ts'
import {
  groupRows,
  lineOf,
  linesOf,
  orderGroups,
  sumsOf,
  type RowGroup,
  type ShownLine,
} from './row-groups.ts'
import { orderRows } from './row-order.ts'
import { useRowWorld } from './row-world.ts'
import { serverNow } from '../../../subjects/clock/server-clock.ts'
import { loadMarkets, markets } from '../../../subjects/markets/markets.ts'
import { createSlicer, mapInSlices, type Slices } from './slices.ts'
import { createStreamKeeper } from './stream-keeper.ts'
import { emptyTotals, surveyRows } from './totals.ts'
import { createTrendReader } from './trend-reader.ts'

const SECOND_MS = 1000
/** More accounts at once than this that nobody announced are left to the next full reading. */
const MAX_SINGLE_READS = 20
/** Over less than this no rate is measured, seconds. */
const LEAST_MEASURED = 0.5

export type Reading = 'waiting' | 'reading' | 'done' | 'failed'

/**
 * All accounts of the scope, live. Rows are plain; these signals tell Vue: `drawn` (figures moved, at most once a frame),
 * `shown` and `lines` (the order, once a second) and `totals` (once a second). `shown` has every account that the filter
 * lets through, `lines` what the table draws: heads of groups, and the accounts of open ones.
 */
export const useLiveRows = defineStore('live-rows', () => {
  const stream = useLiveStream()
  const view = useLiveView()
  const known = useKnownApps()
  const nameOf = useMemberNames()
  const worldNow = useRowWorld()
  const watched = useWatchList()
  const book = createRowBook(MAX_ROWS)
  const keeper = createStreamKeeper()
  const hold = createOrderHold()
  const slicer = createSlicer()
  const curve = createFleetCurve()
  const trends = createTrendReader(() => {
    askForFrame()
  })

  const drawn = shallowRef(0)
  const shown = shallowRef<readonly LiveRow[]>([])
  /** undefined without a grouping. */
  const groups = shallowRef<readonly RowGroup[]>()
  const lines = shallowRef<readonly ShownLine[]>([])
  const totals = shallowRef(emptyTotals())
  const now = shallowRef(serverNow())
  const reading = ref<Reading>('waiting')
  const accounts = ref(0)
  /** Pulses a second since the last tick; not known before the second. */
  const pulseRate = ref<number>()
  const newlyCritical = ref(0)

  let frame = 0
  let lastDrawn = 0
  let pulses = 0
  let measuredAt: number | undefined
  let aborter = new AbortController()

  const context = (): RowContext => ({
    now: serverNow(),
    markets: markets.value,
  })

  function draw(at: number): void {
    frame = 0
    const every = view.rate === 'display' ? 0 : SECOND_MS / Number(view.rate)
    if (at - lastDrawn < every) {
      frame = requestAnimationFrame(draw)
      return
    }
    lastDrawn = at
    drawn.value++
  }

  function askForFrame(): void {
    if (frame === 0) frame = requestAnimationFrame(draw)
  }

  /** Totals, order, groups and lines, by the filter as it is now. They change on the screen at its end, together. */
  function* build(keepOrder = false): Slices {
    const { totals: fresh, matching } = yield* surveyRows(book.rows.values(), view.filter, worldNow())
    const ordered = keepOrder ? shown.value : yield* orderRows(matching, view.order)
    const grouped = yield* group(ordered, keepOrder)
    const placed = yield* placeLines(ordered, grouped)
    totals.value = fresh
    shown.value = ordered
    groups.value = grouped
    lines.value = placed
    askForFrame()
  }
  /** The person changed the view. */
  function rebuild(): void {
    slicer.start(build())
  }

  /** @param keep whether the groups and their order stay, with new sums */
  function* group(rows: readonly LiveRow[], keep: boolean): Slices<readonly RowGroup[] | undefined> {
    const { grouping } = view
    if (grouping === null) return undefined
    if (keep && groups.value !== undefined) {
      const same: RowGroup[] = []
      for (const one of groups.value) same.push({ ...one, sums: yield* sumsOf(one.rows, known.isDemo) })
      return same
    }
    const { by, sort } = grouping
    const found = yield* groupRows(rows, by, known.isDemo)
    return yield* orderGroups(found, sort, view.order, (value) => nameOf(by, value))
  }

  function placeLines(
    rows: readonly LiveRow[],
    grouped: readonly RowGroup[] | undefined,
  ): Slices<readonly ShownLine[]> {
    if (grouped === undefined) return mapInSlices(rows, lineOf)
    return linesOf(grouped, (value) => view.unfolded.has(value))
  }
  function* fold(): Slices {
    lines.value = yield* placeLines(shown.value, groups.value)
  }

  /** Over the time it really was: nobody looks for a while, and somebody who comes back ticks out of turn. */
  function measureRate(): void {
    const at = performance.now()
    const seconds = (at - (measuredAt ?? -Infinity)) / 1000
    if (seconds < LEAST_MEASURED) return
    if (measuredAt !== undefined) pulseRate.value = pulses / seconds
    measuredAt = at
    pulses = 0
  }

  /** Once a second, while somebody looks. A slow machine leaves out those that come too early. */
  function tick(): void {
    measureRate()
    if (view.frozen) return
    now.value = serverNow()
    slicer.startIfFree(second)
  }
  function* second(): Slices {
    yield* book.judgeAll(context())
    newlyCritical.value += book.takeNewlyCritical()
    yield* build(hold.active())
    // While pages come in, the sum says nothing yet.
    if (reading.value !== 'done') return
    curve.follow(totals.value.money[0], view.filter, now.value)
  }

  function putPage(records: readonly DeviceRecord[], total: number): void {
    const given = context()
    for (const record of records) book.put(record, given)
    accounts.value = total
    slicer.startNext(build)
  }

  async function read(): Promise<void> {
    aborter.abort()
    const mine = new AbortController()
    aborter = mine
    reading.value = 'reading'
    const missing = new Set(book.rows.keys())
    keeper.beginReading()
    try {
      await Promise.all([known.load(), loadMarkets()])
      await readAllDevices({
        signal: mine.signal,
        onPage(records, total) {
          for (const { id } of records) missing.delete(id)
          putPage(records, total)
        },
      })
      book.drop(missing)
      book.apply({ rows: keeper.endReading() }, context())
      book.takeNewlyCritical()
      reading.value = 'done'
      rebuild()
    } catch (error) {
      if (!isAbort(error)) reading.value = 'failed'
    }
  }

  async function readSingly(ids: readonly number[]): Promise<void> {
    if (reading.value !== 'done' || book.rows.size >= MAX_ROWS) return
    for (const id of ids.slice(0, MAX_SINGLE_READS)) {
      try {
        book.put(await call('device_get', { id }), context())
        accounts.value++
      } catch {
        // Gone again, or not ours: the next full reading knows.
      }
    }
  }

  function receive(event: LiveEvents['devices']): void {
    pulses += event.rows.length
    const before = book.rows.size
    const unknown = book.apply(keeper.take(event), context())
    accounts.value += book.rows.size - before
    if (unknown.length > 0) void readSingly(unknown)
    askForFrame()
  }

  function forget(): void {
    aborter.abort()
    book.drop(book.rows.keys())
    curve.forget()
    reading.value = 'waiting'
    rebuild()
  }

  stream.on('devices', receive)
  stream.on('command', (command) => {
    book.applyCommand(command, context())
    askForFrame()
  })
  stream.on('reset', () => void read())
  // A job over many accounts doesn't tell which it left out.
  stream.on('job', ({ kind, state }) => {
    if (kind === 'device_control' && state !== 'running') void read()
  })
  watch(
    stream.state,
    (state) => {
      // At sign-out the stream goes back to its beginning: the next person must not see these rows.
      if (state === 'connecting') forget()
      else if (state === 'open') void read()
      else if (reading.value === 'waiting') reading.value = 'failed'
    },
    { immediate: true },
  )
  watch([() => view.state, () => view.filter.watched && watched.ids], () => {
    rebuild()
  })
  watch(
    () => view.unfolded,
    () => {
      // Work under way may be for another filter, which this must not lose.
      slicer.start(slicer.isBusy() ? build() : fold())
    },
  )
  watch(
    () => view.frozen,
    (frozen) => {
      if (frozen) keeper.freeze()
      else {
        book.apply({ rows: keeper.thaw() }, context())
        tick()
      }
    },
  )

  return {
    // A store makes what it returns reactive; these must stay plain.
    rows: markRaw(book.rows),
    /** Called in a computation over rows, makes it run again when their figures moved: at most once a frame. */
    followFigures: () => drawn.value,
    shown,
    groups,
    lines,
    totals,
    /** A day of floating P/L, in the main currency. It moves with the totals. */
    floatingCurve: curve.ring,
    wantTrends: trends.want,
    now,
    reading,
    /** Before the first accounts have come, every sum would be nought. */
    counted: computed(() => reading.value === 'done' || totals.value.count > 0),
    accounts,
    pulseRate,
    newlyCritical,
    held: hold.held,
    holdOrder: hold.extend,
    streamState: stream.state,
    read,
    tick,
    put(record: DeviceRecord) {
      book.put(record, context())
      slicer.startNext(build)
    },
    /** Shows a switch where it will be before the server has said so. */
    assumePause(row: LiveRow, which: 'open' | 'add', on: boolean) {
      movePauses(row, which === 'open' ? on : undefined, which === 'add' ? on : undefined, serverNow())
      row.version++
      askForFrame()
    },
    assumeClose(row: LiveRow, close: LiveRow['close']) {
      row.close = close
      row.version++
      askForFrame()
    },
  }
})
