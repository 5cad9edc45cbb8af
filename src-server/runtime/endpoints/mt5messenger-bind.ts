import { z } from 'zod'
import { CODE } from '../../contract/error-codes.ts'
import { BIND_CODE_SECONDS } from '../../contract/limits.ts'
import { canSend } from '../../domain/application/messenger-bot.ts'
import { readBindCode } from '../../domain/device/bind-code.ts'
import type { ConfirmationAnswer } from '../../services/messenger/messenger-binds.ts'
import { bindTexts } from '../../wire/bind-texts.ts'
import { messageOf, textOf } from '../../wire/messages.ts'
import type { Mt5Answer } from '../answers.ts'
import type { Call } from '../call.ts'
import { defineMt5Endpoint, type RuntimeServices } from '../endpoint.ts'
import { accountKeyOf, AUTHORIZATION_CODES, mt5Identity } from './mt5-identity.ts'
import { mt5Message } from './mt5-message.ts'

const params = mt5Identity.extend({
  action: z.string().optional(),
  bind_code: z.string().default('').transform(readBindCode),
  secret: z.string().default(''),
  open_id: z.string().default(''),
})
type Params = z.output<typeof params>

/** Binds a customer's messenger to a trading account by a code (the specification, mt5messenger_bind). */
export const mt5messengerBind = defineMt5Endpoint({
  name: 'mt5messenger_bind',
  methods: ['GET', 'POST'],
  whitelisted: true,
  params,

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
        return { code: CODE.noSuchOperation, fields: {} }
    }
  },
})

type Binds = RuntimeServices['messengerBinds']

function describe({ app }: Call): Mt5Answer {
  const { mt5, language } = app.settings
  const { hint, hintOff } = bindTexts(language)
  const enabled = mt5.enabled && canSend(mt5)
  return succeed({ enabled: enabled ? 1 : 0, bot_link: mt5.botLink, hint: enabled ? hint : hintOff })
}

async function request({ app }: Call, given: Params, binds: Binds): Promise<Mt5Answer> {
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
      return {
        code: AUTHORIZATION_CODES[answer.outcome],
        msg: mt5Message(answer.outcome, answer.device, settings.language),
        fields: {},
      }
  }
}

async function tellStatus({ app, ip }: Call, given: Params, binds: Binds): Promise<Mt5Answer> {
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
        ...(answer.isHeld && { held: 1 }),
      })
  }
}

async function confirm({ app, ip }: Call, given: Params, binds: Binds): Promise<Mt5Answer> {
  const { settings } = app
  const { bind_code: code, secret, open_id: openId } = given
  const answer = await binds.confirm(settings, { code, secret, openId }, ip)
  if (answer.outcome === 'bound') return succeed({ account_key: answer.accountKey, open_id: openId })
  return refuseConfirmation(answer.outcome, settings.language)
}

type Language = Call['app']['settings']['language']

function refuseConfirmation(
  outcome: Exclude<ConfirmationAnswer['outcome'], 'bound'>,
  language: Language,
): Mt5Answer {
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

function succeed(fields: Mt5Answer['fields']): Mt5Answer {
  return { code: CODE.success, msg: 'success', fields }
}

function refuseWith(code: number, msg: string): Mt5Answer {
  return { code, msg, fields: {} }
}

/** The specification's table has no code 429. The reply is 201 with the text of 429 (docs/decisions/messages.md). */
function tooMany(language: Language): Mt5Answer {
  return refuseWith(CODE.failure, messageOf(429, language))
}
