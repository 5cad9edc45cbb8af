import { afterEach, describe, expect, it } from 'vitest'
import { effectScope, nextTick, ref, type EffectScope } from 'vue'
import type { Page } from '../../src-server/contract/paging.ts'
import { usePagedList, type PagedList } from './paged-list.ts'

interface Asked {
  readonly page: number
  readonly signal: AbortSignal
  readonly answer: (page: Page<string>) => void
  readonly fail: (error: unknown) => void
}

let scope: EffectScope

function listOf(page: { value: number }): { list: PagedList<string>; asked: Asked[] } {
  const asked: Asked[] = []
  scope = effectScope()
  const list = scope.run(() =>
    usePagedList(
      () => page.value,
      (question, signal) =>
        new Promise<Page<string>>((answer, fail) => {
          asked.push({ page: question, signal, answer, fail })
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
  it('keeps the page before while the next comes', async () => {
    const page = ref(1)
    const { list, asked } = listOf(page)
    expect(list.rows.value).toBeUndefined()
    asked[0]!.answer({ rows: ['a'], total: 2 })
    await settle()
    expect(list.rows.value).toEqual(['a'])
    page.value = 2
    await settle()
    expect(list.rows.value).toEqual(['a'])
    expect(list.loading.value).toBe(true)
    asked[1]!.answer({ rows: ['b'], total: 2 })
    await settle()
    expect(list.rows.value).toEqual(['b'])
    expect(list.loading.value).toBe(false)
  })

  it('ends the older question, and ignores an answer that comes too late', async () => {
    const page = ref(1)
    const { list, asked } = listOf(page)
    page.value = 2
    await settle()
    expect(asked[0]!.signal.aborted).toBe(true)
    asked[1]!.answer({ rows: ['new'], total: 1 })
    await settle()
    asked[0]!.answer({ rows: ['old'], total: 1 })
    await settle()
    expect(list.rows.value).toEqual(['new'])
  })

  it('keeps a failure until the next answer, and takes an abort for none', async () => {
    const page = ref(1)
    const { list, asked } = listOf(page)
    asked[0]!.fail(new DOMException('stopped', 'AbortError'))
    await settle()
    expect(list.error.value).toBeUndefined()
    page.value = 2
    await settle()
    asked[1]!.fail('broken')
    await settle()
    expect(list.error.value).toBe('broken')
    page.value = 3
    await settle()
    asked[2]!.answer({ rows: [], total: 0 })
    await settle()
    expect(list.error.value).toBeUndefined()
  })
})
