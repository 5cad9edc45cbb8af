/** The script of the desktop's own settings: start at login, remote servers, proxy. */
import type { Preferences, ProxySetting, Servers, ShellResult } from '../contract/shell.ts'
import { pageLanguage, requireElement, setText } from './page.ts'
import { PREFERENCES_TEXTS } from './preferences.texts.ts'
import { inGroups, proxyOf } from './preferences-words.ts'

const texts = PREFERENCES_TEXTS[pageLanguage()]
const page = {
  login: requireElement('login', HTMLInputElement),
  servers: requireElement('servers', HTMLElement),
  switching: requireElement('switch', HTMLElement),
  switchConfirm: requireElement('switch-confirm', HTMLButtonElement),
  switchCancel: requireElement('switch-cancel', HTMLButtonElement),
  add: requireElement('add', HTMLFormElement),
  name: requireElement('name', HTMLInputElement),
  address: requireElement('address', HTMLInputElement),
  look: requireElement('look', HTMLButtonElement),
  problem: requireElement('add-problem', HTMLElement),
  certificate: requireElement('certificate', HTMLElement),
  origin: requireElement('certificate-origin', HTMLElement),
  fingerprint: requireElement('fingerprint', HTMLElement),
  confirm: requireElement('certificate-confirm', HTMLButtonElement),
  cancel: requireElement('certificate-cancel', HTMLButtonElement),
  proxy: requireElement('proxy', HTMLFormElement),
  proxyServer: requireElement('proxy-server', HTMLInputElement),
  said: requireElement('said', HTMLElement),
}

/** The certificate that the page shows for acceptance. */
let looked: { readonly origin: string; readonly fingerprint: string } | undefined
let preferences: Preferences | undefined
/** The server to show after the user agrees to switch this machine's own server off. */
let wanted: string | undefined

function say(result: ShellResult<unknown>, done = ''): void {
  setText(page.said, result.ok ? done : texts.failed)
}

function button(text: string, act: () => void): HTMLButtonElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.className = 'quiet'
  made.textContent = text
  made.addEventListener('click', act)
  return made
}

function rowOf(attached: string | null, id: string | null, name: string, detail: string): HTMLElement {
  const row = document.createElement('li')
  const words = document.createElement('span')
  words.textContent = detail === '' ? name : `${name} · ${detail}`
  row.append(words)
  if (attached === id) {
    const mark = document.createElement('strong')
    mark.textContent = texts.shown
    row.append(mark)
    return row
  }
  row.append(
    button(texts.attach, () => {
      askToAttach(attached, id)
    }),
  )
  if (id !== null) {
    row.append(
      button(texts.remove, () => {
        void change(window.shell.invoke('servers.remove', id))
      }),
    )
  }
  return row
}

function showServers({ attached, servers }: Servers): void {
  page.servers.replaceChildren(
    rowOf(attached, null, texts.thisMachine, ''),
    ...servers.map(({ id, name, origin }) => rowOf(attached, id, name, origin)),
  )
}

/** Asks first, because a switch to a remote server stops this machine's own. */
function askToAttach(attached: string | null, id: string | null): void {
  if (attached !== null || id === null) {
    void change(window.shell.invoke('servers.attach', id))
    return
  }
  wanted = id
  page.switching.hidden = false
  page.switchCancel.focus()
}

/** @param asked the pending change of the list, or of the server that is shown */
async function change(asked: Promise<ShellResult<Servers>>): Promise<void> {
  const result = await asked
  say(result)
  if (result.ok) showServers(result.value)
}

async function lookAt(address: string): Promise<void> {
  page.look.disabled = true
  setText(page.look, texts.looking)
  const result = await window.shell.invoke('servers.look', address)
  page.look.disabled = false
  setText(page.look, texts.look)
  looked = (result.ok ? result.value : null) ?? undefined
  setText(page.problem, texts.nothingThere)
  page.problem.hidden = looked !== undefined
  page.certificate.hidden = looked === undefined
  if (looked === undefined) return
  setText(page.origin, looked.origin)
  setText(page.fingerprint, inGroups(looked.fingerprint))
  page.cancel.focus()
}

async function add(): Promise<void> {
  if (looked === undefined) return
  page.certificate.hidden = true
  await change(window.shell.invoke('servers.add', { name: page.name.value.trim(), ...looked }))
  looked = undefined
  page.add.reset()
}

function showPreferences(given: Preferences): void {
  preferences = given
  page.login.checked = given.startAtLogin
  for (const radio of page.proxy.querySelectorAll<HTMLInputElement>('input[type=radio]'))
    radio.checked = radio.value === given.proxy.mode
  if (given.proxy.mode === 'fixed') page.proxyServer.value = given.proxy.server
}

async function keep(given: Partial<Preferences>): Promise<void> {
  if (preferences === undefined) return
  const result = await window.shell.invoke('preferences.set', { ...preferences, ...given })
  say(result, texts.saved)
  if (result.ok) showPreferences(result.value)
}

function chosenProxy(): ProxySetting {
  return proxyOf(new FormData(page.proxy).get('mode'), page.proxyServer.value)
}

async function show(): Promise<void> {
  const [given, servers] = await Promise.all([
    window.shell.invoke('preferences.get'),
    window.shell.invoke('servers.list'),
  ])
  if (given.ok) showPreferences(given.value)
  if (servers.ok) showServers(servers.value)
}

for (const element of document.querySelectorAll<HTMLElement>('[data-text]')) {
  const text = Object.entries(texts).find(([name]) => name === element.dataset['text'])
  if (text !== undefined) setText(element, text[1])
}
document.title = texts.title
page.login.addEventListener('change', () => void keep({ startAtLogin: page.login.checked }))
page.add.addEventListener('submit', (event) => {
  event.preventDefault()
  void lookAt(page.address.value)
})
page.confirm.addEventListener('click', () => void add())
page.cancel.addEventListener('click', () => {
  page.certificate.hidden = true
  looked = undefined
})
page.switchConfirm.addEventListener('click', () => {
  page.switching.hidden = true
  if (wanted !== undefined) void change(window.shell.invoke('servers.attach', wanted))
})
page.switchCancel.addEventListener('click', () => {
  page.switching.hidden = true
})
page.proxy.addEventListener('submit', (event) => {
  event.preventDefault()
  void keep({ proxy: chosenProxy() })
})
// The menus can change the same settings.
window.addEventListener('focus', () => void show())
void show()
