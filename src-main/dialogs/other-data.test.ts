import { expect, it, vi } from 'vitest'

import { DIALOG_TEXTS } from './dialog.texts.ts'
import { OtherDataQuestion, type OtherDataParts } from './other-data.ts'

const OTHERS = [{ folder: '/old', changedAt: Date.UTC(2026, 0, 2) }]

function open(takes: boolean) {
  const left: string[] = []
  const parts = {
    texts: () => DIALOG_TEXTS.en,
    ask: vi.fn<OtherDataParts['ask']>(() => Promise.resolve(takes)),
    isLeft: (folder: string) => left.includes(folder),
    leave: (folder: string) => {
      left.push(folder)
    },
    take: vi.fn(() => Promise.resolve()),
  }
  return { parts, question: new OtherDataQuestion(parts) }
}

it('names both folders, and leaves the other one alone from then on', async () => {
  const { parts, question } = open(false)
  await question.look('/here', OTHERS)
  await question.look('/here', OTHERS)
  expect(parts.ask).toHaveBeenCalledOnce()
  const [asked] = parts.ask.mock.calls[0]!
  expect(asked.detail).toMatch(/\/here[^]*\/old/)
  expect(asked.detail).toContain('2026')
  expect(parts.take).not.toHaveBeenCalled()
})

it('takes the other data by the first button', async () => {
  const { parts, question } = open(true)
  await question.look('/here', OTHERS)
  expect(parts.take).toHaveBeenCalledExactlyOnceWith('/old')
})

it('asks nothing without other data, and one question at a time', async () => {
  const { parts, question } = open(false)
  await question.look('/here', [])
  expect(parts.ask).not.toHaveBeenCalled()
  await Promise.all([question.look('/here', OTHERS), question.look('/here', OTHERS)])
  expect(parts.ask).toHaveBeenCalledOnce()
})
