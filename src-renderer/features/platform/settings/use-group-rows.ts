import { useI18n } from 'vue-i18n'
import type {
  PlatformSettings,
  SettingsGroup,
  SettingsRecord,
} from '../../../../src-server/contract/records/settings.ts'
import { useFindText } from '../../../i18n/index.ts'
import type { Option, Row } from '../../../kit/form/row.ts'
import type { GroupField, GroupForm } from './settings-group.ts'

type Values = Readonly<Record<string, string>>

/** The things that `SettingField.vue` shows of a field besides its value. */
interface FieldRow extends Row {
  readonly options: readonly Option<string>[] | undefined
  readonly unit: string | undefined
  readonly placeholder: string | undefined
  readonly disabled: boolean
}

/** A sealed secret that the server has. */
const KEPT = '••••••••'

/** The texts of a group's fields, from the names in its form. */
export function useGroupRows<G extends SettingsGroup>(
  form: GroupForm<G>,
  record: () => SettingsRecord,
  fixed: (member: string) => boolean,
  named: () => Values,
): {
  readonly words: (name: string) => string
  readonly rowOf: (field: GroupField<G>, draft: PlatformSettings[G]) => FieldRow
} {
  const { t } = useI18n()
  const findText = useFindText()
  const words = (name: string, values?: Values) => t(form.words(name), { ...named(), ...values })
  const find = (name: string, values?: Values) => findText(form.words(name), { ...named(), ...values })

  function hintOf(field: GroupField<G>, word: string, draft: PlatformSettings[G]): string | undefined {
    if (fixed(field.member)) return t('platform.doors.fixed')
    const others = field.hint?.(draft, record()).map((name) => words(name))
    return others === undefined ? find(`${word}_hint`) : others.join(' ') || undefined
  }
  function reasonsOf({ wrong, named: of }: GroupField<G>, draft: PlatformSettings[G]): Row['reasons'] {
    const values = of?.(draft)
    if (wrong === undefined || typeof wrong === 'string') return wrong && words(wrong, values)
    return Object.fromEntries(Object.entries(wrong).map(([reason, name]) => [reason, words(name, values)]))
  }
  function optionsOf({ options, choices }: GroupField<G>): readonly Option<string>[] | undefined {
    return (
      options ??
      choices?.values.map((value) => ({
        value,
        label: words(`${choices.under}.${value}`),
        hint: find(`${choices.under}.${value}_hint`),
      }))
    )
  }

  return {
    words: (name) => words(name),
    rowOf(field, draft) {
      const { member, word = member, unit, wide, disabled, kept } = field
      const name = typeof word === 'string' ? word : word(draft)
      return {
        name: member,
        label: words(name),
        hint: hintOf(field, name, draft),
        reasons: reasonsOf(field, draft),
        options: optionsOf(field),
        unit: unit && words(unit),
        wide,
        placeholder: kept?.(draft, record()) === true ? KEPT : undefined,
        disabled: fixed(member) || (disabled?.(draft) ?? false),
      }
    },
  }
}
