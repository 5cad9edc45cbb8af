import { useI18n } from 'vue-i18n'
import { call } from '../../api/console-client.ts'
import { useFindText } from '../../i18n/index.ts'
import type { BulkAct } from '../../kit/bulk/bulk-act.ts'
import { secondsOf } from './durations.ts'

type Words = Pick<BulkAct, 'title' | 'text' | 'confirm' | 'danger'>
type Change = { readonly disabled: boolean; readonly disable_reason: string }

interface Calls<T> {
  readonly extend: (target: T, seconds: number, dryRun: boolean) => ReturnType<BulkAct['run']>
  readonly change: (target: T, change: Change, dryRun: boolean) => ReturnType<BulkAct['run']>
  /** The words of `<subject>.bulk`. */
  readonly say: (key: string, named: Record<string, unknown>, count: number) => string
}

/** The bulk acts that user accounts and trading accounts share, as the confirmation dialog needs them. */
export function useLicenceActs<T>({ extend, change, say }: Calls<T>) {
  const { t } = useI18n()
  const find = useFindText()

  /** Another act on many, with the words and the end of these. */
  const act = (words: Words, run: BulkAct['run']): BulkAct => ({
    ...words,
    run,
    cancel: (job) => call('job_cancel', { id: job }),
    reason: (reason) => find(`licence.skipped.${reason}`) ?? reason,
  })
  return {
    act,
    extend: (target: T, days: number) =>
      act(
        {
          title: say('extend', {}, 1),
          text: say('extend_text', { n: days }, days),
          confirm: t('licence.extend'),
        },
        (dryRun) => extend(target, secondsOf(days), dryRun),
      ),
    disable: (target: T, given: string) =>
      act(
        {
          title: say('disable', {}, 1),
          text: given === '' ? say('disable_text', {}, 1) : say('disable_reason', { reason: given }, 1),
          confirm: t('licence.disable'),
          danger: true,
        },
        (dryRun) => change(target, { disabled: true, disable_reason: given }, dryRun),
      ),
    enable: (target: T) =>
      act(
        { title: say('enable', {}, 1), text: say('enable_text', {}, 1), confirm: t('licence.enable') },
        (dryRun) => change(target, { disabled: false, disable_reason: '' }, dryRun),
      ),
  }
}

export type LicenceActs<T> = ReturnType<typeof useLicenceActs<T>>
