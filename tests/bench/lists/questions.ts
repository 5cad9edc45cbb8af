import type { ActionInput, ActionName } from '../../../src-server/contract/actions/index.ts'
import { CODE_STATES } from '../../../src-server/contract/code-names.ts'
import { HEALTHS } from '../../../src-server/contract/health.ts'
import { DEVICE_STATES, EXPIRY_SPANS } from '../../../src-server/contract/device-names.ts'
import type { ConsoleSession } from '../server/console-session.ts'
import type { Filled } from './fill-store.ts'

type ListName = Extract<ActionName, `${string}_list`>

export interface Question {
  readonly name: string
  readonly action: ActionName
  ask(session: ConsoleSession): Promise<unknown>
}

function ask<N extends ActionName>(action: N, name: string, input: ActionInput<N>): Question {
  return { name: `${action} ${name}`.trim(), action, ask: (session) => session.call(action, input) }
}

/** First pages, each order, each filter, and searches with many, few and no hits. */
export function questionsFor({ app, batch, agent }: Filled, isAgent: boolean): Question[] {
  const orders = (action: 'code_list' | 'device_list' | 'account_list', sorts: readonly string[]) =>
    sorts.flatMap((sort) =>
      [true, false].map((desc) =>
        ask(action, `by ${sort} ${desc ? 'down' : 'up'}`, { sort, desc } as ActionInput<'code_list'>),
      ),
    )
  const searches = (action: ListName, texts: readonly string[]) =>
    texts.map((search) => ask(action, `search ${search}`, { search }))
  const everybodys = [
    ...orders('code_list', ['id', 'kami', 'created_at', 'use_time', 'end_time', 'recycled_at']),
    ...CODE_STATES.map((state) => ask('code_list', state, { filter: { state } })),
    ...CODE_STATES.map((state) => ask('code_list', `${state} by kami`, { filter: { state }, sort: 'kami' })),
    ask('code_list', 'of a type', { filter: { type: 'count' } }),
    ask('code_list', 'of an application', { filter: { app } }),
    ask('code_list', 'of a batch', { filter: { batch } }),
    ask('code_list', 'of a batch by use', { filter: { batch }, sort: 'use_time', desc: true }),
    ask('code_list', 'of an agent', { filter: { agent } }),
    ...searches('code_list', ['ABCD', 'batch', 'Broker', '春节', 'AB', '%', 'zzzqqq']),
    ...orders('device_list', ['id', 'account_key', 'label', 'vip', 'created_at']),
    ...DEVICE_STATES.map((state) => ask('device_list', state, { filter: { state } })),
    ...EXPIRY_SPANS.map((expires) => ask('device_list', `ends in ${expires}`, { filter: { expires } })),
    ...HEALTHS.map((health) => ask('device_list', health, { filter: { health } })),
    ...searches('device_list', ['7000123', 'Broker', '客户', 'zzzqqq']),
    ask('audit_list', '', {}),
    ask('audit_list', 'of an application', { filter: { app } }),
    ask('audit_list', 'of an action', { filter: { action: 'code_update' } }),
    ...searches('audit_list', ['ABC', '违规', 'zzzqqq']),
    ask('palette_search', '', { text: 'user_12' }),
  ]
  if (isAgent) return everybodys
  return [
    ...everybodys,
    ...orders('account_list', ['id', 'user', 'vip', 'created_at', 'last_login_at']),
    ask('account_list', 'disabled', { filter: { disabled: true } }),
    ...searches('account_list', ['user_12', '王小', 'zzzqqq']),
    ask('app_list', '', {}),
    ask('file_list', '', {}),
    ask('batch_list', '', {}),
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
