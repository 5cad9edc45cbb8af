import type { IpcMain, WebContents } from 'electron'

import { SHELL_CALLS, SHELL_CHANNEL, type ShellCall } from '../contract/channels.ts'
import type { ShellApi, ShellRefusal, ShellResult } from '../contract/shell.ts'
import type { Caller, Frame } from './caller.ts'
import { shellInputs } from './inputs.ts'

type Act<Call extends ShellCall> = (
  input: ShellApi[Call]['input'],
  /** The page that calls. */
  page: WebContents,
) => ShellApi[Call]['output'] | Promise<ShellApi[Call]['output']>
export type ShellHandlers = { readonly [Call in ShellCall]: Act<Call> }

/**
 * The callers of each call. Consoles may use files and links. The local console may manage its server, a
 * remote console may not. Only the shell's own pages may manage the list of servers and the desktop's
 * settings.
 */
const MAY_ASK: { readonly [Call in ShellCall]: readonly Caller[] } = {
  'server.status': ['shell', 'console'],
  'server.restart': ['shell', 'console'],
  'server.log': ['shell', 'console'],
  'server.free_port': ['shell'],
  'server.move_port': ['shell'],
  'logs.open': ['shell'],
  'servers.list': ['shell'],
  'servers.look': ['shell'],
  'servers.add': ['shell'],
  'servers.remove': ['shell'],
  'servers.attach': ['shell'],
  'preferences.get': ['shell'],
  'preferences.set': ['shell'],
  'preferences.open': ['shell', 'console', 'remote'],
  'data.show': ['shell'],
  'data.open': ['shell'],
  'data.choose': ['shell'],
  // Both are the same person's choice.
  'appearance.set': ['console', 'remote'],
  // The shell announces the risks of its own server.
  'alarm.show': ['remote'],
  'board.open': ['console', 'remote'],
  'screen.show': ['console', 'remote'],
  'page.reload': ['shell'],
  'page.pdf': ['console', 'remote'],
  'find.search': ['shell'],
  'find.close': ['shell'],
  'file.save': ['console', 'remote'],
  'link.open': ['console', 'remote'],
}

const refuse = (error: ShellRefusal): ShellResult<never> => ({ ok: false, error })

function findCall(name: unknown): ShellCall | undefined {
  return SHELL_CALLS.find((call) => call === name)
}

async function answer<Call extends ShellCall>(
  name: Call,
  input: unknown,
  handlers: ShellHandlers,
  page: WebContents,
): Promise<ShellResult<ShellApi[Call]['output']>> {
  const parsed = shellInputs[name].safeParse(input)
  if (!parsed.success) return refuse('input')
  return { ok: true, value: await handlers[name](parsed.data, page) }
}

/**
 * Answers the pages' calls, after checking caller, name and input.
 * @param report gets the error of a handler, while the page only gets `failed`
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
    if (!MAY_ASK[call].includes(caller)) return refuse('foreign')
    try {
      return await answer(call, input, handlers, event.sender)
    } catch (error) {
      report(call, error)
      return refuse('failed')
    }
  })
}
