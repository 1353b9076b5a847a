import { describe, expect, test } from 'vitest'
import {
  alertAnswers,
  escalateAfter,
  incident,
  open,
  ringBack,
  setUpAlerted,
  TOM,
  texted,
} from '#test/alerted-fixture.ts'
import { account, care, SUSAN } from '#test/check-in-fixture.ts'

setUpAlerted()

describe('contacts who ring back', () => {
  test('a contact who rings back hears what happened, and takes it on with 1', async () => {
    await open()
    const { text, press } = await ringBack()
    expect(text).toMatch(
      /^Thank you for ringing, Susan Hartley\. This is Cooee\. Margaret Hartley didn't answer the 9:00 AM call\. To check on Margaret, press 1\./,
    )
    expect(await press('1')).toContain('You are checking on Margaret Hartley')
    expect(await incident()).toMatchObject({ status: 'owned', owner: 'Susan Hartley' })
    expect(await press('1')).toContain('You are checking on Margaret Hartley')
    expect(await alertAnswers()).toEqual([{ answer: 'took' }])
  })

  test.each([
    ['2', 'running'],
    ['3', 'resolved'],
  ])('a contact who rings back with key %s leaves the incident %s', async (key, status) => {
    await open()
    await (await ringBack()).press(key)
    expect(await incident()).toMatchObject({ status, owner: null })
  })

  test('a contact who rings back must press a key to take it on, and words are answered by asking for one', async () => {
    await open()
    const { say, press } = await ringBack()
    expect(await say("yes I'll do it")).toContain('Please press a key')
    expect(await incident()).toMatchObject({ status: 'running' })
    expect(await press('1', 'incident retry')).toContain('You are checking on')
  })

  test('a contact who rings back hears who has taken the incident on', async () => {
    await open()
    await escalateAfter(2)
    await escalateAfter(4)
    await texted('1')
    expect((await ringBack(TOM)).text).toContain('Susan Hartley is checking on Margaret.')
    expect((await ringBack(SUSAN)).text).toContain('You are checking on Margaret. For more time, press 1.')
  })

  test('a contact who rings back after the incident has ended hears who we are', async () => {
    await open()
    await texted('3')
    expect((await ringBack()).text).toContain('an automated service')
  })

  test('a contact who rings back and is called themselves is asked how they are first, and hears about the other with 4', async () => {
    await care.aLovedOne(account, { name: 'John Hartley', phoneNumber: SUSAN })
    await open()
    const { text, press } = await ringBack()
    expect(text).toMatch(/^Thank you for ringing Cooee, John Hartley\. .* To hear about Margaret Hartley, press 4\./)
    expect(await press('4', 'how')).toContain("Margaret Hartley didn't answer")
    expect(await press('1')).toContain('You are checking on Margaret Hartley')
    const checkedIn = care.db.selectFrom('inboundCalls').select('checkedIn')
    expect(await checkedIn.execute()).toEqual([{ checkedIn: [] }])
  })
})
