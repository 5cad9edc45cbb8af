import { z } from 'zod'
import { flag, needed, number, possible, text } from '../../contract/described.ts'
import { CODE } from '../../contract/error-codes.ts'
import { BIND_CODE_SECONDS } from '../../contract/limits.ts'
import { canSend } from '../../domain/application/messenger-bot.ts'
import { readBindCode } from '../../domain/device/bind-code.ts'
import type { ConfirmationAnswer } from '../../services/messenger/messenger-binds.ts'
import { bindTexts } from '../../wire/bind-texts.ts'
import { messageOf, textOf } from '../../wire/messages.ts'
import { flagOf, type Mt5Answer } from '../answers.ts'
import type { Call } from '../call.ts'
import { defineMt5Endpoint, type RuntimeServices } from '../endpoint.ts'
import { accountKeyOf, AUTHORIZATION_CASES, AUTHORIZATION_CODES, mt5Identity } from './mt5-identity.ts'
import { mt5Message } from './mt5-message.ts'

const params = mt5Identity.extend({
  action: needed('`config`, `request`, `status` or `confirm`'),
  bind_code: z
    .string()
    .default('')
    .transform(readBindCode)
    .meta({ description: '`status`, `confirm`: the bind code' }),
  secret: possible('`confirm`: the binding secret of the application'),
  open_id: possible('`confirm`: the person who sent the bind code to the bot; begins with `ou_`'),
})
type Params = z.output<typeof params>

const accountKey = text('the trading account')
const botLink = text('the address of the bot')
const expireAt = number('the end of the bind code, Unix seconds')

/** The fields of a success, by action. */
const config = z.object({
  enabled: flag('1: customers can bind their messenger'),
  bot_link: botLink,
  hint: text('what the program tells the customer'),
})
const requested = z.object({
  bind_code: text('the bind code, 8 characters'),
  account_key: accountKey,
  expire_at: expireAt,
  expire_sec: number('the seconds it is good for'),
  bot_link: botLink,
  send_text: text('what the customer sends to the bot'),
  steps: text('the steps in words'),
})
const state = {
  status: z.enum(['pending', 'bound', 'expired']).meta({ description: 'the state of the bind code' }),
  account_key: accountKey,
  expire_at: expireAt,
}
const held = z.literal(1).meta({ description: '1: the vendor has to agree first' })
const confirmed = z.object({
  account_key: accountKey,
  open_id: text('the person who gets the messages now'),
})

/** Binds a customer's messenger to a trading account by a code (the specification, mt5messenger_bind). */
export const mt5messengerBind = defineMt5Endpoint({
  name: 'mt5messenger_bind',
  summary: 'Binds the customer’s messenger to a trading account by a code',
  methods: ['GET', 'POST'],
  whitelisted: true,
  params,
  output: z.union([config, requested, z.object({ ...state, held }), z.object(state), confirmed]),
  codes: {
    success: 'done',
    noSuchOperation: 'no such `action`',
    mt5Off: '`request`: MT5 is off for the application. `confirm`: the secret is wrong',
    mt5NotFound: '`request`: no such trading account. `status`, `confirm`: no such bind code, or it was used',
    disabled: `\`request\`: ${AUTHORIZATION_CASES.disabled}`,
    failure:
      '`request`: the licence has ended. `confirm`: the vendor has to agree first. All: too often (the text is that of 429)',
    wrongData: '`confirm`: `open_id` does not begin with `ou_`',
    bindCodeExpired: '`confirm`: the time of the bind code is over',
  },

  answer(call, given, { messengerBinds }) {
    switch (given.action) {
      case 'config':
        return describe(call)
      case 'request':
        return request(call, given, messengerBinds)
      case 'status':
        return tellStatus(call, given, messengerBinds)
      case 'confirm':
        return confirm(call, given, messengerBinds)
      default:
        return { code: CODE.noSuchOperation, fields: {} as const }
    }
  },
})

