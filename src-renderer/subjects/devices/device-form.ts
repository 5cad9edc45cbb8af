import { useI18n } from 'vue-i18n'
import { CONSOLE } from '../../../src-server/contract/error-codes.ts'
import { useRefusal, type Refusal } from '../../kit/refusal/refusal.ts'

/** The label of a trading account's field: the word of its list where that has one of its own, else the field's name. */
export function useDeviceLabel(): (name: string) => string {
  const words = useI18n()
  return (name) => {
    const head = `devices.column.${name === 'account_key' ? 'key' : name}`
    return words.te(head) ? words.t(head) : words.t(`fields.${name}`)
  }
}

/** The refusal of a trading account's form, with words for a key that another one has and an unknown agent. */
export function useDeviceRefusal(): Refusal {
  const { t } = useI18n()
  return useRefusal(({ code, fields }) => {
    if (fields['agent'] === 'unknown') return { agent: t('devices.no_agent') }
    return code === CONSOLE.conflict ? { account_key: t('devices.taken') } : undefined
  })
}
