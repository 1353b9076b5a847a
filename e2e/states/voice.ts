import type { FakeAnswers } from '../fake-answers.ts'
import type { ScreenState } from './screen-state.ts'
import { announced, press, question, text } from './steps.ts'

const RECORDING = {
  ...{ id: 7, by: 'Alexandrina Featherstonehaugh', isYours: false, seconds: 6.4, source: 'page' },
  ...{ madeAt: '2026-11-20T00:25:00.000Z', isHeard: true },
}
const DRAFT = { ...RECORDING, id: 8, by: 'Robyn Hartley', isYours: true, isHeard: false, source: 'phone' }
const PARTS = [
  {
    ...{ part: 'greeting', used: null, draft: null, ring: null },
    says: "Good morning Giuseppe, it's Cooee, the phone service Robyn set up to see how you are.",
    saysAfterwards: 'This is Cooee, calling for Robyn.',
  },
  {
    ...{ part: 'question', used: null, draft: null, ring: null },
    says: "If you're all right, press 1, or just say I'm fine. If you'd like some help, press 2.",
    saysAfterwards: "If you're all right, press 1.",
  },
]

const voiceOf = (
  greeting: object,
  question: object = {},
  ownPhone: string | null = '+61 491 570 110',
): FakeAnswers => ({
  'GET /api/calls/*/voice': {
    status: 200,
    body: {
      ...{
        canRecord: true,
        lovedOneName: 'Giuseppe Featherstonehaugh-Papadopoulos',
        ownPhone,
        language: 'en-AU',
        callType: 'daily_check_in',
      },
      parts: [
        { ...PARTS[0], ...greeting },
        { ...PARTS[1], ...question },
      ],
    },
  },
})

/** The page on which a member records their voice. */
export function voiceStates(callId: number): readonly ScreenState[] {
  const path = `/calls/voice/${callId}`
  return [
    { name: 'familiar voice, of a call that does not repeat', path, ready: text(/calls that repeat/) },
    { name: 'familiar voice, nothing recorded', path, answers: voiceOf({}), ready: text('The question') },
    {
      name: 'familiar voice, one in use, one to be heard',
      path,
      answers: voiceOf({ used: RECORDING }, { used: RECORDING, draft: DRAFT }),
      ready: text('Listen to it first.'),
    },
    {
      name: 'familiar voice, to be deleted',
      path,
      answers: voiceOf({ used: RECORDING }),
      ready: text('Then in Cooee’s voice'),
      act: async (page) => {
        await press(page, 'Delete the recording')
        await question(page)
      },
    },
    {
      name: 'familiar voice, on the phone',
      path,
      answers: voiceOf(
        { ring: { state: 'ringing', at: RECORDING.madeAt } },
        { ring: { state: 'over', at: RECORDING.madeAt } },
      ),
      ready: text('Your phone is ringing'),
    },
    {
      name: 'familiar voice, no own number',
      path,
      answers: voiceOf({}, {}, null),
      ready: text('Confirm your phone number'),
    },
    {
      name: 'familiar voice, waiting',
      path,
      answers: { 'GET /api/calls/*/voice': 'waiting' },
      ready: announced('Loading the recordings'),
    },
    {
      name: 'familiar voice, failed',
      path,
      answers: { 'GET /api/calls/*/voice': 'failed' },
      ready: text('Failed to load the recordings'),
    },
  ]
}
