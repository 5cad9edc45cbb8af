import { getCurrentScope, onScopeDispose, readonly, ref, shallowRef, type Ref } from 'vue'
import type { LiveEventName, LiveEvents } from '../../src-server/contract/live.ts'
import { call } from './console-client.ts'

export type StreamState = 'connecting' | 'open' | 'lost'
type Handler<E extends LiveEventName> = (data: LiveEvents[E]) => void

/** The console's page is in a folder of its own, below a folder that only a proxy may know. */
const ADDRESS = '../ajax.php?act=live'
const RETRY_MS = 3000

const handlers: { [E in LiveEventName]: Set<Handler<E>> } = {
  devices: new Set(),
  command: new Set(),
  job: new Set(),
  request: new Set(),
  risk: new Set(),
  message: new Set(),
  server: new Set(),
  calendar: new Set(),
  storage: new Set(),
  reset: new Set(),
}
const state = ref<StreamState>('connecting')
const server = shallowRef<LiveEvents['server']>()
let source: EventSource | undefined
let retry: ReturnType<typeof setTimeout> | undefined

function relay<E extends LiveEventName>(from: EventSource, event: E, to: ReadonlySet<Handler<E>>): void {
  from.addEventListener(event, (message: MessageEvent<string>) => {
    // The one place where the stream becomes the contract, because server and console are one build.
    const data = JSON.parse(message.data) as LiveEvents[E]
    for (const handler of to) handler(data)
  })
}

/**
 * A browser gives up when the answer is no stream (signed out, server replaced): read the session, then
 * connect again.
 */
async function beginAnew(): Promise<void> {
  try {
    await call('me', {})
  } catch {
    // Signed out: the session has called closeLiveStream. Unreachable: try again below.
  }
  if (source === undefined) return
  closeSource()
  connect(true)
}

function closeSource(): void {
  clearTimeout(retry)
  source?.close()
  source = undefined
}

function connect(again: boolean): void {
  const opened = new EventSource(ADDRESS)
  source = opened
  opened.onopen = () => {
    state.value = 'open'
    // A new EventSource has no Last-Event-ID: the changes meanwhile have to be read.
    if (again) for (const handler of handlers.reset) handler({})
    again = false
  }
  opened.onerror = () => {
    state.value = 'lost'
    if (opened.readyState === EventSource.CLOSED) {
      clearTimeout(retry)
      retry = setTimeout(() => void beginAnew(), RETRY_MS)
    }
  }
  relay(opened, 'devices', handlers.devices)
  relay(opened, 'command', handlers.command)
  relay(opened, 'job', handlers.job)
  relay(opened, 'request', handlers.request)
  relay(opened, 'risk', handlers.risk)
  relay(opened, 'message', handlers.message)
  relay(opened, 'server', handlers.server)
  relay(opened, 'calendar', handlers.calendar)
  relay(opened, 'storage', handlers.storage)
  relay(opened, 'reset', handlers.reset)
}

handlers.server.add((now) => {
  server.value = now
})

/** Opens the one stream of this window, at sign-in. */
export function openLiveStream(): void {
  if (source !== undefined) return
  state.value = 'connecting'
  connect(false)
}

/** Closes it, at sign-out. */
export function closeLiveStream(): void {
  closeSource()
  state.value = 'connecting'
  server.value = undefined
}

export interface LiveStream {
  /**
   * Listens until the returned function is called or the component unmounts. `reset` means: read everything
   * again.
   */
  readonly on: <E extends LiveEventName>(event: E, handler: Handler<E>) => () => void
  readonly state: Readonly<Ref<StreamState>>
  /** The latest `server` event. */
  readonly server: Readonly<Ref<LiveEvents['server'] | undefined>>
}

export function useLiveStream(): LiveStream {
  return {
    on(event, handler) {
      handlers[event].add(handler)
      const off = () => {
        handlers[event].delete(handler)
      }
      if (getCurrentScope() !== undefined) onScopeDispose(off)
      return off
    },
    state: readonly(state),
    server,
  }
}
