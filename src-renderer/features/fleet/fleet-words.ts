import { useI18n } from 'vue-i18n'
import type { RouteLocationRaw } from 'vue-router'
import { useAgentNames } from '../../subjects/agents/agent-names.ts'
import { useApplicationNames } from '../../subjects/applications/application-names.ts'
import { useCustomFields } from '../../subjects/custom-fields/custom-fields.ts'
import { fieldOf, isFieldMember } from '../../subjects/custom-fields/field-member.ts'
import { askedText } from '../../subjects/custom-fields/field-questions.ts'
import type { FleetGroup, FleetPlace, FleetTable } from './fleet-query.ts'

/** The names of groups, and of the currency without a name. */
export function useFleetWords() {
  const { t } = useI18n()
  const [agents, apps, fields] = [useAgentNames(), useApplicationNames(), useCustomFields()]

  function tableName(table: FleetTable): string {
    if (!isFieldMember(table)) return t(`fleet.by.${table}`)
    return fields.rows.find(({ id }) => id === fieldOf(table))?.name ?? table
  }
  function groupName(by: FleetGroup, key: string): string {
    if (key === '') return t(`fleet.none.${isFieldMember(by) ? 'field' : by}`)
    if (by === 'agent') return agents.nameOf(Number(key))
    return by === 'app' ? apps.nameOf(Number(key)) : key
  }
  return { tableName, groupName, currencyName: (currency: string) => currency || t('fleet.no_currency') }
}

/** The board with the accounts of a group. A symbol is a word of the search, because brokers add marks to it. */
export function boardOf({ app, agent, having }: FleetPlace, by: FleetGroup, key: string): RouteLocationRaw {
  const group = by === 'symbol' && key !== '' ? { search: key } : { [by]: key || '-' }
  const place = {
    ...(app && { app: String(app) }),
    ...(agent && { agent: String(agent) }),
    ...(having && { field: askedText(having) }),
  }
  return { name: 'live', query: { ...place, ...group } }
}
