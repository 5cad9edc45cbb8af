/** The local page's script: shows what the shell knows, once a second; the shell itself goes to the console. */
import type { ShellBridge } from '../contract/shell.ts'
import { describe } from './describe.ts'
import { TEXTS } from './server-down.texts.ts'

declare global {
  interface Window {
    readonly shell: ShellBridge
  }
}

const EVERY_MS = 1_000

function requireElement(id: string): HTMLElement {
  const element = document.getElementById(id)
  if (!element) throw new Error(`no #${id}`)
  return element
}

const language = new URLSearchParams(location.search).get('lang') === 'zh' ? 'zh' : 'en'
const texts = TEXTS[language]
const page = {
  state: requireElement('state'),
  advice: requireElement('advice'),
  failure: requireElement('failure'),
  restart: requireElement('restart'),
  log: requireElement('log'),
  logLines: requireElement('log-lines'),
}

/** Unchanged text is left alone: a screen reader would read it again, and a selection would be lost. */
function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text
}

async function showStatus(): Promise<void> {
  const status = await window.shell.invoke('server.status')
  if (!status.ok) return
  const { title, advice, failure, canRestart } = describe(status.value, texts)
  document.documentElement.dataset['state'] = status.value.state
  setText(page.state, title)
  setText(page.advice, advice)
  setText(page.failure, failure ?? '')
  page.failure.hidden = failure === undefined
  setText(page.restart, canRestart ? texts.restart : texts.restarting)
  page.restart.toggleAttribute('disabled', !canRestart)
}

async function showLog(): Promise<void> {
  const log = await window.shell.invoke('server.log')
  if (!log.ok) return
  const { logLines } = page
  const wasAtEnd = logLines.scrollTop + logLines.clientHeight >= logLines.scrollHeight - 4
  setText(logLines, log.value.join('\n'))
  page.log.hidden = log.value.length === 0
  if (wasAtEnd) logLines.scrollTop = logLines.scrollHeight
}

async function show(): Promise<void> {
  await Promise.all([showStatus(), showLog()])
}

document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en'
setText(requireElement('log-title'), texts.log)
page.restart.addEventListener('click', () => {
  void window.shell.invoke('server.restart').then(show)
})
setInterval(() => void show(), EVERY_MS)
void show()
