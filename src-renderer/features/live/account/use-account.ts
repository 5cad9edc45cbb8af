import { computed, type ComputedRef, type Ref } from 'vue'
import type { ActionOutput } from '../../../../src-server/contract/actions/index.ts'
import type { CommandRecord } from '../../../../src-server/contract/records/device.ts'
import { useAnswer } from '../../../api/answer.ts'
import { call } from '../../../api/console-client.ts'
import { useLiveStream } from '../../../api/live-stream.ts'
import type { LiveRow } from '../rows/live-row.ts'
import { useLiveRows } from '../rows/live-rows.ts'

type Details = ActionOutput<'device_get'>

export interface Account {
  /** The plain row of the table, for acts on it. */
  readonly row: ComputedRef<LiveRow | undefined>
  /** A copy a frame: what is shown follows it. */
  readonly shown: ComputedRef<LiveRow | undefined>
  readonly details: Readonly<Ref<Details | undefined>>
  /** Newest first. */
  readonly commands: ComputedRef<readonly CommandRecord[]>
  readonly failure: Readonly<Ref<unknown>>
  reload(): Promise<void>
}

/** One account: its live row, and what only device_get knows. */
export function useAccount(id: () => number): Account {
  const live = useLiveRows()
  const {
    value: details,
    failure,
    load: reload,
  } = useAnswer(async (signal) => {
    const found = await call('device_get', { id: id() }, { signal })
    live.put(found)
    return found
  }, id)
  const stream = useLiveStream()
  stream.on('command', (command) => {
    if (command.device !== id() || !details.value) return
    const others = details.value.commands.filter((known) => known.id !== command.id)
    const commands = [...others, command].sort((a, b) => b.id - a.id)
    details.value = { ...details.value, commands }
  })
  stream.on('devices', ({ rows, removed }) => {
    if (removed?.includes(id()) === true) void reload()
    // A pulse alone changes nothing that only the details have.
    const change = rows.findLast((row) => row.id === id() && row.vip !== undefined)
    if (change !== undefined && details.value !== undefined) details.value = { ...details.value, ...change }
  })
  stream.on('reset', () => void reload())

  const row = computed(() => {
    live.followFigures()
    return live.rows.get(id())
  })
  return {
    row,
    shown: computed(() => {
      live.followFigures()
      const plain = live.rows.get(id())
      return plain && { ...plain }
    }),
    details,
    commands: computed(() => details.value?.commands ?? []),
    failure,
    reload,
  }
}
