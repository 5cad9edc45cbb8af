import type { CODE } from '../contract/error-codes.ts'
import type { Endpoint } from './endpoint.ts'

type Cases = Readonly<Partial<Record<keyof typeof CODE, string>>>

/** The codes that come before an endpoint's own checks, each with its cases (docs/protocol.md 2). */
export const GUARD_CODES = {
  every: {
    appMissing: '`app` is missing, or has no number',
    appUnknown: 'there is no such application. The answer is always plain',
    appClosed: 'the application is closed',
    methodWrong: 'the endpoint does not take this method',
    apiClosed: 'the owner closed this endpoint for everybody',
    apiMaintenance: 'the endpoint is under maintenance, or the server can’t read its sealed keys',
    apiNotGranted: 'the application has no grant for the endpoint, or its developer switched it off',
    apiExpired: 'the grant has ended',
    noSuchOperation: '`api` or `other` is unknown',
    wrongData: 'the URL is over 8 KiB, or there are more than 200 parameters',
    internal: 'an error of the server, or another program holds its data: try again',
  },
  guarded: {
    signEmpty: '`sign` is missing',
    dataExpired: '`t` is no time, or outside of the window',
    signWrong: '`sign` is wrong, or was used for another endpoint',
    dataEmpty: 'the traffic is encrypted, and `data` is missing',
    timeMissing: '`t` is missing',
    failure: 'the server can’t remember more signatures (the text is that of 429)',
    wrongData: '`data` can’t be decrypted',
  },
  login: { loginClosed: 'logins are closed. Pulses, unbinding, version and notice go on' },
} as const satisfies Readonly<Record<string, Cases>>

export type GuardGroup = keyof typeof GUARD_CODES

/** The groups of guards that an endpoint has. */
export function guardGroups({ whitelisted, isLogin }: Endpoint): readonly GuardGroup[] {
  return [
    'every',
    ...(whitelisted ? [] : (['guarded'] as const)),
    ...(isLogin === true ? (['login'] as const) : []),
  ]
}
