import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ScriptPart } from '#core/call-script/script.ts'
import type { InboundFacts } from '#server/adapters/telephony/telephony.ts'
import { openIncident } from '#server/features/incidents/public.ts'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import { aNumber } from '#test/factories.ts'
import { refusedBy } from '#test/refusals.ts'
import { inboundFacts } from './inbound-facts.ts'

const MINUTE = 60_000
const MARGARET = '+61491570156'
const SUSAN = '+61491570157'
const TOM = '+61491570158'
const HOLDER = '+61491570150'

let care: CareFixture
let inbound: InboundFacts
let account: { id: number }
let lovedOneId: number

beforeAll(async () => {
  care = await careFixture()
  inbound = inboundFacts(care.deps)
})
afterAll(() => care.close())
beforeEach(async () => {
  for (const table of ['accounts', 'events', 'inboundCalls', 'inboundTexts', 'quotaUses', 'phoneRefusals'] as const) {
    await care.db.deleteFrom(table).execute()
  }
  care.telephony.clear()
  care.told.length = 0
  care.clock.set(NINE_IN_SYDNEY)
  account = await care.anAccount()
  lovedOneId = await care.aLovedOne(account, { phoneNumber: MARGARET })
  await aContact('Susan Hartley', SUSAN)
  await aContact('Tom Hartley', TOM)
})

async function aContact(name: string, phoneNumber: string, of = { accountId: account.id, lovedOneId }) {
  const fields = { contactType: 'family', isEmergencyContact: true, position: aNumber() } as const
  await care.db
    .insertInto('contacts')
    .values({ ...of, name, phoneNumber, ...fields })
    .execute()
}
async function open(name = 'Margaret Hartley', of = { accountId: account.id, lovedOneId }) {
  const headline = `${name} was not reached by the 9:00 AM call`
  const happening = { ...of, callId: null, cause: 'not_reached', headline, detail: null } as const
  await care.db.transaction().execute((trx) => openIncident(care.deps.incidents, trx, happening))
  await care.escalate()
}
async function pass(minutes: number) {
  care.clock.advance(minutes * MINUTE)
  await care.escalate()
}
const write = (text: string, from = SUSAN) => inbound.texted({ from, text, providerMessageId: `SM-al-${aNumber()}` })
const spoken = (script: readonly ScriptPart[]) =>
  script.flatMap((part) => (part.kind === 'ask' ? part.prompt : part.kind === 'say' ? part.text : [])).join(' ')
async function ring(from = SUSAN) {
  const call = { from, providerCallId: `CA-al-${aNumber()}` }
  const script = await inbound.called(call)
  return {
    text: spoken(script),
    press: async (keys: string, step = 'incident') => spoken(await inbound.answered(call, step, { keys, speech: '' })),
    say: async (speech: string, step = 'incident') => spoken(await inbound.answered(call, step, { keys: '', speech })),
  }
}
async function incident() {
  const row = await care.db
    .selectFrom('incidents')
    .leftJoin('incidentPeople', 'incidentPeople.id', 'incidents.ownerId')
    .select(['status', 'intent', 'etaMinutes', 'endedHow', 'incidentPeople.name as owner'])
    .orderBy('incidents.id')
    .executeTakeFirstOrThrow()
  return row
}
const answers = () =>
  care.db.selectFrom('alerts').select('answer').where('answer', 'is not', null).orderBy('id').execute()
const textsTo = (number: string) => care.told.filter(({ recipient }) => recipient === number).map(({ text }) => text)

