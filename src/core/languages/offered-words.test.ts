import { expect, test } from 'vitest'
import { understoodAnswer } from '../call-script/answer.ts'
import type { CallType } from '../calls/call-vocabulary.ts'
import { understandingIn } from '../understanding/understanding-in.ts'
import type { TextKey } from './catalogue.ts'
import type { Language } from './language.ts'
import { wordingOf } from './wordings.ts'

/** The words that questions offer beside keys. */
interface Offered {
  how: string
  done: string
  awake: string
  taken: string
  notYet: string
  yes: string
  no: string
}

const OFFERED: Readonly<Record<Language, Offered>> = {
  'en-AU': {
    ...{ how: "I'm fine", done: 'done', awake: "I'm awake" },
    ...{ taken: "I've taken it", notYet: 'not yet', yes: 'yes', no: 'no' },
  },
  it: {
    ...{ how: 'sto bene', done: 'fatto', awake: 'sono in piedi' },
    ...{ taken: 'l’ho preso', notYet: 'non ancora', yes: 'sì', no: 'no' },
  },
  el: {
    ...{ how: 'είμαι καλά', done: 'το έκανα', awake: 'ξύπνησα' },
    ...{ taken: 'το πήρα', notYet: 'όχι ακόμα', yes: 'ναι', no: 'όχι' },
  },
  cmn: {
    ...{ how: '我很好', done: '做好了', awake: '我醒了' },
    ...{ taken: '我吃了', notYet: '还没有', yes: '是', no: '不是' },
  },
  yue: {
    ...{ how: '我好好', done: '做咗', awake: '我醒咗' },
    ...{ taken: '我食咗', notYet: '仲未', yes: '係', no: '唔係' },
  },
  vi: {
    ...{ how: 'tôi khỏe', done: 'xong rồi', awake: 'tôi thức rồi' },
    ...{ taken: 'tôi uống rồi', notYet: 'chưa', yes: 'có', no: 'không' },
  },
  ar: {
    ...{ how: 'أنا بخير', done: 'انتهيت', awake: 'أنا مستيقظ' },
    ...{ taken: 'أخذته', notYet: 'ليس بعد', yes: 'نعم', no: 'لا' },
  },
}
const OF_EACH = Object.entries(OFFERED) as [Language, Offered][]

const answer = (language: Language, callType: CallType, speech: string) =>
  understoodAnswer(callType, { keys: '', speech }, [], language)

test.each(OF_EACH)('what a question in %s offers to say is in it', (language, offered) => {
  const { texts } = wordingOf(language)
  const isIn = (key: TextKey, ...words: string[]) => {
    for (const word of words) expect(texts[key]).toContain(word)
  }
  isIn('calls.askHow', offered.how)
  isIn('calls.askDone', offered.done)
  isIn('calls.askAwake', offered.awake)
  isIn('calls.cueDone', offered.taken, offered.notYet)
  isIn('calls.cueHow', offered.yes, offered.no)
  isIn('calls.confirmHelp', offered.yes)
})

test.each(OF_EACH)('what a question in %s offers to say answers it', (language, offered) => {
  expect(answer(language, 'daily_check_in', offered.how)).toBe('acknowledged')
  expect(answer(language, 'wellness_check', offered.how)).toBe('acknowledged')
  expect(answer(language, 'medication_reminder', offered.done)).toBe('acknowledged')
  expect(answer(language, 'wake_up_call', offered.awake)).toBe('acknowledged')
  expect(answer(language, 'medication_reminder', offered.taken)).toBe('acknowledged')
  expect(answer(language, 'medication_reminder', offered.notYet)).toBe('not_yet')
  const { isBareYes, meaningOf } = understandingIn(language)
  expect(isBareYes(offered.yes)).toBe(true)
  expect(isBareYes(offered.no)).toBe(false)
  expect(meaningOf(offered.yes, [])).toBe('yes')
  expect(meaningOf(offered.no, [])).toBe('no')
})
