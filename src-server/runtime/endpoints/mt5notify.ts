import { z } from 'zod'
import { flag, needed, optional, text } from '../../contract/described.ts'
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
import { flagOf } from '../answers.ts'
import type { Call } from '../call.ts'
import { defineMt5Endpoint } from '../endpoint.ts'
import { accountKeyOf, AUTHORIZATION_CASES, AUTHORIZATION_CODES, mt5Identity } from './mt5-identity.ts'
import { mt5Message } from './mt5-message.ts'

const CODES = {
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
} as const satisfies Record<NotificationOutcome, number>

/**
 * Sends a private message to the messenger recipient of a trading account (the specification, mt5notify; the
 * order of refusals is docs/protocol.md 8).
 */
export const mt5notify = defineMt5Endpoint({
  name: 'mt5notify',
  summary: 'Sends a message to the customer’s messenger',
  methods: ['GET', 'POST'],
  whitelisted: true,
  params: mt5Identity.extend({
    text: needed('the message; the server cuts it at 4000 characters'),
    event: optional('its kind, at most 32 characters; without it, `notify`'),
    symbol: optional('its symbol, at most 32 characters'),
  }),
  output: z.object({
    messenger_sent: flag('1: the messenger took the message'),
    event: text('its kind'),
    symbol: text('its symbol'),
  }),
  refusesWithFields: true,
  codes: {
    success: 'the message is sent',
    ...AUTHORIZATION_CASES,
    failure: 'the licence has ended; or over 20 messages a minute (the text is that of 429)',
    messengerOff: 'messages are off for the application',
    internal: 'the application has no credentials for the messenger',
    noOpenId: 'the customer has bound no messenger',
    wrongData: 'no text',
    notSent: 'the messenger did not take the message',
  },

  async answer(call, params, { notifications }) {
    const { settings } = call.app
    const text = cut(params.text, MAX_NOTIFY_TEXT_LENGTH)
    const fields = {
      event: cut((params.event ?? '').trim(), MAX_NOTIFY_EVENT_LENGTH) || DEFAULT_NOTIFY_EVENT,
      symbol: cut(readSymbol(params.symbol), MAX_SYMBOL_LENGTH),
    }
    return write(call, fields, await notifications.notify(settings, accountKeyOf(params), text))
  },
})

function write(call: Call, fields: { event: string; symbol: string }, answer: NotificationAnswer) {
  const { outcome, device } = answer
  return {
    code: CODES[outcome],
    msg: messageFor(outcome, device, call.app.settings.language),
    fields: { messenger_sent: flagOf(outcome === 'sent'), ...fields },
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
