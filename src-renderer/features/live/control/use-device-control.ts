import { useI18n } from 'vue-i18n'
import type { ActionInput } from '../../../../src-server/contract/actions/index.ts'
import type { CloseAllRecord } from '../../../../src-server/contract/records/device.ts'
import { call } from '../../../api/console-client.ts'
import { useFailureText } from '../../../kit/refusal/refusal.ts'
import { notify } from '../../../ui/toast.ts'
import { useCloseOrders } from '../closing/close-orders.ts'
import type { LiveRow } from '../rows/live-row.ts'
import { useLiveRows } from '../rows/live-rows.ts'
import { serverNow } from '../../../subjects/clock/server-clock.ts'
import { changeAtOnce } from './change-at-once.ts'

export type PauseSwitch = 'open' | 'add'

const NO_COMMAND: CloseAllRecord = {
  state: 'none',
  asked_at: null,
  delivered_at: null,
  confirmed_at: null,
  repeats: 0,
}

type Controls = Omit<ActionInput<'device_control'>, 'ids' | 'filter'>

export interface DeviceControl {
  /** Moves a pause switch of all rows, shows it at once, and offers to take it back. */
  readonly setPause: (rows: readonly LiveRow[], which: PauseSwitch, on: boolean) => Promise<void>
  /** Pauses what isn't paused; when everything is, resumes. */
  readonly togglePause: (rows: readonly LiveRow[], which: PauseSwitch) => Promise<void>
  /** @returns whether the server took the command */
  readonly askClose: (
    rows: readonly LiveRow[],
    choice: { reason: string; alsoPause: boolean },
  ) => Promise<boolean>
  /** Takes back what no terminal has fetched yet. */
  readonly withdrawClose: (rows: readonly LiveRow[]) => Promise<void>
}

export function isPausedBy(row: LiveRow, which: PauseSwitch): boolean {
  return which === 'open' ? row.pauseOpen : row.pauseAdd
}

/** The switches, with what people are told about them. */
export function useDeviceControl(): DeviceControl {
  const { t } = useI18n()
  const live = useLiveRows()
  const orders = useCloseOrders()
  const failureText = useFailureText()

  /** @returns how many accounts the server changed; 0 was told already */
  async function control(
    rows: readonly LiveRow[],
    controls: Controls,
    assume: (row: LiveRow) => () => void,
    leftOut: (n: number) => string = (n) => t('live.control.skipped', { n }, n),
  ): Promise<number> {
    try {
      const skipped = await changeAtOnce(rows, {
        assume,
        async send(ids) {
          const result = await call('device_control', { ...controls, ids })
          return result.skipped?.map(({ id }) => id) ?? []
        },
      })
      if (skipped > 0) notify.error(leftOut(skipped))
      return rows.length - skipped
    } catch (error) {
      notify.error(t('live.control.failed'), { description: failureText(error) })
      return 0
    }
  }

  function assumePause(row: LiveRow, which: PauseSwitch, on: boolean): () => void {
    const was = isPausedBy(row, which)
    live.assumePause(row, which, on)
    return () => {
      if (isPausedBy(row, which) === on) live.assumePause(row, which, was)
    }
  }

  function assumeClose(row: LiveRow, close: CloseAllRecord): () => void {
    const was = row.close
    live.assumeClose(row, close)
    return () => {
      // The stream puts another object here, even for the same state.
      if (row.close === close) live.assumeClose(row, was)
    }
  }

  function movePause(rows: readonly LiveRow[], which: PauseSwitch, on: boolean): Promise<number> {
    const controls = which === 'open' ? { pause_open: on } : { pause_add: on }
    return control(rows, controls, (row) => assumePause(row, which, on))
  }

  async function setPause(rows: readonly LiveRow[], which: PauseSwitch, on: boolean): Promise<void> {
    const moving = rows.filter((row) => isPausedBy(row, which) !== on)
    const [first] = moving
    if (!first || (await movePause(moving, which, on)) === 0) return
    const text = `live.control.${on ? 'paused' : 'resumed'}_${which}`
    notify.undoable(
      moving.length === 1 ? t(`${text}_one`, { login: first.login }) : t(text, { n: moving.length }),
      { label: t('common.undo'), run: () => void movePause(moving, which, !on) },
    )
  }

  async function withdrawClose(rows: readonly LiveRow[]): Promise<void> {
    const waiting = rows.filter((row) => row.close.state === 'asked')
    if (waiting.length === 0) {
      notify.error(t('live.close.too_late'))
      return
    }
    const taken = await control(
      waiting,
      { close_all: false },
      (row) => assumeClose(row, { ...NO_COMMAND }),
      (n) => t('live.close.too_late_for', { n }, n),
    )
    if (taken === 0) return
    orders.forget(waiting.filter((row) => row.close.state === 'none').map((row) => row.id))
    notify.success(t('live.close.withdrawn', { n: taken }, taken))
  }

  async function askClose(
    rows: readonly LiveRow[],
    { reason, alsoPause }: { reason: string; alsoPause: boolean },
  ): Promise<boolean> {
    const at = serverNow()
    const controls = { close_all: true, reason, ...(alsoPause ? { pause_open: true } : {}) }
    const taken = await control(rows, controls, (row) => {
      const unasked = assumeClose(row, { ...NO_COMMAND, state: 'asked', asked_at: at })
      const unpaused = alsoPause ? assumePause(row, 'open', true) : () => undefined
      return () => {
        unasked()
        unpaused()
      }
    })
    if (taken === 0) return false
    if (rows.length > 1) orders.begin(rows.map((row) => row.id))
    notify.undoable(t('live.close.asked_notice', { n: taken }, taken), {
      label: t('live.close.withdraw'),
      run: () => void withdrawClose(rows),
    })
    return true
  }

  return {
    setPause,
    togglePause: (rows, which) =>
      setPause(
        rows,
        which,
        rows.some((row) => !isPausedBy(row, which)),
      ),
    askClose,
    withdrawClose,
  }
}
