import { idOfAnswerKey, isRotating, openAnswerKey, signingKeysAt } from '../domain/application/answer-key.ts'
import type { HostedApplication } from '../services/applications/application-registry.ts'
import { answerSignature, isSignable, type Signer } from '../wire/answer-signature.ts'
import type { HttpReply } from './call.ts'
import type { RequestContext } from './request-context.ts'

interface Opened {
  readonly signers: readonly Signer[]
  /** Whether a replaced key is among them. Its end opens the keys again. */
  readonly rotating: boolean
}

/** The opened keys of each application. A change of an application makes a new object, and so new keys here. */
const openedKeys = new WeakMap<HostedApplication, Opened>()

/**
 * Signs an answer as a whole (docs/protocol.md 12). The answers 100 and 101 belong to no application and have no
 * signature.
 */
export function signReply(context: RequestContext, reply: HttpReply): HttpReply | Promise<HttpReply> {
  const { app, settings, now, value, api } = context
  if (app?.settings.signAnswers !== true || settings === undefined) return reply
  const signers = signersOf(app, now)
  const answered = { time: now, value, api }
  if (signers.length === 0 || !isSignable(answered)) return reply
  return answerSignature(signers, answered, reply.body).then((signature) => ({ ...reply, signature }))
}

function signersOf(app: HostedApplication, now: number): readonly Signer[] {
  const rotating = isRotating(app.settings, now)
  let opened = openedKeys.get(app)
  if (opened?.rotating !== rotating) {
    const signers = signingKeysAt(app.settings, now).map(({ publicHalf, privateHalf }) => ({
      id: idOfAnswerKey(publicHalf),
      key: openAnswerKey(privateHalf),
    }))
    openedKeys.set(app, (opened = { signers, rotating }))
  }
  return opened.signers
}