describe('a contact who answers the text of an alert', () => {
  test.each([
    ['1', { intent: 'calling', etaMinutes: null }],
    ["Yes I'll go", { intent: 'calling', etaMinutes: null }],
    ['on my way 20', { intent: 'going', etaMinutes: 20 }],
  ])('with "%s" takes it on', async (text, taken) => {
    await open()
    expect(await write(text)).toMatch(/^Thank you\. You are looking after Margaret Hartley.*\+61 491 570 156/)
    expect(await incident()).toMatchObject({ status: 'owned', owner: 'Susan Hartley', ...taken })
    expect(await answers()).toEqual([{ answer: 'took' }])
    await pass(20)
    expect(textsTo(TOM)).toEqual([])
  })

  test('with 2 declines, and the next one is told at once', async () => {
    await open()
    expect(await write("2 can't sorry")).toContain("you can't look after Margaret Hartley")
    await care.escalate()
    expect(textsTo(TOM)).toHaveLength(1)
  })

  test('with "she\'s ok" ends it, with the all-clear', async () => {
    await open()
    expect(await write("She's OK")).toContain('Everybody who was alerted is told')
    expect(await incident()).toMatchObject({ status: 'resolved', endedHow: 'Susan Hartley says that all is well.' })
    expect(await write('1')).toBe('Thank you. It is over for Margaret Hartley: Susan Hartley says that all is well.')
  })

  test('takes nothing on by a phone that answers by itself', async () => {
    await open()
    const answer = await write("I'm driving with Focus turned on. I'll see your message when I get where I'm going.")
    expect(answer).toContain('reply 1 if you will do it')
    expect(await incident()).toMatchObject({ status: 'running', owner: null })
  })

  test('and looks after it already has no longer by words, only by the digit', async () => {
    await open()
    await write('1')
    await pass(20)
    expect(await write('on my way')).toContain('You are looking after Margaret Hartley already. Reply 1 for more time')
    await pass(11)
    expect(await incident()).toMatchObject({ status: 'running' })
    await write('1')
    await pass(20)
    await write('1')
    await pass(20)
    expect(await incident()).toMatchObject({ status: 'owned' })
  })

  test('second learns who was first', async () => {
    await open()
    await pass(2)
    await pass(4)
    await write('1')
    expect(await write('yes', TOM)).toMatch(/^Thank you\. Susan Hartley is looking after Margaret Hartley already/)
    expect(await incident()).toMatchObject({ owner: 'Susan Hartley' })
  })

  test('at the same moment as another: one of them has it, the other is told who', async () => {
    await open()
    await pass(2)
    await pass(4)
    const replies = await Promise.all([write('1', SUSAN), write('1', TOM)])
    const { owner } = await incident()
    expect(replies.filter((reply) => reply?.includes('You are looking after'))).toHaveLength(1)
    expect(replies.filter((reply) => reply?.includes(`${owner} is looking after`))).toHaveLength(1)
  })

  test.each(['OK', '👍', 'Is she ok?', 'what is this'])(
    'with "%s" settles nothing and reads the choices',
    async (text) => {
      await open()
      const reply = await write(text)
      expect(reply).toContain("About Margaret Hartley: reply 1 if you will do it, 2 if you can't, 3 if all is well.")
      expect(await incident()).toMatchObject({ status: 'running' })
    },
  )

  test('is understood once, however often the provider tells of it', async () => {
    await open()
    const text = { from: SUSAN, text: '1', providerMessageId: 'SM-1' }
    const first = await inbound.texted(text)
    care.clock.advance(31 * MINUTE)
    await care.escalate()
    expect(await inbound.texted(text)).toBe(first)
    expect(await incident()).toMatchObject({ status: 'running' })
  })

  describe('of two people', () => {
    let conId: number
    beforeEach(async () => {
      await open()
      care.clock.advance(MINUTE)
      conId = await care.aLovedOne(account, { name: 'Con Rao', phoneNumber: '+61491570199' })
      await aContact('Susan Hartley', SUSAN, { accountId: account.id, lovedOneId: conId })
      await open('Con Rao', { accountId: account.id, lovedOneId: conId })
    })
    const statuses = () =>
      care.db
        .selectFrom('incidents')
        .innerJoin('lovedOnes', 'lovedOnes.id', 'incidents.lovedOneId')
        .select(['lovedOnes.name', 'incidents.status'])
        .orderBy('incidents.id')
        .execute()
        .then((rows) => rows.map(({ name, status }) => `${name}: ${status}`))

    test.each(['1', '3', 'on my way 20', "she's ok", '1 Margaret and Con', 'Susan is fine'])(
      'with "%s" settles nothing, and is asked which',
      async (text) => {
        expect(await write(text)).toMatch(/^Sorry, who is it about: (Con or Margaret|Margaret or Con)\?/)
        expect(await statuses()).toEqual(['Margaret Hartley: running', 'Con Rao: running'])
      },
    )

    test.each([
      ['Margaret is fine', ['Margaret Hartley: resolved', 'Con Rao: running']],
      ['3 con', ['Margaret Hartley: running', 'Con Rao: resolved']],
      ['1 Margaret', ['Margaret Hartley: owned', 'Con Rao: running']],
      ['On my way to Con, 20 min', ['Margaret Hartley: running', 'Con Rao: owned']],
      ['2 Con Rao', ['Margaret Hartley: running', 'Con Rao: running']],
    ])('with "%s" means whom it names', async (text, expected) => {
      expect(await write(text)).toMatch(/^Thank you/)
      expect(await statuses()).toEqual(expected)
    })

    test('needs no name again once one of them is over', async () => {
      await write('3 Con')
      expect(await write('1')).toContain('You are looking after Margaret Hartley')
    })

    test('is looked after in every account that cares for the same person', async () => {
      await write('3 Con')
      const other = await care.anAccount()
      const theirs = await care.aLovedOne(other, { phoneNumber: MARGARET })
      await aContact('Sue', SUSAN, { accountId: other.id, lovedOneId: theirs })
      await open('Margaret Hartley', { accountId: other.id, lovedOneId: theirs })
      await write('3')
      expect(await statuses()).toEqual([
        'Margaret Hartley: resolved',
        'Con Rao: resolved',
        'Margaret Hartley: resolved',
      ])
    })
  })

  describe('of two people of one name', () => {
    const ROBYNS_MUM = '+61491570678'
    const TOMS_MUM = '+61491571432'
    beforeEach(async () => {
      await care.db.updateTable('lovedOnes').set({ name: 'Mum', phoneNumber: ROBYNS_MUM }).execute()
      await open('Mum')
      const other = await care.anAccount()
      await care.db
        .updateTable('accounts')
        .set({ firstName: 'Tom', lastName: 'Rao' })
        .where('id', '=', other.id)
        .execute()
      const theirs = await care.aLovedOne(other, { name: 'Mum', phoneNumber: TOMS_MUM })
      const of = { accountId: other.id, lovedOneId: theirs }
      await aContact('Sue', SUSAN, of)
      await open('Mum', of)
    })
    const statuses = async () =>
      (await care.db.selectFrom('incidents').select('status').orderBy('id').execute()).map(({ status }) => status)

    test.each(['3, all is well', '3', 'Mum is fine', '1', '1 Mum'])(
      'with "%s" settles nothing for either family, and is asked which Mum it is',
      async (text) => {
        expect(await write(text)).toContain(
          "who is it about: Mum (Tom's, phone ending 432) or Mum (Robyn's, phone ending 678)?",
        )
        expect(await statuses()).toEqual(['running', 'running'])
      },
    )

    test('means the one whose digits it gives, and hears which that was', async () => {
      expect(await write('3 678')).toContain("all is well with Mum (Robyn's, phone ending 678)")
      expect(await statuses()).toEqual(['resolved', 'running'])
      expect(await write('1')).toContain('You are looking after Mum')
      expect(await statuses()).toEqual(['resolved', 'owned'])
    })

    test.each([
      ['1 both', ['owned', 'owned']],
      ['3 both', ['resolved', 'resolved']],
      ['3 all', ['resolved', 'resolved']],
    ])('with "%s" means both, and is told so of each', async (text, expected) => {
      const reply = await write(text)
      expect(reply).toContain("Robyn's, phone ending 678")
      expect(reply).toContain("Tom's, phone ending 432")
      expect(await statuses()).toEqual(expected)
    })

    test('tells neither family of the other', async () => {
      await write('3 678')
      const [ofRobyn, ofTom] = await care.db.selectFrom('accounts').select('email').orderBy('id').execute()
      const mails = (email = '') => care.told.filter(({ recipient }) => recipient === email).map(({ text }) => text)
      expect(mails(ofRobyn?.email).at(-1)).toContain('all is well')
      expect(mails(ofRobyn?.email).join(' ')).not.toContain('Rao')
      expect(mails(ofTom?.email).join(' ')).not.toMatch(/all is well\.|Robyn/)
    })

    test('rings back and hears of one after the other, and whose Mum each is', async () => {
      const first = await ring()
      expect(first.text).toContain('somebody whom Tom Rao asked me to call. Mum was not reached')
      await first.press('1')
      expect(await statuses()).toEqual(['running', 'owned'])
      const second = await ring()
      expect(second.text).toContain('somebody whom Robyn Hartley asked me to call.')
      await second.press('3')
      expect(await statuses()).toEqual(['resolved', 'owned'])
    })
  })

  test('is answered six times in ten minutes and then no more, but still understood', async () => {
    await open()
    const replies: (string | null)[] = []
    for (let times = 0; times < 60; times++) replies.push(await write(times % 2 ? '1' : 'on my way'))
    expect(replies.filter((reply) => reply !== null)).toHaveLength(6)
    expect(await write('3')).toBeNull()
    expect(await incident()).toMatchObject({ status: 'resolved' })
    for (let times = 0; times < 60; times++) replies.push(await write('1'))
    expect(replies.filter((reply) => reply !== null)).toHaveLength(6)
    care.clock.advance(11 * MINUTE)
    expect(await write('1')).toContain('It is over')
  })

  test('is answered twenty times a day at most', async () => {
    await open()
    let answers = 0
    for (let times = 0; times < 60; times++) {
      if ((await write('1')) !== null) answers += 1
      care.clock.advance(5 * MINUTE)
    }
    expect(answers).toBe(20)
  })

  test('but was not told yet is a stranger', async () => {
    await open()
    expect(await write('1', TOM)).toMatch(/^This is Cooee/)
    expect(await incident()).toMatchObject({ status: 'running' })
  })

  test('is an account holder with a number as well', async () => {
    await care.db.updateTable('accounts').set({ phoneNumber: HOLDER }).execute()
    await open()
    expect(await write('calling', HOLDER)).toContain('You are looking after Margaret Hartley')
    expect(await incident()).toMatchObject({ owner: 'Robyn Hartley' })
  })
})

