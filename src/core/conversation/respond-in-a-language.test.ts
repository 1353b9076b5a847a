import { expect, test } from 'vitest'
import { aConversation } from '#test/a-conversation.ts'
import type { Language } from '../languages/language.ts'

const answered = (
  language: Language,
  words: string,
  type: 'daily_check_in' | 'medication_reminder' = 'daily_check_in',
) => aConversation(type, { language }).isSilent().hears(words)

test.each([
  ['it', 'Sì, sto bene, grazie'],
  ['el', 'Ναι, είμαι καλά'],
  ['cmn', '是的，我很好'],
  ['yue', '係呀，我好好'],
  ['vi', 'Dạ tôi khỏe, cảm ơn'],
  ['ar', 'نعم أنا بخير'],
] as const)('in %s "%s" answers a check-in, and in English it does not', (language, words) => {
  expect(answered(language, words).responses).toEqual(['acknowledged'])
  expect(answered('en-AU', words).responses).toEqual([])
})

test.each([
  ['it', 'non sto bene'],
  ['el', 'δεν είμαι καλά'],
  ['cmn', '我不舒服'],
  ['yue', '我唔舒服'],
  ['vi', 'tôi không khỏe'],
  ['ar', 'مو زين'],
] as const)('in %s "%s" completes no call: help is asked about', (language, words) => {
  expect(answered(language, words).responses).toEqual([])
  expect(answered(language, words).move.name).toBe('confirm_help')
})

test.each([
  ['it', 'le ho prese', 'non ancora'],
  ['el', 'τα πήρα', 'όχι ακόμα'],
  ['cmn', '吃了', '还没吃'],
  ['yue', '食咗', '仲未食'],
  ['vi', 'uống rồi', 'chưa uống'],
  ['ar', 'أخذت الدوا', 'لسا ما أخدتو'],
] as const)('in %s "%s" says that a medicine is taken, and "%s" that it is not', (language, taken, notYet) => {
  expect(answered(language, taken, 'medication_reminder').responses).toEqual(['acknowledged'])
  expect(answered(language, notYet, 'medication_reminder').responses).toEqual(['not_yet'])
})

test.each([
  ['it', 'no'],
  ['it', 'no no'],
  ['el', 'όχι'],
  ['el', 'καθόλου'],
  ['cmn', '不是'],
  ['yue', '唔係'],
  ['vi', 'không'],
  ['ar', 'لا'],
] as const)('in %s "%s" to "Are you all right?" is asked back', (language, no) => {
  const call = aConversation('daily_check_in', { language }).verdict('human').isSilent()
  expect(call.hears(no).move.name).toBe('question')
  expect(call.hears('zzz', { isPlayedToEnd: false }).move.lead).toBe('interrupted')
  expect(call.hears(no).move.name).toBe('confirm_help')
})

test('English words answer no call in Italian, and a talk in English does not begin in one', () => {
  expect(answered('it', "Yes, I'm fine").responses).toEqual([])
  expect(aConversation('daily_check_in', { language: 'it', mayTalk: true }).isSilent().move.name).toBe('question')
})
