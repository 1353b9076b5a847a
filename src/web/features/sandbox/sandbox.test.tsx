// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { z } from 'zod'
import type {
  LiveCall,
  OutboxEntry,
  PhoneText,
  SandboxPhone,
  sandboxCards,
  sandboxPhones,
} from '#contract/admin/sandbox.ts'
import { fakeServer, reply } from '#test/web/fake-server.ts'
import { renderAt } from '#test/web/render-at.tsx'
import { remember } from './sandbox-memory.ts'

const AT = '2026-03-10T00:00:00.000Z'
const MARGARET = '+61491570156'

/** What jsdom cannot say. */
class Utterance {
  voice: unknown = null
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

const aPhone = (changes: Partial<SandboxPhone> = {}): SandboxPhone => ({
  number: MARGARET,
  owners: [{ name: 'Margaret Hartley', role: 'loved_one', of: null }],
  behaviour: null,
  ownBehaviour: 'presses_1',
  questionReply: 'ok',
  texts: 'delivered',
  calls: [],
  lastCall: null,
  ...changes,
})
const aCall = (changes: Partial<LiveCall> = {}): LiveCall => ({
  id: '11',
  direction: 'outbound',
  status: 'ringing',
  since: AT,
  asksFor: null,
  isByHand: false,
  turns: [],
  ...changes,
})
const said = (text: string) => ({ kind: 'said', text, at: AT }) as const
const onThePhone = (...words: string[]) =>
  aPhone({
    calls: [
      aCall({ status: 'talking', isByHand: true, asksFor: { keys: true, speech: true }, turns: words.map(said) }),
    ],
  })

type Cards = z.infer<typeof sandboxCards>
const NO_CARDS: Cards = { testCards: [], subscriptions: [] }
const TEST_CARDS = [{ number: '4242 4242 4242 4242', does: 'pays' }]
const SUBSCRIPTION: Cards['subscriptions'][number] = {
  // Ids of the fake server are numbers.
  subscriptionId: '1',
  who: 'Jane Hartley',
  status: 'active',
  parts: ['Basic Plan', 'Wake-up Call'],
  monthlyCents: 2398,
  periodEnd: '2026-04-10T00:00:00.000Z',
  isCancelling: false,
  cardLast4: '0341',
}

/** Whether the phone on stage is within the window: jsdom lays nothing out. */
let isStageSeen = true
beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        queueMicrotask(() => tell([{ isIntersecting: isStageSeen }]))
      }
      observe() {}
      disconnect() {}
    },
  )
  isStageSeen = true
  localStorage.clear()
  remember({ byHand: {}, done: [], begunAt: '2026-03-09T00:00:00.000Z', readsAloud: true, rings: false })
})

/** The page with these phones; they may be changed while the test runs. */
function open(
  phones: SandboxPhone[],
  { texts = [] as PhoneText[], mails = [] as OutboxEntry[], cards = NO_CARDS } = {},
) {
  const shown: z.infer<typeof sandboxPhones> = { cooeesNumber: '+61255501234', phones }
  const server = fakeServer({
    'GET /api/sandbox/phones': () => shown,
    'GET /api/sandbox/texts': () => texts,
    'GET /api/sandbox/outbox': () => mails,
    'GET /api/sandbox/cards': () => cards,
    'POST /api/sandbox/subscriptions/:id/renew': () => ({ outcome: 'payment_failed' }),
    'POST /api/sandbox/phones/:id/answer': () => reply(204),
    'POST /api/sandbox/phones/:id/press': () => reply(204),
    'POST /api/sandbox/phones/:id/speak': () => reply(204),
    'POST /api/sandbox/phones/:id/hang-up': () => reply(204),
    'POST /api/sandbox/texts': () => reply(204),
    'POST /api/sandbox/ring': () => ({ callId: '12' }),
    'PUT /api/sandbox/behaviours': () => ({ number: MARGARET, behaviour: null, texts: 'delivered' }),
    'PUT /api/sandbox/watched': () => reply(204),
  })
  const change = (...next: SandboxPhone[]) => {
    shown.phones = next
  }
  return { ...renderAt('/sandbox'), server, change }
}
const watchedNow = (server: ReturnType<typeof fakeServer>) => server.sentTo('PUT /api/sandbox/watched').at(-1)?.body
const phone = async () => within(await screen.findByRole('article', { name: 'Margaret Hartley’s phone' }))
const stage = async () => within(await screen.findByRole('region', { name: 'On the line: Margaret Hartley’s phone' }))
/** The card of the phone, opened. */
async function opened({ user }: { user: { click: (element: Element) => Promise<void> } }) {
  const margarets = await phone()
  await user.click(margarets.getByRole('button', { name: 'Open Margaret Hartley’s phone' }))
  return margarets
}

