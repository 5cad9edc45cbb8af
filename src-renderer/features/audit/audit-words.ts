import { useI18n } from 'vue-i18n'
import { SUBJECT_KINDS } from '../../../src-server/contract/subject-kinds.ts'
import type { AuditRecord } from '../../../src-server/contract/records/audit.ts'
import { formatInteger } from '../../i18n/format.ts'
import { memberLabelKeys } from './member-labels.ts'

/** What the server calls those who ask at the customers' page. */
/** The values of custom fields of a trading account or a code, by the fields' names. */
const CUSTOM = 'fields.'
const CUSTOMER = 'customer'

/** `app_key_rotate` is `key_rotate` done to an `app`: most actions have the noun in front. */
export function partsOf(action: string): { readonly noun: string; readonly verb: string } {
  const at = action.indexOf('_')
  return { noun: action.slice(0, Math.max(0, at)), verb: action.slice(at + 1) }
}

/** What the log's words are called in the reader's language. */
export function useAuditWords() {
  const i18n = useI18n()
  const { t } = i18n

  function kindOf(kind: string): string {
    const known = SUBJECT_KINDS.find((other) => other === kind)
    return known === undefined ? kind : t(`audit.kind.${known}`)
  }
  function act(kind: string, action: string): string {
    const { verb } = partsOf(action)
    // English has them all, and stands in where another language is still on its way.
    if (!i18n.te(`audit.verb.${verb}`)) return action
    return t('audit.act', { kind: kindOf(kind), verb: t(`audit.verb.${verb}`) })
  }
  return {
    kindOf,
    /** "Application · changed"; an act we have no word for keeps its own. */
    actOf: ({ action, subject_kind: kind }: Pick<AuditRecord, 'action' | 'subject_kind'>) =>
      act(kind, action),
    /** The name of the actor: a person, the server, or a customer on the customers' page. */
    personOf: ({ role, person_name: name }: Pick<AuditRecord, 'role' | 'person_name'>): string => {
      if (role !== 'server') return name
      return name === CUSTOMER ? t('audit.customer') : t('audit.server')
    },
    /** The subject of a change, or the number of its subjects. */
    subjectOf: ({
      subject_id: id,
      subject_label: label,
    }: Pick<AuditRecord, 'subject_id' | 'subject_label'>): string => {
      if (id === '' && /^\d+$/.test(label))
        return t('audit.several', { n: formatInteger(Number(label)) }, Number(label))
      return label || id
    },
    /** The label of a member of such a record. A member without a label keeps its name. */
    memberOf: (kind: string, path: string): string => {
      // A custom field has the name that its owner gave it.
      if (path.startsWith(CUSTOM)) return path.slice(CUSTOM.length)
      const keys = memberLabelKeys(kind, path, (key) => i18n.te(key))
      return keys?.map((key) => t(key)).join(' · ') ?? path
    },
    /** An action by itself, as one chooses it. */
    nameOf: (action: string): string => {
      const { noun } = partsOf(action)
      const kind = noun === 'app' ? 'application' : noun
      return SUBJECT_KINDS.some((known) => known === kind) ? act(kind, action) : action
    },
  }
}
