/**
 * The local page's script. It shows the shell's state once a second. The shell itself opens the console
 * later.
 */
import { describe } from './describe.ts'
import { pageLanguage, requireElement, setText } from './page.ts'
import { TEXTS } from './server-down.texts.ts'

const EVERY_MS = 1_000

const texts = TEXTS[pageLanguage()]
const page = {
  state: requireElement('state', HTMLElement),
  advice: requireElement('advice', HTMLElement),
  failure: requireElement('failure', HTMLElement),
  move: requireElement('move', HTMLFormElement),
  port: requireElement('port', HTMLInputElement),
  restart: requireElement('restart', HTMLButtonElement),
  openLogs: requireElement('open-logs', HTMLButtonElement),
  openData: requireElement('open-data', HTMLButtonElement),
  settings: requireElement('settings', HTMLButtonElement),
  thisComputer: requireElement('this-computer', HTMLButtonElement),
  log: requireElement('log', HTMLElement),
  logLines: requireElement('log-lines', HTMLElement),
}

async function showStatus(): Promise<void> {
  const status = await window.shell.invoke('server.status')
  if (!status.ok) return
  const { title, advice, failure, canRestart, restart, canMovePort } = describe(status.value, texts)
  document.documentElement.dataset['state'] = status.value.state
  setText(page.state, title)
  setText(page.advice, advice)
  setText(page.failure, failure ?? '')
  page.failure.hidden = failure === undefined
  setText(page.restart, restart)
  page.restart.disabled = !canRestart
  page.thisComputer.hidden = status.value.remote === null
  // The advice about damaged data is to look into their folder.
  page.openData.hidden = status.value.remote !== null || failure === undefined
  // Only once, so that the user's input stays.
  if (canMovePort && page.move.hidden) await offerPort()
  page.move.hidden = !canMovePort
}

async function offerPort(): Promise<void> {
  const free = await window.shell.invoke('server.free_port')
  if (free.ok) page.port.value = String(free.value)
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

setText(requireElement('log-title', HTMLElement), texts.log)
setText(requireElement('port-label', HTMLElement), texts.port)
setText(requireElement('move-button', HTMLElement), texts.movePort)
setText(requireElement('port-advice', HTMLElement), texts.portAdvice)
setText(page.openLogs, texts.openLogs)
setText(page.openData, texts.openData)
setText(page.settings, texts.settings)
setText(page.thisComputer, texts.thisComputer)
page.restart.addEventListener('click', () => {
  void window.shell.invoke('server.restart').then(show)
})
page.openLogs.addEventListener('click', () => {
  void window.shell.invoke('logs.open')
})
page.openData.addEventListener('click', () => {
  void window.shell.invoke('data.open')
})
page.settings.addEventListener('click', () => {
  void window.shell.invoke('preferences.open', undefined)
})
page.thisComputer.addEventListener('click', () => {
  void window.shell.invoke('servers.attach', null)
})
page.move.addEventListener('submit', (event) => {
  event.preventDefault()
  page.move.hidden = true
  void window.shell.invoke('server.move_port', page.port.valueAsNumber).then(show)
})
setInterval(() => void show(), EVERY_MS)
void show()
