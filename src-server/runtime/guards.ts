import { CODE } from '../contract/error-codes.ts'
import type { Application } from '../domain/application/application.ts'
import { judgeCapability } from '../domain/application/capability.ts'
import type { ApplicationRegistry, HostedApplication } from '../services/applications/application-registry.ts'
import type { Charset } from '../wire/charset.ts'
import { findCipher } from '../wire/cipher/index.ts'
import { splitPairs } from '../wire/encrypted-parameters.ts'
import { WireLimitError, type Parameters, type Received } from '../wire/parameters.ts'
import { findSignature } from '../wire/signature.ts'
import { judgeTime } from '../wire/time-window.ts'

/** Reads a number as PHP does, from the leading digits: `10001abc` is 10001, `abc` is 0. */
export function readAppId(text: string | undefined): number {
  const digits = /^\s*[+-]?[0-9]+/.exec(text ?? '')?.[0]
  return digits === undefined ? 0 : Number(digits)
}

/** Whether the application's traffic is encrypted. `encrypt` is the master switch over `mi_type`. */
export function encrypts(settings: Application): boolean {
  return settings.encrypt && settings.miType !== 0
}

export function guardCapability(
  registry: ApplicationRegistry,
  app: HostedApplication,
  api: string,
  now: number,
): number | undefined {
  return judgeCapability(api, registry.apiState(api), app.grants.get(api), now)
}

/** The character set that the application names, or undefined for `auto`. */
export function charsetOf({ charset }: Pick<Application, 'charset'>): Charset | undefined {
  return charset === 'auto' ? undefined : charset
}

/** Decrypts the parameters inside `data`. @returns a refusal's code when `data` is empty or undecodable */
export function decrypt(settings: Application, outer: Received): Received | number {
  const data = outer.texts.get('data')
  if (!data) return CODE.dataEmpty
  const cipher = findCipher(settings.miType)
  const opened = cipher?.open(data, settings)
  if (cipher === undefined || opened === undefined) return CODE.wrongData
  try {
    return splitPairs(opened, charsetOf(settings) ?? cipher.charset, settings.dataUrldecode) ?? CODE.wrongData
  } catch (error) {
    if (error instanceof WireLimitError) return CODE.wrongData
    throw error
  }
}

/** The signature of a call. A `sign` among the signed parameters has priority over one outside. */
export function sentSignature(signed: Received, outer: Received): string {
  return signed.texts.get('sign') || outer.texts.get('sign') || ''
}

/** @returns the valid signature as sent, or a refusal's code */
export function guardSignature(settings: Application, signed: Received, outer: Received): string | number {
  const given = sentSignature(signed, outer)
  if (given === '') return CODE.signEmpty
  const match = findSignature(given, signed, settings.appkey, settings.signOrder)
  return match === undefined ? CODE.signWrong : given
}

/** The signature switch of a single API has priority over the application's switch. */
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
