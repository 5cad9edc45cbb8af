import { EventDispatcher, LoggerLevel, WSClient } from '@larksuiteoapi/node-sdk'

/** Loaded only where a bridge is on, because the SDK takes half a second and 60 MB. */

interface SdkClientParts {
  readonly base: string
  readonly appId: string
  readonly appSecret: string
  /**
   * Seconds after a ping without any packet. Shorter than the service's interval between pings, 2 minutes.
   */
  readonly pingTimeout: number
  /** POSTs JSON and returns the JSON object of the reply. Throws when there is none. */
  readonly post: (url: string, body: unknown) => Promise<unknown>
  readonly onMessage: (event: unknown) => void
  readonly onConnected: () => void
  readonly onLost: () => void
  readonly onGivenUp: () => void
}

const HANDSHAKE_MS = 15_000

/** The SDK's own log would contain messages, and errors with credentials. */
const SILENCE = { error: ignore, warn: ignore, info: ignore, debug: ignore, trace: ignore }

/** Starts the official client of the long connection. @returns a function that closes it at once */
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
    // The event is acknowledged when this returns, so the work comes afterwards.
    'im.message.receive_v1': (event: unknown) => {
      onMessage(event)
    },
  })
  client.start({ eventDispatcher }).catch(onGivenUp)
  return () => {
    client.close({ force: true })
  }
}

type SdkHttp = NonNullable<ConstructorParameters<typeof WSClient>[0]['httpInstance']>

/**
 * The client asks for its address by one POST. The SDK's own HTTP client has no time-out, follows redirects
 * and throws errors with secrets.
 */
function onlyPost(post: SdkClientParts['post']): SdkHttp {
  // The caller defines the type of the reply.
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
  // Drops the SDK's log lines.
}
