import { beforeEach, expect, it, vi } from 'vitest'

import { MessageBoxes } from './message-boxes.ts'

const window = {
  isDestroyed: () => false,
  isMinimized: () => true,
  restore: vi.fn(),
  show: vi.fn(),
  focus: vi.fn(),
}
let parent: typeof window | undefined
let answers: PromiseWithResolvers<{ response: number }>[]
const showMessageBox = vi.fn<(...given: unknown[]) => Promise<{ response: number }>>()
let boxes: MessageBoxes

beforeEach(() => {
  vi.clearAllMocks()
  answers = []
  parent = window
  showMessageBox.mockImplementation(() => {
    const answer = Promise.withResolvers<{ response: number }>()
    answers.push(answer)
    return answer.promise
  })
  boxes = new MessageBoxes({ electron: { showMessageBox } as never, parent: () => parent as never })
})
const opened = (count: number) =>
  vi.waitFor(() => {
    expect(showMessageBox).toHaveBeenCalledTimes(count)
  })

it('belongs to the window in front, and has a title', async () => {
  void boxes.showMessageBox({ message: 'One?' })
  await opened(1)
  expect(showMessageBox).toHaveBeenCalledExactlyOnceWith(window, { title: 'Pulsekey', message: 'One?' })
})

it('has a title where no window is visible', async () => {
  parent = undefined
  void boxes.showMessageBox({ message: 'One?' })
  await opened(1)
  expect(showMessageBox).toHaveBeenCalledExactlyOnceWith({ title: 'Pulsekey', message: 'One?' })
})

it('asks a second question after the first one is answered, and shows the first one meanwhile', async () => {
  const first = boxes.showMessageBox({ message: 'One?' })
  await opened(1)
  const second = boxes.showMessageBox({ message: 'Two?' })
  expect(window.restore).toHaveBeenCalledOnce()
  expect(window.focus).toHaveBeenCalledOnce()
  answers[0]!.resolve({ response: 1 })
  expect(await first).toEqual({ response: 1 })
  await opened(2)
  answers[1]!.resolve({ response: 0 })
  expect(await second).toEqual({ response: 0 })
})

it("asks the next question after one that couldn't be shown", async () => {
  showMessageBox.mockRejectedValueOnce(new Error('no display'))
  await expect(boxes.showMessageBox({ message: 'One?' })).rejects.toThrow('no display')
  void boxes.showMessageBox({ message: 'Two?' })
  await opened(2)
})

it('brings nothing to the front while no box is open', () => {
  boxes.remind()
  expect(window.focus).not.toHaveBeenCalled()
})
