import { useI18n } from 'vue-i18n'
import type { InspectedCall } from '../../../src-server/contract/records/inspected-call.ts'
import { looksLikeZone, sideOf, spanOf } from './clock-skew.ts'
import { findReason } from './refusal-reason.ts'

/** Codes that an endpoint answers; the sentence of each is `inspector.outcome.<code>`. */
export const OUTCOMES: readonly number[] = [
  100, 101, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119, 122, 148, 149, 150, 151, 164, 167, 169,
  174, 199, 200, 201, 202, 400, 401, 403, 404, 410, 422, 423, 500, 502,
]

/** The inspector's texts about a call, in the reader's language. */
export function useCallWords() {
  const { t } = useI18n()

  function skew({ skew: seconds }: InspectedCall, pasted: boolean): string {
    if (seconds === null) return t('inspector.skew.none')
    const { unit, parts } = spanOf(seconds)
    const span = t(`inspector.span.${unit}`, parts)
    const said = t(`inspector.skew.${pasted ? 'pasted' : 'call'}_${sideOf(seconds)}`, { span })
    // An old request that is pasted is late by whatever it is late by.
    return !pasted && looksLikeZone(seconds) ? `${said} ${t('inspector.skew.zone')}` : said
  }
  return {
    api: ({ api }: InspectedCall) => (api === '' ? t('inspector.detail.no_api') : api),
    /** Why it was refused. */
    why: (call: InspectedCall) =>
      t(`inspector.why.${findReason(call) ?? 'other'}`, {
        api: call.api,
        method: call.method,
        code: call.refused ?? '',
      }),
    outcome: (code: number) => t(`inspector.outcome.${OUTCOMES.includes(code) ? code : 'other'}`),
    skew,
  }
}
