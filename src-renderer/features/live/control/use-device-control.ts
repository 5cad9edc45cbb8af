import { useI18n } from 'vue-i18n'
import type { ActionInput } from '../../../../src-server/contract/actions/index.ts'
import type { CloseAllRecord } from '../../../../src-server/contract/records/device.ts'
import { call } from '../../../api/console-client.ts'
import { useFailureText } from '../../../app/refusal.ts'
import { notify } from '../../../ui/toast.ts'
import type { LiveRow } from '../rows/live-row.ts'
import { useLiveRows } from '../rows/live-rows.ts'
import { serverNow } from '../rows/server-clock.ts'
import { useCloseOrders } from '../closing/close-orders.ts'

export type PauseSwitch = 'open' | 'add'

const NO_COMMAND: CloseAllRecord = { state: 'none', asked_at: null, delivered_at: null, confirmed_at: null }

type Control = Omit<ActionInput<'device_control'>, 'ids' | 'filter'>

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

export function useDeviceControl(): DeviceControl {
  const { t } = useI18n()
  const live = useLiveRows()
  const orders = useCloseOrders()
  const failureText = useFailureText()

  /** Does `assume` at once, asks the server, and does `revert` to every row the server left as it was. */
  async function control(
    rows: readonly LiveRow[],
    change: Control,
    assume: (row: LiveRow) => void,
    revert: (row: LiveRow, was: LiveRow) => void,
  ): Promise<boolean> {
    const before = new Map(rows.map((row) => [row.id, { ...row }]))
    const takeBack = (row: LiveRow) => {
      const was = before.get(row.id)
      if (was) revert(row, was)
    }
    for (const row of rows) assume(row)
    try {
      const { skipped = [] } = await call('device_control', { ...change, ids: rows.map((row) => row.id) })
      for (const { id } of skipped) {
        const row = rows.find((candidate) => candidate.id === id)
        if (row) takeBack(row)
      }
      if (skipped.length > 0) notify.error(t('live.control.skipped', { n: skipped.length }, skipped.length))
      return skipped.length < rows.length
    } catch (error) {
      for (const row of rows) takeBack(row)
      notify.error(t('live.control.failed'), { description: failureText(error) })
      return false
    }
  }

  function movePause(rows: readonly LiveRow[], which: PauseSwitch, on: boolean): Promise<boolean> {
    const open = which === 'open' ? on : undefined
    const add = which === 'add' ? on : undefined
    return control(
      rows,
      which === 'open' ? { pause_open: on } : { pause_add: on },
      (row) => {
        live.assumePauses(row, open, add)
      },
      (row, was) => {
        live.assumePauses(row, open && was.pauseOpen, add && was.pauseAdd)
      },
    )
  }

  async function setPause(rows: readonly LiveRow[], which: PauseSwitch, on: boolean): Promise<void> {
    const moving = rows.filter((row) => (which === 'open' ? row.pauseOpen : row.pauseAdd) !== on)
    const [first] = moving
    if (!first || !(await movePause(moving, which, on))) return
    const text = `live.control.${on ? 'paused' : 'resumed'}_${which}`
    const message =
      moving.length === 1 ? t(`${text}_one`, { login: first.login }) : t(text, { n: moving.length })
    notify.undoable(message, {
      label: t('common.undo'),
      run: () => void movePause(moving, which, !on),
    })
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
      (row) => {
        live.assumeClose(row, NO_COMMAND)
      },
      (row, was) => {
        live.assumeClose(row, was.close)
      },
    )
    if (!taken) return
    orders.forget(waiting.map((row) => row.id))
    notify.success(t('live.close.withdrawn', { n: waiting.length }, waiting.length))
  }

  return {
    setPause,
    togglePause: (rows, which) =>
      setPause(
        rows,
        which,
        rows.some((row) => !(which === 'open' ? row.pauseOpen : row.pauseAdd)),
      ),
    withdrawClose,
    async askClose(rows, { reason, alsoPause }) {
      const at = serverNow()
      const asked: CloseAllRecord = { ...NO_COMMAND, state: 'asked', asked_at: at }
      const taken = await control(
        rows,
        { close_all: true, reason, ...(alsoPause ? { pause_open: true } : {}) },
        (row) => {
          live.assumeClose(row, asked)
          if (alsoPause) live.assumePauses(row, true, undefined)
        },
        (row, was) => {
          live.assumeClose(row, was.close)
          live.assumePauses(row, was.pauseOpen, undefined)
        },
      )
      if (!taken) return false
      if (rows.length > 1) orders.begin(rows.map((row) => row.id))
      notify.undoable(t('live.close.asked_notice', { n: rows.length }, rows.length), {
        label: t('live.close.withdraw'),
        run: () => void withdrawClose(rows),
      })
      return true
    },
  }
}
