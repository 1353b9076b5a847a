import type { PlantedFault } from '../planted-fault.ts'

const CARE = 'src/server/features/care'
const LANGUAGES_TEST = 'test/languages.test.ts'
const WORDS_OF_A_CALL_TEST = `${CARE}/words-of-a-call.test.ts`

/** What is said and understood in the language of the person who is called. */
export const LANGUAGE_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a call is said in English to somebody who is called in another language',
    file: `${CARE}/conversation/attempt-conversation.ts`,
    text: 'wordingOf(attempt.language, attempt.corrections)',
    replacement: "wordingOf('en-AU', attempt.corrections)",
    test: {
      file: LANGUAGES_TEST,
      title: 'a call is said from the first word to the last in that language, and key 1 completes it',
    },
  },
  {
    name: 'words in another language are understood as English',
    file: `${CARE}/provider-events/handle-answer.ts`,
    text: '    language: attempt.language,\n    verdict',
    replacement: "    language: 'en-AU',\n    verdict",
    test: { file: LANGUAGES_TEST, title: 'what the question offers to say completes it as well' },
  },
  {
    name: 'English words are understood of somebody who is called in Italian',
    file: 'src/core/understanding/understanding-in.ts',
    text: "  if (language === 'en-AU') return ENGLISH\n",
    replacement: "  if (language === 'en-AU' || language === 'it') return ENGLISH\n",
    test: {
      file: 'src/core/understanding/understanding-in.properties.test.ts',
      title: 'words of other languages are not understood',
    },
  },
  {
    name: 'a correction stays in use although its English has changed',
    file: 'src/core/languages/wordings.ts',
    text: 'english[key] === then',
    replacement: 'key in english && then.length > 0',
    test: {
      file: 'src/core/languages/catalogues.test.ts',
      title: 'a correction is used while its English is what is said, and no longer',
    },
  },
  {
    name: 'a call changes its language while somebody is on the phone',
    file: 'src/server/features/languages/language-of-call.ts',
    text: 'coalesce(attempts.language, loved_ones.language)',
    replacement: 'loved_ones.language',
    test: {
      file: WORDS_OF_A_CALL_TEST,
      title: 'a call goes on, and is understood, in the language in which it was dialled',
    },
  },
  {
    name: 'an answer is held against the words of a reminder as they are now',
    file: `${CARE}/provider-events/handle-answer.ts`,
    text: 'asked.words ?? wordsSaid(scriptOf(subject, asked))',
    replacement: 'wordsSaid(scriptOf(subject, asked))',
    test: {
      file: WORDS_OF_A_CALL_TEST,
      title:
        'an answer before the words that are being said have ended does not count, though the new ones are shorter',
    },
  },
  {
    name: 'a reminder that is written during a call is said to a person who has not pressed a key',
    file: 'src/core/conversation/conversation-state.ts',
    text: "return isReminderAccepted || !Object.values(moves).some(({ name }) => name === 'question')",
    replacement: 'return isReminderAccepted || Object.keys(moves).length > 0',
    test: {
      file: WORDS_OF_A_CALL_TEST,
      title: 'words that are written once the question was asked are not said to a person who has not pressed a key',
    },
  },
  {
    name: 'an offer of a reminder counts as accepted without a key',
    file: 'src/core/conversation/conversation-state.ts',
    text: 'return isReminderAccepted ||',
    replacement: "return Object.values(moves).some(({ name }) => name === 'offer') ||",
    test: {
      file: WORDS_OF_A_CALL_TEST,
      title: 'words that were offered, removed and written afresh are not said to a person who has not pressed a key',
    },
  },
]
