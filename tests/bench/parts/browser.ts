import type { CDPSession, Page } from 'playwright-core'
import { launchBrowser } from '../../e2e/support/browser.ts'
import { createAccounts, createApp } from '../fixture.ts'
import type { Goal } from '../report/goals.ts'
import { median, quantile } from '../report/statistics.ts'
import { signIn } from '../server/console-session.ts'
import { startServer } from '../server/start-server.ts'
import { mt5Subject, sampleOf } from '../subjects.ts'
import type { Part, PartContext } from './part.ts'

const ACCOUNTS = 50_000
const CALLS_PER_SECOND = 5000
const CONNECTIONS = 64
/** One frame of a display of 60 Hz, 16.7 ms, and the resolution of the page's clock. */
const FRAME_MS = 16.7 + 0.1
const LONG_TASK_MS = 50
const MOST_GROWTH = 1.1
/** The time for the first reading of all accounts. */
const LOADING_MS = 120_000
/** A round is so many times longer than a sample of calls, because each account has a pulse in 10 seconds. */
const SPAN = 10

interface Watched {
  /** The times between frames, milliseconds. */
  readonly frames: number[]
  /** The lengths of tasks over 50 ms, milliseconds. */
  readonly longTasks: number[]
}

/** Records frames and long tasks in the page until `stop` resolves. */
async function watchPage(page: Page, work: () => Promise<unknown>): Promise<Watched> {
  const handle = await page.evaluateHandle(() => {
    const frames: number[] = []
    const longTasks: number[] = []
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longTasks.push(duration)
    })
    observer.observe({ entryTypes: ['longtask'] })
    let last: number | undefined
    let request = requestAnimationFrame(function frame(at) {
      if (last !== undefined) frames.push(at - last)
      last = at
      request = requestAnimationFrame(frame)
    })
    return {
      end: () => {
        cancelAnimationFrame(request)
        observer.disconnect()
        return { frames, longTasks }
      },
    }
  })
  await work()
  return handle.evaluate((watch) => watch.end())
}

/** The used heap after a garbage collection, MB. */
async function heapOf(tools: CDPSession): Promise<number> {
  await tools.send('HeapProfiler.collectGarbage')
  return (await tools.send('Runtime.getHeapUsage')).usedSize / 1e6
}

/** The live board in Chromium: 50,000 accounts, 5,000 pulses a second. */
async function run({ load, pace, progress, print, makeDataDir }: PartContext) {
  const server = await startServer(makeDataDir())
  const session = await signIn(server.console)
  const browser = await launchBrowser()
  try {
    const { app } = await createApp(session, 'plain')
    progress('creating the accounts')
    await createAccounts(session, app, ACCOUNTS)
    const subject = mt5Subject('mt5pulse', server, app, { accounts: ACCOUNTS })
    const pulses = (seed: number, measureMs: number) =>
      load.measure({
        ...sampleOf(subject, seed),
        connections: CONNECTIONS,
        keepAlive: true,
        warmUpMs: 0,
        measureMs,
        callsPerSecond: CALLS_PER_SECOND,
      })
    // Each account has a pulse before the board opens.
    await load.measure({
      ...sampleOf(subject, 1),
      connections: CONNECTIONS,
      keepAlive: true,
      warmUpMs: 0,
      measureMs: 0,
    })
    const context = await browser.newContext({ viewport: { width: 1600, height: 900 }, locale: 'en-GB' })
    const [name = '', value = ''] = session.cookie.split('=')
    await context.addCookies([{ name, value, url: server.console.href, httpOnly: true, sameSite: 'Lax' }])
    const page = await context.newPage()
    const tools = await context.newCDPSession(page)
    const openedAt = performance.now()
    await page.goto(new URL('/console#/live', server.console).href)
    await page.getByText(/^50\D000 of 50\D000 accounts$/).waitFor({ timeout: LOADING_MS })
    progress(`all accounts are on the board after ${((performance.now() - openedAt) / 1000).toFixed(1)} s`)
    const measureMs = SPAN * pace.measureMs
    // The code of the board is compiled, and each row has been drawn anew.
    await pulses(2, measureMs / 2)
    const heaps = [await heapOf(tools)]
    const tails: number[] = []
    const longest: number[] = []
    for (let round = 0; round < pace.samples; round += 1) {
      progress(`the board, round ${round + 1}/${pace.samples}`)
      let calls = 0
      const { frames, longTasks } = await watchPage(page, async () => {
        const measured = await pulses(3 + round, measureMs)
        calls = measured.calls / measured.seconds
      })
      const sorted = frames.toSorted((one, two) => one - two)
      tails.push(quantile(sorted, 0.95))
      longest.push(Math.max(0, ...longTasks))
      print(
        `board: ${Math.round(calls)} pulses/s, frames p50 ${quantile(sorted, 0.5).toFixed(1)} p95 ` +
          `${quantile(sorted, 0.95).toFixed(1)} p99 ${quantile(sorted, 0.99).toFixed(1)} ms, ` +
          `${longTasks.length} long tasks, longest ${Math.max(0, ...longTasks).toFixed(0)} ms`,
      )
      heaps.push(await heapOf(tools))
    }
    print(`board: heap ${heaps.map((heap) => heap.toFixed(1)).join(', ')} MB`)
    const goals: Goal[] = [
      {
        text: `p95 of the board's frames, ${ACCOUNTS} accounts, ms`,
        measured: median(tails),
        bound: FRAME_MS,
        kind: 'at most',
      },
      {
        text: "the board's longest task after loading, ms",
        measured: median(longest),
        bound: LONG_TASK_MS,
        kind: 'at most',
      },
      {
        text: "the board's heap, last round : first",
        measured: (heaps.at(-1) ?? NaN) / (heaps[1] ?? NaN),
        bound: MOST_GROWTH,
        kind: 'at most',
      },
    ]
    return { results: [], goals }
  } finally {
    await browser.close()
    session.close()
    await server.stop()
  }
}

export const browserPart: Part = { name: 'browser', run }
