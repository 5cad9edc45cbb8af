import type { ChannelConfig, ChannelKind } from '../../contract/channel-names.ts'

/**
 * Reads fields as people copy them out of the service's app: a bare key instead of the whole webhook address, or a whole
 * address instead of the key.
 */
export function readTyped(kind: ChannelKind, typed: ChannelConfig): ChannelConfig {
  const read = { ...typed }
  const { url = '', key = '', base = '', token } = typed
  if (kind === 'wecom' && /^[\w-]{20,}$/.test(url))
    read.url = `https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=${url}`
  if (kind === 'dingtalk' && /^[0-9a-f]{40,}$/.test(url))
    read.url = `https://oapi.dingtalk.com/robot/send?access_token=${url}`
  if (kind === 'bark') {
    const copied = URL.parse(key)
    const [first] = copied?.pathname.split('/').filter((part) => part !== '') ?? []
    if (copied !== null && first !== undefined) {
      read.key = first
      if (base === '' && copied.hostname !== 'api.day.app') read.base = copied.origin
    }
  }
  if (kind === 'telegram' && token !== undefined) read.token = token.replace(/^bot(?=[0-9]+:)/, '')
  if (base !== '') read.base = base.replace(/\/+$/, '')
  return read
}