type Binds = RuntimeServices['messengerBinds']

function describe({ app }: Call) {
  const { mt5, language } = app.settings
  const { hint, hintOff } = bindTexts(language)
  const enabled = mt5.enabled && canSend(mt5)
  return succeed({
    enabled: flagOf(enabled),
    bot_link: mt5.botLink,
    hint: enabled ? hint : hintOff,
  })
}

async function request({ app }: Call, given: Params, binds: Binds) {
  const { settings } = app
  const accountKey = accountKeyOf(given)
  const answer = await binds.request(settings, accountKey)
  switch (answer.outcome) {
    case 'issued': {
      const { code, expiresAt } = answer.bindCode
      const texts = bindTexts(settings.language)
      const sendText = texts.sendText(code)
      return succeed({
        bind_code: code,
        account_key: accountKey ?? '',
        expire_at: expiresAt,
        expire_sec: BIND_CODE_SECONDS,
        bot_link: settings.mt5.botLink,
        send_text: sendText,
        steps: texts.steps(sendText),
      })
    }
    case 'tooMany':
      return tooMany(settings.language)
    default:
      return refuseWith(
        AUTHORIZATION_CODES[answer.outcome],
        mt5Message(answer.outcome, answer.device, settings.language),
      )
  }
}

async function tellStatus({ app, ip }: Call, given: Params, binds: Binds) {
  const { settings } = app
  const answer = await binds.status(settings, given.bind_code, ip)
  switch (answer.outcome) {
    case 'unknown':
      return refuseWith(CODE.mt5NotFound, textOf('bindCodeUnknown', settings.language))
    case 'tooMany':
      return tooMany(settings.language)
    default:
      return succeed({
        status: answer.outcome,
        account_key: answer.accountKey,
        expire_at: answer.expiresAt,
        // Our addition: the customer sent the code, and the bind waits for the vendor's approval.
        ...(answer.isHeld && { held: 1 as const }),
      })
  }
}

async function confirm({ app, ip }: Call, given: Params, binds: Binds) {
  const { settings } = app
  const { bind_code: code, secret, open_id: openId } = given
  const answer = await binds.confirm(settings, { code, secret, openId }, ip)
  if (answer.outcome === 'bound') return succeed({ account_key: answer.accountKey, open_id: openId })
  return refuseConfirmation(answer.outcome, settings.language)
}

type Language = Call['app']['settings']['language']

function refuseConfirmation(outcome: Exclude<ConfirmationAnswer['outcome'], 'bound'>, language: Language) {
  switch (outcome) {
    case 'secretWrong':
      return refuseWith(CODE.mt5Off, textOf('bindSecretWrong', language))
    case 'openIdWrong':
      return refuseWith(CODE.wrongData, messageOf(CODE.wrongData, language))
    case 'unknown':
    case 'used':
      return refuseWith(CODE.mt5NotFound, textOf('bindCodeUnknown', language))
    case 'held':
      // The bind is neither done nor refused, so it has code 201 and a text of its own (docs/decisions/messages.md).
      return refuseWith(CODE.failure, textOf('bindHeld', language))
    case 'expired':
      return refuseWith(CODE.bindCodeExpired, messageOf(CODE.bindCodeExpired, language))
    case 'tooMany':
      return tooMany(language)
  }
}

function succeed<F extends Mt5Answer['fields']>(fields: F): Mt5Answer<typeof CODE.success, F> {
  return { code: CODE.success, msg: 'success', fields }
}

function refuseWith<C extends number>(code: C, msg: string): Mt5Answer<C, Readonly<Record<string, never>>> {
  return { code, msg, fields: {} }
}

/** The specification's table has no code 429. The reply is 201 with the text of 429 (docs/decisions/messages.md). */
function tooMany(language: Language) {
  return refuseWith(CODE.failure, messageOf(429, language))
}
