import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { aLovedOne } from '#test/factories.ts'
import { PHONE } from './browser.ts'
import { askAs } from './fortnight/ask-as.ts'
import { handOver, invite, joinAs, PASSWORD, remove, sayAllIsWell, setAway } from './fortnight/family-screens.ts'
import { startFortnight } from './fortnight/live-fortnight.ts'
import { AMMA, JANE, JUNE, LILY, MARGARET, PEOPLE, TOM, TOPICS, WHO_MUST_KNOW } from './fortnight/who-must-know.ts'
import { whoWasTold } from './fortnight/who-was-told.ts'
import { addLovedOne, goTo, register, seeHeading, signIn } from './screens.ts'
import { waitUntil } from './wait-until.ts'

const withId = z.object({ id: z.number() })
const WORDS = 'Yes, I am fine thank you'
const RIDDLE = 'The marmalade is on the verandah'

test('a family of four lives through a fortnight: nobody learns what is not for them, and nobody who must know is left out', async () => {
  const days = await startFortnight()
  onTestFinished(() => days.close())
  const { url, live } = days
  const { simulator } = live
  for (const phone of [JANE, TOM, LILY, JUNE, AMMA]) simulator.setBehaviour(phone, { kind: 'rings-out' })
  const margaretAnswers = () => simulator.setBehaviour(MARGARET, { kind: 'says', words: WORDS })
  const margaretDoesNotAnswer = () => simulator.setBehaviour(MARGARET, { kind: 'rings-out' })
  const linkTo = (day: number, to: string, path: 'join' | 'incident' = 'incident') =>
    waitUntil(
      `${to} has a link to /${path} on day ${day}`,
      () =>
        days
          .sent()
          .findLast((sent) => sent.to === to && sent.text.includes(`/${path}`) && days.dayOf(sent.at) === day)
          ?.text.match(new RegExp(`http\\S+/${path}[/?]\\S+`))?.[0],
    )

  // Monday: a family.
  const jane = await days.open()
  await register(jane.page, { username: 'jane', email: 'jane@example.com', password: PASSWORD })
  await jane.page.goto('/loved-ones')
  await addLovedOne(jane.page, { name: 'Margaret Hartley', phoneNumber: '0491 570 156' })
  const asJane = await askAs(url, 'jane')
  const [margaret] = withId.array().parse(await asJane('GET', '/api/loved-ones'))
  if (!margaret) throw new Error('There is no Margaret')
  await asJane('PATCH', `/api/loved-ones/${margaret.id}`, { retryAttempts: 0, recordCalls: true })
  const contact = { name: 'June Murray', phoneNumber: JUNE, isEmergencyContact: true }
  await asJane('POST', '/api/contacts', { lovedOneId: margaret.id, ...contact })
  const daily = { callType: 'daily_check_in', recurrencePattern: 'daily', scheduledTime: days.at(1, '09:00') }
  await asJane('POST', '/api/calls', { lovedOneId: margaret.id, ...daily })
  await invite(jane.page, 'tom@example.com', 'Carer')
  await invite(jane.page, 'lily@example.com', 'Viewer')
  const tom = await days.open()
  await joinAs(tom.page, await linkTo(1, 'tom@example.com', 'join'), { username: 'tom', firstName: 'Tom' })
  const lily = await days.open({ viewport: PHONE })
  await joinAs(lily.page, await linkTo(1, 'lily@example.com', 'join'), { username: 'lily', firstName: 'Lily' })
  const [asTom, asLily] = [await askAs(url, 'tom'), await askAs(url, 'lily')]
  const phones = [
    [asJane, JANE],
    [asTom, TOM],
    [asLily, LILY],
  ] as const
  for (const [ask, phoneNumber] of phones)
    await ask('PATCH', '/api/profile', { phoneNumber, currentPassword: PASSWORD })

  // 9:00: answered.
  margaretAnswers()
  const answered = async (day: number) => {
    await days.jumpToCall(day)
    const call = await waitUntil(`the call of day ${day} has ended`, async () =>
      (await asJane.history()).find(
        ({ scheduledTime }) => Date.parse(scheduledTime) === days.at(day, '09:00').getTime(),
      ),
    )
    await days.settled()
    return call
  }
  const missed = async (day: number) => {
    const call = await answered(day)
    expect(call.status).toBe('missed')
    // A step after the members.
    await linkTo(day, JUNE)
    await days.settled()
    return call
  }
  /** Nothing rings on that day: the worker passes over the call. */
  const passedOver = async (day: number) => {
    const rings = simulator.callsTo(MARGARET).length
    await days.jumpToCall(day)
    await waitUntil(`the call of day ${day} is passed over`, async () =>
      (await asJane.upcoming()).every(
        ({ scheduledTime }) => Date.parse(scheduledTime) > days.at(day, '09:00').getTime(),
      ),
    )
    await days.settled()
    expect(simulator.callsTo(MARGARET)).toHaveLength(rings)
  }
  /** The work of a minute, which may have come by itself. */
  const reported = async (day: number, words: RegExp) => {
    await days.runScheduled('report times away')
    await waitUntil(`a time away is reported on day ${day}: ${words}`, () =>
      days.sent().some(({ text, at }) => words.test(text) && days.dayOf(at) === day),
    )
    await days.settled()
  }
  const heard = await answered(1)
  expect(heard.status).toBe('completed')
  for (const { page } of [jane, tom, lily]) {
    await page.goto(`/calls/details/${heard.id}`)
    await page.getByText('Completed', { exact: true }).first().waitFor()
  }
  await tom.page.getByText(WORDS).first().waitFor()
  await tom.page.getByRole('heading', { name: 'Recording' }).waitFor()
  await lily.page.getByText('Only the owner and carers hear what was said').waitFor()
  expect(await lily.page.content()).not.toContain('fine thank you')
  expect(await lily.page.getByRole('heading', { name: 'Recording' }).count()).toBe(0)
  expect(await asLily.status('GET', `/api/calls/${heard.id}/recording`)).toBe(403)
  expect(await asTom.status('GET', `/api/calls/${heard.id}/recording`)).toBe(200)
  await lily.page.goto('/loved-ones')
  await lily.page.getByText('Only the owner and carers can change this.').waitFor()
  expect(await lily.page.getByRole('button', { name: /^(Add New|Edit|Away)/ }).count()).toBe(0)

  // A holiday, Tuesday to Thursday.
  await setAway(tom.page, { from: days.day(2), until: days.day(4) }, 'On holiday')
  await days.jumpTo(2, '07:05')
  await reported(2, /is away until/)
  for (const day of [2, 3, 4]) await passedOver(day)
  await days.jumpTo(4, '10:01')
  await reported(4, /time away ends/)
  simulator.setBehaviour(MARGARET, { kind: 'says', words: RIDDLE })
  await missed(5)
  await jane.page.goto(await linkTo(5, JANE))
  await jane.page.getByText(RIDDLE).first().waitFor()
  await lily.page.goto(await linkTo(5, LILY))
  await seeHeading(lily.page, 'Margaret Hartley')
  expect(await lily.page.getByText('marmalade').count()).toBe(0)
  await sayAllIsWell(jane.page, 'Margaret')
  await days.settled()

  // Jane hands over for the weekend, in which the clocks go back.
  await handOver(jane.page, { from: days.day(6), until: days.day(7) }, 'Tom Hartley')
  margaretDoesNotAnswer()
  const unanswered = await missed(6)
  await days.jumpTo(6, '09:02')
  await waitUntil('Tom and June are rung', () => [TOM, JUNE].every((phone) => simulator.callsTo(phone).length > 0))
  // Neither answers.
  await waitUntil('the family reads that nobody has said yes', () =>
    days.sent().some(({ to, text }) => to === LILY && text.includes('nobody has said yes yet')),
  )
  await days.settled()
  const june = await days.open({ viewport: PHONE })
  await june.page.goto(await linkTo(6, JUNE))
  await lily.page.goto(await linkTo(6, LILY))
  await tom.page.goto(`/calls/details/${unanswered.id}`)
  await tom.page.getByRole('link', { name: 'Open the incident', exact: true }).click()
  await tom.page.getByRole('button', { name: "I'm calling Margaret" }).click()
  await tom.page.getByRole('heading', { name: 'You’re checking on Margaret' }).waitFor()
  for (const { page } of [june, lily])
    await page.getByRole('heading', { name: 'Tom Hartley is checking on Margaret' }).waitFor()
  await days.settled()
  await sayAllIsWell(tom.page, 'Margaret')
  for (const { page } of [june, lily]) await page.getByRole('heading', { name: 'All clear' }).waitFor()
  margaretAnswers()
  expect((await answered(7)).status).toBe('completed')

  // Hospital, from Monday; Margaret stays two days longer.
  await days.jumpTo(8, '08:00')
  // A session lasts for seven days.
  for (const [{ page }, username] of [
    [jane, 'jane'],
    [tom, 'tom'],
    [lily, 'lily'],
  ] as const)
    await signIn(page, { username, password: PASSWORD })
  await setAway(tom.page, { until: days.day(8) }, 'In hospital')
  await passedOver(8)
  simulator.text(MARGARET, `AWAY UNTIL ${days.day(10).day}/${days.day(10).month}`)
  await waitUntil('Margaret stays longer', () => days.sent().some(({ to, by }) => to === MARGARET && by === 'text'))
  for (const day of [9, 10]) await passedOver(day)
  await days.jumpTo(10, '10:01')
  await reported(10, /time away ends/)
  await jane.page.goto('/dashboard')
  await jane.page
    .getByText(/Margaret.* away until/)
    .first()
    .waitFor()

  // Tom belongs to another family as well.
  const asMeera = await askAs(url, 'meera', { email: 'meera@example.com', firstName: 'Meera', lastName: 'Rao' })
  const amma = withId.parse(
    await asMeera('POST', '/api/loved-ones', aLovedOne({ name: 'Amma Rao', phoneNumber: AMMA })),
  )
  await asMeera('PATCH', `/api/loved-ones/${amma.id}`, { retryAttempts: 0 })
  await asMeera('POST', '/api/invitations', { email: 'tom@example.com', role: 'viewer' })
  const beside = await tom.context.newPage()
  await beside.goto('/loved-ones')
  await beside.getByRole('heading', { name: 'Margaret Hartley' }).waitFor()
  tom.expectInConsole(/status of 412/)
  await tom.page.goto(await linkTo(10, 'tom@example.com', 'join'))
  await tom.page.getByRole('button', { name: 'Join Meera’s family' }).click()
  await tom.page.waitForURL('**/dashboard')
  for (const page of [tom.page, beside]) {
    await page.getByRole('button', { name: 'Meera’s family, switch family' }).waitFor()
    expect(await page.getByText('Margaret').count()).toBe(0)
    await goTo(page, 'Loved Ones')
    await page.getByRole('heading', { name: 'Amma Rao' }).waitFor()
  }
  const once = { callType: 'daily_check_in', scheduledTime: days.at(10, '11:00') }
  await asMeera('POST', '/api/calls', { lovedOneId: amma.id, ...once })
  await days.jumpTo(10, '11:00')
  const ammasAlert = await linkTo(10, TOM)
  await days.settled()
  await tom.page.goto(ammasAlert)
  await sayAllIsWell(tom.page, 'Amma')
  await tom.page.goto('/dashboard')
  await tom.page.getByRole('button', { name: 'Meera’s family, switch family' }).press('Enter')
  await tom.page.getByRole('menuitem', { name: /Jane’s family/ }).press('Enter')
  await tom.page.getByText('You’re now in Jane’s family.').waitFor()
  await beside.getByRole('button', { name: 'Jane’s family, switch family' }).waitFor()
  expect(await beside.getByText('Amma Rao').count()).toBe(0)
  expect((await answered(11)).status).toBe('completed')

  // Lily is removed while an alert runs.
  margaretDoesNotAnswer()
  await missed(12)
  const lilysLink = await linkTo(12, LILY)
  await lily.page.goto('/loved-ones')
  await lily.page.getByRole('heading', { name: 'Margaret Hartley' }).waitFor()
  const alert = await lily.context.newPage()
  await alert.goto(lilysLink)
  await seeHeading(alert, 'Margaret Hartley')
  lily.expectInConsole(/status of (401|404|412)/)
  await remove(jane.page, 'Lily Hartley')
  await lily.page.waitForURL('**/login?*')
  expect(await lily.page.getByText('Margaret').count()).toBe(0)
  await alert.reload()
  await seeHeading(alert, 'This link no longer works.')
  await jane.page.goto(await linkTo(12, JANE))
  await sayAllIsWell(jane.page, 'Margaret')
  await missed(13)
  await june.page.goto(await linkTo(13, JUNE))
  await sayAllIsWell(june.page, 'Margaret')
  margaretAnswers()
  expect((await answered(14)).status).toBe('completed')
  await days.settled()

  const sent = days.sent()
  expect(whoWasTold(sent, { topics: TOPICS, people: PEOPLE, dayOf: days.dayOf })).toEqual(WHO_MUST_KNOW)
  const whoRead = (words: RegExp) => new Set(sent.filter(({ text }) => words.test(text)).map(({ to }) => PEOPLE[to]))
  expect(whoRead(/marmalade/)).toEqual(new Set(['Jane', 'Tom']))
  expect(whoRead(/Amma|Meera/)).toEqual(new Set(['Tom', 'Meera']))
  expect(whoRead(/Margaret|Jane/)).toEqual(new Set(['Jane', 'Tom', 'Lily', 'June']))
  expect(whoRead(/only you\b/)).toEqual(new Set())
  expect(days.unexpected()).toEqual([])
})
