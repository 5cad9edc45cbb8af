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
  const isComing = state === 'starting' || state === 'running'
  const restart = remote === null ? texts.restart : texts.tryAgain
  return {
    title: titleOf(status, texts),
    advice: isComing ? texts.startingAdvice : adviceWhenDown(status, texts),
    failure: findFailure(status, texts),
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

function adviceWhenDown({ retryInMs, remote }: ServerStatus, texts: Texts): string {
  const parts = [
    ...(remote === null ? [texts.downAdvice] : []),
    ...(retryInMs === null ? [] : [texts.retryIn(Math.ceil(retryInMs / 1000))]),
  ]
  return parts.join(' ')
}

function findFailure(
  { state, failure, problem, port, exitCode }: ServerStatus,
  texts: Texts,
): string | undefined {
  if (state === 'running') return undefined
  if (problem !== null) {
    const said = texts.problem[problem](port === null ? '' : String(port))
    return problem === 'unreachable' && failure !== null ? `${said} (${failure})` : said
  }
  return failure ?? (exitCode === null ? undefined : texts.endedWith(exitCode))
}
