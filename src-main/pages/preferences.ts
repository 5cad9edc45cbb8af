/** The script of the desktop's own settings: start at login, remote servers, proxy. */
import type {
  DataFolder,
  LookedAt,
  Preferences,
  ProxySetting,
  Servers,
  ShellResult,
} from '../contract/shell.ts'
import { pageLanguage, requireElement, setText } from './page.ts'
import { PREFERENCES_TEXTS } from './preferences.texts.ts'
import { inGroups, proxyOf } from './preferences-words.ts'

const texts = PREFERENCES_TEXTS[pageLanguage()]
const page = {
  login: requireElement('login', HTMLInputElement),
  servers: requireElement('servers', HTMLElement),
  awake: requireElement('awake', HTMLInputElement),
  serves: requireElement('serves', HTMLInputElement),
  data: requireElement('data', HTMLElement),
  dataOpen: requireElement('data-open', HTMLButtonElement),
  dataChoose: requireElement('data-choose', HTMLButtonElement),
  dataAdvice: requireElement('data-advice', HTMLElement),
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
let looked: LookedAt | undefined
let preferences: Preferences | undefined

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
      void change(window.shell.invoke('servers.attach', id))
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
  page.awake.checked = given.keepAwake
  page.serves.checked = given.servesHere
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

function showData(folder: DataFolder): void {
  setText(page.data, folder.path ?? '…')
  page.dataOpen.disabled = folder.path === null
  page.dataChoose.disabled = folder.isGiven
  setText(page.dataAdvice, folder.isGiven ? texts.dataGiven : texts.dataAdvice)
}

async function chooseData(): Promise<void> {
  const result = await window.shell.invoke('data.choose')
  say(result)
  if (result.ok) showData(result.value)
}

async function show(): Promise<void> {
  const [given, servers, data] = await Promise.all([
    window.shell.invoke('preferences.get'),
    window.shell.invoke('servers.list'),
    window.shell.invoke('data.show'),
  ])
  if (given.ok) showPreferences(given.value)
  if (servers.ok) showServers(servers.value)
  if (data.ok) showData(data.value)
}

for (const element of document.querySelectorAll<HTMLElement>('[data-text]')) {
  const text = Object.entries(texts).find(([name]) => name === element.dataset['text'])
  if (text !== undefined) setText(element, text[1])
}
document.title = texts.title
page.login.addEventListener('change', () => void keep({ startAtLogin: page.login.checked }))
page.awake.addEventListener('change', () => void keep({ keepAwake: page.awake.checked }))
page.serves.addEventListener('change', () => void keep({ servesHere: page.serves.checked }))
page.dataOpen.addEventListener('click', () => void window.shell.invoke('data.open'))
page.dataChoose.addEventListener('click', () => void chooseData())
// From the page of a move. The person looks at the certificate before the server is added.
page.address.value = new URLSearchParams(location.search).get('address') ?? ''
page.add.addEventListener('submit', (event) => {
  event.preventDefault()
  void lookAt(page.address.value)
})
page.confirm.addEventListener('click', () => void add())
page.cancel.addEventListener('click', () => {
  page.certificate.hidden = true
  looked = undefined
})
page.proxy.addEventListener('submit', (event) => {
  event.preventDefault()
  void keep({ proxy: chosenProxy() })
})
// The menus can change the same settings.
window.addEventListener('focus', () => void show())
void show()
