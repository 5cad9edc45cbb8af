import type { ServerStatus } from '../contract/shell.ts'
import type { Texts } from './server-down.texts.ts'

export interface Description {
  readonly title: string
  readonly advice: string
  /** Why the server is down. Undefined when the reason is unknown or nothing is wrong. */
  readonly failure: string | undefined
  readonly canRestart: boolean
  readonly restart: string
  /** Another port would help. */
  readonly canMovePort: boolean
}

/** The page's texts for a state of the server. */
export function describe(status: ServerStatus, texts: Texts): Description {
  const { state, remote, problem } = status
  const failure = findFailure(status, texts)
  const isComing = state === 'starting' || state === 'running'
  // The next attempt lasts a moment, and the heading would flicker between two states.
  const isAgain = state === 'starting' && failure !== undefined
  const restart = remote === null ? texts.restart : texts.tryAgain
  return {
    title: titleOf(isAgain ? { ...status, state: 'waiting' } : status, texts),
    advice: isAgain ? downAdvice(status, texts, [texts.tryingNow]) : adviceOf(status, texts),
    failure,
    canRestart: !isComing,
    restart: isComing ? texts.restarting : restart,
    // Also while the same port is tried again, because nobody can fill in a form that disappears at each
    // attempt.
    canMovePort: state !== 'running' && (problem === 'port_taken' || problem === 'port_denied'),
  }
}

function titleOf({ state, remote }: ServerStatus, texts: Texts): string {
  if (remote === null || state === 'running' || state === 'stopped') return texts.state[state]
  return texts.remoteState[state](remote)
}

function adviceOf(status: ServerStatus, texts: Texts): string {
  const { state, retryInMs } = status
  if (state === 'starting' || state === 'running') return texts.startingAdvice
  if (state === 'stopped') return downAdvice(status, texts, [texts.offAdvice])
  return downAdvice(status, texts, retryInMs === null ? [] : [texts.retryIn(Math.ceil(retryInMs / 1000))])
}

function downAdvice({ remote }: ServerStatus, texts: Texts, more: readonly string[]): string {
  return [...(remote === null ? [texts.downAdvice] : []), ...more].join(' ')
}

function findFailure(status: ServerStatus, texts: Texts): string | undefined {
  const { state, problem, port, exitCode } = status
  const failure = texts.failureOf(status)
  if (state === 'running' || state === 'stopped') return undefined
  if (problem !== null) {
    const said = texts.problem[problem](port === null ? '' : String(port))
    return problem === 'unreachable' && failure !== null ? `${said} (${failure})` : said
  }
  return failure ?? (exitCode === null ? undefined : texts.endedWith(exitCode))
}