describe('a contact who rings back', () => {
  test('hears what happened, and takes it on with 1', async () => {
    await open()
    const { text, press } = await ring()
    expect(text).toMatch(
      /^Thank you for ringing, Susan Hartley\. This is Cooee\. Margaret Hartley was not reached by the 9:00 AM call\. To look after it, press 1\./,
    )
    expect(await press('1')).toContain('You are looking after Margaret Hartley')
    expect(await incident()).toMatchObject({ status: 'owned', owner: 'Susan Hartley' })
    expect(await press('1')).toContain('You are looking after Margaret Hartley')
    expect(await answers()).toEqual([{ answer: 'took' }])
  })

  test.each([
    ['2', 'running'],
    ['3', 'resolved'],
  ])('with key %s leaves it %s', async (key, status) => {
    await open()
    await (await ring()).press(key)
    expect(await incident()).toMatchObject({ status, owner: null })
  })

  test('must press a key to take it: words are asked for one', async () => {
    await open()
    const { say, press } = await ring()
    expect(await say("yes I'll do it")).toContain('I need a key to be sure')
    expect(await incident()).toMatchObject({ status: 'running' })
    expect(await press('1', 'incident retry')).toContain('You are looking after')
  })

  test('hears who is looking after it', async () => {
    await open()
    await pass(2)
    await pass(4)
    await write('1')
    expect((await ring(TOM)).text).toContain('Susan Hartley is looking after it.')
    expect((await ring(SUSAN)).text).toContain('You are looking after it. To go on, press 1.')
  })

  test('after it has ended is told who we are', async () => {
    await open()
    await write('3')
    expect((await ring()).text).toContain('an automated service')
  })

  test('and is called themselves is asked how they are first, and hears about the other with 4', async () => {
    await care.aLovedOne(account, { name: 'John Hartley', phoneNumber: SUSAN })
    await open()
    const { text, press } = await ring()
    expect(text).toMatch(/^Thank you for ringing Cooee, John Hartley\. .* To hear about Margaret Hartley, press 4\./)
    expect(await press('4', 'how')).toContain('Margaret Hartley was not reached')
    expect(await press('1')).toContain('You are looking after Margaret Hartley')
    const checkedIn = care.db.selectFrom('inboundCalls').select('checkedIn')
    expect(await checkedIn.execute()).toEqual([{ checkedIn: [] }])
  })
})

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
    await write(text)
    expect(await incident()).toMatchObject({ status })
  })

  test('"yes" is about themselves, and the other is asked about', async () => {
    expect(await write('Yes')).toMatch(
      /noted that John Hartley is all right\. .* About Margaret Hartley: reply 1 if you will do it/,
    )
    expect(await incident()).toMatchObject({ status: 'running' })
  })

  test('gets help for themselves', async () => {
    expect(await write('help')).toContain('letting your family know')
    const cries = care.db.selectFrom('incidents').select('headline').where('cause', '=', 'help')
    expect(await cries.execute()).toEqual([{ headline: 'John Hartley asked for help by text message' }])
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
      expect.stringMatching(/^Cooee, for Robyn Hartley: .* Reply I WILL if you will do it, or answer here: http/),
    ])
  })

  test.each(['1', '2', '3.', 'yes', 'No'])('is asked who is writing: "%s" may be either’s answer', async (text) => {
    expect(await write(text, MARGARET)).toContain("we can't tell who is writing from this phone")
    expect(await incident()).toMatchObject({ status: 'running' })
  })

  test('takes it on with "I will"', async () => {
    expect(await write('I will', MARGARET)).toContain('You are looking after Margaret Hartley')
    expect(await incident()).toMatchObject({ status: 'owned', owner: 'Frank Hartley' })
  })

  test('does not keep her from saying how she is', async () => {
    expect(await write("I'm fine", MARGARET)).toContain('I have noted that Margaret Hartley is all right')
    expect(await incident()).toMatchObject({ status: 'resolved', endedHow: 'Margaret Hartley has written to Cooee.' })
  })
})

