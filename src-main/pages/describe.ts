import type { ServerStatus } from '../contract/shell.ts'
import type { Texts } from './server-down.texts.ts'

export interface Description {
  readonly title: string
  readonly advice: string
  /** Why the server is down; undefined when nothing is known or nothing is wrong. */
  readonly failure: string | undefined
  readonly canRestart: boolean
}

/** What the page says about a state of the server. */
export function describe(status: ServerStatus, texts: Texts): Description {
  const isComing = status.state === 'starting' || status.state === 'running'
  return {
    title: texts.state[status.state],
    advice: isComing ? texts.startingAdvice : adviceWhenDown(status, texts),
    failure: findFailure(status, texts),
    canRestart: !isComing,
  }
}

function adviceWhenDown({ retryInMs }: ServerStatus, texts: Texts): string {
  if (retryInMs === null) return texts.downAdvice
  return `${texts.downAdvice} ${texts.retryIn(Math.ceil(retryInMs / 1000))}`
}

function findFailure({ state, failure, exitCode }: ServerStatus, texts: Texts): string | undefined {
  if (state === 'running') return undefined
  return failure ?? (exitCode === null ? undefined : texts.endedWith(exitCode))
}
