import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  call,
  isUnconfirmed,
  percentLoaded,
  useCsrfToken,
  whenSessionEnds,
  whenStepUpNeeded,
} from './console-client.ts'
import { ConsoleError, UNREACHABLE } from './console-error.ts'

function answerWith(body: unknown): ReturnType<typeof vi.fn<typeof fetch>> {
  const fetched = vi.fn<typeof fetch>(() => Promise.resolve(Response.json(body)))
  vi.stubGlobal('fetch', fetched)
  return fetched
}

async function refusalOf(act: Promise<unknown>): Promise<ConsoleError> {
  const error: unknown = await act.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof ConsoleError) return error
  throw new Error('was not refused with a ConsoleError')
}

afterEach(() => {
  vi.unstubAllGlobals()
  whenSessionEnds(() => undefined)
  whenStepUpNeeded(() => Promise.resolve(false))
  useCsrfToken('')
})

describe('call', () => {
  it('posts the input as JSON with the token, and returns the payload', async () => {
    const fetched = answerWith({ code: 200, msg: { rows: [], total: 0 }, time: 1 })
    useCsrfToken('token-1')
    expect(await call('app_list', { page: 2 })).toEqual({ rows: [], total: 0 })
    const [address, request] = fetched.mock.calls[0]!
    expect(address).toBe('../ajax.php?act=app_list')
    expect(request!.method).toBe('POST')
    expect(request!.body).toBe('{"page":2}')
    expect(new Headers(request!.headers).get('x-csrf-token')).toBe('token-1')
  })

  it('asks again while the server loads its accounts, and says how far it is', async () => {
    vi.useFakeTimers()
    const fetched = answerWith({ code: 503, msg: 'loading', fields: { loaded: '43' }, time: 1 })
    const called = call('app_list', {})
    await vi.waitFor(() => {
      expect(percentLoaded.value).toBe(43)
    })
    fetched.mockImplementation(() => Promise.resolve(Response.json({ code: 200, msg: 'done', time: 1 })))
    await vi.runAllTimersAsync()
    expect(await called).toBe('done')
    expect(percentLoaded.value).toBeUndefined()
    vi.useRealTimers()
  })

  it('throws a refusal with its code, its text and the reasons of the fields', async () => {
    answerWith({ code: 422, msg: 'invalid', fields: { name: 'already taken', bad: 7 }, time: 1 })
    const error = await refusalOf(call('app_create', { name: 'x' }))
    expect(error.code).toBe(422)
    expect(error.message).toBe('invalid')
    expect(error.fields).toEqual({ name: 'already taken' })
  })

  it('reports the end of the session, but not after a wrong password', async () => {
    const ended = vi.fn()
    whenSessionEnds(ended)
    answerWith({ code: 401, msg: 'not signed in', time: 1 })
    await refusalOf(call('login', { name: 'owner', password: 'wrong' }))
    expect(ended).not.toHaveBeenCalled()
    await refusalOf(call('app_list', {}))
    expect(ended).toHaveBeenCalledOnce()
  })

  describe('an act that needs a password first', () => {
    const wanted = { code: 403, msg: 'confirm', fields: { step_up: 'required' }, time: 1 }
    const done = { code: 200, msg: {}, time: 1 }

    it('asks the person, and is sent once more after the password', async () => {
      const replies = [wanted, done]
      const fetched = vi.fn<typeof fetch>(() => Promise.resolve(Response.json(replies.shift())))
      vi.stubGlobal('fetch', fetched)
      const confirm = vi.fn(() => Promise.resolve(true))
      whenStepUpNeeded(confirm)
      expect(await call('app_delete', { app: 1 })).toEqual({})
      expect(confirm).toHaveBeenCalledOnce()
      expect(fetched.mock.calls.map(([, request]) => request!.body)).toEqual(['{"app":1}', '{"app":1}'])
    })

    it('is refused and not sent again without the password', async () => {
      const fetched = answerWith(wanted)
      const error = await refusalOf(call('app_delete', { app: 1 }))
      expect(isUnconfirmed(error)).toBe(true)
      expect(fetched).toHaveBeenCalledOnce()
    })

    it('asks once only: a server that still wants it refuses', async () => {
      answerWith(wanted)
      const confirm = vi.fn(() => Promise.resolve(true))
      whenStepUpNeeded(confirm)
      expect(isUnconfirmed(await refusalOf(call('app_delete', { app: 1 })))).toBe(true)
      expect(confirm).toHaveBeenCalledOnce()
    })

    it('does not ask where the role does not allow the act', async () => {
      answerWith({ code: 403, msg: 'no', time: 1 })
      const confirm = vi.fn(() => Promise.resolve(true))
      whenStepUpNeeded(confirm)
      expect(isUnconfirmed(await refusalOf(call('app_delete', { app: 1 })))).toBe(false)
      expect(confirm).not.toHaveBeenCalled()
    })
  })

  it("reports an unreachable server, and an answer that is no console's", async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('network')))
    expect((await refusalOf(call('me', {}))).code).toBe(UNREACHABLE)
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('<html>')))
    expect((await refusalOf(call('me', {}))).code).toBe(UNREACHABLE)
    answerWith({ hello: 1 })
    expect((await refusalOf(call('me', {}))).code).toBe(UNREACHABLE)
  })

  it('passes an abort on as an abort', async () => {
    const stop = new AbortController()
    vi.stubGlobal('fetch', () => {
      stop.abort()
      return Promise.reject(stop.signal.reason as Error)
    })
    await expect(call('me', {}, { signal: stop.signal })).rejects.toMatchObject({ name: 'AbortError' })
  })
})