describe('a contact who answers STOP', () => {
  const contactAlerts = () =>
    care.db
      .selectFrom('alerts')
      .innerJoin('incidentPeople', 'incidentPeople.id', 'alerts.personId')
      .select('channel')
      .where('role', '=', 'contact')
      .execute()

  test('refuses calls and texts, and the account holder is told by mail, once', async () => {
    expect(await write('STOP')).toBeNull()
    expect(await write('🛑 stop.')).toBeNull()
    expect(await refusedBy(care.db, SUSAN)).toEqual(['calls', 'texts'])
    const subject = 'Susan Hartley does not want calls or text messages from Cooee any more'
    expect(care.told).toMatchObject([{ channel: 'email', subject, accountId: account.id }])
    const entries = care.db.selectFrom('activity').select(['activityType', 'description'])
    expect(await entries.execute()).toEqual([
      { activityType: 'contact_updated', description: 'Susan Hartley does not want calls or text messages any more' },
    ])
  })

  test('is neither written to nor rung instead: the next one is told at once', async () => {
    await write('STOP')
    await open()
    expect([textsTo(SUSAN), textsTo(TOM).length]).toEqual([[], 1])
    await pass(20)
    expect(care.telephony.alertsDialled.filter(({ to }) => to === SUSAN)).toEqual([])
  })

  test('and to texts alone still agrees to calls: is rung at once', async () => {
    expect(await write('No more texts please')).toContain('Cooee does not text this phone any more.')
    await open()
    expect(textsTo(SUSAN)).toEqual([])
    expect(await contactAlerts()).toEqual([{ channel: 'call' }])
  })

  test.each([
    ['START', []],
    ['unstop', []],
    ['Yes', ['calls']],
  ])('takes it back with %s', async (text, refused) => {
    await write('STOP')
    await write(text)
    expect(await refusedBy(care.db, SUSAN)).toEqual(refused)
    await open()
    expect(textsTo(SUSAN)).toHaveLength(1)
  })

  test('does so in every account that has them as a contact, each of which is told', async () => {
    const other = await care.anAccount()
    const theirs = await care.aLovedOne(other, { phoneNumber: '+61491570199' })
    await aContact('Sue', SUSAN, { accountId: other.id, lovedOneId: theirs })
    await write('STOP')
    expect(care.told.map(({ accountId }) => accountId)).toEqual([account.id, other.id])
  })

  test('as a loved one’s own emergency contact is told of, too: again only after START', async () => {
    await care.db
      .updateTable('lovedOnes')
      .set({ emergencyContactName: 'Sunita Rao', emergencyContactPhone: '+61491570177' })
      .execute()
    for (const text of ['STOP', 'STOP', 'START']) await write(text, '+61491570177')
    expect(care.told).toMatchObject([
      { subject: 'Sunita Rao does not want calls or text messages from Cooee any more' },
    ])
    for (const text of ['STOP', 'STOP']) await write(text, '+61491570177')
    expect(care.told).toHaveLength(2)
  })
})
