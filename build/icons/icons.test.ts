import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { root } from '../launch/tool.ts'
import { LINUX_SIZES, readDrawings, TRAY_SCALES, WINDOWS_SIZES } from './drawings.ts'
import { ICNS_TYPES, readIcns, readIco, readPng } from './formats.ts'

const resources = join(root, 'build/resources')
const read = (...path: string[]): Buffer => readFileSync(join(resources, ...path))
const list = (folder: string): string[] => readdirSync(join(resources, folder)).sort()
const square = (size: number) => ({ width: size, height: size, hasAlpha: true })

describe('the icons', () => {
  it('are up to date with the drawing: node build/icons/make-icons.ts', () => {
    expect(read('icons.sha256').toString().trim()).toBe(readDrawings().hash)
  })

  it('have all sizes that Linux’ menus use', () => {
    expect(list('icons')).toEqual(LINUX_SIZES.map((size) => `${size}x${size}.png`).sort())
    for (const size of LINUX_SIZES)
      expect(readPng(read('icons', `${size}x${size}.png`))).toEqual(square(size))
  })

  it('have all sizes that Windows uses, each a picture of its own', () => {
    const entries = readIco(read('icon.ico'))
    expect(entries.map(({ size }) => size)).toEqual([...WINDOWS_SIZES])
    for (const { size, png } of entries) expect(readPng(png)).toEqual(square(size))
  })

  it('have all sizes that macOS uses, on ordinary and high-resolution screens', () => {
    const blocks = readIcns(read('icon.icns'))
    expect(blocks.map(({ type }) => type)).toEqual(Object.keys(ICNS_TYPES))
    for (const { type, png } of blocks) expect(readPng(png)).toEqual(square(ICNS_TYPES[type]!))
  })

  it('include a tray picture for each state, panel and scale', () => {
    const names = Object.keys(readDrawings().tray)
    const files = names.flatMap((name) => Object.keys(TRAY_SCALES).map((scale) => `${name}${scale}.png`))
    expect(list('tray')).toEqual(files.sort())
    for (const name of names) {
      for (const [scale, size] of Object.entries(TRAY_SCALES)) {
        expect(readPng(read('tray', `${name}${scale}.png`))).toEqual(square(size))
      }
    }
  })
})