test('a phone that rings says so everywhere, and is answered or declined', async () => {
  isStageSeen = false
  const { user, server } = open([aPhone({ calls: [aCall()] })])
  const margarets = await stage()
  expect((await screen.findAllByText(/Margaret Hartley’s phone is ringing/)).length).toBeGreaterThan(0)
  await waitFor(() => expect(document.title).toBe('Margaret’s phone is ringing - Cooee'))
  await user.click(await screen.findByRole('button', { name: 'Go to the phone' }))
  expect(document.activeElement).toBe(margarets.getByRole('button', { name: 'Answer Margaret Hartley’s phone' }))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(server.sentTo('POST /api/sandbox/phones/:id/answer')).toHaveLength(1))
  await user.click(margarets.getByRole('button', { name: 'Decline the call on Margaret Hartley’s phone' }))
  await waitFor(() => expect(server.sentTo('POST /api/sandbox/phones/:id/hang-up')).toHaveLength(1))
})

test('the phone on the line stays in sight when another rings, which is led to; what was typed elsewhere stays', async () => {
  const TOM = aPhone({ number: '+61491570158', owners: [{ name: 'Tom Hartley', role: 'contact', of: 'Margaret' }] })
  const { user, change } = open([aPhone(), TOM])
  const margarets = await opened({ user })
  await user.type(margarets.getByRole('textbox'), 'All is')
  change(aPhone({ calls: [aCall()] }), TOM)
  await stage()
  change(aPhone({ calls: [aCall()] }), { ...TOM, calls: [aCall({ id: '12', status: 'talking', isByHand: true })] })
  const other = await screen.findByRole('button', { name: /^Tom Hartley is on the line ?: show the phone$/ })
  expect((await stage()).getByRole('button', { name: 'Answer Margaret Hartley’s phone' })).toBeDefined()
  expect(margarets.getByRole<HTMLInputElement>('textbox').value).toBe('All is')
  await user.click(other)
  expect(await screen.findByRole('region', { name: 'On the line: Tom Hartley’s phone' })).toBeDefined()
  change(aPhone({ calls: [aCall()] }), TOM)
  await stage()
})

test('keys are pressed on the screen and on the keyboard, but not while one writes', async () => {
  const { user, server } = open([onThePhone('Press 1 if all is well.')])
  const margarets = await stage()
  expect(await margarets.findByText('Press 1 if all is well.')).toBeDefined()
  await user.click(margarets.getByRole('button', { name: 'Star' }))
  await user.keyboard('2')
  await user.type(margarets.getByRole('textbox'), 'room 9{Enter}')
  await waitFor(() => expect(server.sentTo('POST /api/sandbox/phones/:id/speak')).toHaveLength(1))
  expect(server.sentTo('POST /api/sandbox/phones/:id/press').map(({ body }) => body)).toEqual([
    { keys: '*' },
    { keys: '2' },
  ])
  expect(server.sentTo('POST /api/sandbox/phones/:id/speak')[0]?.body).toEqual({ words: 'room 9' })
})

test('what Cooee says is read aloud once, in an Australian voice, until it is switched off', async () => {
  const spoken: { text: string; voice: unknown }[] = []
  const voice = { lang: 'en-AU', name: 'Karen' }
  vi.stubGlobal('SpeechSynthesisUtterance', Utterance)
  vi.stubGlobal('speechSynthesis', {
    getVoices: () => [{ lang: 'en-US' }, voice],
    speak: (words: { text: string; voice: unknown }) => spoken.push(words),
    cancel: () => {},
  })
  const { user, change } = open([onThePhone('Hello Margaret.')])
  await waitFor(() => expect(spoken).toMatchObject([{ text: 'Hello Margaret.', voice }]))
  change(onThePhone('Hello Margaret.', 'Press 1.'))
  await waitFor(() => expect(spoken.map(({ text }) => text)).toEqual(['Hello Margaret.', 'Press 1.']))
  await user.click(screen.getByRole('switch', { name: 'Read calls aloud' }))
  change(onThePhone('Hello Margaret.', 'Press 1.', 'Are you there?'))
  await (await stage()).findByText('Are you there?')
  expect(spoken).toHaveLength(2)
  expect(JSON.parse(localStorage.getItem('cooee-sandbox') ?? '')).toMatchObject({ readsAloud: false })
})

