import type { AddressFault, ChannelConfig, ChannelField, ServiceKind } from '../../contract/channel-names.ts'

/** The addresses of a service. */
interface ServicePlace {
  readonly hosts: readonly [string, ...string[]]
  /** The path and query of the service's own webhooks. */
  readonly hook?: RegExp
}

const PLACES: Readonly<Record<ServiceKind, ServicePlace>> = {
  telegram: { hosts: ['api.telegram.org'] },
  dingtalk: { hosts: ['oapi.dingtalk.com'], hook: /^\/robot\/send\?(?:.*&)?access_token=\w/ },
  wecom: { hosts: ['qyapi.weixin.qq.com'], hook: /^\/cgi-bin\/webhook\/send\?(?:.*&)?key=[\w-]/ },
  discord: {
    hosts: ['discord.com', 'discordapp.com', 'ptb.discord.com', 'canary.discord.com'],
    hook: /^\/api\/(?:v[0-9]+\/)?webhooks\/[0-9]+\/[\w-]/,
  },
  slack: {
    hosts: ['hooks.slack.com', 'hooks.slack-gov.com'],
    hook: /^\/(?:services|workflows|triggers)\/\w/,
  },
  bark: { hosts: ['api.day.app'] },
}

/** The addresses besides the services' own that a person's channels may call. */
export interface AddressRules {
  /** The person is the owner of the server, whose word is enough. */
  readonly isOwner: boolean
  /** The origins that the owner allows everybody, such as `https://chat.example.com`. */
  readonly allowed: readonly string[]
}

/**
 * The reason why the server doesn't call a channel's address, and the field that holds it. Every address is the
 * service's own or one that the owner named, so that nobody else leads the server into its own network.
 */
export function faultIn(
  kind: ServiceKind,
  config: ChannelConfig,
  { isOwner, allowed }: AddressRules,
): { readonly field: ChannelField; readonly fault: AddressFault } | undefined {
  const field = 'url' in config ? 'url' : 'base'
  const url = URL.parse(targetAddress(kind, config))
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  const hasMore = field === 'base' && (url?.search !== '' || url.hash !== '')
  if (!isWeb || hasMore || url.username !== '' || url.password !== '') return { field, fault: 'address' }
  const { hosts, hook } = PLACES[kind]
  if (url.protocol === 'https:' && url.port === '' && hosts.includes(url.hostname)) {
    const isHook = hook === undefined || hook.test(url.pathname + url.search)
    return isHook ? undefined : { field, fault: 'path' }
  }
  if (isOwner || allowed.includes(url.origin)) return undefined
  return { field, fault: url.protocol === 'https:' ? 'host' : 'https' }
}

/** The address that a channel's messages go to. Its path or query may hold a key. */
export function targetAddress(kind: ServiceKind, { url, base }: ChannelConfig): string {
  return url ?? base ?? `https://${PLACES[kind].hosts[0]}`
}

/** The host that gets a channel's messages. Empty where the address is none. */
export function hostOf(kind: ServiceKind, config: ChannelConfig): string {
  return URL.parse(targetAddress(kind, config))?.host ?? ''
}

/** The service behind a channel: when it doesn't answer one of its channels, it answers none. */
export function originOf(kind: ServiceKind, config: ChannelConfig): string {
  return URL.parse(targetAddress(kind, config))?.origin ?? ''
}
