import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { root } from '../launch/tool.ts'

/** The only drawing. The console shows it too. */
const SOURCE = join(root, 'src-renderer/icon.svg')

export const LINUX_SIZES = [16, 24, 32, 48, 64, 128, 256, 512] as const
export const WINDOWS_SIZES = [16, 20, 24, 32, 40, 48, 64, 256] as const
export const MAC_SIZES = [32, 64, 128, 256, 512, 1024] as const
/** A tray's picture is 16 points. Electron chooses the file for the screen's scale by the end of its name. */
export const TRAY_SCALES = { '': 16, '@1.5x': 24, '@2x': 32, '@3x': 48 } as const

/** macOS expects a tenth of the square free around an icon: 824 of 1024. */
const MAC_MARGIN = 32 * (1024 / 824 - 1)

export interface Drawings {
  readonly app: string
  readonly mac: string
  /** By the name of the file without scale and extension. */
  readonly tray: Readonly<Record<string, string>>
  /** The hash of everything the pictures are made from. */
  readonly hash: string
}

export function readDrawings(): Drawings {
  const app = readFileSync(SOURCE, 'utf8').trim()
  const view = `${-MAC_MARGIN / 2} ${-MAC_MARGIN / 2} ${32 + MAC_MARGIN} ${32 + MAC_MARGIN}`
  const mac = app.replace('viewBox="0 0 32 32"', `viewBox="${view}"`)
  const line = /<path d="([^"]+)"/.exec(app)?.[1]
  if (line === undefined || mac === app) throw new Error(`${SOURCE} is drawn otherwise than the icons expect`)
  const tray = {
    // macOS colours a template itself. On other systems the panel's brightness decides.
    trayTemplate: trayDrawing(line, '#000', false),
    'tray-alertTemplate': trayDrawing(line, '#000', true),
    'tray-on-light': trayDrawing(line, '#1f2430', false),
    'tray-on-light-alert': trayDrawing(line, '#1f2430', true, '#d92d20'),
    'tray-on-dark': trayDrawing(line, '#fff', false),
    'tray-on-dark-alert': trayDrawing(line, '#fff', true, '#ff6b5e'),
  }
  const hash = createHash('sha256').update(JSON.stringify({ app, mac, tray })).digest('hex')
  return { app, mac, tray, hash }
}

/**
 * Draws the line alone, thicker and as large as possible. An alert is a dot in the corner with a gap around
 * it.
 */
function trayDrawing(line: string, color: string, isAlert: boolean, dotColor = color): string {
  const mask = isAlert
    ? '<mask id="m"><rect width="32" height="32" fill="#fff"/><circle cx="23.5" cy="9" r="7" fill="#000"/></mask>'
    : ''
  const dot = isAlert ? `<circle cx="23.5" cy="9" r="4.6" fill="${dotColor}"/>` : ''
  const stroke = `fill="none" stroke="${color}" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round"`
  const masked = isAlert ? ' mask="url(#m)"' : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="2 3 28 28">${mask}<g${masked}><path d="${line}" ${stroke}/></g>${dot}</svg>`
}
