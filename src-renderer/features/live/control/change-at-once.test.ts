import { expect, it } from 'vitest'
import { sampleRow } from '../rows/sample-device.ts'
import type { LiveRow } from '../rows/live-row.ts'
import { changeAtOnce } from './change-at-once.ts'

function pause(row: LiveRow): () => void {
  row.pauseOpen = true
  return () => {
    row.pauseOpen = false
  }
}

it('a change is shown before the server has answered', async () => {
  const row = sampleRow(1)
  let answer: (skipped: number[]) => void = () => undefined
  const change = changeAtOnce([row], {
    assume: pause,
    send: () => new Promise((resolve) => (answer = resolve)),
  })
  expect(row.pauseOpen).toBe(true)
  answer([])
  expect(await change).toBe(0)
  expect(row.pauseOpen).toBe(true)
})

it('a change is reverted and counted for the accounts that the server skipped', async () => {
  const rows = [sampleRow(1), sampleRow(2), sampleRow(3)]
  const sent: number[][] = []
  const skipped = await changeAtOnce(rows, {
    assume: pause,
    send: (ids) => {
      sent.push(ids)
      return Promise.resolve([2])
    },
  })
  expect(sent).toEqual([[1, 2, 3]])
  expect(skipped).toBe(1)
  expect(rows.map((row) => row.pauseOpen)).toEqual([true, false, true])
})

it('a change is reverted completely when the server refuses', async () => {
  const rows = [sampleRow(1), sampleRow(2)]
  const change = changeAtOnce(rows, { assume: pause, send: () => Promise.reject(new Error('refused')) })
  await expect(change).rejects.toThrow('refused')
  expect(rows.map((row) => row.pauseOpen)).toEqual([false, false])
})
