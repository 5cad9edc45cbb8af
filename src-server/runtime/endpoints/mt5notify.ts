import { z } from 'zod'
import { CODE } from '../../contract/error-codes.ts'
import {
  DEFAULT_NOTIFY_EVENT,
  MAX_NOTIFY_EVENT_LENGTH,
  MAX_NOTIFY_TEXT_LENGTH,
  MAX_SYMBOL_LENGTH,
} from '../../contract/limits.ts'
import { readSymbol } from '../../domain/device/telemetry.ts'
import type { NotificationAnswer, NotificationOutcome } from '../../services/messenger/notifications.ts'
import { messageOf } from '../../wire/messages.ts'
import type { Mt5Answer } from '../answers.ts'
import type { Call } from '../call.ts'
import { defineMt5Endpoint } from '../endpoint.ts'
import { accountKeyOf, AUTHORIZATION_CODES, mt5Identity } from './mt5-identity.ts'
import { mt5Message } from './mt5-message.ts'

const CODES: Record<NotificationOutcome, number> = {
  policyOff: AUTHORIZATION_CODES.policyOff,
  unknown: AUTHORIZATION_CODES.unknown,
  disabled: AUTHORIZATION_CODES.disabled,
  expired: AUTHORIZATION_CODES.expired,
  switchedOff: CODE.messengerOff,
  notConfigured: CODE.internal,
  noRecipient: CODE.noOpenId,
  // The specification's table has no code 429. The reply is 201 with the text of 429 (docs/decisions/messages.md).
  tooMany: CODE.failure,
  textless: CODE.wrongData,
  failed: CODE.notSent,
  sent: CODE.success,
}

/**
 * Sends a private message to the messenger recipient of a trading account (the specification, mt5notify; the
 * order of refusals is docs/protocol.md 8).
 */
export const mt5notify = defineMt5Endpoint({
  name: 'mt5notify',
  methods: ['GET', 'POST'],
  whitelisted: true,
  params: mt5Identity.extend({
    text: z.string().optional(),
    event: z.string().optional(),
    symbol: z.string().optional(),
  }),

  async answer(call, params, { notifications }) {
    const { settings } = call.app
    const text = cut(params.text ?? '', MAX_NOTIFY_TEXT_LENGTH)
    const fields = {
      event: cut((params.event ?? '').trim(), MAX_NOTIFY_EVENT_LENGTH) || DEFAULT_NOTIFY_EVENT,
      symbol: cut(readSymbol(params.symbol), MAX_SYMBOL_LENGTH),
    }
    return write(call, fields, await notifications.notify(settings, accountKeyOf(params), text))
  },
})

function write(call: Call, fields: { event: string; symbol: string }, answer: NotificationAnswer): Mt5Answer {
  const { outcome, device } = answer
  return {
    code: CODES[outcome],
    msg: messageFor(outcome, device, call.app.settings.language),
    fields: { messenger_sent: outcome === 'sent' ? 1 : 0, ...fields },
  }
}

function messageFor(
  outcome: NotificationOutcome,
  device: NotificationAnswer['device'],
  language: 'zh' | 'en',
): string {
  switch (outcome) {
    case 'sent':
      return mt5Message('authorized', device, language)
    case 'policyOff':
    case 'unknown':
    case 'disabled':
    case 'expired':
      return mt5Message(outcome, device, language)
    case 'tooMany':
      return messageOf(429, language)
    default:
      return messageOf(CODES[outcome], language)
  }
}

/** Cuts by code points, so that it never splits a character. */
function cut(text: string, most: number): string {
  return text.length <= most ? text : Array.from(text).slice(0, most).join('')
}
