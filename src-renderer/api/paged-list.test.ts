import { afterEach, describe, expect, it } from 'vitest'
import { effectScope, nextTick, ref, type EffectScope } from 'vue'
import type { Page } from '../../src-server/contract/paging.ts'
import { usePagedList, type PagedList, type Place } from './paged-list.ts'

interface Asked {
  readonly question: { readonly word: string; readonly size: number } & Place
  readonly signal: AbortSignal
  readonly answer: (page: Page<string> & { readonly total_exact?: boolean }) => void
  readonly fail: (error: unknown) => void
}

let scope: EffectScope

function listOf(word: { value: string }): { list: PagedList<string>; asked: Asked[] } {
  const asked: Asked[] = []
  scope = effectScope()
  const list = scope.run(() =>
    usePagedList(
      () => ({ word: word.value, size: 2 }),
      (question, signal) =>
        new Promise<Page<string>>((answer, fail) => {
          asked.push({ question, signal, answer, fail })
        }),
    ),
  )!
  return { list, asked }
}

async function settle(): Promise<void> {
  await nextTick()
  await nextTick()
}

afterEach(() => {
  scope.stop()
})

describe('usePagedList', () => {
  it('keeps the rows before while the next ones come', async () => {
    const word = ref('w1')
    const { list, asked } = listOf(word)
    expect(list.rows.value).toBeUndefined()
    asked[0]!.answer({ rows: ['a'], total: 2 })
    await settle()
    expect(list.rows.value).toEqual(['a'])
    word.value = 'w2'
    await settle()
    expect(list.rows.value).toEqual(['a'])
    expect(list.loading.value).toBe(true)
    asked[1]!.answer({ rows: ['b'], total: 2 })
    await settle()
    expect(list.rows.value).toEqual(['b'])
    expect(list.loading.value).toBe(false)
  })

  it('aborts the older query and ignores an answer that comes too late', async () => {
    const word = ref('w1')
    const { list, asked } = listOf(word)
    word.value = 'w2'
    await settle()
    expect(asked[0]!.signal.aborted).toBe(true)
    asked[1]!.answer({ rows: ['new'], total: 1 })
    await settle()
    asked[0]!.answer({ rows: ['old'], total: 1 })
    await settle()
    expect(list.rows.value).toEqual(['new'])
  })

  it('keeps a failure until the next answer, and ignores an abort', async () => {
    const word = ref('w1')
    const { list, asked } = listOf(word)
    asked[0]!.fail(new DOMException('stopped', 'AbortError'))
    await settle()
    expect(list.error.value).toBeUndefined()
    word.value = 'w2'
    await settle()
    asked[1]!.fail('broken')
    await settle()
    expect(list.error.value).toBe('broken')
    word.value = 'w3'
    await settle()
    asked[2]!.answer({ rows: [], total: 0 })
    await settle()
    expect(list.error.value).toBeUndefined()
  })

  it("pages on by the cursor of the page before, back to that page's start, and to the first page", async () => {
    const { list, asked } = listOf(ref('w'))
    expect(asked[0]!.question).toEqual({ word: 'w', size: 2, page: 1 })
    asked[0]!.answer({ rows: ['a', 'b'], total: 5, next: 'B' })
    await settle()
    expect(list.hasNext.value).toBe(true)
    list.next()
    expect(asked[1]!.question).toEqual({ word: 'w', size: 2, page: 2, after: 'B' })
    asked[1]!.answer({ rows: ['c', 'd'], total: 5, next: 'D' })
    await settle()
    list.next()
    asked[2]!.answer({ rows: ['e'], total: 5, next: null })
    await settle()
    expect([list.page.value, list.hasNext.value]).toEqual([3, false])
    list.previous()
    expect(asked[3]!.question).toEqual({ word: 'w', size: 2, page: 2, after: 'B' })
    asked[3]!.answer({ rows: ['c', 'd'], total: 5, next: 'D' })
    await settle()
    list.first()
    expect(asked[4]!.question).toEqual({ word: 'w', size: 2, page: 1 })
  })

  it('starts anew when the query changes', async () => {
    const word = ref('w')
    const { list, asked } = listOf(word)
    asked[0]!.answer({ rows: ['a', 'b'], total: 5, next: 'B' })
    await settle()
    list.next()
    word.value = 'other'
    await settle()
    expect(asked[2]!.question).toEqual({ word: 'other', size: 2, page: 1 })
  })

  it('does not turn to an empty page beyond the count', async () => {
    const { list, asked } = listOf(ref('w'))
    asked[0]!.answer({ rows: ['a', 'b'], total: 2, next: 'B' })
    await settle()
    expect(list.hasNext.value).toBe(false)
  })

  it('pages on when earlier rows were deleted and the count is lower than the position', async () => {
    const { list, asked } = listOf(ref('w'))
    asked[0]!.answer({ rows: ['a', 'b'], total: 5, next: 'B' })
    await settle()
    list.next()
    asked[1]!.answer({ rows: ['c', 'd'], total: 3, next: 'D' })
    await settle()
    expect(list.hasNext.value).toBe(true)
  })

  it('pages on where the count stopped early', async () => {
    const { list, asked } = listOf(ref('w'))
    asked[0]!.answer({ rows: ['a', 'b'], total: 2, total_exact: false, next: 'B' })
    await settle()
    expect([list.hasNext.value, list.exact.value]).toEqual([true, false])
  })

  it('turns back from a page whose rows are gone', async () => {
    const { list, asked } = listOf(ref('w'))
    asked[0]!.answer({ rows: ['a', 'b'], total: 3, next: 'B' })
    await settle()
    list.next()
    asked[1]!.answer({ rows: [], total: 2, next: null })
    await settle()
    expect(asked[2]!.question).toEqual({ word: 'w', size: 2, page: 1 })
    expect(list.page.value).toBe(1)
  })

  it('pages by number where a list has no cursors', async () => {
    const { list, asked } = listOf(ref('w'))
    asked[0]!.answer({ rows: ['a', 'b'], total: 3 })
    await settle()
    list.next()
    expect(asked[1]!.question).toEqual({ word: 'w', size: 2, page: 2 })
    asked[1]!.answer({ rows: ['c'], total: 3 })
    await settle()
    expect(list.hasNext.value).toBe(false)
  })
})
