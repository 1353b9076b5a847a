import { expect, test } from 'vitest'
import { ENGLISH_WORDING } from '../languages/english/english.ts'
import { LANGUAGES } from '../languages/language.ts'
import { wordingOf } from '../languages/wordings.ts'
import { textSegments } from '../phone/text-segments.ts'
import { offerText } from './hot-day-words.ts'

const offer = {
  name: 'Margaret Hartley',
  town: 'Mildura',
  degrees: 41,
  isToday: false,
  timeOfDay: '14:00',
  link: 'https://cooee.example.com.au/loved-ones',
}

test('the notice says how hot, where and when, what we would say, and that we ring only if asked', () => {
  const { subject, mail, sms } = offerText(offer)
  expect(subject).toBe('41° in Mildura tomorrow: one more call for Margaret Hartley?')
  expect(mail).toContain('It is going to be 41° in Mildura tomorrow.')
  expect(mail).toContain(ENGLISH_WORDING.texts['calls.coolDown'])
  expect(mail).toContain(`We ring only if you ask us to: ${offer.link}`)
  expect(mail).toContain('Forecast: Open-Meteo, https://open-meteo.com/')
  expect(sms).toBe(
    'Cooee: It is going to be 41 degrees in Mildura tomorrow. Shall we ring Margaret once more, at 2:00 PM, with a word on keeping cool? We ring only if you ask us to: https://cooee.example.com.au/loved-ones',
  )
})

test('on the day itself it says today, and a text takes two parts', () => {
  const { subject, sms } = offerText({ ...offer, isToday: true })
  expect(subject).toContain('today')
  expect(textSegments(sms)).toBe(2)
})

test('a name that looks like an address is sent as none', () => {
  expect(offerText({ ...offer, name: 'www.evil.example' }).subject).not.toContain('www.evil.example')
})

/** The word in each language, and what else the product never says of itself. */
const NEVER: Record<(typeof LANGUAGES)[number], RegExp> = {
  'en-AU': /warn|alert|heatwave|monitor|detect|medic|doctor/i,
  it: /avvert|avvis|allert|monitor|rilev|medic/i,
  el: /προειδοπο|συναγερμ|παρακολουθ|ανιχνε|φάρμακ|γιατρ/i,
  cmn: /警告|预警|警报|监测|检测|药|医/,
  yue: /警告|預警|警報|監測|檢測|藥|醫/,
  vi: /cảnh báo|báo động|giám sát|phát hiện|thuốc|bác sĩ/i,
  ar: /تحذير|إنذار|مراقبة|كشف|دواء|طبيب/,
}

test.each(LANGUAGES)(
  'what is said on a very hot day in %s is no warning, and gives no advice on health',
  (language) => {
    const said = wordingOf(language).texts['calls.coolDown']
    expect(said).not.toMatch(NEVER[language])
    if (language !== 'en-AU') expect(said).not.toBe(ENGLISH_WORDING.texts['calls.coolDown'])
  },
)
