import { readonly, ref } from 'vue'
import type { ActionInput, ActionName, ActionOutput } from '../../src-server/contract/actions/index.ts'
import { CONSOLE } from '../../src-server/contract/error-codes.ts'
import { ConsoleError, UNREACHABLE } from './console-error.ts'

/** The console's page is in a folder of its own, below a folder that only a proxy may know. */
const ENDPOINT = '../ajax.php'

/** A call waits so long before it asks again a server that is still loading, milliseconds. */
const LOADING_MS = 500

/** The share of its data that a starting server has loaded, percent; undefined while it answers. */
const loaded = ref<number>()
export const percentLoaded = readonly(loaded)

let csrfToken = ''
let sessionEnded: () => void = () => undefined
let confirmPerson: () => Promise<boolean> = () => Promise.resolve(false)

/** The token of the current session. Every call carries it. */
export function useCsrfToken(token: string): void {
  csrfToken = token
}

/** Called when the server answers that the session has ended. */
export function whenSessionEnds(listener: () => void): void {
  sessionEnded = listener
}

/** Called when the server wants a password first. Resolves to whether the person gave the right one. */
export function whenStepUpNeeded(confirm: () => Promise<boolean>): void {
  confirmPerson = confirm
}

/** Whether an act was not carried out because the person didn't confirm it with a password. */
export function isUnconfirmed(error: unknown): boolean {
  return error instanceof ConsoleError && error.code === CONSOLE.forbidden && 'step_up' in error.fields
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isReply(value: unknown): value is Record<string, unknown> & { readonly code: number } {
  return isRecord(value) && typeof value['code'] === 'number'
}

function readFields(value: unknown): Record<string, string> {
  if (!isRecord(value)) return {}
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, reason]) => (typeof reason === 'string' ? [[name, reason]] : [])),
  )
}

async function post(name: ActionName, input: unknown, signal: AbortSignal | null): Promise<unknown> {
  try {
    const response = await fetch(`${ENDPOINT}?act=${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-csrf-token': csrfToken },
      credentials: 'same-origin',
      body: JSON.stringify(input),
      signal,
    })
    return await response.json()
  } catch (error) {
    if (signal?.aborted === true) throw error
    throw new ConsoleError(UNREACHABLE, 'the server was not reached')
  }
}

/** Asks again while the server loads its accounts. */
async function postWhenLoaded(
  name: ActionName,
  input: unknown,
  signal: AbortSignal | null,
): Promise<Record<string, unknown> & { readonly code: number }> {
  for (;;) {
    const reply = await post(name, input, signal)
    if (!isReply(reply)) throw new ConsoleError(UNREACHABLE, 'the answer is no reply of a console')
    const percent = reply.code === CONSOLE.loading ? readFields(reply['fields'])['loaded'] : undefined
    loaded.value = percent === undefined ? undefined : Number(percent)
    if (percent === undefined) return reply
    await new Promise((resolve) => setTimeout(resolve, LOADING_MS))
  }
}

async function callOnce<N extends ActionName>(
  name: N,
  input: ActionInput<N>,
  signal: AbortSignal | null,
): Promise<ActionOutput<N>> {
  const { code, msg, fields } = await postWhenLoaded(name, input, signal)
  // The one place where the wire becomes the contract.
  if (code === CONSOLE.ok) return msg as ActionOutput<N>
  // A wrong password also answers 401, but there is no session to end yet.
  if (code === CONSOLE.notSignedIn && name !== 'login' && name !== 'setup') sessionEnded()
  throw new ConsoleError(code, typeof msg === 'string' ? msg : '', readFields(fields))
}

/**
 * Calls a console action. Where it needs a password first, the person is asked and the call is repeated. The
 * answer has the contract's shape, because server and console are one build.
 * @throws ConsoleError for every refusal, `isUnconfirmed` without a password; an AbortError when `signal`
 * fires
 */
export async function call<N extends ActionName>(
  name: N,
  input: ActionInput<N>,
  options: { signal?: AbortSignal } = {},
): Promise<ActionOutput<N>> {
  const signal = options.signal ?? null
  try {
    return await callOnce(name, input, signal)
  } catch (error) {
    if (!isUnconfirmed(error) || !(await confirmPerson())) throw error
    return callOnce(name, input, signal)
  }
}
