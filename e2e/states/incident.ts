import type { Page } from 'playwright-core'
import { LINK_NOT_VALID } from '#contract/calls/incidents.ts'
import { allClear, anIncident, ofSeveralCauses, ownedBy } from '#test/web/an-incident.ts'
import type { FakeAnswer, FakeAnswers } from '../fake-answers.ts'
import { seeHeading } from '../screens.ts'
import type { ScreenState } from './screen-state.ts'

const path = '/incident/2s.1kz.0123456789abcdefghijklmno'
const seen = (body: unknown): FakeAnswers => ({ 'GET /api/incidents/*': { status: 200, body } })
const answered = (answer: FakeAnswer): FakeAnswers => ({
  ...seen(anIncident()),
  'POST /api/incidents/*/answer': answer,
})
const stands = (title: string) => (page: Page) => page.getByRole('heading', { level: 2, name: title }).waitFor()
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

const NAMES_AS_LONG_AS_THEY_GET = anIncident({
  lovedOne: {
    name: 'Alexandrina Featherstonehaugh-Papadopoulos',
    phoneNumber: '+61491570156',
    timezone: 'Australia/Perth',
  },
  you: { name: 'Giuseppe Featherstonehaugh-Papadopoulos', hasDeclined: true },
  askedBy: null,
  attempts: [],
  lastAnsweredAt: null,
})

/** The page that the link of an alert opens, in every state it can be found in. */
export const INCIDENT_STATES: readonly ScreenState[] = [
  {
    name: 'incident, nobody yet',
    path,
    answers: seen(anIncident()),
    ready: stands('Nobody is checking on Margaret yet'),
  },
  {
    name: 'incident, several causes',
    path,
    answers: seen(ofSeveralCauses()),
    ready: stands('Nobody is checking on Margaret yet'),
  },
  {
    name: 'incident, minutes',
    path,
    answers: seen(anIncident()),
    ready: stands('Nobody is checking on Margaret yet'),
    act: async (page) => {
      await press(page, "I'm on my way")
      await press(page, 'Send')
      await page.getByText('Please give 1 to 240 minutes').waitFor()
    },
  },
  {
    name: 'incident, sure?',
    path,
    answers: seen(anIncident()),
    ready: stands('Nobody is checking on Margaret yet'),
    act: async (page) => {
      await press(page, 'Margaret is OK')
      await page.getByRole('button', { name: 'Yes, Margaret is OK' }).waitFor()
    },
  },
  {
    name: 'incident, answer refused',
    path,
    answers: answered('failed'),
    ready: stands('Nobody is checking on Margaret yet'),
    act: async (page) => {
      await press(page, "I'm calling Margaret")
      await page.getByText(/Something went wrong on our side/).waitFor()
    },
  },
  {
    name: 'incident, yours',
    path,
    answers: seen(ownedBy('Susan Hartley', { isYou: true, minutes: 20 })),
    ready: stands('You’re checking on Margaret'),
  },
  {
    name: 'incident, somebody else’s',
    path,
    answers: seen({ ...ownedBy('Tom Hartley'), detailsPath: '/calls/details/1' }),
    ready: stands('Tom Hartley is checking on Margaret'),
  },
  {
    name: 'incident, declined, with long names',
    path,
    answers: seen(NAMES_AS_LONG_AS_THEY_GET),
    ready: stands('You said you can’t'),
  },
  {
    name: 'incident, yours, with the way there',
    path,
    answers: seen({
      ...ownedBy('Susan Hartley', { isYou: true, minutes: 20 }),
      place: {
        address: 'Unit 14, 1123 Featherstonehaugh-Papadopoulos Boulevarde, Woolloomooloo NSW 2011',
        accessNote: 'The key is under the blue pot.\nThe dog barks and is friendly.',
      },
    }),
    ready: stands('Where Margaret lives'),
  },
  {
    name: 'incident, words that nobody understood',
    path,
    answers: seen({
      ...anIncident({
        cause: 'unclear',
        heard: 'the magpies are in the kitchen again',
        headline: "Margaret Hartley answered the 9:00 AM call and said something we couldn't understand",
        detail: null,
        detailsPath: '/calls/details/1',
      }),
      place: { address: '14 Wattle Street, Thirroul NSW 2515', accessNote: null },
    }),
    ready: (page) => page.getByText('We heard:').waitFor(),
  },
  {
    name: 'incident, perhaps a request for help',
    path,
    answers: seen(
      anIncident({
        cause: 'uncertain_help',
        headline: 'Margaret Hartley may have asked for help on the 9:00 AM call',
        detail: null,
      }),
    ),
    ready: (page) => page.getByText('We’re not sure it was a call for help.').waitFor(),
  },
  { name: 'incident, all clear', path, answers: seen(allClear()), ready: stands('All clear') },
  {
    name: 'incident, unresolved',
    path,
    answers: seen(
      anIncident({ status: 'unresolved', ended: { at: '2026-03-09T22:29:00.000Z', how: 'Nobody checked.' } }),
    ),
    ready: stands('Nobody is checking on Margaret yet'),
  },
  {
    name: 'incident, link not valid',
    path,
    answers: { 'GET /api/incidents/*': { status: 404, body: { message: LINK_NOT_VALID } } },
    ready: (page) => seeHeading(page, LINK_NOT_VALID),
  },
  {
    name: 'incident, waiting',
    path,
    answers: { 'GET /api/incidents/*': 'waiting' },
    ready: (page) => page.getByText('Loading what happened').waitFor({ state: 'attached' }),
  },
  {
    name: 'incident, failed',
    path,
    answers: { 'GET /api/incidents/*': 'failed' },
    ready: stands('We couldn’t load what happened'),
  },
]
