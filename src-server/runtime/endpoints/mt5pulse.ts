import { z } from 'zod'
import { readCount, readNumber, readPercent, readWhole } from '../../domain/device/read-number.ts'
import { readProgramFacts, readSymbol } from '../../domain/device/telemetry.ts'
import type { PulseAnswer } from '../../services/devices/device-logons.ts'
import type { Mt5Answer } from '../answers.ts'
import type { Call } from '../call.ts'
import { defineMt5Endpoint } from '../endpoint.ts'
import { accountKeyOf, AUTHORIZATION_CODES, mt5Identity } from './mt5-identity.ts'
import { mt5Message } from './mt5-message.ts'

const reading = z.string().optional()

/**
 * Takes telemetry in and answers with remote controls (the specification, mt5pulse). A refused pulse stores
 * nothing and answers `telemetry_ok` 0.
 */
export const mt5pulse = defineMt5Endpoint({
  name: 'mt5pulse',
  methods: ['GET', 'POST'],
  whitelisted: true,
  params: mt5Identity.extend({
    equity: reading,
    balance: reading,
    dd: reading,
    positions: reading,
    buy_pos: reading,
    sell_pos: reading,
    float_pnl: reading,
    margin_level: reading,
    symbol: reading,
    currency: reading,
    program_version: reading,
    magic: reading,
    leverage: reading,
    account_name: reading,
    day_profit: reading,
    pending_orders: reading,
  }),

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

function write(call: Call, accountKey: string | undefined, answer: PulseAnswer): Mt5Answer {
  const { authorization, device, closeAll } = answer
  const runs = authorization === 'authorized' && device !== undefined
  return {
    code: AUTHORIZATION_CODES[authorization],
    msg: mt5Message(authorization, device, call.app.settings.language),
    fields: {
      account_key: accountKey ?? '',
      pause_open: runs && device.pauseOpen ? 1 : 0,
      pause_add: runs && device.pauseAdd ? 1 : 0,
      close_all: closeAll ? 1 : 0,
      telemetry_ok: runs ? 1 : 0,
    },
  }
}
