import type pg from 'pg'
import type { ActionInput } from '../../../src-server/contract/actions/index.ts'
import { writeCursor } from '../../../src-server/domain/paging/cursor.ts'
import { median } from '../report/statistics.ts'
import type { ConsoleSession } from '../server/console-session.ts'
import { SORTS, type Part } from './questions.ts'

type List = Part['action']

/** The cost of an answer: by the clock, and of the processors of all that took part, milliseconds. */
export interface Cost {
  readonly wallMs: number
  readonly processorMs: number
}

export interface PageCost extends Cost {
  /** The list, its filter or search, and its order. */
  readonly name: string
  /** The page and the person who asked. */
  readonly page: string
}

/** Cursors in the middle of each whole list, by order. */
export type Middles = Readonly<Record<List, Readonly<Record<string, string>>>>

const TABLES: Record<List, string> = {
  code_list: 'codes',
  device_list: 'devices',
  account_list: 'accounts',
  audit_list: 'audit',
}
/** A page that took longer is asked again, and the median counts: another program may have had the processor. */
const SLOW_MS = 50
const AGAIN = 2

/** Finds them in the database: pages by number end long before the middle. */
export async function findMiddles(client: pg.ClientBase): Promise<Middles> {
  const middlesOf = async (list: List) => {
    const found: [string, string][] = []
    for (const sort of SORTS[list]) {
      const isText = ['kami', 'account_key', 'label', 'user'].includes(sort)
      // The client of the store reads 64-bit numbers as numbers; this one may read them as texts.
      const { rows } = await client.query<{ value: string | number | null; id: number }>(
        `SELECT "${sort}"${isText ? '' : '::float8'} AS value, id::float8 FROM ${TABLES[list]}
         ORDER BY ${isText ? `"${sort}"` : `coalesce("${sort}", -1)`}, id OFFSET (SELECT count(*) / 2 FROM ${TABLES[list]}) LIMIT 1`,
      )
      const [row] = rows
      if (row !== undefined) found.push([sort, writeCursor(sort, row)])
    }
    return Object.fromEntries(found)
  }
  return {
    code_list: await middlesOf('code_list'),
    device_list: await middlesOf('device_list'),
    account_list: await middlesOf('account_list'),
    audit_list: await middlesOf('audit_list'),
  }
}

/** The first, a middle and the last page of a part in each order and direction. */
export async function askPages(
  session: ConsoleSession,
  who: string,
  part: Part,
  middles: Middles,
  processorMs: () => number,
): Promise<PageCost[]> {
  const costs: PageCost[] = []
  for (const sort of SORTS[part.action])
    for (const desc of [true, false]) {
      const call = (more: object) =>
        session.call(part.action, { ...part.input, sort, desc, ...more } as ActionInput<List>)
      // The first page of the other direction ends where the last one of this direction begins.
      const { next } = await call({ desc: !desc })
      const pages = [
        ['first', {}],
        ['middle', { after: middles[part.action][sort] }],
        ...(typeof next === 'string' ? [['last', { after: next }] as const] : []),
      ] as const
      const name = `${part.action} ${part.name} by ${sort} ${desc ? 'down' : 'up'}`.replace(/ +/g, ' ')
      for (const [page, more] of pages)
        costs.push({ name, page: `${page}, ${who}`, ...(await costOf(() => call(more), processorMs)) })
    }
  return costs
}

/** Asks once unmeasured, and again when it was slow. */
export async function costOf(ask: () => Promise<unknown>, processorMs: () => number): Promise<Cost> {
  await ask()
  const once = async () => {
    const before = processorMs()
    const from = performance.now()
    await ask()
    return { wallMs: performance.now() - from, processorMs: processorMs() - before }
  }
  const costs = [await once()]
  if (costs.some(({ wallMs }) => wallMs > SLOW_MS))
    for (let again = 0; again < AGAIN; again++) costs.push(await once())
  return {
    wallMs: median(costs.map(({ wallMs }) => wallMs)),
    processorMs: median(costs.map((one) => one.processorMs)),
  }
}

/** For each list, filter and order the slowest page, the slowest first. */
export function slowestOf(costs: readonly PageCost[]): PageCost[] {
  return Array.from(Map.groupBy(costs, ({ name }) => name).values(), (pages) =>
    pages.reduce((slowest, page) => (page.processorMs > slowest.processorMs ? page : slowest)),
  ).sort((a, b) => b.processorMs - a.processorMs)
}

export function describePage({ name, page, wallMs, processorMs }: PageCost): string {
  return `${processorMs.toFixed(1).padStart(8)} ${wallMs.toFixed(1).padStart(8)}  ${name} (${page})`
}
