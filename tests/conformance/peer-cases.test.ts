import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../support/test-server.ts'
import { moveSetup, ourSaid, peerSaid, type Said } from './peer/compare.ts'
import { APPKEY, layFixture, RC4_KEY, type Fixture } from './peer/lay-fixture.ts'
import { expectState, ourState, peerState } from './peer/compare-state.ts'
import { PEER_CASES, type PeerCase } from './peer/peer-case.ts'
import { NOT_ASKED, PEER_DIFFERENCES, STATE_DIFFERENCES, type OurAnswer } from './peer-differences.ts'
import { writeMarks } from './support/marks.ts'
import { sendRaw } from './support/send-raw.ts'

/**
 * Replays the original's answers in their order: each equals ours, or peer-differences.ts gives the reason.
 */

const differences = new Map<string, OurAnswer>(PEER_DIFFERENCES.flatMap(({ cases }) => Object.entries(cases)))

let server: TestServer
let fixture: Fixture

beforeAll(async () => {
  server = await TestServer.start()
}, 60_000)
afterAll(() => server.end(), 60_000)

describe('answers of the original server', () => {
  it.each(PEER_CASES)('$id $note', async (peerCase) => {
    // A second later, so that the signature differs from the last case's.
    server.clock.pass(1)
    if (peerCase.setup !== null) fixture = await layFixture(server, peerCase.setup)
    if (peerCase.id in NOT_ASKED) return
    const ours = await ask(peerCase)
    const theirs = peerSaid(peerCase, fixture, ours.time)
    const ourOwn = differences.get(peerCase.id)
    if (ourOwn === undefined) {
      expect(ours).toEqual(theirs)
    } else {
      expect(ours).toMatchObject(moveSetup({ status: 200, ...ourOwn }, fixture.at) as object)
      expect(ours, 'is listed as different').not.toEqual(theirs)
    }
    await compareState(peerCase, ours.time)
  })

  it('every listed case is in the file', () => {
    const ids = PEER_CASES.map(({ id }) => id)
    for (const id of [...differences.keys(), ...Object.keys(NOT_ASKED)]) expect(ids).toContain(id)
  })
})

/** The code's row after the case, as the console shows it. */
async function compareState(peerCase: PeerCase, time: number): Promise<void> {
  const kami = peerCase.state_after?.['kami']
  if (typeof kami !== 'string') return
  const state = await ourState(server, fixture.codesIn, kami)
  // A case that can't be made here has no state either.
  if (state === undefined) return
  expectState(state, { ...peerState(peerCase, fixture, time), ...STATE_DIFFERENCES[peerCase.id] }, fixture)
}

async function ask(peerCase: PeerCase): Promise<Said> {
  const { method, query, body, headers } = peerCase.request
  const marks = { now: server.clock.now(), appkey: APPKEY, rc4Key: RC4_KEY }
  const write = (text: string) =>
    writeMarks(text.replaceAll(/\b(app=(?:%20)?)10001/g, `$1${fixture.app}`), marks)
  const response = await sendRaw(server.running.publicUrl, {
    method,
    query: write(query),
    body: body === null ? undefined : write(body),
    headers,
  })
  const theirs = peerCase.response.check_over?.value ?? ''
  const ours = differences.get(peerCase.id)?.check?.value
  return ourSaid(response, fixture, ours === undefined ? [theirs, ''] : [ours])
}
