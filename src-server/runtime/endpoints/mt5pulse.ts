import { z } from 'zod'
import { flag, optional, text } from '../../contract/described.ts'
import { readCount, readNumber, readPercent, readWhole } from '../../domain/device/read-number.ts'
import { readProgramFacts, readSymbol } from '../../domain/device/telemetry.ts'
import type { PulseAnswer } from '../../services/devices/device-logons.ts'
import { flagOf } from '../answers.ts'
import type { Call } from '../call.ts'
import { defineMt5Endpoint } from '../endpoint.ts'
import { accountKeyOf, AUTHORIZATION_CASES, AUTHORIZATION_CODES, mt5Identity } from './mt5-identity.ts'
import { mt5Message } from './mt5-message.ts'

/**
 * Takes telemetry in and answers with remote controls (the specification, mt5pulse). A refused pulse stores
 * nothing and answers `telemetry_ok` 0.
 */
export const mt5pulse = defineMt5Endpoint({
  name: 'mt5pulse',
  summary: 'Takes the figures of a trading account, and answers with the vendor’s orders',
  methods: ['GET', 'POST'],
  whitelisted: true,
  params: mt5Identity.extend({
    equity: optional('equity'),
    balance: optional('balance'),
    dd: optional('drawdown in percent, with either sign'),
    positions: optional('open positions'),
    buy_pos: optional('open buys'),
    sell_pos: optional('open sells'),
    float_pnl: optional('floating profit'),
    margin_level: optional('margin level in percent'),
    symbol: optional('the symbol of the chart'),
    currency: optional('the currency of the account, 8 characters at most'),
    program_version: optional('the version of the program, 32 characters at most'),
    magic: optional('the number by which the program knows its positions, 20 digits at most'),
    leverage: optional('leverage, a whole number'),
    account_name: optional('the name of the account, 64 characters at most'),
    day_profit: optional('profit of the day'),
    pending_orders: optional('pending orders'),
  }),
  output: z.object({
    account_key: text('the trading account as the server reads it'),
    pause_open: flag('1: open no first position'),
    pause_add: flag('1: add to no position'),
    close_all: flag('1, once: close every position now'),
    telemetry_ok: flag('1: the figures are stored'),
  }),
  refusesWithFields: true,
  codes: {
    success: 'the figures are stored; obey the orders',
    ...AUTHORIZATION_CASES,
  },

  answer(call, params, { deviceLogons }) {
    const accountKey = accountKeyOf(params)
    const answer = deviceLogons.pulse(
      call.app.settings,
      accountKey,
      {
        equity: readNumber(params.equity),
        balance: readNumber(params.balance),
        dd: readPercent(params.dd),
        positions: readCount(params.positions),
        buyPos: readCount(params.buy_pos),
        sellPos: readCount(params.sell_pos),
        floatPnl: readNumber(params.float_pnl),
        marginLevel: readNumber(params.margin_level),
        symbol: readSymbol(params.symbol),
        leverage: readWhole(params.leverage),
        dayProfit: readNumber(params.day_profit),
        pendingOrders: readWhole(params.pending_orders),
        program: readProgramFacts(params),
      },
      call.ip,
    )
    // Only a pulse that takes a command waits for the disk. The server answers all others at once.
    return answer instanceof Promise
      ? answer.then((taken) => write(call, accountKey, taken))
      : write(call, accountKey, answer)
  },
})

function write(call: Call, accountKey: string | undefined, answer: PulseAnswer) {
  const { authorization, device, closeAll } = answer
  const runs = authorization === 'authorized' && device !== undefined
  return {
    code: AUTHORIZATION_CODES[authorization],
    msg: mt5Message(authorization, device, call.app.settings.language),
    fields: {
      account_key: accountKey ?? '',
      pause_open: flagOf(runs && device.pauseOpen),
      pause_add: flagOf(runs && device.pauseAdd),
      close_all: flagOf(closeAll),
      telemetry_ok: flagOf(runs),
    },
  }
}
