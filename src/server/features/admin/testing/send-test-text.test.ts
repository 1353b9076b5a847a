import { describe, expect, test } from 'vitest'
import { admin, audited, cooee, START, setUpTesting, texts } from '#test/testing-fixture.ts'

setUpTesting()

describe('a test text', () => {
  const text = (fields = {}) =>
    admin.post('/api/admin/test-sms', { phoneNumber: '+61 2 9876 5432', message: 'Hello there', ...fields })

  test('a test text is sent once, and shows its SID', async () => {
    const answer = await text()
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ messageSid: `SM${'1'.repeat(32)}`, error: null })
    expect(texts.written).toEqual([{ to: '+61298765432', text: 'Hello there', messageId: null }])
    expect(await audited()).toEqual([{ action: 'test_text.sent', detail: 'to ***432' }])
  })

  test.each([
    [{ kind: 'rejected', reason: 'unsubscribed (21610)' }, 400, '21610'],
    [{ kind: 'unreachable', reason: 'ECONNREFUSED' }, 502, 'Failed to send SMS'],
  ] as const)('a test text that is %j answers %i and says why', async (outcome, status, why) => {
    texts.outcome = outcome
    const answer = await text()
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toEqual({
      messageSid: null,
      error: answer.json().message,
      message: expect.stringContaining(why),
    })
    expect((await audited()).map(({ action }) => action)).toEqual(['test_text.sent', 'test_text.not_sent'])
  })

  test('a test text needs five characters and an ordinary phone', async () => {
    expect((await text({ message: 'Hi  ' })).json().errors).toEqual([
      { path: 'message', message: 'Message must be at least 5 characters' },
    ])
    expect((await text({ phoneNumber: '1900 123 456' })).statusCode).toBe(400)
    expect(texts.written).toEqual([])
  })

  test('test texts can be sent 60 times an hour', async () => {
    await cooee.db
      .insertInto('quotaUses')
      .values({ quota: 'test-text', subject: String(admin.user.circle.id), windowStartedAt: START, used: 60 })
      .execute()
    expect((await text()).statusCode).toBe(429)
  })
})
