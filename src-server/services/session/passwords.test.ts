import { expect, it } from 'vitest'
import { Passwords } from './passwords.ts'

it('hashes at the least cost that OWASP recommends, unless another cost is given', async () => {
  expect(await new Passwords().hash('a password')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

it('accepts a password that was hashed at another cost, and no other password', async () => {
  const stored = await new Passwords({ memoryCost: 8, timeCost: 1, parallelism: 1 }).hash('a password')
  const passwords = new Passwords()
  expect(await passwords.verify(stored, 'a password')).toBe(true)
  expect(await passwords.verify(stored, 'another')).toBe(false)
  expect(await passwords.verify('', '')).toBe(false)
  expect(await passwords.verify(undefined, 'nobody has this password')).toBe(false)
})
