import { useI18n } from 'vue-i18n'

/** The label of a trading account's field: the word of its list where that has one of its own, else the field's name. */
export function useDeviceLabel(): (name: string) => string {
  const { t, te } = useI18n()
  return (name) => {
    const head = `devices.column.${name === 'account_key' ? 'key' : name}`
    return te(head) ? t(head) : t(`fields.${name}`)
  }
}
