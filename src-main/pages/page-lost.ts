/** The script of the page for a console page that ended again and again. */
import { pageLanguage, requireElement, setText } from './page.ts'
import { LOST_TEXTS } from './page-lost.texts.ts'

const texts = LOST_TEXTS[pageLanguage()]
const again = requireElement('again', HTMLButtonElement)
const openLogs = requireElement('open-logs', HTMLButtonElement)

setText(requireElement('title', HTMLElement), texts.title)
setText(requireElement('advice', HTMLElement), texts.advice)
setText(again, texts.again)
setText(openLogs, texts.openLogs)
again.addEventListener('click', () => void window.shell.invoke('page.reload'))
openLogs.addEventListener('click', () => void window.shell.invoke('logs.open'))
