import { defineComponent, effectScope } from 'vue'
import { expect, it } from 'vitest'
import { useDialogs, useShownDialogs } from './dialogs.ts'

const define = (name: string) => defineComponent({ name })
const First = define('FirstDialog')
const Second = define('SecondDialog')
const shown = useShownDialogs()

it('a closed dialog stays until the next one is shown', () => {
  const screen = effectScope()
  const show = screen.run(() => useDialogs())!
  show(First, {})
  const [dialog] = shown.value
  dialog!.open.value = false
  expect(shown.value).toEqual([dialog])
  show(Second, {})
  expect(shown.value.map(({ component }) => component)).toEqual([Second])
  screen.stop()
})

it('a dialog over another one leaves it open', () => {
  const screen = effectScope()
  const show = screen.run(() => useDialogs())!
  show(First, {})
  show(Second, {})
  expect(shown.value.map(({ component }) => component)).toEqual([First, Second])
  screen.stop()
})

it('a screen that goes takes its own dialogs with it', () => {
  const screen = effectScope()
  const other = effectScope()
  screen.run(() => useDialogs())!(First, {})
  other.run(() => useDialogs())!(Second, {})
  screen.stop()
  expect(shown.value.map(({ component }) => component)).toEqual([Second])
  other.stop()
  expect(shown.value).toEqual([])
})
