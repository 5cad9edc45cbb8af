import type { BrowserWindow } from 'electron'

import { guarded, inBackground } from '../faults/guarded.ts'

/** White text is readable on each of them (contrast above 4.5). */
const COLOURS = ['#9a3412', '#1d4ed8', '#15803d', '#a21caf', '#0f766e', '#b91c1c', '#6d28d9', '#854d0e']
const HEIGHT = 26

/** The colour of a server: the same at each start, so that a person recognizes it. */
export function colourOf(id: string): string {
  let sum = 0
  for (const character of id) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521
  return COLOURS[sum % COLOURS.length] ?? '#9a3412'
}

/** A text as a CSS string, whatever is in it. */
function cssText(text: string): string {
  const safe = Array.from(text, (character) =>
    /[A-Za-z0-9]/.test(character) ? character : `\\${(character.codePointAt(0) ?? 0).toString(16)} `,
  )
  return `"${safe.join('')}"`
}

/** A band above the page with the server's name. The page begins below it. */
export function bandOf({ id, name }: { readonly id: string; readonly name: string }): string {
  return `html { box-sizing: border-box !important; padding-top: ${HEIGHT}px !important; }
html::before {
  content: ${cssText(name)} !important;
  position: fixed !important; inset: 0 0 auto 0 !important; z-index: 2147483647 !important;
  height: ${HEIGHT}px !important; padding: 0 12px !important; overflow: hidden !important;
  font: 600 13px/${HEIGHT}px system-ui, sans-serif !important; text-align: center !important;
  white-space: nowrap !important; text-overflow: ellipsis !important;
  color: #ffffff !important; background: ${colourOf(id)} !important;
  pointer-events: none !important;
}`
}

/**
 * Marks a window that shows another server: its name is in the title and in a band of its own colour. The
 * shell draws both, so that no page can leave them out.
 */
export function markServer(
  window: BrowserWindow,
  server: { readonly id: string; readonly name: string },
): void {
  window.setTitle(`${server.name} · Pulsekey`)
  window.on(
    'page-title-updated',
    guarded('title', (event: { preventDefault(): void }, title: string) => {
      event.preventDefault()
      window.setTitle(`${server.name} · ${title}`)
    }),
  )
  window.webContents.on(
    'dom-ready',
    guarded('band', () => {
      inBackground('band', window.webContents.insertCSS(bandOf(server), { cssOrigin: 'user' }))
    }),
  )
}
