import { expect, it } from 'vitest'

import { FakeWindow } from './fake-window.ts'
import { bandOf, colourOf, markServer } from './server-mark.ts'

const office = { id: '7b0c5a52-6a39-4c35-9d2a-0d0c3c1d2f10', name: 'Office' }

it('has the name before each title', () => {
  const window = new FakeWindow()
  markServer(window as never, office)
  expect(window.title).toBe('Office · Pulsekey')
  const event = { prevented: false, preventDefault: () => (event.prevented = true) }
  window.emit('page-title-updated', event, 'Codes · Pulsekey')
  expect(window.title).toBe('Office · Codes · Pulsekey')
  expect(event.prevented).toBe(true)
})

it('has a band on every page that is loaded', () => {
  const window = new FakeWindow()
  markServer(window as never, office)
  window.webContents.emit('dom-ready')
  window.webContents.emit('dom-ready')
  expect(window.calls).toEqual([bandOf(office), bandOf(office)])
  expect(bandOf(office)).toContain('content: "Office" !important')
  expect(bandOf(office)).toContain(`background: ${colourOf(office.id)} !important`)
})

it.each(['"; } body { display: none', 'x\\', '</style>', 'a\nb'])(
  'writes the name %j as a text, whatever is in it',
  (name) => {
    const [, text = ''] = /content: "(.*)" !important/.exec(bandOf({ ...office, name })) ?? []
    expect(text).toMatch(/^(?:[A-Za-z0-9]|\\[0-9a-f]+ )+$/)
  },
)

it('gives a server the same colour each time, and different servers different ones', () => {
  expect(colourOf(office.id)).toBe(colourOf(office.id))
  const colours = new Set(Array.from({ length: 40 }, (_, number) => colourOf(`server ${number}`)))
  expect(colours.size).toBe(8)
})

/** Relative luminance by WCAG 2. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

it('is readable in each colour', () => {
  const colours = new Set(Array.from({ length: 40 }, (_, number) => colourOf(`server ${number}`)))
  for (const colour of colours) expect(1.05 / (luminance(colour) + 0.05)).toBeGreaterThan(4.5)
})
