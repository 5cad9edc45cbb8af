import { effectScope, nextTick, ref } from 'vue'
import { expect, it } from 'vitest'
import { useAnswer } from './answer.ts'

it('an answer stays while it is read again, and is dropped for another question', async () => {
  const [question, news] = [ref('a'), ref(0)]
  const waiting: ((answer: string) => void)[] = []
  const scope = effectScope()
  const answer = scope.run(() =>
    useAnswer(
      () => new Promise<string>((resolve) => void waiting.push(resolve)),
      () => question.value,
      () => news.value,
    ),
  )!
  const arrives = async (text: string) => {
    waiting.at(-1)?.(text)
    await nextTick()
    await nextTick()
  }
  await arrives('first')
  news.value++
  await nextTick()
  expect([waiting.length, answer.value.value]).toEqual([2, 'first'])
  await arrives('second')
  expect(answer.value.value).toBe('second')
  question.value = 'b'
  await nextTick()
  expect([waiting.length, answer.value.value]).toEqual([3, undefined])
  scope.stop()
})
