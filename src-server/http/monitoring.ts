import { Router, type Request, type Response } from 'express'

/** What a monitoring program asks the server. */
export interface Monitoring {
  /** The share of the data that is loaded, whole percent; undefined when everything is. */
  readonly percentLoaded: () => number | undefined
  /** Whether a balancer may send calls here now. */
  readonly isReady: () => Promise<boolean>
  /** The troubles of now, by their names. None: all is well. */
  readonly troubles: () => Promise<readonly string[]>
  /** The metrics in the text format of Prometheus. */
  readonly metrics: { readonly contentType: string; text(): Promise<string> }
}

/**
 * `/ready` on each listener, for the balancer in front of it. A server that can't take calls answers 503, and says
 * nothing else about itself.
 */
export function answerReady({ isReady }: Pick<Monitoring, 'isReady'>) {
  return async (_request: Request, response: Response): Promise<void> => {
    const ready = await isReady()
    response
      .status(ready ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json({ status: ready ? 'ready' : 'not_ready' })
  }
}

/**
 * `/healthz` on each listener that serves the console, and `/metrics` on loopback only. Neither needs a sign-in, so a
 * listener that strangers reach says "ok" or "degraded" and not why.
 */
export function createMonitoring(
  { percentLoaded, troubles, metrics }: Omit<Monitoring, 'isReady'>,
  { loopbackOnly }: { readonly loopbackOnly: boolean },
): Router {
  const router = Router()
  router.get('/healthz', async (_request, response) => {
    response.set('Cache-Control', 'no-store')
    const loaded = percentLoaded()
    if (loaded !== undefined) {
      response.json({ status: 'loading', loaded })
      return
    }
    const found = await troubles()
    response.json({
      status: found.length === 0 ? 'ok' : 'degraded',
      ...(loopbackOnly && { troubles: found }),
    })
  })
  if (loopbackOnly) {
    router.get('/metrics', async (_request, response) => {
      const text = await metrics.text()
      response.set({ 'Cache-Control': 'no-store', 'Content-Type': metrics.contentType }).end(text)
    })
  }
  return router
}
