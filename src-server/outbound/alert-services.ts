import type { ServiceKind } from '../contract/channel-names.ts'
import type {
  AlertServices,
  ChannelAnswer,
  ChannelFinding,
  ChannelTarget,
  ChannelText,
  Clock,
} from '../contract/ports.ts'
import { bark } from './channels/bark.ts'
import { callWebhook, type NoReply, type WebhookCall, type WebhookReply } from './channels/call-webhook.ts'
import { dingtalk } from './channels/dingtalk.ts'
import { discord } from './channels/discord.ts'
import { readStatus, type AlertService } from './channels/service.ts'
import { slack } from './channels/slack.ts'
import { telegram } from './channels/telegram.ts'
import { wecom } from './channels/wecom.ts'
import type { Fetch } from './feishu/call-service.ts'

interface Parts {
  readonly fetch: Fetch
  readonly clock: Clock
  /** Milliseconds for one call. */
  readonly limitMs?: number | undefined
}

const SERVICES: Readonly<Record<ServiceKind, AlertService>> = {
  telegram,
  dingtalk,
  wecom,
  discord,
  slack,
  bark,
}
/** A call that hangs ends then. */
const LIMIT_MS = 10_000

/** Sends texts to people's channels. Logs nothing and returns no text of a service, so it can't reveal a key. */
export class OutsideAlertServices implements AlertServices {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async send({ kind, config }: ChannelTarget, message: ChannelText): Promise<ChannelAnswer> {
    const service = SERVICES[kind]
    const reply = await this.#call(
      service.request(config, message, this.#parts.clock.nowMs()),
      this.#signal(),
    )
    if ('unsent' in reply)
      return { outcome: { failed: 'unreachable', ...(reply.unsent && { unsent: true }) } }
    const { status } = reply
    return status >= 300 && status < 400 ? readStatus(status) : service.read(reply)
  }

  inspect({ kind, config }: ChannelTarget): Promise<readonly ChannelFinding[]> {
    const signal = this.#signal()
    return SERVICES[kind].inspect(config, (call) => this.#call(call, signal))
  }

  #signal(): AbortSignal {
    return AbortSignal.timeout(this.#parts.limitMs ?? LIMIT_MS)
  }

  #call(call: WebhookCall, signal: AbortSignal): Promise<WebhookReply | NoReply> {
    return callWebhook(this.#parts.fetch, call, signal)
  }
}
