import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { saveFile, savePdf } from './save-file.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pulsekey-save-'))
})
afterEach(() => rm(folder, { recursive: true }))

const file = { name: 'codes.csv', bytes: new Uint8Array([65, 66]) }

it('writes where the user chooses, and proposes the downloads folder', async () => {
  const filePath = join(folder, 'elsewhere.csv')
  const showSaveDialog = vi.fn(() => Promise.resolve({ canceled: false, filePath }))
  expect(await saveFile({ showSaveDialog }, undefined, '/downloads', file)).toBe(true)
  expect(showSaveDialog).toHaveBeenCalledWith({ defaultPath: join('/downloads', 'codes.csv') })
  expect(await readFile(filePath, 'utf8')).toBe('AB')
})

it('writes nothing when the user declines', async () => {
  const showSaveDialog = () => Promise.resolve({ canceled: true, filePath: '' })
  expect(await saveFile({ showSaveDialog }, undefined, folder, file)).toBe(false)
})

it('saves the page that asks as a PDF', async () => {
  const filePath = join(folder, 'report.pdf')
  const showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
  const printToPDF = vi.fn(() => Promise.resolve(Buffer.from('%PDF-1.7')))
  expect(await savePdf({ showSaveDialog }, undefined, folder, 'report.pdf', { printToPDF })).toBe(true)
  expect(printToPDF).toHaveBeenCalledWith({ pageSize: 'A4', preferCSSPageSize: true })
  expect(await readFile(filePath, 'utf8')).toBe('%PDF-1.7')
})
