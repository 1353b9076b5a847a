// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { LINK_NOT_VALID } from '#contract/calls/incidents.ts'
import { allClear, anIncident, ofSeveralCauses, ownedBy } from '#test/web/an-incident.ts'
import { aUser } from '#test/web/answers.ts'
import { fakeServer, reply } from '#test/web/fake-server.ts'
import { renderAt } from '#test/web/render-at.tsx'
import { forgetSession, signIn } from '#web/lib/session/session.ts'

const GET = 'GET /api/incidents/2s.1kz.abc'
const POST = 'POST /api/incidents/2s.1kz.abc/answer'
const open = () => renderAt('/incident/2s.1kz.abc')
const button = (name: string) => screen.findByRole('button', { name })
const standing = (name: string) => screen.findByRole('heading', { level: 2, name })

beforeEach(() => forgetSession('never'))

test('anybody with the link sees what happened and whom to ring, without signing in', async () => {
  const server = fakeServer({ [GET]: () => anIncident() })
  open()
  expect(await screen.findByRole('heading', { level: 1, name: 'Margaret Hartley' })).toBeDefined()
  expect(screen.getByText(/didn't answer the 9:00 AM call\. The phone rang out\./)).toBeDefined()
  const ring = screen.getByRole('link', { name: /^Ring Margaret: \+61\s491\s570\s156$/ })
  expect(ring.getAttribute('href')).toBe('tel:+61491570156')
  expect(screen.getByRole('link', { name: 'In danger? Call 000' }).getAttribute('href')).toBe('tel:000')
  // A phone that rang out is no reason to be pointed to a crisis line.
  expect(screen.queryByRole('link', { name: /Lifeline/ })).toBeNull()
  const tried = screen.getByRole('region', { name: 'What we tried' })
  expect(within(tried).getByText('We rang: no answer')).toBeDefined()
  const notified = screen.getByRole('region', { name: 'Who we’ve told' })
  expect(within(notified).getByText('Susan Hartley (you)')).toBeDefined()
  expect(within(notified).getByText(/^Phone call, .*: can't$/)).toBeDefined()
  for (const name of ["I'm calling Margaret", "I'm on my way", 'Margaret is OK', "I can't"]) await button(name)
  expect(document.title).toBe('Check on Margaret - Cooee')
  expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex, nofollow')
  expect(screen.queryByRole('navigation')).toBeNull()
  expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([GET])
})

test('the person on the way reads the address and how to get in, with a way into the map app', async () => {
  const place = { address: '14 Wattle Street, Thirroul', accessNote: 'The key is under the blue pot.' }
  fakeServer({
    [GET]: () => anIncident(),
    [POST]: () => ({ ...ownedBy('Susan Hartley', { isYou: true, minutes: 20 }), place }),
  })
  const { user } = open()
  await user.click(await button("I'm on my way"))
  expect(screen.queryByText(/Wattle Street/)).toBeNull()
  await user.click(await button('20 minutes'))
  const where = within(await screen.findByRole('region', { name: 'Where Margaret lives' }))
  expect(where.getByText('14 Wattle Street, Thirroul')).toBeDefined()
  expect(where.getByText('The key is under the blue pot.')).toBeDefined()
  expect(where.getByRole('link', { name: 'Open in Maps' }).getAttribute('href')).toBe(
    'https://www.google.com/maps/search/?api=1&query=14+Wattle+Street%2C+Thirroul',
  )
  expect(where.getByRole('button', { name: 'Copy the address' })).toBeDefined()
})

test('what was heard is shown, and how sure it is', async () => {
  fakeServer({ [GET]: () => anIncident({ cause: 'uncertain_help', heard: 'I want to go home' }) })
  open()
  expect((await screen.findByText('I want to go home')).closest('p')?.textContent).toBe('We heard: I want to go home')
  expect(screen.getByText('We’re not sure it was a call for help.')).toBeDefined()
})

test('words that nobody understood are shown as they were heard', async () => {
  fakeServer({ [GET]: () => anIncident({ cause: 'unclear', heard: 'the magpies are in the kitchen' }) })
  open()
  expect((await screen.findByText('the magpies are in the kitchen')).closest('p')?.textContent).toMatch(/^We heard: /)
  expect(screen.queryByText(/request for help/)).toBeNull()
})

test.each(['running', 'unresolved'] as const)('it says what happens next by itself: %s', async (status) => {
  const nextStep = "If nobody can, we'll ask everyone again at 9:40 AM."
  fakeServer({ [GET]: () => anIncident({ status, nextStep }) })
  open()
  expect(await screen.findByText(new RegExp(nextStep), { selector: '.note p' })).toBeDefined()
})

test('every cause of an incident is listed, with its times and its result', async () => {
  fakeServer({ [GET]: () => ofSeveralCauses() })
  open()
  const about = within(await screen.findByRole('region', { name: 'What it’s about' }))
  const entries = about.getAllByRole('listitem').map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))
  expect(entries).toEqual([
    expect.stringMatching(/9:00 AM call on Monday 9 March.*phone rang out\.Mar 9, 2026 9:00 AM AEDT \(.* your time\)$/),
    expect.stringMatching(
      /may have asked for help.*We heard: please leave a message.*8:00 AM AEDT \(.* your time\) · Our mistake$/,
    ),
    expect.stringMatching(/didn't answer the 9:00 AM call9:00 AM AEDT \(.* your time\)$/),
  ])
})

test('a refused number did not ring, and each alert says what it was about', async () => {
  const [first] = anIncident().notified
  const alerts = [
    { at: '2026-03-09T22:24:00.000Z', channel: 'email', outcome: 'sent', about: 'Margaret asked for help' },
  ] as const
  fakeServer({
    [GET]: () =>
      anIncident({
        attempts: [{ at: '2026-03-09T22:00:05.000Z', outcome: 'the number was refused', hasRung: false }],
        notified: first ? [{ ...first, alerts: [...alerts] }] : [],
      }),
  })
  open()
  expect(await screen.findByText('We tried to ring: the number was refused')).toBeTruthy()
  expect(screen.getByText('Margaret asked for help')).toBeTruthy()
})

test('an incident without details is told in one sentence', async () => {
  fakeServer({ [GET]: () => anIncident({ cause: 'help', headline: 'Margaret asked for help', detail: null }) })
  open()
  expect(await screen.findByText('Margaret asked for help.')).toBeTruthy()
})

test('one cause is named by the headline alone', async () => {
  fakeServer({ [GET]: () => anIncident({ causes: ofSeveralCauses().causes.slice(0, 1) }) })
  open()
  await standing('Nobody is checking on Margaret yet')
  expect(screen.queryByRole('region', { name: 'What it’s about' })).toBeNull()
})

test('where nothing was heard nothing is said of it', async () => {
  fakeServer({ [GET]: () => anIncident({ cause: 'help', heard: null }) })
  open()
  await standing('Nobody is checking on Margaret yet')
  expect(screen.queryByText(/We heard|not sure/)).toBeNull()
})

test('somebody who is signed in as another account acts as the person of the link', async () => {
  signIn({ user: aUser(), token: 'a-token' })
  const server = fakeServer({ [GET]: () => anIncident(), [POST]: () => ownedBy('Susan Hartley', { isYou: true }) })
  const { user } = open()
  await user.click(await button("I'm calling Margaret"))
  await standing('You’re checking on Margaret')
  expect(server.requests.map(({ headers }) => headers.get('authorization'))).toEqual([null, null])
})

test('"I\'m calling Margaret" takes it on, and the change is read out', async () => {
  const server = fakeServer({ [GET]: () => anIncident(), [POST]: () => ownedBy('Susan Hartley', { isYou: true }) })
  const { user } = open()
  await user.click(await button("I'm calling Margaret"))
  await standing('You’re checking on Margaret')
  expect(server.sentTo(POST).map(({ body }) => body)).toEqual([{ answer: 'calling' }])
  const said = screen.getAllByRole('status').map(({ textContent }) => textContent)
  expect(said).toContain('You’re checking on Margaret. Calling now.')
  expect(screen.getByText(/ask the others again\. That’s in 35 minutes\./)).toBeDefined()
  const notified = screen.getByRole('region', { name: 'Who we’ve told' })
  expect(within(notified).getByText('Checking')).toBeDefined()
  for (const name of ["I'm calling Margaret", "I'm on my way", 'Margaret is OK', "I can't"]) await button(name)
})

test('"I\'m going there" asks for the minutes', async () => {
  const server = fakeServer({
    [GET]: () => anIncident(),
    [POST]: () => ownedBy('Susan Hartley', { isYou: true, minutes: 20 }),
  })
  const { user } = open()
  await user.click(await button("I'm on my way"))
  expect(server.sentTo(POST)).toEqual([])
  await user.click(await button('20 minutes'))
  await screen.findByText('On the way, about 20 minutes.', { selector: '.note p' })
  expect(server.sentTo(POST).map(({ body }) => body)).toEqual([{ answer: 'going', minutes: 20 }])
})

test.each(['', '0', '241', '1.5', 'soon'])('"%s" is no number of minutes', async (typed) => {
  const server = fakeServer({ [GET]: () => anIncident() })
  const { user } = open()
  await user.click(await button("I'm on my way"))
  if (typed) await user.type(screen.getByLabelText('Or another number of minutes'), typed)
  await user.click(await button('Send'))
  expect(await screen.findByText('Please give 1 to 240 minutes')).toBeDefined()
  expect(server.sentTo(POST)).toEqual([])
})

test('any other number of minutes can be typed', async () => {
  const server = fakeServer({
    [GET]: () => anIncident(),
    [POST]: () => ownedBy('Susan Hartley', { isYou: true, minutes: 90 }),
  })
  const { user } = open()
  await user.click(await button("I'm on my way"))
  await user.type(screen.getByLabelText('Or another number of minutes'), '90{Enter}')
  await standing('You’re checking on Margaret')
  expect(server.sentTo(POST).map(({ body }) => body)).toEqual([{ answer: 'going', minutes: 90 }])
})

test('"She\'s OK" stops everything, so it is pressed twice', async () => {
  const server = fakeServer({ [GET]: () => anIncident(), [POST]: () => allClear() })
  const { user } = open()
  await user.click(await button('Margaret is OK'))
  const question = await screen.findByRole('heading', { name: 'Are you sure?' })
  expect(document.activeElement).toBe(question)
  await user.click(await button('Go back'))
  expect(document.activeElement).toBe(await standing('What can you do?'))
  expect(server.sentTo(POST)).toEqual([])
  await user.click(await button('Margaret is OK'))
  await user.click(await button('Yes, Margaret is OK'))
  expect(document.activeElement).toBe(await standing('All clear'))
  expect(server.sentTo(POST).map(({ body }) => body)).toEqual([{ answer: 'ok', asOf: anIncident().asOf }])
  expect(screen.getByText("Tom Hartley says all's well.", { selector: '.note p' })).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
  expect(document.title).toBe('All clear: Margaret - Cooee')
})

test('a second person learns who was first, and can still say that the loved one is OK', async () => {
  fakeServer({ [GET]: () => anIncident(), [POST]: () => ownedBy('Tom Hartley', { minutes: 10 }) })
  const { user } = open()
  await user.click(await button("I'm calling Margaret"))
  await standing('Tom Hartley is checking on Margaret')
  await button('Margaret is OK')
  expect(screen.queryByRole('button', { name: "I'm calling Margaret" })).toBeNull()
})

test('"I can\'t" is said at once, and can be taken back', async () => {
  const declined = anIncident({ you: { name: 'Susan Hartley', hasDeclined: true } })
  const server = fakeServer({ [GET]: () => anIncident(), [POST]: () => declined })
  const { user } = open()
  await user.click(await button("I can't"))
  await standing('You said you can’t')
  expect(server.sentTo(POST).map(({ body }) => body)).toEqual([{ answer: 'cannot' }])
  await button("I'm calling Margaret")
})

test('an incident that nobody took on can still be taken on', async () => {
  const ended = { at: '2026-03-09T22:29:00.000Z', how: 'Nobody checked.' }
  fakeServer({ [GET]: () => anIncident({ status: 'unresolved', ended }) })
  open()
  await standing('Nobody is checking on Margaret yet')
  await button("I'm calling Margaret")
})

test('the page follows what others do', async () => {
  const server = fakeServer({ [GET]: () => anIncident() })
  open()
  await standing('Nobody is checking on Margaret yet')
  server.routes[GET] = () => ownedBy('Tom Hartley')
  await standing('Tom Hartley is checking on Margaret')
})

test('a link that is not valid says so, and is not asked for again', async () => {
  const server = fakeServer({ [GET]: () => reply(404, { message: LINK_NOT_VALID }) })
  open()
  expect(await screen.findByRole('heading', { level: 1, name: LINK_NOT_VALID })).toBeDefined()
  expect(screen.getByRole('link', { name: 'In danger? Call 000' })).toBeDefined()
  expect(server.requests).toHaveLength(1)
})

test('a link that ends while the page is open closes it', async () => {
  const server = fakeServer({ [GET]: () => anIncident(), [POST]: () => reply(404, { message: LINK_NOT_VALID }) })
  const { user } = open()
  const calling = await button("I'm calling Margaret")
  server.routes[GET] = () => reply(404, { message: LINK_NOT_VALID })
  await user.click(calling)
  expect(await screen.findByRole('heading', { level: 1, name: LINK_NOT_VALID })).toBeDefined()
})

test('an answer whose fate nobody knows may be pressed again', async () => {
  const server = fakeServer({ [GET]: () => anIncident(), [POST]: () => 'lost' })
  const { user } = open()
  await user.click(await button("I'm calling Margaret"))
  expect(await screen.findByText(/pressing twice does no harm/)).toBeDefined()
  server.routes[POST] = () => ownedBy('Susan Hartley', { isYou: true })
  await user.click(await button("I'm calling Margaret"))
  await standing('You’re checking on Margaret')
})

test('without a connection the page says so and keeps trying', async () => {
  const server = fakeServer({ [GET]: () => 'lost' })
  const { user } = open()
  await screen.findByRole('heading', { name: 'We couldn’t load what happened' })
  server.routes[GET] = () => anIncident()
  await user.click(await button('Try again'))
  await standing('Nobody is checking on Margaret yet')
  server.routes[GET] = () => 'lost'
  expect(await screen.findByText(/We couldn’t check for changes right now/)).toBeDefined()
  await button("I'm calling Margaret")
})

test('the account holder finds the way to the call', async () => {
  fakeServer({ [GET]: () => anIncident({ detailsPath: '/calls/details/12' }) })
  open()
  const link = await screen.findByRole('link', { name: 'Call details' })
  await waitFor(() => expect(link.getAttribute('href')).toBe('/calls/details/12'))
})

test('an all-clear to older news is refused: the page says what has happened since, and shows it', async () => {
  const message = "We haven't closed it: Margaret Hartley texted us for help, since you opened this page."
  const server = fakeServer({ [GET]: () => anIncident(), [POST]: () => reply(409, { message }) })
  const { user } = open()
  await user.click(await button('Margaret is OK'))
  const headline = 'Margaret Hartley texted us for help'
  const asOf = '2026-03-09T23:05:00.000Z'
  server.routes[GET] = () => anIncident({ cause: 'help', headline, asOf })
  await user.click(await button('Yes, Margaret is OK'))
  expect(await screen.findByText(message)).toBeDefined()
  expect(await screen.findByText(/texted us for help\. /)).toBeDefined()
  server.routes[POST] = () => allClear()
  await user.click(await button('Yes, Margaret is OK'))
  await standing('All clear')
  expect(server.sentTo(POST).map(({ body }) => body)).toEqual([
    { answer: 'ok', asOf: anIncident().asOf },
    { answer: 'ok', asOf },
  ])
})
