import { ref, type Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import { call } from '../../api/console-client.ts'

interface Typed {
  readonly app: number
  readonly accountKey: string
  /** The trading account that moves there. */
  readonly except?: number
}

export interface SameNumberCheck {
  /** The warning, or an empty text. */
  readonly warning: Ref<string>
  /** @returns whether to go on: no other account has the number, or the person goes on after the warning. @throws as the call */
  readonly passes: (typed: Typed) => Promise<boolean>
}

/** Warns once, before a trading account is saved, when another one has its number. */
export function useSameNumber(): SameNumberCheck {
  const { t } = useI18n()
  const warning = ref('')
  let told = ''

  return {
    warning,
    async passes({ app, accountKey, except }) {
      const asked = `${app} ${accountKey.trim()}`
      if (asked === told) return true
      const more = except === undefined ? {} : { except }
      const { rows } = await call('device_same_number', { app, account_key: accountKey, ...more })
      told = asked
      const keys = rows.map((row) => row.account_key).join(', ')
      warning.value =
        rows.length === 0 ? '' : `${t('devices.same.warn', { keys })}. ${t('devices.same.go_on')}`
      return rows.length === 0
    },
  }
}
