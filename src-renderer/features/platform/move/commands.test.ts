import { expect, it } from 'vitest'
import { isHost, moveCommands, nameToMove } from './commands.ts'

it('names the bundle and the machine, in quotes that every shell has', () => {
  expect(moveCommands('C:\\Users\\A B\\m.tar.gz', ' vps.example ')).toEqual({
    copy: 'scp "C:\\Users\\A B\\m.tar.gz" root@vps.example:pulsekey-move.tar.gz',
    install: 'ssh -t root@vps.example "tar -xzf pulsekey-move.tar.gz && sh pulsekey-move/install.sh"',
  })
  expect(moveCommands('/m', '').copy).toContain('root@203.0.113.7:')
})

it('takes no host that a shell would read as more', () => {
  expect(['vps.example', '203.0.113.7', '2001:db8::1', ''].every(isHost)).toBe(true)
  expect(['a b', 'a;b', '$(x)', 'a"b', "a'b"].some(isHost)).toBe(false)
})

it('names the DNS record only where programs call a name', () => {
  expect(nameToMove('https://ea.example.com:8443/yz/')).toBe('ea.example.com')
  expect(nameToMove('http://203.0.113.7:8787/')).toBeUndefined()
  expect(nameToMove('http://[2001:db8::1]/')).toBeUndefined()
  expect(nameToMove('')).toBeUndefined()
})
