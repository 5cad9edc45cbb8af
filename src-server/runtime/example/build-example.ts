import type { Clock } from '../../contract/ports.ts'
import { capabilityOf, type RuntimeApi } from '../../contract/runtime-apis.ts'
import type { ExampleCall } from '../../contract/records/example-call.ts'
import type { Application } from '../../domain/application/application.ts'
import type { ApplicationRegistry } from '../../services/applications/application-registry.ts'
import type { CallExamples } from '../../services/applications/call-tools.ts'
import { findCipher } from '../../wire/cipher/index.ts'
import { sealRequest } from '../../wire/cipher/seal-request.ts'
import { signature, signatureText, UNSIGNED_PARAMETERS } from '../../wire/signature.ts'
import type { Answer } from '../answers.ts'
import { encrypts } from '../guards.ts'
import { endpointsByName } from '../pipeline.ts'
import { writeMt5, writeRaw, writeStandard } from '../write-reply.ts'
import { SAMPLES } from './samples.ts'

/**
 * Programs send a random value. Here it is constant, so that the example doesn't change while the user types.
 */
const VALUE = 'r4nd0m'

type Pair = readonly [name: string, value: string]

interface Parts {
  readonly registry: ApplicationRegistry
  readonly clock: Clock
}

/** Builds example calls as programs build them, with the server's own signature, ciphers and envelopes. */
export class CallExampleBuilder implements CallExamples {
  readonly #parts: Parts
  readonly #endpoints = endpointsByName()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  build(settings: Application, api: RuntimeApi): ExampleCall {
    const { registry, clock } = this.#parts
    const now = clock.now()
    const { pairs, answer } = SAMPLES[api]
    const guarded = this.#endpoints.get(api)?.whitelisted === false
    const isSigned =
      guarded && (registry.find(settings.id)?.grants.get(capabilityOf(api))?.sign ?? settings.sign)
    const isSealed = guarded && encrypts(settings)

    const said: Pair[] = [...pairs, ...(guarded ? [['t', String(now)] as const] : [])]
    const signed = isSigned ? sign(settings, said) : undefined
    const parameters = signed === undefined ? said : [...said, ['sign', signed.sign] as const]
    // As programs join them: without URL-encoding, unless the application decodes it.
    const inside = isSealed ? join(parameters, settings.dataUrldecode ? encodeURIComponent : String) : null
    const data = inside === null ? undefined : sealRequest(settings.miType, inside, settings)
    const sent: Pair[] = isSealed ? [['data', data ?? '']] : parameters

    return {
      query: `api=${api}&app=${settings.id}`,
      body: join([...sent, ['value', VALUE]], encodeURIComponent),
      parameters: parameters.map(([name, value]) => ({ name, value, signed: isIn(signed, name) })),
      signed_text: signed?.text ?? null,
      sign: signed?.sign ?? null,
      sealed_text: inside,
      unspeakable: isSealed && data === undefined,
      ...reply(settings, now, answer?.(settings, now)),
    }
  }
}

function sign(
  settings: Application,
  pairs: readonly Pair[],
): { readonly text: string; readonly sign: string } {
  const order = settings.signOrder === 'sorted' ? 'sorted' : 'received'
  const charset = encrypts(settings) ? findCipher(settings.miType)?.charset : undefined
  return {
    text: signatureText(pairs, settings.appkey, order),
    sign: signature(pairs, settings.appkey, order, charset),
  }
}

function isIn(signed: object | undefined, name: string): boolean {
  return signed !== undefined && !UNSIGNED_PARAMETERS.has(name)
}

function join(pairs: readonly Pair[], encode: (text: string) => string): string {
  return pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
}

/** The reply as sent, the decrypted reply, and the text that its check is computed over. */
function reply(
  settings: Application,
  now: number,
  answer: Answer | undefined,
): Pick<ExampleCall, 'reply' | 'reply_opened' | 'check_text'> {
  if (answer === undefined) return { reply: '', reply_opened: '', check_text: null }
  return {
    reply: write(settings, now, answer),
    reply_opened: write({ ...settings, encrypt: false }, now, answer),
    check_text: `${now}${settings.appkey}${VALUE}`,
  }
}

function write(settings: Application, now: number, { envelope, answer }: Answer): string {
  const frame = { settings, now, value: VALUE }
  switch (envelope) {
    case 'standard':
      return String(writeStandard(frame, answer).body)
    case 'mt5':
      return String(writeMt5(frame, answer).body)
    case 'raw':
      return String(writeRaw(answer).body)
  }
}
