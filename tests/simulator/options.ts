import type { FleetOptions } from './fleet/fleet.ts'

export const HELP = `Simulates MT5 terminals that log on, pulse and obey.

  npm run simulate -- --server URL --app N [options]

  --server URL     where api.php answers, e.g. http://127.0.0.1:8080
  --app N          the application's number
  --accounts N     trading accounts (default 10)
  --interval S     seconds between an account's pulses (default 5)
  --codes FILE     one code a line: account n logs on with code n (kmlogon);
                   without one an account uses mt5logon, which needs auto-trial
  --appkey KEY     signs kmlogon and verifies the check of every answer
  --mode MODE      plain (default), or rc4: kmlogon and its answer are RC4-2 (mi_type 3)
  --rc4-key KEY    the application's RC4 key, for --mode rc4
  --profile P      mixed (default): wrong or missing Content-Types, zero bytes, GET and JSON, unescaped
                   text, numbers that are none, most accounts with a new connection for each call;
                   plain: clean forms, a new connection for each call
  --obey BOOL      false: pause_open, pause_add and close_all are received and ignored (default true)
  --seconds N      stop after N seconds (default: at Ctrl-C)
  --seed N         another fleet: other accounts, habits and markets (default 1)

Prints a line a second: accounts whose last call was answered, calls, logons, pulses,
close_all answers, errors by code. Exit code 2 when an option is wrong.`

const text = { type: 'string' } as const

export const OPTIONS = {
  help: { type: 'boolean', short: 'h', default: false },
  server: text,
  app: text,
  accounts: { ...text, default: '10' },
  interval: { ...text, default: '5' },
  codes: text,
  appkey: text,
  mode: { ...text, default: 'plain' },
  'rc4-key': text,
  profile: { ...text, default: 'mixed' },
  obey: { ...text, default: 'true' },
  seconds: { ...text, default: '0' },
  seed: { ...text, default: '1' },
} as const

type Given = { readonly [name in keyof typeof OPTIONS]?: string | boolean | undefined }

/** @throws Error with the name of the option. */
export function readOptions(
  given: Given,
): Omit<FleetOptions, 'codes'> & { seconds: number; codesFile: string | undefined } {
  const optional = (name: keyof Given) => (typeof given[name] === 'string' ? given[name] : undefined)
  const required = (name: keyof Given) => {
    const value = optional(name)
    if (value === undefined) throw new Error(`--${name} is missing; --help tells more`)
    return value
  }
  const number = (name: keyof Given, least: number) => {
    const value = Number(required(name))
    if (!Number.isFinite(value) || value < least)
      throw new Error(`--${name} must be a number from ${least} up`)
    return value
  }
  const choice = <T extends string>(name: keyof Given, choices: readonly T[]) => {
    const found = choices.find((one) => one === required(name))
    if (found === undefined) throw new Error(`--${name} must be ${choices.join(' or ')}`)
    return found
  }
  const server = URL.parse(required('server'))
  if (server?.protocol !== 'http:') throw new Error('--server must be an http:// address')
  return {
    server,
    accounts: Math.floor(number('accounts', 1)),
    interval: number('interval', 0.05),
    codesFile: optional('codes'),
    credentials: {
      app: Math.floor(number('app', 1)),
      appkey: optional('appkey'),
      rc4Key: choice('mode', ['plain', 'rc4']) === 'rc4' ? required('rc4-key') : undefined,
    },
    profile: choice('profile', ['mixed', 'plain']),
    obey: choice('obey', ['true', 'false']) === 'true',
    seconds: Math.floor(number('seconds', 0)),
    seed: Math.floor(number('seed', Number.MIN_SAFE_INTEGER)),
  }
}
