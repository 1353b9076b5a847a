// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { HotDayOffer, HotDays as HotDaysAnswer } from '#contract/calls/hot-days.ts'
import { fakeServer, reply } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { HotDays } from './hot-days.tsx'

const SAYS = "It's forecast to be very hot today. Please drink some water, close the blinds, and stay where it's cool."
const anOffer = (changes: Partial<HotDayOffer> = {}): HotDayOffer => ({
  id: 7,
  lovedOneId: 1,
  lovedOneName: 'Margaret Hartley',
  timezone: 'Australia/Melbourne',
  town: 'Mildura',
  day: '2099-01-14',
  isToday: false,
  degrees: 41,
  proposedTime: '14:00',
  says: SAYS,
  language: 'en-AU',
  fetchedAt: new Date().toISOString(),
  ...changes,
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function shown(
  answer: Partial<HotDaysAnswer>,
  more: Parameters<typeof fakeServer>[0] = {},
  role: 'owner' | 'viewer' = 'owner',
) {
  const fake = fakeServer({
    'GET /api/hot-days': () => ({ isOn: true, offers: [anOffer()], towns: [], ...answer }),
    ...more,
  })
  const circle = { id: 1, name: 'Jane’s family', role, mayHearCalls: true }
  return { ...fake, ...renderScreen(() => <HotDays />, { at: '/dashboard', route: '/dashboard', user: { circle } }) }
}
const offer = async () => within(await screen.findByRole('region', { name: /^It’s going to be 41° in Mildura/ }))

test('an offer says how hot, where and when, what we would say, and whose forecast it is', async () => {
  shown({})
  const region = await offer()
  region.getByText(/We can ring Margaret once more and say/)
  region.getByText(new RegExp(SAYS.replaceAll('.', '\\.')))
  const source = region.getByRole('link', { name: 'Open-Meteo' })
  expect(source.getAttribute('href')).toBe('https://open-meteo.com/')
  region.getByText(/, from .* today$/)
})

test('a forecast that the sandbox has made up is called so, and names no source', async () => {
  shown({ isMadeUp: true })
  const region = await offer()
  region.getByText('Forecast: made up by the sandbox')
  expect(region.queryByRole('link')).toBeNull()
})

test('it is accepted at the time that is proposed', async () => {
  const { user, sentTo } = shown(
    {},
    { 'POST /api/hot-days/7/accept': () => ({ callId: 3, scheduledTime: '2099-01-14T03:00:00.000Z' }) },
  )
  await user.click((await offer()).getByRole('button', { name: 'Ring at 2:00 PM to Margaret' }))
  await waitFor(() =>
    expect(sentTo('POST /api/hot-days/7/accept').map(({ body }) => body)).toEqual([{ timeOfDay: '14:00' }]),
  )
})

test('another time can be chosen', async () => {
  const { user, sentTo } = shown(
    {},
    { 'POST /api/hot-days/7/accept': () => ({ callId: 3, scheduledTime: '2099-01-14T04:30:00.000Z' }) },
  )
  const region = await offer()
  await user.click(region.getByRole('button', { name: /^Time, on Margaret’s clock/ }))
  await user.type(screen.getByRole('combobox', { name: 'Find a time' }), '3:30 pm')
  await user.click(screen.getByRole('option', { name: '3:30 PM' }))
  await user.click(region.getByRole('button', { name: 'Ring at 3:30 PM to Margaret' }))
  await waitFor(() =>
    expect(sentTo('POST /api/hot-days/7/accept').map(({ body }) => body)).toEqual([{ timeOfDay: '15:30' }]),
  )
})

test('no, thanks is sent, and the offer goes', async () => {
  let isOpen = true
  const { user } = shown(
    {},
    {
      'GET /api/hot-days': () => ({ isOn: true, offers: isOpen ? [anOffer()] : [], towns: [] }),
      'POST /api/hot-days/7/decline': () => {
        isOpen = false
        return reply(204)
      },
    },
  )
  await user.click((await offer()).getByRole('button', { name: 'No, thanks for Margaret' }))
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull())
})

test('what goes wrong is said where it was asked', async () => {
  const words = 'Somebody in your family has said no to this call. You can still schedule one.'
  const { user } = shown({}, { 'POST /api/hot-days/7/accept': () => reply(409, { message: words }) })
  const region = await offer()
  await user.click(region.getByRole('button', { name: /^Ring at/ }))
  await region.findByText(words)
})

test('a viewer reads the offer, and cannot decide', async () => {
  shown({}, {}, 'viewer')
  const region = await offer()
  expect(region.queryByRole('button')).toBeNull()
})

test('what is said in another language is named, in English', async () => {
  shown({ offers: [anOffer({ language: 'it' })] })
  ;(await offer()).getByText(/and say in Italian: “It's forecast/)
})

test('of many offers three are shown at first', async () => {
  const { user } = shown({ offers: [1, 2, 3, 4, 5].map((id) => anOffer({ id })) })
  await waitFor(() => expect(screen.getAllByRole('region')).toHaveLength(3))
  await user.click(screen.getByRole('button', { name: 'Show 2 more' }))
  expect(screen.getAllByRole('region')).toHaveLength(5)
})

test.each([{ offers: [] }, { isOn: false, offers: [] }])('nothing is shown with %j', async (answer) => {
  const { requests } = shown(answer)
  await waitFor(() => expect(requests.some(({ path }) => path === '/api/hot-days')).toBe(true))
  expect(screen.queryByRole('region')).toBeNull()
})
