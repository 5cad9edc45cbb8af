import type { BrowserWindow, Rectangle } from 'electron'

import type { WindowPlace } from '../settings/shell-settings.ts'

export const SMALLEST = { width: 900, height: 560 }
/** The part of a title bar that is enough to drag a window, points. */
const GRIP = { width: 120, height: 24 }

function overlap(start: number, size: number, from: number, length: number): number {
  return Math.min(start + size, from + length) - Math.max(start, from)
}

/** Whether the mouse can reach the window's title bar on this display. */
function holds(area: Rectangle, { x, y, width }: Rectangle): boolean {
  return (
    overlap(x, width, area.x, area.width) >= GRIP.width &&
    overlap(y, GRIP.height, area.y, area.height) >= GRIP.height
  )
}

/**
 * The place for a remembered window: its old place if a display shows it, else the middle of the first
 * display.
 * @param areas the displays without their task bars, the primary one first
 */
export function clampPlace(
  place: WindowPlace,
  areas: readonly Rectangle[],
  smallest = SMALLEST,
): WindowPlace {
  for (const area of areas) {
    // A smaller window may be out of reach where the larger one was within.
    const put = { ...place, ...fitting(place, area, smallest) }
    if (holds(area, put)) return put
  }
  const [primary] = areas
  if (primary === undefined) return place
  const { width, height } = fitting(place, primary, smallest)
  return {
    x: Math.round(primary.x + (primary.width - width) / 2),
    y: Math.round(primary.y + (primary.height - height) / 2),
    width,
    height,
    maximized: place.maximized,
    screen: place.screen,
  }
}

function fitting(
  { width, height }: WindowPlace,
  area: Rectangle,
  smallest: { readonly width: number; readonly height: number },
): { readonly width: number; readonly height: number } {
  return {
    width: Math.min(Math.max(width, smallest.width), area.width),
    height: Math.min(Math.max(height, smallest.height), area.height),
  }
}

export function placeOf(
  window: Pick<BrowserWindow, 'getNormalBounds' | 'isMaximized'>,
  screen: string,
): WindowPlace {
  return { ...window.getNormalBounds(), maximized: window.isMaximized(), screen }
}
