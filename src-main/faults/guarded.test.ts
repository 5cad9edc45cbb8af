import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { attempt, describeFault, guarded, inBackground, reportFault, reportFaultsTo } from './guarded.ts'

const report = vi.fn<(place: string, error: unknown) => void>()
const error = new Error('no space left on device')

beforeEach(() => {
  report.mockReset()
  reportFaultsTo(report)
})
afterEach(() => {
  reportFaultsTo(() => undefined)
})

describe('a guarded callback', () => {
  it('passes its values on', () => {
    const work = vi.fn()
    guarded('place', work)(1, 'two')
    expect(work).toHaveBeenCalledExactlyOnceWith(1, 'two')
    expect(report).not.toHaveBeenCalled()
  })

  it('reports an error, and completes what must follow in every case', () => {
    const failed = vi.fn()
    const work = (_given: number): void => {
      throw error
    }
    guarded('place', work, failed)(7)
    expect(report).toHaveBeenCalledExactlyOnceWith('place', error)
    expect(failed).toHaveBeenCalledExactlyOnceWith(7)
  })
})

it('reports the failure of work that nobody waits for', async () => {
  inBackground('later', Promise.reject(error))
  await vi.waitFor(() => {
    expect(report).toHaveBeenCalledExactlyOnceWith('later', error)
  })
})

it('lets the caller of failed bookkeeping go on', () => {
  attempt('bookkeeping', () => {
    throw error
  })
  expect(report).toHaveBeenCalledExactlyOnceWith('bookkeeping', error)
})

it('describes a fault by its place and its stack', () => {
  reportFault('place', error)
  expect(describeFault('place', error)).toMatch(/^desktop: place: Error: no space left on device\n {4}at /)
  expect(describeFault('place', 'words')).toBe('desktop: place: words')
})
