import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { scriptedPush } from '#test/adapters/scripted-push.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#test/build-test-app.ts'
import { A_PASSWORD } from '#test/factories.ts'
import { sendPush } from './send-push.ts'

const KEYS = {
  p256dh: Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url'),
  auth: Buffer.alloc(16, 2).toString('base64url'),
}
let places = 0
const aSubscription = () => {
  places += 1
  return { endpoint: `https://push.example/${places}`, keys: KEYS }
}

describe('the devices of a person', () => {
  let cooee: TestApp
  let jane: SignedIn
  beforeAll(async () => {
    cooee = await buildTestApp()
  })
  beforeEach(async () => {
    jane = await cooee.aRegisteredAccount()
  })
  afterAll(() => cooee.close())

  const add = (carer: SignedIn, body: unknown = aSubscription()) => carer.post('/api/push-devices', body)
  const devices = async (carer: SignedIn) => (await carer.get('/api/push-devices')).json().devices as { id: number }[]

  const signInWith = (cookie: string) =>
    cooee.request('POST', '/api/login', { username: jane.user.username, password: A_PASSWORD }, { headers: { cookie } })

  test('a browser is added once, with its address sealed away, and removed', async () => {
    const body = aSubscription()
    expect((await add(jane, body)).statusCode).toBe(201)
    const again = await add(jane, body)
    expect(again.json()).toMatchObject({ publicKey: expect.any(String), devices: [{ lastSentAt: null }] })
    expect(again.body).not.toContain(body.endpoint)
    const [{ id }] = (await devices(jane)) as [{ id: number }]
    expect((await jane.delete(`/api/push-devices/${id}`)).statusCode).toBe(204)
    expect(await devices(jane)).toEqual([])
  })

  test('a browser belongs to who added it last', async () => {
    const tom = await cooee.aRegisteredAccount()
    const body = aSubscription()
    await add(jane, body)
    await add(tom, body)
    expect([(await devices(jane)).length, (await devices(tom)).length]).toEqual([0, 1])
  })

  test.each([
    [{ endpoint: 'http://push.example/1' }, 'endpoint'],
    [{ endpoint: 'javascript:alert(1)' }, 'endpoint'],
    [{ endpoint: 'push.example' }, 'endpoint'],
    [{ keys: { ...KEYS, auth: 'short' } }, 'keys.auth'],
    [{ keys: { ...KEYS, p256dh: 'A'.repeat(87) } }, 'keys.p256dh'],
  ])('%j is refused on %s', async (fields, path) => {
    const answer = await add(jane, { ...aSubscription(), ...fields })
    expect([answer.statusCode, answer.json().errors[0].path]).toEqual([400, path])
  })

  test('ten at the most', async () => {
    for (let n = 0; n < 10; n += 1) await add(jane)
    const answer = await add(jane)
    expect([answer.statusCode, answer.json().message]).toEqual([409, expect.stringContaining('10 devices at most')])
  })

  test('a test is sent to one’s own device alone, ten an hour', async () => {
    const tom = await cooee.aRegisteredAccount()
    await add(jane)
    const [{ id }] = (await devices(jane)) as [{ id: number }]
    expect((await tom.post(`/api/push-devices/${id}/test`)).statusCode).toBe(404)
    for (let n = 0; n < 10; n += 1) expect((await jane.post(`/api/push-devices/${id}/test`)).statusCode).toBe(202)
    expect((await jane.post(`/api/push-devices/${id}/test`)).statusCode).toBe(429)
    const [message] = await cooee.db.selectFrom('messages').selectAll().where('channel', '=', 'push').execute()
    expect(message).toMatchObject({ recipient: String(id), personId: jane.user.id, forMember: true })
  })

  test('signing out of a browser ends its notifications, and signing out everywhere else those of the others', async () => {
    const device = `cooee-device=${'d'.repeat(43)}`
    const from = (cookie?: string) => ({
      headers: { authorization: `Bearer ${jane.token}`, ...(cookie && { cookie }) },
    })
    await cooee.request('POST', '/api/push-devices', aSubscription(), from(device))
    await add(jane)
    const list = await cooee.request('GET', '/api/push-devices', undefined, from(device))
    const flags = list.json().devices.map((each: { isThisDevice: boolean }) => each.isThisDevice)
    expect(flags).toEqual([false, true])
    await cooee.request('POST', '/api/sessions/end-others', undefined, from(device))
    expect(await devices(jane)).toHaveLength(1)
    await cooee.request('POST', '/api/logout', undefined, from(device))
    const rows = await cooee.db.selectFrom('pushDevices').select('id').where('personId', '=', jane.user.id).execute()
    expect(rows).toEqual([])
  })

  test('ending a session from another device ends the notifications of its browser, and no others', async () => {
    const lost = `cooee-device=${'g'.repeat(43)}`
    const { token } = (await signInWith(lost)).json()
    const from = { headers: { authorization: `Bearer ${token}`, cookie: lost } }
    expect((await cooee.request('POST', '/api/push-devices', aSubscription(), from)).statusCode).toBe(201)
    await add(jane)
    const tom = await cooee.aRegisteredAccount()
    const sessions: { id: number; isCurrent: boolean }[] = (await jane.get('/api/sessions')).json()
    const [other] = sessions.filter(({ isCurrent }) => !isCurrent)
    expect((await tom.delete(`/api/sessions/${other?.id}`)).statusCode).toBe(404)
    expect(await devices(jane)).toHaveLength(2)
    expect((await jane.delete(`/api/sessions/${other?.id}`)).statusCode).toBe(204)
    expect(await devices(jane)).toHaveLength(1)
  })

  test('a session from before its browser was noted learns it as the page renews, so that ending it ends its notifications', async () => {
    const phone = `cooee-device=${'h'.repeat(43)}`
    const { token } = (await signInWith(phone)).json()
    const from = { headers: { authorization: `Bearer ${token}`, cookie: phone } }
    expect((await cooee.request('POST', '/api/push-devices', aSubscription(), from)).statusCode).toBe(201)
    await cooee.db.updateTable('sessions').set({ deviceHash: null }).where('personId', '=', jane.user.id).execute()
    expect((await cooee.request('POST', '/api/push-devices/renew', aSubscription(), from)).statusCode).toBe(204)
    const sessions: { id: number; isCurrent: boolean }[] = (await jane.get('/api/sessions')).json()
    const [lost] = sessions.filter(({ isCurrent }) => !isCurrent)
    expect((await jane.delete(`/api/sessions/${lost?.id}`)).statusCode).toBe(204)
    expect(await devices(jane)).toEqual([])
  })

  describe('whose push service gives it another address', () => {
    const cookie = `cooee-device=${'j'.repeat(43)}`
    const from = (carer: SignedIn) => ({ headers: { authorization: `Bearer ${carer.token}`, cookie } })
    const addHere = async (body = aSubscription()) => {
      expect((await cooee.request('POST', '/api/push-devices', body, from(jane))).statusCode).toBe(201)
      return body
    }
    const renew = async (carer: SignedIn, body = aSubscription()) =>
      (await cooee.request('POST', '/api/push-devices/renew', body, from(carer))).statusCode
    const rows = (carer: SignedIn) =>
      cooee.db
        .selectFrom('pushDevices')
        .select(['id', 'endpointHash', 'goneAt', 'createdAt'])
        .where('personId', '=', carer.user.id)
        .orderBy('id')
        .execute()
    const refuseAll = async () => {
      const push = scriptedPush()
      push.outcome = () => ({ kind: 'gone', reason: 'The push service answered 410' })
      const content = { title: 'For Jane', body: '', navigate: '/', topic: 'test' }
      for (const { id } of await rows(jane)) {
        await sendPush({ ...cooee, push }, { deviceId: id, personId: jane.user.id, content, isUrgent: false })
      }
    }

    test('it is notified there, in place of the address before, also where that is known to be gone', async () => {
      await addHere()
      await add(jane)
      for (const isGone of [false, true]) {
        const [before, other] = await rows(jane)
        if (isGone) await refuseAll()
        cooee.clock.advance(1000)
        expect(await renew(jane)).toBe(204)
        // The same row: what waits in the outbox goes to the new address.
        const after = await rows(jane)
        expect(after).toMatchObject([{ id: before?.id, goneAt: null, createdAt: before?.createdAt }, { id: other?.id }])
        expect(after[0]?.endpointHash).not.toBe(before?.endpointHash)
      }
    })

    test('a push that its former address refuses meanwhile is tried again at the new one', async () => {
      await addHere()
      const [{ id: deviceId }] = (await devices(jane)) as [{ id: number }]
      const push = scriptedPush()
      const send = () =>
        sendPush(
          { ...cooee, push },
          {
            ...{ deviceId, personId: jane.user.id, isUrgent: false },
            content: { title: 'For Jane', body: '', navigate: '/', topic: 'test' },
          },
        )
      const { send: hand } = push
      push.send = async (outgoing) => {
        await renew(jane)
        await hand(outgoing)
        return { kind: 'gone', reason: 'The push service answered 410' }
      }
      expect((await send()).kind).toBe('unreachable')
      push.send = hand
      expect((await send()).kind).toBe('accepted')
      const [first, second] = push.sent.map(({ to }) => to.endpoint)
      expect(first).not.toBe(second)
    })

    test('with another token than before, it is known by the new one', async () => {
      const body = aSubscription()
      await add(jane, body)
      expect(await renew(jane, body)).toBe(204)
      const list = await cooee.request('GET', '/api/push-devices', undefined, from(jane))
      expect(list.json().devices).toMatchObject([{ isThisDevice: true }])
    })

    test('two apps with the token of one browser are both notified, and stay so', async () => {
      const [browser, app] = [await addHere(), await addHere()]
      for (const body of [browser, app, browser]) expect(await renew(jane, body)).toBe(204)
      expect(await rows(jane)).toHaveLength(2)
      expect(await renew(jane)).toBe(204)
      expect(await rows(jane)).toHaveLength(3)
    })

    test('at an address that is known to be gone it is not notified, and at a known one nothing changes', async () => {
      const body = await addHere()
      const before = await rows(jane)
      expect(await renew(jane, body)).toBe(204)
      expect(await rows(jane)).toEqual(before)
      await refuseAll()
      expect(await renew(jane, body)).toBe(404)
      const list = await cooee.request('GET', '/api/push-devices', undefined, from(jane))
      expect(list.json().devices).toMatchObject([{ isThisDevice: true, isGone: true }])
      await addHere(body)
      expect(await rows(jane)).toMatchObject([{ goneAt: null }])
    })

    test('a person who did not switch it on, or has removed it, is not notified there', async () => {
      const tom = await cooee.aRegisteredAccount()
      const body = await addHere()
      expect(await renew(tom, body)).toBe(404)
      expect([(await rows(jane)).length, (await rows(tom)).length]).toEqual([1, 0])
      const [{ id }] = (await devices(jane)) as [{ id: number }]
      await jane.delete(`/api/push-devices/${id}`)
      expect(await renew(jane)).toBe(404)
      expect(await rows(jane)).toEqual([])
    })

    test('a browser without a token of its own is renewed by nobody', async () => {
      await add(jane)
      expect((await jane.post('/api/push-devices/renew', aSubscription())).statusCode).toBe(404)
    })

    test('devices that are gone make room for others', async () => {
      for (let n = 0; n < 10; n += 1) await add(jane)
      await refuseAll()
      expect((await add(jane)).statusCode).toBe(201)
      expect(await rows(jane)).toHaveLength(1)
    })

    test('a browser that is gone and subscribes afresh is listed once', async () => {
      await addHere()
      await refuseAll()
      await addHere()
      expect(await rows(jane)).toMatchObject([{ goneAt: null }])
    })
  })

  describe('of a browser that two people use', () => {
    const cookie = `cooee-device=${'e'.repeat(43)}`
    const from = (carer: SignedIn) => ({ headers: { authorization: `Bearer ${carer.token}`, cookie } })
    const signInHere = (carer: SignedIn) =>
      cooee.request(
        'POST',
        '/api/login',
        { username: carer.user.username, password: A_PASSWORD },
        { headers: { cookie } },
      )

    test('who signs in on it ends the news of who did not sign out, and their own goes on', async () => {
      const tom = await cooee.aRegisteredAccount()
      await cooee.request('POST', '/api/push-devices', aSubscription(), from(jane))
      await add(jane)
      expect((await signInHere(jane)).statusCode).toBe(200)
      expect(await devices(jane)).toHaveLength(2)
      expect((await signInHere(tom)).statusCode).toBe(200)
      expect(await devices(jane)).toHaveLength(1)
    })

    test('news of the first that waits in the outbox is never shown to the second', async () => {
      const tom = await cooee.aRegisteredAccount()
      const body = aSubscription()
      await add(jane, body)
      const [{ id }] = (await devices(jane)) as [{ id: number }]
      await cooee.db.updateTable('pushDevices').set({ lastSentAt: cooee.clock.now() }).where('id', '=', id).execute()
      await jane.post(`/api/push-devices/${id}/test`)
      const added = (await add(tom, body)).json().devices
      expect(added).toMatchObject([{ lastSentAt: null }])
      const push = scriptedPush()
      const content = { title: 'For Jane', body: '', navigate: '/', topic: 'test' }
      const send = (deviceId: number, personId: number) =>
        sendPush({ ...cooee, push }, { deviceId, personId, content, isUrgent: false })
      expect((await send(id, jane.user.id)).kind).toBe('gone')
      expect((await send(added[0].id, jane.user.id)).kind).toBe('gone')
      expect(push.sent).toEqual([])
      expect((await send(added[0].id, tom.user.id)).kind).toBe('accepted')
    })
  })

  test('a new password ends the news of the devices that it signs out, and not of this browser', async () => {
    const cookie = `cooee-device=${'f'.repeat(43)}`
    const from = { headers: { authorization: `Bearer ${jane.token}`, cookie } }
    await cooee.request('POST', '/api/push-devices', aSubscription(), from)
    await add(jane)
    const newPassword = 'Quiet-Harbour-42'
    const changed = await cooee.request(
      'POST',
      '/api/password/change',
      { currentPassword: A_PASSWORD, newPassword },
      from,
    )
    expect(changed.statusCode, changed.body).toBe(200)
    const rows = () => cooee.db.selectFrom('pushDevices').select('id').where('personId', '=', jane.user.id).execute()
    expect(await rows()).toHaveLength(1)
  })
})
