import { beforeEach, describe, expect, test } from 'vitest'
import { incident, open, setUpAlerted, texted } from '#test/alerted-fixture.ts'
import { aContact, account, care, MARGARET, SUSAN, textsTo } from '#test/check-in-fixture.ts'

setUpAlerted()

describe('texts of a loved one who is also the contact of another', () => {
  beforeEach(async () => {
    await care.aLovedOne(account, { name: 'John Hartley', phoneNumber: SUSAN })
    await open()
  })

  test.each([
    ['1', 'owned'],
    ['OK', 'running'],
    ['help', 'running'],
  ])('"%s" leaves the incident of the other loved one %s', async (text, status) => {
    await texted(text)
    expect(await incident()).toMatchObject({ status })
  })

  test('"yes" is about the sender, and the other loved one is asked about', async () => {
    expect(await texted('Yes')).toMatch(
      /noted that John Hartley is all right\. .* About Margaret Hartley: reply 1 if you can/,
    )
    expect(await incident()).toMatchObject({ status: 'running' })
  })

  test('a loved one who is also a contact gets help for themselves', async () => {
    expect(await texted('help')).toContain('letting your family know')
    const cries = care.db.selectFrom('incidents').select('headline').where('cause', '=', 'help')
    expect(await cries.execute()).toEqual([{ headline: 'John Hartley texted us for help' }])
  })
})

describe('contacts whose phone is also the one on which the loved one is called', () => {
  beforeEach(async () => {
    await care.db.deleteFrom('contacts').execute()
    await aContact('Frank Hartley', MARGARET)
    await open()
  })

  test('a contact who shares the loved one’s phone is notified by text, with an answer that only a contact would give', () => {
    expect(textsTo(MARGARET)).toEqual([
      expect.stringMatching(/^Cooee, for Robyn Hartley: .* Reply I WILL if you can, or answer here: http/),
    ])
  })

  test.each(['1', '2', '3.', 'yes', 'No'])(
    'a shared phone is asked who is writing: "%s" may be either’s answer',
    async (text) => {
      expect(await texted(text, MARGARET)).toContain("we can't tell who's writing from this phone")
      expect(await incident()).toMatchObject({ status: 'running' })
    },
  )

  test('a contact who shares the phone takes the incident on with "I will"', async () => {
    expect(await texted('I will', MARGARET)).toContain("You're checking on Margaret Hartley")
    expect(await incident()).toMatchObject({ status: 'owned', owner: 'Frank Hartley' })
  })

  test('a contact who shares the phone does not keep the loved one from saying how she is', async () => {
    expect(await texted("I'm fine", MARGARET)).toContain("We've noted that Margaret Hartley is all right")
    expect(await incident()).toMatchObject({ status: 'resolved', endedHow: 'Margaret Hartley texted us.' })
  })
})
