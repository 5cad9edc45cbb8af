import { expect, it } from 'vitest'
import { ResumeHooks } from './resume-hooks.ts'

it('runs each hook until it is removed', () => {
  const resume = new ResumeHooks()
  const calls: string[] = []
  const remove = resume.add(() => calls.push('one'))
  resume.add(() => calls.push('two'))
  resume.run()
  remove()
  resume.run()
  expect(calls).toEqual(['one', 'two', 'two'])
})
