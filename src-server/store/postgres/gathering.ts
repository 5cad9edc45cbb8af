import { setImmediate as endOfTurn } from 'node:timers/promises'

/** The ways to ask a question: alone or with others. */
export interface Ways<Q, A> {
  one(question: Q): Promise<A>
  /** @returns the answers in the order of the questions */
  many(questions: readonly Q[]): Promise<readonly A[]>
  /** Questions with the same key are asked in turn, as if each came alone. Those of a statement are in the order of keys. */
  keyOf?(question: Q): number | string
}

interface Asked<Q, A> {
  readonly question: Q
  readonly key: number | string
  readonly answer: (answer: A) => void
  readonly fail: (error: unknown) => void
}

/** The questions of a connection that wait for company. */
export class Turn {
  #waiting: (() => void)[] = []

  /** Asks at the end of the turn of the event loop, or with `flush`. */
  add(ask: () => void): void {
    if (this.#waiting.push(ask) === 1) void this.#flushLater()
  }

  flush(): void {
    for (const ask of this.#waiting.splice(0)) ask()
  }

  async #flushLater(): Promise<void> {
    await endOfTurn()
    this.flush()
  }
}

/**
 * Gathers the questions of one kind that come in one turn of the event loop, and asks them with one statement: a statement
 * for each costs the database and the driver several times as much.
 */
export function gathering<Q, A>(turn: Turn, ways: Ways<Q, A>): (question: Q) => Promise<A> {
  let waiting: Asked<Q, A>[] = []
  const flush = () => {
    const asked = waiting
    waiting = []
    for (const round of roundsOf(asked)) void ask(round, ways)
  }
  return (question) =>
    new Promise((answer, fail) => {
      const key = ways.keyOf?.(question) ?? waiting.length
      if (waiting.push({ question, key, answer, fail }) === 1) turn.add(flush)
    })
}

/** Each key at most once in a round, in their order: two copies then lock the same rows in the same order. */
function roundsOf<Q, A>(asked: readonly Asked<Q, A>[]): Asked<Q, A>[][] {
  const rounds: Asked<Q, A>[][] = []
  const counts = new Map<number | string, number>()
  for (const one of asked) {
    const round = counts.get(one.key) ?? 0
    counts.set(one.key, round + 1)
    ;(rounds[round] ??= []).push(one)
  }
  for (const round of rounds) round.sort((a, b) => (a.key < b.key ? -1 : 1))
  return rounds
}

/** Never throws: each question gets its answer or the error. */
async function ask<Q, A>(asked: readonly Asked<Q, A>[], ways: Ways<Q, A>): Promise<void> {
  const [first] = asked
  if (first === undefined) return
  try {
    const answers =
      asked.length === 1
        ? [await ways.one(first.question)]
        : await ways.many(asked.map(({ question }) => question))
    for (const [at, { answer }] of asked.entries()) answer(answers[at] as A)
  } catch (error) {
    for (const { fail } of asked) fail(error)
  }
}

/**
 * The questions of a statement as a table `asked`, with their numbers from 1 as `n`. The plan is for any number of them,
 * because the database can't see the arrays when it plans.
 * @param columns the types of the questions' members
 */
export function askedRows(columns: Readonly<Record<string, string>>): string {
  const arrays = Object.values(columns).map((type) => `(SELECT ?::${type}[])`)
  const names = Object.keys(columns).map((name) => `"${name}"`)
  return `unnest(${arrays.join(', ')}) WITH ORDINALITY AS asked (${names.join(', ')}, n)`
}

/** The values of each member of several questions. */
export type Columns<Q extends readonly unknown[]> = { [K in keyof Q]: Q[K][] }

/** The parameters of a statement with `askedRows`. */
export function columnsOf<Q extends readonly unknown[]>(questions: readonly Q[]): Columns<Q> {
  const [first] = questions
  return (first ?? []).map((_, at) => questions.map((question) => question[at])) as Columns<Q>
}

/** A row's question, from 1. */
export interface Numbered {
  readonly n: number
}

/** The rows of a statement with `askedRows`, by their questions. */
export function byQuestion<R extends object>(
  { length }: { readonly length: number },
  rows: readonly (R & Numbered)[],
): (R | undefined)[] {
  const found = new Array<R | undefined>(length).fill(undefined)
  for (const { n, ...row } of rows) found[n - 1] = row as unknown as R
  return found
}
