import { onScopeDispose, shallowRef, watch, type Ref, type ShallowRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { EXPIRY_SPANS } from '../../../src-server/contract/device-names.ts'
import type { DeviceRecord, ExpirySpan } from '../../../src-server/contract/records/device.ts'
import { call } from '../../api/console-client.ts'
import { isAbort } from '../../api/console-error.ts'
import { useLiveStream } from '../../api/live-stream.ts'
import { useAttempt } from '../../kit/refusal/attempt.ts'
import { useFailureText } from '../../kit/refusal/refusal.ts'
import { formatDay } from '../../i18n/format.ts'
import { notify } from '../../ui/toast.ts'
import { usePolling } from '../../ui/use-polling.ts'
import { keepDays, secondsOf } from '../../subjects/licence/durations.ts'

export interface ExpiringColumn {
  readonly span: ExpirySpan
  readonly count: number
  readonly rows: readonly DeviceRecord[]
}

export interface ExpiringBoard {
  /** undefined until the first answer. */
  readonly columns: Readonly<ShallowRef<readonly ExpiringColumn[] | undefined>>
  readonly failure: Readonly<Ref<unknown>>
  readonly load: () => Promise<void>
  /** Lengthens one and offers to take it back. @returns whether it was */
  readonly renew: (device: DeviceRecord, days: number) => Promise<boolean>
}

/** Rows shown a column; the list has them all. */
export const SHOWN = 50
const EVERY_MS = 60_000
/** After a change somebody else made. */
const SOON_MS = 3000

/** Which authorizations end when, the most urgent first: of those that have ended, the latest. */
export function useExpiringBoard(app: () => number | undefined): ExpiringBoard {
  const { t } = useI18n()
  const textOf = useFailureText()
  const { attempt } = useAttempt()
  const columns = shallowRef<readonly ExpiringColumn[]>()
  const failure = shallowRef<unknown>()
  let running: AbortController | undefined
  let soon: ReturnType<typeof setTimeout> | undefined

  async function load(): Promise<void> {
    running?.abort()
    const { signal } = (running = new AbortController())
    const chosen = app()
    const where = chosen === undefined ? {} : { app: chosen }
    const readSpan = (expires: ExpirySpan) =>
      call(
        'device_list',
        { filter: { ...where, expires }, sort: 'vip', desc: expires === 'past', size: SHOWN },
        { signal },
      )
    try {
      const [{ counts }, ...pages] = await Promise.all([
        call('device_expiring', { filter: where }, { signal }),
        ...EXPIRY_SPANS.map(readSpan),
      ])
      columns.value = EXPIRY_SPANS.map((span, index) => ({
        span,
        count: counts[span],
        rows: pages[index]?.rows ?? [],
      }))
      failure.value = undefined
    } catch (error) {
      if (!isAbort(error)) failure.value = error
    }
  }

  async function takeBack(device: DeviceRecord, vip: number): Promise<void> {
    await attempt(async () => {
      await call('device_update', { id: device.id, vip })
    })
    await load()
  }

  async function renew(device: DeviceRecord, days: number): Promise<boolean> {
    try {
      const answer = await call('device_extend', { ids: [device.id], seconds: secondsOf(days) })
      const [change] = answer.changed ?? []
      if (change === undefined) {
        notify.error(t('devices.expiring.not_renewed', { key: device.account_key }))
        return false
      }
      keepDays(days)
      notify.undoable(t('devices.expiring.renewed', { key: device.account_key, day: formatDay(change.to) }), {
        label: t('common.undo'),
        run: () => void takeBack(device, change.from),
      })
      return true
    } catch (error) {
      notify.error(textOf(error))
      return false
    } finally {
      await load()
    }
  }

  watch(app, load, { immediate: true })
  const stream = useLiveStream()
  stream.on('devices', ({ rows, removed = [] }) => {
    // A pulse moves no end.
    if (removed.length === 0 && !rows.some(({ vip }) => vip !== undefined)) return
    clearTimeout(soon)
    soon = setTimeout(() => void load(), SOON_MS)
  })
  stream.on('reset', () => void load())
  usePolling(load, () => EVERY_MS)
  onScopeDispose(() => {
    clearTimeout(soon)
    running?.abort()
  })
  return { columns, failure, load, renew }
}
