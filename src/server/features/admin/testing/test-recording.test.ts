import { describe, expect, test } from 'vitest'
import { admin, audited, call, cooee, deps, setUpTesting } from '#test/testing-fixture.ts'

setUpTesting()

const SOUND = Buffer.from('RIFF, as it were')

describe('recordings of test calls', () => {
  const lookUp = (sid: string) => admin.get(`/api/admin/call-recording/${sid}`)
  const keep = (providerCallId: string, isReady = true) =>
    deps.recordings.kept.set('RE1', {
      providerRecordingId: 'RE1',
      providerCallId,
      durationSeconds: 3,
      isReady,
      bytes: SOUND,
    })

  test('the recording of a test call can be heard, whole or in parts, is kept out of caches, and every hearing is noted', async () => {
    const { callSid } = (await call()).json()
    keep(callSid)
    const { recordingUrl } = (await lookUp(callSid)).json()
    expect(recordingUrl).toMatch(/^\/api\/admin\//)
    const whole = await admin.get(recordingUrl)
    expect(whole.statusCode).toBe(200)
    expect(whole.headers).toMatchObject({ 'content-type': 'audio/wav', 'cache-control': 'private, no-store' })
    expect(whole.rawPayload).toEqual(SOUND)
    const headers = { authorization: `Bearer ${admin.token}`, range: 'bytes=1-3' }
    const part = await cooee.request('GET', recordingUrl, undefined, { headers })
    expect([part.statusCode, part.headers['content-range'], part.body]).toEqual([
      206,
      `bytes 1-3/${SOUND.length}`,
      'IFF',
    ])
    const beyond = await cooee.request('GET', recordingUrl, undefined, { headers: { ...headers, range: 'bytes=99-' } })
    expect(beyond.statusCode).toBe(416)
    expect(await audited()).toContainEqual({ action: 'test_recording.opened', detail: callSid })
  })

  test('the recording of a test call is not there yet while the provider works on it, and before that', async () => {
    const { callSid } = (await call()).json()
    for (const isKept of [false, true]) {
      if (isKept) keep(callSid, false)
      const answer = await lookUp(callSid)
      expect(answer.statusCode).toBe(404)
      expect(answer.json().message).toBe('No recording yet')
    }
  })

  test('the recording of a loved one’s call is not in the testing centre at all', async () => {
    const ofSomebody = `CA${'f'.repeat(32)}`
    keep(ofSomebody)
    expect((await lookUp(ofSomebody)).statusCode).toBe(404)
    expect((await lookUp(`${ofSomebody}/sound`)).statusCode).toBe(404)
    expect(deps.recordings.lookedFor).toEqual([])
  })

  test('the recording of a test call cannot be found while the provider is away: that is a 502', async () => {
    const { callSid } = (await call()).json()
    deps.recordings.isDown = true
    expect((await lookUp(callSid)).statusCode).toBe(502)
    expect((await lookUp(`${callSid}/sound`)).statusCode).toBe(502)
  })

  test('the recording of a test call is aborted at once when the admin leaves', async () => {
    const { callSid } = (await call()).json()
    await cooee.db.deleteFrom('accounts').where('id', '=', admin.user.circle.id).execute()
    const due = await cooee.db
      .selectFrom('recordingDeletions')
      .select('providerCallId')
      .where('deleteAt', '<=', cooee.clock.now())
      .execute()
    expect(due).toEqual([{ providerCallId: callSid }])
  })

  test('the recording of a test call is not looked up by what is no SID', async () => {
    expect((await lookUp('RE123')).statusCode).toBe(400)
  })
})
