/** The script of the bar that finds words in a page. */
import { FIND_TEXTS } from './find.texts.ts'
import { pageLanguage, requireElement, setText } from './page.ts'

const texts = FIND_TEXTS[pageLanguage()]
const page = {
  form: requireElement('find', HTMLFormElement),
  text: requireElement('text', HTMLInputElement),
  count: requireElement('count', HTMLElement),
  previous: requireElement('previous', HTMLButtonElement),
  next: requireElement('next', HTMLButtonElement),
  close: requireElement('close', HTMLButtonElement),
}

async function search(forward: boolean, next: boolean): Promise<void> {
  const text = page.text.value
  const found = await window.shell.invoke('find.search', { text, forward, next })
  if (!found.ok || text !== page.text.value) return
  const { matches, at } = found.value
  if (text === '') setText(page.count, '')
  else setText(page.count, matches === 0 ? texts.none : texts.of(at, matches))
}

function close(): void {
  void window.shell.invoke('find.close')
}

for (const name of ['previous', 'next', 'close'] as const) {
  page[name].title = texts[name]
  page[name].setAttribute('aria-label', texts[name])
}
page.text.placeholder = texts.text
page.text.setAttribute('aria-label', texts.text)
page.text.addEventListener('input', () => void search(true, false))
page.form.addEventListener('submit', (event) => {
  event.preventDefault()
  void search(true, true)
})
page.previous.addEventListener('click', () => void search(false, true))
page.close.addEventListener('click', close)
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') close()
  if (event.key === 'Enter' && event.shiftKey) {
    event.preventDefault()
    void search(false, true)
  }
})
page.text.focus()
