import { EventDispatcher, LoggerLevel, WSClient } from '@larksuiteoapi/node-sdk'

/** Only loaded where a bridge is switched on: it costs half a second and 60 MB (research/reliability.md 1.2). */

interface SdkClientParts {
  readonly base: string
  readonly appId: string
  readonly appSecret: string
  /** Seconds after a ping without a sign of life: shorter than the service lets pass between pings, 2 minutes. */
  readonly pingTimeout: number
  /** POSTs JSON and gives the JSON object that comes back; throws where none does. */
  readonly post: (url: string, body: unknown) => Promise<unknown>
  readonly onMessage: (event: unknown) => void
  readonly onConnected: () => void
  readonly onLost: () => void
  readonly onGivenUp: () => void
}

const HANDSHAKE_MS = 15_000

/** Its own log would hold what was written, and errors with credentials in them. */
const SILENCE = { error: ignore, warn: ignore, info: ignore, debug: ignore, trace: ignore }

/** The official client of the long connection, started. @returns the way to close it, at once */
export function startSdkClient(parts: SdkClientParts): () => void {
  const { base, appId, appSecret, pingTimeout, post, onMessage, onConnected, onLost, onGivenUp } = parts
  const quiet = { logger: SILENCE, loggerLevel: LoggerLevel.fatal }
  const client = new WSClient({
    ...quiet,
    appId,
    appSecret,
    domain: base,
    httpInstance: onlyPost(post),
    handshakeTimeoutMs: HANDSHAKE_MS,
    wsConfig: { pingTimeout },
    onReady: onConnected,
    onReconnected: onConnected,
    onReconnecting: onLost,
    onError: onGivenUp,
  })
  const eventDispatcher = new EventDispatcher(quiet).register({
    // It is acknowledged when this returns: the work comes after.
    'im.message.receive_v1': (event: unknown) => {
      onMessage(event)
    },
  })
  void client.start({ eventDispatcher })
  return () => {
    client.close({ force: true })
  }
}

type SdkHttp = NonNullable<ConstructorParameters<typeof WSClient>[0]['httpInstance']>

/** The client asks for its address by one POST; its own way has no end of waiting, follows redirects and throws secrets. */
function onlyPost(post: SdkClientParts['post']): SdkHttp {
  // The caller says what comes back.
  const request: SdkHttp['request'] = async ({ url = '', data }) => (await post(url, data)) as never
  const refuse = () => Promise.reject(new Error('not called by the long connection'))
  return {
    request,
    get: refuse,
    delete: refuse,
    head: refuse,
    options: refuse,
    post: refuse,
    put: refuse,
    patch: refuse,
  }
}

function ignore(): void {
  // Nothing is kept of it.
}
