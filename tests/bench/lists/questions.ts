import type { ActionInput, ActionName } from '../../../src-server/contract/actions/index.ts'
import { CODE_STATES } from '../../../src-server/contract/code-names.ts'
import { HEALTHS } from '../../../src-server/contract/health.ts'
import { DEVICE_STATES, EXPIRY_SPANS } from '../../../src-server/contract/device-names.ts'
import type { ConsoleSession } from '../server/console-session.ts'
import type { Filled } from './fill-store.ts'

export interface Question {
  readonly name: string
  readonly action: ActionName
  ask(session: ConsoleSession): Promise<unknown>
}

function ask<N extends ActionName>(action: N, name: string, input: ActionInput<N>): Question {
  return { name: `${action} ${name}`.trim(), action, ask: (session) => session.call(action, input) }
}

type LongList = 'code_list' | 'device_list' | 'account_list' | 'audit_list'

/** The rows of a long list that one filter or search leaves. */
export interface Part {
  readonly action: LongList
  readonly name: string
  readonly input: ActionInput<LongList>
}

/** The orders of each long list. */
export const SORTS = {
  code_list: ['id', 'kami', 'created_at', 'use_time', 'end_time', 'recycled_at'],
  device_list: ['id', 'account_key', 'label', 'vip', 'created_at'],
  account_list: ['id', 'user', 'vip', 'created_at', 'last_login_at'],
  audit_list: ['id'],
} as const satisfies Record<LongList, readonly string[]>

/** Each list whole, with each filter, and with searches that have many, few and no hits. */
export function partsOf({ app, batch, agent }: Filled, isAgent: boolean): Part[] {
  const part = <N extends LongList>(action: N, name: string, input: ActionInput<N>): Part => ({
    action,
    name,
    input,
  })
  const searches = (action: LongList, texts: readonly string[]) =>
    texts.map((search) => part(action, `search ${search}`, { search }))
  const everybodys = [
    part('code_list', '', {}),
    ...CODE_STATES.map((state) => part('code_list', state, { filter: { state } })),
    part('code_list', 'of a type', { filter: { type: 'count' } }),
    part('code_list', 'of a type, in use', { filter: { type: 'count', state: 'in_use' } }),
    part('code_list', 'of an application', { filter: { app } }),
    part('code_list', 'of an application, unused', { filter: { app, state: 'unused' } }),
    part('code_list', 'of a batch', { filter: { batch } }),
    part('code_list', 'of an agent', { filter: { agent } }),
    part('code_list', 'with a tag', { filter: { tag: 'nobody' } }),
    ...searches('code_list', ['ABCD', 'batch', 'batch 5', 'Broker', '春节', 'AB', '%', 'zzzqqq']),
    part('device_list', '', {}),
    ...DEVICE_STATES.map((state) => part('device_list', state, { filter: { state } })),
    ...EXPIRY_SPANS.map((expires) => part('device_list', `ends in ${expires}`, { filter: { expires } })),
    ...HEALTHS.map((health) => part('device_list', health, { filter: { health } })),
    part('device_list', 'of an application', { filter: { app } }),
    ...searches('device_list', ['7000123', 'Broker', '客户', 'zzzqqq']),
    part('audit_list', '', {}),
    part('audit_list', 'of an application', { filter: { app } }),
    part('audit_list', 'of an action', { filter: { action: 'code_update' } }),
    part('audit_list', 'of a person', { filter: { person: agent } }),
    ...searches('audit_list', ['ABC', '违规', 'before 5', 'zzzqqq']),
  ]
  if (isAgent) return everybodys
  return [
    ...everybodys,
    part('account_list', '', {}),
    part('account_list', 'disabled', { filter: { disabled: true } }),
    ...searches('account_list', ['user_12', '王小', 'zzzqqq']),
  ]
}

/** Lists with few rows, and the palette, which looks in all long ones. */
export function otherQuestions(isAgent: boolean): Question[] {
  const palette = ['user_12', 'ABC', '7000123', 'bench', 'zzzqqq'].map((text) =>
    ask('palette_search', text, { text }),
  )
  if (isAgent) return palette
  return [...palette, ask('app_list', '', {}), ask('file_list', '', {}), ask('batch_list', '', {})]
}

/** First pages: each order of all rows, each filter, and searches. */
export function questionsFor(filled: Filled, isAgent: boolean): Question[] {
  return [
    ...partsOf(filled, isAgent).flatMap(({ action, name, input }) =>
      name === ''
        ? SORTS[action].flatMap((sort) =>
            [true, false].map((desc) => ask(action, `by ${sort} ${desc ? 'down' : 'up'}`, { sort, desc })),
          )
        : [ask(action, name, input)],
    ),
    ...CODE_STATES.map((state) => ask('code_list', `${state} by kami`, { filter: { state }, sort: 'kami' })),
    ...otherQuestions(isAgent),
  ]
}

/** A page deep in each list, after this many pages. */
export async function deepQuestions(session: ConsoleSession, pages: number): Promise<Question[]> {
  const deep: Question[] = []
  for (const action of ['code_list', 'device_list', 'audit_list'] as const) {
    let after: string | undefined
    for (let page = 0; page < pages; page++) {
      const { next } = await session.call(action, { size: 500, after })
      if (next === null || next === undefined) break
      after = next
    }
    deep.push(ask(action, 'deep', { after }))
  }
  return deep
}
