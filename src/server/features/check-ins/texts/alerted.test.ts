import { describe, expect, test } from 'vitest'
import {
  alertAnswers,
  escalateAfter,
  HOLDER,
  incident,
  open,
  setUpAlerted,
  TOM,
  texted,
} from '#test/alerted-fixture.ts'
import { aContact, account, care, inbound, MINUTE, SUSAN, textsTo } from '#test/check-in-fixture.ts'
import { refusedBy } from '#test/refusals.ts'

setUpAlerted()

describe('contacts who answer the text of an alert', () => {
  test.each([
    ['1', { intent: 'calling', etaMinutes: null }, '9:30 AM'],
    ["Yes I'll go", { intent: 'calling', etaMinutes: null }, '9:30 AM'],
    ['on my way 20', { intent: 'going', etaMinutes: 20 }, '9:35 AM'],
    ['on my way 60', { intent: 'going', etaMinutes: 60 }, '10:15 AM'],
  ])('a contact who answers "%s" takes the incident on, and reads for how long', async (text, taken, until) => {
    await open()
    const reply = await texted(text)
    expect(reply).toMatch(/^Thank you\. You're checking on Margaret Hartley.*\+61 491 570 156/)
    expect(reply).toContain(`by ${until}, we'll ask someone else`)
    expect(await incident()).toMatchObject({ status: 'owned', owner: 'Susan Hartley', ...taken })
    expect(await alertAnswers()).toEqual([{ answer: 'took' }])
    await escalateAfter(20)
    expect(textsTo(TOM)).toEqual([])
  })

  test('a contact who answers 2 declines, and the next person is notified at once', async () => {
    await open()
    expect(await texted("2 can't sorry")).toContain("We're asking others to check on Margaret Hartley")
    await care.escalate()
    expect(textsTo(TOM)).toHaveLength(1)
  })

  test('a contact who answers 2 while another owns the incident hears that nobody else is asked', async () => {
    await open()
    for (let minute = 0; minute < 8; minute++) await escalateAfter(1)
    await texted('1', TOM)
    expect(await texted('2')).toBe(
      "Thank you. Tom Hartley is checking on Margaret Hartley, so we're not asking anyone else.",
    )
  })

  test('a contact who texts after a ring answers the text, and not the ring', async () => {
    await open()
    await escalateAfter(3)
    await texted("she's ok")
    const noted = await care.db
      .selectFrom('alerts')
      .select(['channel', 'answer'])
      .where('answer', 'is not', null)
      .execute()
    expect(noted).toEqual([{ channel: 'sms', answer: 'ok' }])
  })

  test('a contact who answers "she\'s ok" ends the incident, with the all-clear', async () => {
    await open()
    expect(await texted("She's OK")).toContain("We're letting everyone know")
    expect(await incident()).toMatchObject({ status: 'resolved', endedHow: "Susan Hartley says all's well." })
    expect(await texted('1')).toBe(
      "Thank you. We've already closed this for Margaret Hartley. Susan Hartley says all's well.",
    )
  })

  test('a contact whose phone answers by itself takes nothing on', async () => {
    await open()
    const answer = await texted("I'm driving with Focus turned on. I'll see your message when I get where I'm going.")
    expect(answer).toContain('reply 1 if you can')
    expect(await incident()).toMatchObject({ status: 'running', owner: null })
  })

  test('an owner extends their time only by the digit, not by words', async () => {
    await open()
    await texted('1')
    await escalateAfter(20)
    expect(await texted('on my way')).toContain("You're already checking on Margaret Hartley. Reply 1 for more time")
    await escalateAfter(11)
    expect(await incident()).toMatchObject({ status: 'running' })
    await texted('1')
    await escalateAfter(20)
    await texted('1')
    await escalateAfter(20)
    expect(await incident()).toMatchObject({ status: 'owned' })
  })

  test('a contact who answers second learns who was first', async () => {
    await open()
    await escalateAfter(2)
    await escalateAfter(4)
    await texted('1')
    expect(await texted('yes', TOM)).toMatch(/^Thank you\. Susan Hartley is already checking on Margaret Hartley/)
    expect(await incident()).toMatchObject({ owner: 'Susan Hartley' })
  })

  test('one of two contacts who answer at the same moment takes the incident on, and the other learns who did', async () => {
    await open()
    await escalateAfter(2)
    await escalateAfter(4)
    const replies = await Promise.all([texted('1', SUSAN), texted('1', TOM)])
    const { owner } = await incident()
    expect(replies.filter((reply) => reply?.includes("You're checking on"))).toHaveLength(1)
    expect(replies.filter((reply) => reply?.includes(`${owner} is already checking on`))).toHaveLength(1)
  })

  test.each(['OK', '👍', 'Is she ok?', 'what is this'])(
    'a contact who answers "%s" changes nothing and reads the choices',
    async (text) => {
      await open()
      const reply = await texted(text)
      expect(reply).toContain("About Margaret Hartley: reply 1 if you can, 2 if you can't, 3 if all's well.")
      expect(await incident()).toMatchObject({ status: 'running' })
    },
  )

  test('a contact’s answer counts once, however often the provider reports it', async () => {
    await open()
    const text = { from: SUSAN, text: '1', providerMessageId: 'SM-1' }
    const first = await inbound.texted(text)
    care.clock.advance(31 * MINUTE)
    await care.escalate()
    expect(await inbound.texted(text)).toBe(first)
    expect(await incident()).toMatchObject({ status: 'running' })
  })

  test('a contact gets six replies in ten minutes and then no more, but is still understood', async () => {
    await open()
    const replies: (string | null)[] = []
    for (let times = 0; times < 60; times++) replies.push(await texted(times % 2 ? '1' : 'on my way'))
    expect(replies.filter((reply) => reply !== null)).toHaveLength(6)
    expect(await texted('3')).toBeNull()
    expect(await incident()).toMatchObject({ status: 'resolved' })
    for (let times = 0; times < 60; times++) replies.push(await texted('1'))
    expect(replies.filter((reply) => reply !== null)).toHaveLength(6)
    care.clock.advance(11 * MINUTE)
    expect(await texted('1')).toContain("We've already closed this")
  })

  test('a contact gets twenty replies a day at most', async () => {
    await open()
    let answers = 0
    for (let times = 0; times < 60; times++) {
      if ((await texted('1')) !== null) answers += 1
      care.clock.advance(5 * MINUTE)
    }
    expect(answers).toBe(20)
  })

  test('a contact who was not notified yet is a stranger', async () => {
    await open()
    expect(await texted('1', TOM)).toMatch(/^This is Cooee/)
    expect(await incident()).toMatchObject({ status: 'running' })
  })

  test('an account holder with a number can answer an alert like a contact', async () => {
    await care.db.updateTable('people').set({ phoneNumber: HOLDER }).execute()
    await open()
    expect(await texted('calling', HOLDER)).toContain("You're checking on Margaret Hartley")
    expect(await incident()).toMatchObject({ owner: 'Robyn Hartley' })
  })
})

describe('contacts who answer STOP', () => {
  const contactAlerts = () =>
    care.db
      .selectFrom('alerts')
      .innerJoin('incidentPeople', 'incidentPeople.id', 'alerts.incidentPersonId')
      .select('channel')
      .where('role', '=', 'contact')
      .execute()

  test('STOP from a contact refuses calls and texts, and the account holder is notified by mail, once', async () => {
    expect(await texted('STOP')).toBeNull()
    expect(await texted('🛑 stop.')).toBeNull()
    expect(await refusedBy(care.db, SUSAN)).toEqual(['calls', 'texts'])
    const subject = "Susan Hartley doesn't want calls or texts from Cooee any more"
    expect(care.notified).toMatchObject([{ channel: 'email', subject, accountId: account.id }])
    const entries = care.db.selectFrom('activity').select(['activityType', 'description'])
    expect(await entries.execute()).toEqual([
      { activityType: 'contact_updated', description: "Susan Hartley doesn't want calls or texts any more" },
    ])
  })

  test('a contact who answered STOP is neither texted nor rung as a fallback, and the next person is notified at once', async () => {
    await texted('STOP')
    await open()
    expect([textsTo(SUSAN), textsTo(TOM).length]).toEqual([[], 1])
    await escalateAfter(20)
    expect(care.telephony.alertsDialled.filter(({ to }) => to === SUSAN)).toEqual([])
  })

  test('a contact who refuses texts alone still agrees to calls and is rung at once', async () => {
    expect(await texted('No more texts please')).toContain("We won't text this phone any more.")
    await open()
    expect(textsTo(SUSAN)).toEqual([])
    expect(await contactAlerts()).toEqual([{ channel: 'call' }])
  })

  test.each([
    ['START', []],
    ['unstop', []],
    ['Yes', ['calls']],
  ])('a contact takes STOP back with %s', async (text, refused) => {
    await texted('STOP')
    await texted(text)
    expect(await refusedBy(care.db, SUSAN)).toEqual(refused)
    await open()
    expect(textsTo(SUSAN)).toHaveLength(1)
  })

  test('STOP from a contact is reported to every account that has them as a contact', async () => {
    const other = await care.anAccount()
    const theirs = await care.aLovedOne(other, { phoneNumber: '+61491570199' })
    await aContact('Sue', SUSAN, { accountId: other.id, lovedOneId: theirs })
    await texted('STOP')
    expect(care.notified.map(({ accountId }) => accountId)).toEqual([account.id, other.id])
  })

  test('STOP from a loved one’s own emergency contact notifies the account holder too, and again only after START', async () => {
    await care.db
      .updateTable('lovedOnes')
      .set({ emergencyContactName: 'Sunita Rao', emergencyContactPhone: '+61491570177' })
      .execute()
    for (const text of ['STOP', 'STOP', 'START']) await texted(text, '+61491570177')
    const refused = { subject: "Sunita Rao doesn't want calls or texts from Cooee any more" }
    const lifted = { subject: expect.stringContaining('Sunita Rao') }
    expect(care.notified).toMatchObject([refused, lifted])
    for (const text of ['STOP', 'STOP']) await texted(text, '+61491570177')
    expect(care.notified).toMatchObject([refused, lifted, refused])
  })
})
