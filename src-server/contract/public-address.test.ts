import { describe, expect, it } from 'vitest'
import { readAddress, type AddressProblem, type Reach } from './public-address.ts'

describe('an address as a person types it', () => {
  it.each([
    ['https://ea.example.com', 'https://ea.example.com/'],
    ['  HTTPS://EA.Example.COM:8443/yz  ', 'https://ea.example.com:8443/yz/'],
    ['https://ea.example.com:443/', 'https://ea.example.com/'],
    ['http://ea.example.com:80', 'http://ea.example.com/'],
    ['http://ea.example.com:443', 'http://ea.example.com:443/'],
    ['http://ea.example.com:08080', 'http://ea.example.com:8080/'],
    ['http://ea.example.com./', 'http://ea.example.com/'],
    ['http://203.0.113.7:8787', 'http://203.0.113.7:8787/'],
    ['http://[2001:DB8:0:0:0:0:0:1]:8787/yz', 'http://[2001:db8::1]:8787/yz/'],
    ['https://许可证.中国', 'https://xn--jpr111k2a.xn--fiqs8s/'],
    ['https://bücher.example/Yz/', 'https://xn--bcher-kva.example/Yz/'],
    ['http://ea.example.com//yz///ab', 'http://ea.example.com/yz/ab/'],
    ['http://ea.example.com/yz/api.php', 'http://ea.example.com/yz/'],
    ['http://ea.example.com/API.php', 'http://ea.example.com/'],
  ])('%j becomes %j', (typed, url) => {
    expect(readAddress(typed)).toMatchObject({ url })
    expect(readAddress(url)).toMatchObject({ url })
  })

  it.each<[string, AddressProblem]>([
    ['', 'scheme'],
    ['ea.example.com', 'scheme'],
    ['ftp://a', 'scheme'],
    ['javascript:x', 'scheme'],
    ['http:/a', 'scheme'],
    ['http：//a', 'scheme'],
    ['http://user@a', 'user'],
    ['http://user:secret@a/', 'user'],
    ['http://a/?x', 'query'],
    ['https://a/console/#/live', 'query'],
    ['http://', 'host'],
    ['http:///yz', 'host'],
    ['http://a b', 'host'],
    ['http://a"b', 'host'],
    ["http://a'b", 'host'],
    ['http://a]]', 'host'],
    ['http://a\\b', 'host'],
    ['http://a\nb', 'host'],
    ['http://%61', 'host'],
    ['http://-a.example', 'host'],
    ['http://a..b', 'host'],
    ['http://127.1', 'host'],
    ['http://2130706433', 'host'],
    ['http://256.1.1.1', 'host'],
    ['http://0x7f.1', 'host'],
    ['http://[fe80::1%eth0]', 'host'],
    ['http://[1:2]', 'host'],
    [`http://${'a'.repeat(64)}.example`, 'host'],
    [`http://${'a.'.repeat(130)}com`, 'host'],
    ['http://2001:db8::1', 'ipv6'],
    ['http://0.0.0.0:8787', 'everywhere'],
    ['http://[::]:8787', 'everywhere'],
    ['http://a:', 'port'],
    ['http://a:0', 'port'],
    ['http://a:65536', 'port'],
    ['http://a:99999', 'port'],
    ['http://a:80x', 'port'],
    ['http://a:-1', 'port'],
    ['http://a/../b', 'folder'],
    ['http://a/y z', 'folder'],
    ['http://a/"', 'folder'],
    ['http://a/文件', 'folder'],
    ['http://a/%2e%2e', 'folder'],
    [`http://a/${'y'.repeat(127)}`, 'folder'],
    [`http://a/${'y'.repeat(400)}`, 'too_long'],
  ])('%j is refused because of its %s', (typed, problem) => {
    expect(readAddress(typed)).toBe(problem)
  })

  it('has an origin without the folder, for the list of MetaTrader', () => {
    expect(readAddress('https://ea.example.com:8443/yz/')).toMatchObject({
      origin: 'https://ea.example.com:8443',
      folder: '/yz/',
    })
    expect(readAddress('http://[2001:db8::1]/')).toMatchObject({ origin: 'http://[2001:db8::1]' })
  })
})

describe('the reach of a host', () => {
  it.each<[string, Reach]>([
    ['localhost', 'loopback'],
    ['ea.localhost', 'loopback'],
    ['127.0.0.1', 'loopback'],
    ['127.9.9.9', 'loopback'],
    ['[::1]', 'loopback'],
    ['[::ffff:127.0.0.1]', 'loopback'],
    ['10.0.0.1', 'private'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.1.5', 'private'],
    ['100.64.0.1', 'private'],
    ['100.127.255.254', 'private'],
    ['169.254.1.1', 'private'],
    ['[fd12:3456::1]', 'private'],
    ['[fc00::1]', 'private'],
    ['[fe80::1]', 'private'],
    ['[::ffff:192.168.1.5]', 'private'],
    ['tower.local', 'private'],
    ['tower', 'private'],
    ['tower.home.arpa', 'private'],
    ['9.255.255.255', 'public'],
    ['11.0.0.1', 'public'],
    ['172.15.0.1', 'public'],
    ['172.32.0.1', 'public'],
    ['100.63.0.1', 'public'],
    ['100.128.0.1', 'public'],
    ['192.169.0.1', 'public'],
    ['[2001:db8::1]', 'public'],
    ['[fcab::]', 'private'],
    ['[::ffff:203.0.113.7]', 'public'],
    ['ea.example.com', 'public'],
    ['10.example.com', 'public'],
    ['local.example.com', 'public'],
    ['notlocalhost.com', 'public'],
  ])('http://%s is %s', (host, reach) => {
    expect(readAddress(`http://${host}`)).toMatchObject({ reach })
  })
})
