import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import {
  REQUEST_KINDS,
  REQUEST_STATES,
  type RequestState,
} from '../../../src-server/contract/request-names.ts'
import { select, type FilterOf, type ListFilters, useChoiceWords } from '../../kit/list/list-filters.ts'
import { useListMatch, type ListMatch } from '../../kit/list/list-match.ts'
import { useAgentFilter } from '../../subjects/agents/agent-names.ts'
import { useApplicationFilter } from '../../subjects/applications/application-names.ts'
import { ANY_STATE } from '../../subjects/requests/any-state.ts'

type RequestFilter = FilterOf<'auth_request_list'>

export interface RequestQuestion extends ListMatch<RequestFilter> {
  readonly sort: 'created_at'
  readonly desc: boolean
}

const ENDED = REQUEST_STATES.filter((state) => state !== 'pending')

function stateOf(text: string): RequestState | undefined {
  return text === ANY_STATE ? undefined : (REQUEST_STATES.find((known) => known === text) ?? 'pending')
}

/** The filters of the queue, and which requests they ask for. Without a state filter those are the open ones. */
export function useRequestFilters() {
  const { t } = useI18n()
  const choices = useChoiceWords()
  const appFilter = useApplicationFilter()
  const agentFilter = useAgentFilter()
  const { query, filters, match } = useListMatch(
    (): ListFilters<RequestFilter> => [
      {
        ...select('state', [...ENDED, ANY_STATE], {
          label: t('requests.filter.state'),
          all: t('requests.state.pending'),
          text: (state) => t(state === ANY_STATE ? 'requests.filter.any_state' : `requests.state.${state}`),
          lead: true,
        }),
        ask(text) {
          const state = stateOf(text)
          return state === undefined ? {} : { state }
        },
      },
      select('kind', REQUEST_KINDS, {
        ...choices('requests.kind', t('requests.filter.kind'), t('requests.filter.any_kind')),
        lead: true,
      }),
      appFilter(),
      agentFilter(),
    ],
    { by: 'created_at', desc: false },
  )
  const question = computed((): RequestQuestion => ({
    ...match.value,
    sort: 'created_at',
    desc: query.sort.value.desc,
  }))
  return { query, filters, question }
}
