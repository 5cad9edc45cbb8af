import { EventEmitter } from 'node:events'

import { beforeEach, describe, expect, it, vi } from 'vitest'

import { confinePages, mayNavigate } from './web-contents.ts'

const consoleUrl = 'http://127.0.0.1:4000'

describe('the target of a page', () => {
  it('may be the console', () => {
    expect(mayNavigate('http://127.0.0.1:4000/console/#/codes', consoleUrl)).toBe(true)
  })

  it.each([
    'http://127.0.0.1:4001/console/',
    'http://localhost:4000/console/',
    'https://127.0.0.1:4000/console/',
    'http://127.0.0.1:4000@evil.example/',
    'https://example.org/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,hello',
    'about:blank',
    'nonsense',
  ])('may not be %s', (url) => {
    expect(mayNavigate(url, consoleUrl)).toBe(false)
  })

  it('may be nothing while the server is down', () => {
    expect(mayNavigate('http://127.0.0.1:4000/console/', undefined)).toBe(false)
  })
})

describe('every page', () => {
  const app = new EventEmitter()
  const contents = Object.assign(new EventEmitter(), {
    setWindowOpenHandler: vi.fn<(handler: (details: { url: string }) => unknown) => void>(),
  })
  const wantsWindow = vi.fn()
  confinePages(app as never, { consoleUrl: () => consoleUrl, wantsWindow })
  app.emit('web-contents-created', {}, contents)
  const openHandler = contents.setWindowOpenHandler.mock.calls[0]![0]

  beforeEach(() => {
    wantsWindow.mockReset()
  })

  it.each(['will-navigate', 'will-frame-navigate', 'will-redirect'])('is stopped at %s', (name) => {
    const away = { url: 'https://example.org/', preventDefault: vi.fn() }
    contents.emit(name, away)
    expect(away.preventDefault).toHaveBeenCalledOnce()
    const home = { url: `${consoleUrl}/console/`, preventDefault: vi.fn() }
    contents.emit(name, home)
    expect(home.preventDefault).not.toHaveBeenCalled()
  })

  it('gets no webview', () => {
    const event = { preventDefault: vi.fn() }
    contents.emit('will-attach-webview', event)
    expect(event.preventDefault).toHaveBeenCalledOnce()
  })

  it('gets no window, and its request is passed on', () => {
    expect(openHandler({ url: 'https://example.org/' })).toEqual({ action: 'deny' })
    expect(wantsWindow).toHaveBeenCalledWith('https://example.org/')
    expect(openHandler({ url: `${consoleUrl}/console/` })).toEqual({ action: 'deny' })
  })
})
