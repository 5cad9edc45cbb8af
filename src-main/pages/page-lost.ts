/** The script of the page for a console page that ended again and again. */
import type { Language } from '../language.ts'
import { pageLanguage, requireElement, setText } from './page.ts'

const LOST_TEXTS = {
  en: {
    title: 'This page stopped several times',
    advice:
      'The server is not affected: programs still get answers. Often the computer has too little free memory. Close other programs, then load the page again.',
    again: 'Load again',
    openLogs: 'Open logs folder',
  },
  zh: {
    title: '此页面多次停止',
    advice: '服务器不受影响，程序仍能得到应答。常见原因是电脑内存不足：请关闭其他程序，然后重新加载。',
    again: '重新加载',
    openLogs: '打开日志文件夹',
  },
} satisfies Record<Language, Record<string, string>>

const texts = LOST_TEXTS[pageLanguage()]
const again = requireElement('again', HTMLButtonElement)
const openLogs = requireElement('open-logs', HTMLButtonElement)

setText(requireElement('title', HTMLElement), texts.title)
setText(requireElement('advice', HTMLElement), texts.advice)
setText(again, texts.again)
setText(openLogs, texts.openLogs)
again.addEventListener('click', () => void window.shell.invoke('page.reload'))
openLogs.addEventListener('click', () => void window.shell.invoke('logs.open'))
