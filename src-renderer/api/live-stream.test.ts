import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { effectScope } from 'vue'
import { closeLiveStream, openLiveStream, useLiveStream } from './live-stream.ts'

/** The parts of EventSource that the stream uses, driven by the test. */
class FakeSource extends EventTarget {
  static readonly CLOSED = 2
  static opened: FakeSource[] = []
  readyState = 0
  onopen: (() => void) | null = null
  onerror: (() => void) | null = null

  constructor() {
    super()
    FakeSource.opened.push(this)
  }
  open(): void {
    this.readyState = 1
    this.onopen?.()
  }
  /** The browser tries again by itself, or has given up. */
  fail(givenUp: boolean): void {
    this.readyState = givenUp ? FakeSource.CLOSED : 0
    this.onerror?.()
  }
  send(event: string, data: unknown): void {
    this.dispatchEvent(new MessageEvent(event, { data: JSON.stringify(data) }))
  }
  close(): void {
    this.readyState = FakeSource.CLOSED
  }
}

function latest(): FakeSource {
  return FakeSource.opened.at(-1)!
}

beforeEach(() => {
  vi.useFakeTimers()
  FakeSource.opened = []
  vi.stubGlobal('EventSource', FakeSource)
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ code: 200, msg: {}, time: 1 })))
})
afterEach(() => {
  closeLiveStream()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the live stream', () => {
  it('is one connection for any number of users', () => {
    openLiveStream()
    openLiveStream()
    expect(FakeSource.opened).toHaveLength(1)
  })

  it('passes events to their listeners until they stop listening or their component unmounts', () => {
    openLiveStream()
    const { on } = useLiveStream()
    const first = vi.fn()
    const second = vi.fn()
    const off = on('job', first)
    const scope = effectScope()
    scope.run(() => on('job', second))
    const job = { id: 'j', kind: 'code_generate', done: 1, total: 2, state: 'running' }
    latest().send('job', job)
    off()
    scope.stop()
    latest().send('job', job)
    expect(first.mock.calls).toEqual([[job]])
    expect(second.mock.calls).toEqual([[job]])
  })

  it('reports whether it is connected', () => {
    const { state } = useLiveStream()
    openLiveStream()
    expect(state.value).toBe('connecting')
    latest().open()
    expect(state.value).toBe('open')
    latest().fail(false)
    expect(state.value).toBe('lost')
  })

  it('leaves a short loss to the browser, which continues by Last-Event-ID', async () => {
    openLiveStream()
    latest().open()
    latest().fail(false)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(FakeSource.opened).toHaveLength(1)
  })

  it('opens a new connection when the browser gives up, and then has everything read again', async () => {
    const reset = vi.fn()
    const off = useLiveStream().on('reset', reset)
    openLiveStream()
    latest().open()
    latest().fail(true)
    await vi.advanceTimersByTimeAsync(3000)
    expect(FakeSource.opened).toHaveLength(2)
    expect(reset).not.toHaveBeenCalled()
    latest().open()
    expect(reset).toHaveBeenCalledOnce()
    off()
  })

  it('stays closed after sign-out', async () => {
    openLiveStream()
    latest().fail(true)
    closeLiveStream()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(FakeSource.opened).toHaveLength(1)
    expect(latest().readyState).toBe(FakeSource.CLOSED)
  })
})
