import type { PlantedFault } from '../planted-fault.ts'

const SUMMARY = 'src/server/features/talks/summary/summarise-talk.ts'
const SUMMARY_TEST = 'src/server/features/talks/summary/summarise-talk.test.ts'
const CALLS_TEST = 'test/talks.test.ts'

/** A talk with a language model: what it may not decide, and what is kept of it. */
export const TALK_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a call is a talk after the person has taken back their consent',
    file: 'src/server/features/care/conversation/may-talk-now.ts',
    text: "if (conversation.state !== 'agreed') return false",
    replacement: "if (conversation.state === 'declined') return false",
    test: {
      file: CALLS_TEST,
      title: 'consent that is withdrawn before the call leaves no talk, and the call asks its question',
    },
  },
  {
    name: 'the page says for ever that a summary is being written',
    file: SUMMARY,
    text: '.set({ summaryFailedAt: clock.now() })',
    replacement: '.set({ summaryFailedAt: null })',
    test: {
      file: SUMMARY_TEST,
      title: 'a summary whose job ran out of tries is said to have failed, and one that is written after all is shown',
    },
  },
  {
    name: 'work that is given up leaves what waits for it waiting',
    file: 'src/server/composition/workers/start-workers.ts',
    text: '  if (name === summariseTalkJob.name && payload) await giveUpSummary(care, payload)\n',
    replacement: '',
    test: {
      file: 'test/later-work.test.ts',
      title: 'a talk whose summary is given up waits for none, and the admins are mailed',
    },
  },
  {
    name: 'something about health is remembered for the next talk',
    file: SUMMARY,
    text: "if (words === '' || isAboutHealth(words)) continue",
    replacement: "if (words === '') continue",
    test: { file: SUMMARY_TEST, title: 'what was noted is remembered, and nothing about health' },
  },
  {
    name: 'a concern of a talk is not reported after talks were taken back',
    file: SUMMARY,
    text: 'if (summary.concerns.length > 0) await',
    replacement: 'if (isAgreed && summary.concerns.length > 0) await',
    test: {
      file: SUMMARY_TEST,
      title: 'nothing is written about a talk after talks were taken back, and its concern is still reported',
    },
  },
]
