import { CODE } from '../contract/error-codes.ts'
import type { Application } from '../domain/application/application.ts'
import { judgeCapability } from '../domain/application/capability.ts'
import type { ApplicationRegistry, HostedApplication } from '../services/application-registry.ts'
import { findCipher } from '../wire/cipher/index.ts'
import { splitPairs } from '../wire/encrypted-parameters.ts'
import type { Charset } from '../wire/md5.ts'
import { WireLimitError, type Parameters } from '../wire/parameters.ts'
import { findSignOrder } from '../wire/signature.ts'
import { judgeTime } from '../wire/time-window.ts'

/** PHP reads a number's leading digits: `10001abc` is 10001, `abc` is none (research/peer.md, A12 to A17). */
export function readAppId(text: string | undefined): number {
  const digits = /^\s*[+-]?[0-9]+/.exec(text ?? '')?.[0]
  return digits === undefined ? 0 : Number(digits)
}

/** Whether the application's traffic is encrypted: `encrypt` is the master switch (console-api.md). */
export function encrypts(settings: Application): boolean {
  return settings.encrypt && settings.miType !== 0
}

/** The charset whose bytes a signature is made over. */
export function charsetOf(settings: Application): Charset {
  return (encrypts(settings) ? findCipher(settings.miType)?.charset : undefined) ?? 'utf8'
}

export function guardCapability(
  registry: ApplicationRegistry,
  app: HostedApplication,
  api: string,
  now: number,
): number | undefined {
  return judgeCapability(api, registry.apiState(api), app.grants.get(api), now)
}

/** The parameters inside `data`. @returns a refusal's code where there are none to be had */
export function decrypt(settings: Application, params: Parameters): Parameters | number {
  const data = params.get('data')
  if (!data) return CODE.dataEmpty
  const text = findCipher(settings.miType)?.open(data, settings)
  if (text === undefined) return CODE.wrongData
  try {
    return splitPairs(text, settings.dataUrldecode)
  } catch (error) {
    if (error instanceof WireLimitError) return CODE.wrongData
    throw error
  }
}

/**
 * `sign` is looked for among the signed parameters first, then outside (protocol.md 3).
 * @returns the right signature as it was sent, or a refusal's code
 */
export function guardSignature(
  settings: Application,
  signed: Parameters,
  outer: Parameters,
): string | number {
  const given = signed.get('sign') || outer.get('sign')
  if (!given) return CODE.signEmpty
  const order = findSignOrder(given, signed, settings.appkey, settings.signOrder, charsetOf(settings))
  return order === undefined ? CODE.signWrong : given
}

/** One API's own signature switch goes before the application's. */
export function signs(app: HostedApplication, api: string): boolean {
  return app.grants.get(api)?.sign ?? app.settings.sign
}

export function guardTime(settings: Application, params: Parameters, now: number): number | undefined {
  switch (judgeTime(params.get('t'), settings.window, now)) {
    case 'ok':
      return undefined
    case 'missing':
      return CODE.timeMissing
    case 'expired':
      return CODE.dataExpired
  }
}