test('ordinary phones wait for the person here; those with a number that stands for something do not', async () => {
  const { server } = open([
    aPhone(),
    aPhone({ number: '+61491570101', owners: [], ownBehaviour: 'rings_out' }),
    aPhone({ number: '+61491570157', owners: [], behaviour: 'busy' }),
  ])
  await waitFor(() => expect(watchedNow(server)).toEqual({ numbers: [MARGARET], isInBackground: false }))
})

test('phones stop waiting as soon as the page is left, and wait again when one comes back to it', async () => {
  const { server } = open([aPhone()])
  await waitFor(() => expect(watchedNow(server)).toMatchObject({ numbers: [MARGARET] }))
  window.dispatchEvent(new Event('pagehide'))
  // Browsers say so after the page was left as well.
  document.dispatchEvent(new Event('visibilitychange'))
  expect(watchedNow(server)).toMatchObject({ numbers: [] })
  window.dispatchEvent(new Event('pageshow'))
  expect(watchedNow(server)).toMatchObject({ numbers: [MARGARET] })
  cleanup()
  expect(watchedNow(server)).toMatchObject({ numbers: [] })
})

test('a page that goes out of sight says so, for its browser will not let it speak often', async () => {
  const { server } = open([aPhone()])
  await waitFor(() => expect(watchedNow(server)).toMatchObject({ isInBackground: false }))
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(watchedNow(server)).toEqual({ numbers: [MARGARET], isInBackground: true })
  vi.restoreAllMocks()
})

test('a phone can be given a behaviour, and then no longer waits for the person here', async () => {
  const { user, server } = open([aPhone()])
  const margarets = await opened({ user })
  await user.click(await margarets.findByRole('combobox', { name: 'When Cooee rings Margaret Hartley' }))
  await user.click(await screen.findByRole('option', { name: 'Rings out' }))
  await waitFor(() =>
    expect(server.sentTo('PUT /api/sandbox/behaviours')[0]?.body).toEqual({ number: MARGARET, behaviour: 'rings_out' }),
  )
  await waitFor(() => expect(watchedNow(server)).toMatchObject({ numbers: [] }))
  await user.click(margarets.getByRole('switch', { name: 'Texts reach Margaret Hartley’s phone' }))
  await waitFor(() =>
    expect(server.sentTo('PUT /api/sandbox/behaviours').at(-1)?.body).toEqual({
      number: MARGARET,
      texts: 'undelivered',
    }),
  )
})

test('texts are a conversation to reply to, and their links lead on', async () => {
  const text = 'Margaret did not answer. http://localhost:3000/incident/abc.'
  const { user, server } = open([aPhone()], {
    texts: [{ id: 'SM1', number: MARGARET, direction: 'from_cooee', text, at: AT, status: 'failed' }],
  })
  expect(await (await phone()).findByText(/Margaret did not answer/)).toBeDefined()
  const margarets = await opened({ user })
  const link = await margarets.findByRole('link', { name: /incident/ })
  expect(link.getAttribute('href')).toBe('http://localhost:3000/incident/abc')
  expect(link.getAttribute('target')).toBe('_blank')
  expect(margarets.getByText(/Not delivered/)).toBeDefined()
  await user.type(margarets.getByRole('textbox'), '1{Enter}')
  await waitFor(() => expect(server.sentTo('POST /api/sandbox/texts')[0]?.body).toEqual({ from: MARGARET, text: '1' }))
  await waitFor(() => expect(margarets.getByRole<HTMLInputElement>('textbox').value).toBe(''))
})

test('Cooee is rung from a phone', async () => {
  const { user, server } = open([aPhone()])
  await user.click((await opened({ user })).getByRole('button', { name: /^Ring Cooee from this phone/ }))
  await waitFor(() => expect(server.sentTo('POST /api/sandbox/ring')[0]?.body).toEqual({ from: MARGARET }))
})

