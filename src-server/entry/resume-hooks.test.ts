import { expect, it } from 'vitest'
import { ResumeHooks } from './resume-hooks.ts'

it('tells those who are there, and no longer those who left', () => {
  const resume = new ResumeHooks()
  const told: string[] = []
  const leave = resume.add(() => told.push('one'))
  resume.add(() => told.push('two'))
  resume.run()
  leave()
  resume.run()
  expect(told).toEqual(['one', 'two', 'two'])
})
