import type { ScreenState } from './screen-state.ts'
import { announced, h1, press, text } from './steps.ts'

const PATH = '/agree/7.1.a-signature'
const PAGE = 'GET /api/contact-pages/*'
const ANSWER = 'POST /api/contact-pages/*/answer'
const SAVE = 'PATCH /api/contact-pages/*'

const asked = {
  ...{ name: 'Tom Hartley', lovedOneName: 'Margaret Hartley', askedBy: 'Robyn Hartley', state: 'asked' },
  ...{ days: [], from: null, to: null, zone: 'Australia/Sydney', awayUntil: null },
  ...{ minutesAway: null, hasKey: false, keyNote: null },
  ...{ ownNumber: '+61 2 5550 1234', vcardUrl: 'https://cooee.example/cooee.vcf' },
}
const filledIn = {
  ...{ ...asked, state: 'agreed', days: ['monday', 'saturday'], from: '08:00', to: '17:30' },
  ...{ awayUntil: '2027-03-10', minutesAway: 10, hasKey: true, keyNote: 'With Dawn next door, the blue door' },
}
const shows = (page: object) => ({ [PAGE]: { status: 200, body: page } })

/** What a contact sees who opens the link of the question, without a login. */
export const AGREEMENT_STATES: readonly ScreenState[] = [
  {
    name: 'contact’s page, asked',
    path: PATH,
    answers: shows(asked),
    ready: h1('Will you be a contact for Margaret?'),
  },
  {
    name: 'contact’s page, agreed and nothing said yet',
    path: PATH,
    answers: shows({ ...asked, askedBy: null, state: 'agreed' }),
    ready: h1('You’re a contact for Margaret'),
  },
  { name: 'contact’s page, agreed', path: PATH, answers: shows(filledIn), ready: h1('You’re a contact for Margaret') },
  {
    name: 'contact’s page, said no',
    path: PATH,
    answers: shows({ ...asked, state: 'declined' }),
    ready: h1('You’re not a contact for Margaret'),
  },
  {
    name: 'contact’s page, stopped',
    path: PATH,
    answers: shows({ ...asked, state: 'stopped' }),
    ready: h1('We’ve stopped'),
  },
  {
    name: 'contact’s page, waiting',
    path: PATH,
    answers: { [PAGE]: 'waiting' },
    ready: announced('Loading the question'),
  },
  {
    name: 'contact’s page, failed',
    path: PATH,
    answers: { [PAGE]: 'failed' },
    ready: text('We couldn’t load the question'),
  },
  { name: 'contact’s page, link not valid', path: PATH, ready: h1('This link no longer works.') },
  {
    name: 'contact’s page, answer failed',
    path: PATH,
    answers: { ...shows(asked), [ANSWER]: 'failed' },
    ready: text('I agree'),
    act: async (page) => {
      await press(page, 'I agree')
      await text('Something went wrong on our side')(page)
    },
  },
  {
    name: 'contact’s page, stop everything?',
    path: PATH,
    answers: shows(asked),
    ready: text('Stop everything'),
    act: async (page) => {
      await press(page, 'Stop all calls and texts to this phone')
      await text('We’ll never ring or text this phone again')(page)
    },
  },
  {
    name: 'contact’s page, times refused',
    path: PATH,
    answers: { ...shows({ ...filledIn, to: null }), [SAVE]: 'failed' },
    ready: text('Minutes to get there'),
    act: async (page) => {
      await press(page, 'Save')
      await text('Please give both times')(page)
    },
  },
]
