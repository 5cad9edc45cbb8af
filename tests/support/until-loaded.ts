import { setTimeout as delay } from 'node:timers/promises'

/** The share that a server has loaded, percent. @param console the address of its console */
export async function percentLoaded(console: string | URL): Promise<number> {
  const response = await fetch(new URL('/healthz', console))
  const { status, loaded = 0 } = (await response.json()) as { status: string; loaded?: number }
  return status === 'loading' ? loaded : 100
}

/** Waits until a server has all its accounts in memory. The test's own time is the limit. */
export async function untilLoaded(console: string | URL): Promise<void> {
  while ((await percentLoaded(console)) < 100) await delay(10)
}