test('the things to try are ticked off as they happen, and can be reset', async () => {
  const turns = [{ kind: 'pressed', text: '1', at: AT } as const]
  const { user } = open([aPhone({ calls: [aCall({ status: 'talking', isByHand: true, turns })] })])
  expect(await screen.findByRole('heading', { name: /Answer a call and press 1 ?\(done\)/ })).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Start over' }))
  expect(screen.getByRole('heading', { name: 'Answer a call and press 1' })).toBeDefined()
})

test('mails are shown, and with nothing to show it says what to do', async () => {
  const mail: OutboxEntry = {
    channel: 'email',
    to: 'jane@example.com',
    subject: 'Your new password',
    text: 'Follow http://localhost:3000/reset-password?token=abc',
    at: AT,
    delivery: null,
    reason: null,
  }
  const { user } = open([], { mails: [mail, { ...mail, channel: 'sms', subject: null, text: 'A text is no mail' }] })
  expect(await screen.findByText('No phones yet')).toBeDefined()
  await user.click(await screen.findByRole('tab', { name: 'Mails (1)' }))
  expect(await screen.findByRole('heading', { name: 'Your new password' })).toBeDefined()
  expect(screen.getByRole('link', { name: /reset-password\?token=abc/ })).toBeDefined()
  expect(screen.queryByText('A text is no mail')).toBeNull()
})

test('with the real providers there is no such page', async () => {
  fakeServer({ 'GET /api/sandbox': () => ({ isRunning: false, address: null }) })
  renderAt('/sandbox')
  expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Go to Dashboard' })).toBeDefined()
  expect(document.title).toContain('404 Page Not Found')
})

test('on another machine it says where it can be used', async () => {
  const message = 'The sandbox can be used on the machine Cooee runs on'
  fakeServer({ 'GET /api/sandbox/phones': () => reply(403, { message }) })
  renderAt('/sandbox')
  expect(await screen.findByText(message)).toBeDefined()
})

test('a month is made to pass, and what came of it is said in plain words', async () => {
  const cards = { testCards: TEST_CARDS, subscriptions: [SUBSCRIPTION] }
  const { user, server } = open([], { cards })
  await user.click(await screen.findByRole('tab', { name: 'Cards (1)' }))
  expect(screen.getByText('4242 4242 4242 4242')).toBeDefined()
  const row = within(screen.getByRole('heading', { name: 'Jane Hartley' }).closest('li') ?? document.body)
  expect(row.getByText('Basic Plan, Wake-up Call')).toBeDefined()
  expect(row.getByText('$23.98 a month, card ending in 0341')).toBeDefined()
  expect(row.getByText(/^Renews on /)).toBeDefined()
  await user.click(row.getByRole('button', { name: 'Renew now: Jane Hartley' }))
  expect(await row.findByText(/^The card was declined/)).toBeDefined()
  expect(server.sentTo('POST /api/sandbox/subscriptions/:id/renew')).toHaveLength(1)
})

test('a subscription that is past due, will end or has ended is not called a renewal', async () => {
  const subscriptions = [
    { ...SUBSCRIPTION, subscriptionId: 'sub_1', who: 'Owing', status: 'past_due' as const },
    { ...SUBSCRIPTION, subscriptionId: 'sub_2', who: 'Leaving', isCancelling: true },
    { ...SUBSCRIPTION, subscriptionId: 'sub_3', who: 'Gone', status: 'ended' as const },
  ]
  const { user } = open([], { cards: { testCards: TEST_CARDS, subscriptions } })
  await user.click(await screen.findByRole('tab', { name: 'Cards (3)' }))
  const buttons = screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))
  expect(buttons).toEqual(expect.arrayContaining(['Charge the card again: Owing', 'End it now: Leaving']))
  expect(buttons.filter((label) => label?.includes('Gone'))).toEqual([])
})

test('nobody has subscribed yet; and without a card sandbox there is no such tab', async () => {
  const { user } = open([], { cards: { testCards: TEST_CARDS, subscriptions: [] } })
  await user.click(await screen.findByRole('tab', { name: 'Cards' }))
  expect(screen.getByText('Nobody has subscribed yet')).toBeDefined()
  cleanup()
  open([aPhone()])
  await phone()
  expect(screen.queryByRole('tab', { name: /^Cards/ })).toBeNull()
})
