import { expect, onTestFinished, test } from 'vitest'
import { startOpenMeteoSimulator } from '#simulators/open-meteo/open-meteo-simulator.ts'
import { axeFindings } from './accessibility-checks.ts'
import { startFortnight } from './fortnight/live-fortnight.ts'
import { MARGARET } from './fortnight/who-must-know.ts'
import { addLovedOne, choose, register } from './screens.ts'
import { waitUntil } from './wait-until.ts'

const COOLING =
  "It's forecast to be very hot today. Please drink some water, close the blinds, and stay where it's cool."

test('a town is chosen, a very hot day is offered, and the call that somebody accepts says how to keep cool', async () => {
  const source = await startOpenMeteoSimulator({ today: () => new Date() })
  onTestFinished(() => source.close())
  source.maxima = [42.4, 30, 30]
  const days = await startFortnight({ FORECAST_URL: source.url })
  onTestFinished(() => days.close())
  const { simulator } = days.live
  simulator.setBehaviour(MARGARET, { kind: 'presses', keys: '1' })
  const { page, picture, expectInConsole } = await days.open()
  // These phones are tried again after a fraction of a second, which no operator can choose.
  expectInConsole(/status of 500 .*\/api\/call-defaults/)
  await register(page, { username: 'jane', email: 'jane@example.com', password: 'Kookaburra-9-sings' })
  await page.goto('/loved-ones')
  await addLovedOne(page, { name: 'Margaret Hartley', phoneNumber: '0491 570 156' })

  await page.getByRole('button', { name: /^Edit Details/ }).click()
  await choose(page, 'Hot Days: Nearest Town', 'Mildura, VIC')
  if (process.env.PICTURES) await picture('hot days field')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await days.runScheduled('offer hot days')
  await waitUntil('the notice is sent', () => days.sent().find(({ text }) => text.includes('42° in Mildura today')))
  expect(source.requests.map((query) => query.get('latitude'))).toEqual(['-34.2'])
  expect(simulator.callsTo(MARGARET)).toEqual([])

  await page.goto('/dashboard')
  const offer = page.getByRole('region', { name: 'It’s going to be 42° in Mildura today for Margaret' })
  await offer.getByText(COOLING).waitFor()
  await offer.getByRole('link', { name: 'Open-Meteo' }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  if (process.env.PICTURES) await picture('hot days dashboard')
  await page.goto('/loved-ones')
  if (process.env.PICTURES) await picture('hot days desktop')
  await offer.getByRole('button', { name: 'Ring at 2:00 PM to Margaret' }).click()
  await page.getByText('We’ll ring Margaret on').waitFor()
  await offer.waitFor({ state: 'detached' })

  await days.jumpTo(1, '13:59')
  await days.jumpTo(1, '14:00')
  const heard = await waitUntil('the call has ended', () =>
    simulator.callsTo(MARGARET).find(({ status }) => status === 'completed'),
  )
  const said = heard.turns.map(({ text }) => text).join(' ')
  expect(said).toContain(`${COOLING} How are you feeling?`)
  await days.settled()
  await page.goto('/calls')
  await page.getByRole('tab', { name: 'History' }).click()
  await page
    .getByRole('row', { name: /Margaret Hartley.*Wellness Check/ })
    .getByText('Completed')
    .waitFor()
  expect(days.unexpected()).toEqual([])
})
