import { beforeEach, describe, expect, test } from 'vitest'
import { incident, open, setUpAlerted, texted } from '#test/alerted-fixture.ts'
import { aContact, account, care, MARGARET, SUSAN, textsTo } from '#test/check-in-fixture.ts'

setUpAlerted()

describe('somebody who is called and a contact of another, by text message,', () => {
  beforeEach(async () => {
    await care.aLovedOne(account, { name: 'John Hartley', phoneNumber: SUSAN })
    await open()
  })

  test.each([
    ['1', 'owned'],
    ['OK', 'running'],
    ['help', 'running'],
  ])('"%s" leaves the incident of the other %s', async (text, status) => {
    await texted(text)
    expect(await incident()).toMatchObject({ status })
  })

  test('"yes" is about themselves, and the other is asked about', async () => {
    expect(await texted('Yes')).toMatch(
      /noted that John Hartley is all right\. .* About Margaret Hartley: reply 1 if you can/,
    )
    expect(await incident()).toMatchObject({ status: 'running' })
  })

  test('gets help for themselves', async () => {
    expect(await texted('help')).toContain('letting your family know')
    const cries = care.db.selectFrom('incidents').select('headline').where('cause', '=', 'help')
    expect(await cries.execute()).toEqual([{ headline: 'John Hartley texted us for help' }])
  })
})

describe('a contact whose phone is also the one on which she is called', () => {
  beforeEach(async () => {
    await care.db.deleteFrom('contacts').execute()
    await aContact('Frank Hartley', MARGARET)
    await open()
  })

  test('is told by text, with an answer that only a contact would give', () => {
    expect(textsTo(MARGARET)).toEqual([
      expect.stringMatching(/^Cooee, for Robyn Hartley: .* Reply I WILL if you can, or answer here: http/),
    ])
  })

  test.each(['1', '2', '3.', 'yes', 'No'])('is asked who is writing: "%s" may be either’s answer', async (text) => {
    expect(await texted(text, MARGARET)).toContain("we can't tell who's writing from this phone")
    expect(await incident()).toMatchObject({ status: 'running' })
  })

  test('takes it on with "I will"', async () => {
    expect(await texted('I will', MARGARET)).toContain("You're checking on Margaret Hartley")
    expect(await incident()).toMatchObject({ status: 'owned', owner: 'Frank Hartley' })
  })

  test('does not keep her from saying how she is', async () => {
    expect(await texted("I'm fine", MARGARET)).toContain("We've noted that Margaret Hartley is all right")
    expect(await incident()).toMatchObject({ status: 'resolved', endedHow: 'Margaret Hartley texted us.' })
  })
})
