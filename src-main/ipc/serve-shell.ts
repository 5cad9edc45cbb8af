import type { IpcMain } from 'electron'

import { SHELL_CALLS, SHELL_CHANNEL, type ShellCall } from '../contract/channels.ts'
import type { ShellApi, ShellRefusal, ShellResult } from '../contract/shell.ts'
import type { Caller, Frame } from './caller.ts'
import { shellInputs } from './inputs.ts'

type Act<Call extends ShellCall> = (
  input: ShellApi[Call]['input'],
) => ShellApi[Call]['output'] | Promise<ShellApi[Call]['output']>
export type ShellHandlers = { readonly [Call in ShellCall]: Act<Call> }

/** A page of the shell shows the server's state; files and links are the console's. */
const FROM_SHELL_PAGE: readonly ShellCall[] = ['server.status', 'server.restart', 'server.log']

const refuse = (error: ShellRefusal): ShellResult<never> => ({ ok: false, error })

function findCall(name: unknown): ShellCall | undefined {
  return SHELL_CALLS.find((call) => call === name)
}

async function answer<Call extends ShellCall>(
  name: Call,
  input: unknown,
  handlers: ShellHandlers,
): Promise<ShellResult<ShellApi[Call]['output']>> {
  const parsed = shellInputs[name].safeParse(input)
  if (!parsed.success) return refuse('input')
  return { ok: true, value: await handlers[name](parsed.data) }
}

/**
 * Answers the pages' calls, each checked by caller, name and input.
 *
 * @param report is told of an error in a handler, which the page only learns to be `failed`
 */
export function serveShell(
  ipcMain: Pick<IpcMain, 'handle'>,
  handlers: ShellHandlers,
  callerOf: (frame: Frame | null) => Caller | undefined,
  report: (call: ShellCall, error: unknown) => void,
): void {
  ipcMain.handle(SHELL_CHANNEL, async (event, ...args: unknown[]) => {
    const caller = callerOf(event.senderFrame)
    if (caller === undefined) return refuse('foreign')
    const [name, input] = args
    const call = findCall(name)
    if (call === undefined) return refuse('unknown')
    if (caller === 'shell' && !FROM_SHELL_PAGE.includes(call)) return refuse('foreign')
    try {
      return await answer(call, input, handlers)
    } catch (error) {
      report(call, error)
      return refuse('failed')
    }
  })
}
