import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LANGUAGES, type Language } from './language.ts'
import { PACKS } from './wordings.ts'

const OTHERS = LANGUAGES.filter((language) => language !== 'en-AU')
const MINUTES = Array.from({ length: 1440 }, (_, minute) => minute)
const formsOf = (language: Language) => PACKS[language].forms

/** Digits of any script, and what a voice would have to guess. */
const GUESSED = /\p{Nd}|[:<>&/]|undefined|NaN|\bAM\b|\bPM\b/u
const LATIN: readonly Language[] = ['it', 'vi']

describe.each(OTHERS)('%s says', (language) => {
  const forms = formsOf(language)
  const isInWords = (said: string) => {
    expect(said).not.toMatch(GUESSED)
    expect(said).not.toMatch(/ {2}|^ | $/)
    if (!LATIN.includes(language)) expect(said).not.toMatch(/\p{Script=Latin}/u)
  }

  test('every minute of a day in words alone, and no two alike', () => {
    for (const minute of MINUTES) isInWords(forms.time(minute))
    expect(new Set(MINUTES.map(forms.time)).size).toBe(1440)
  })

  test('every day of a year in words alone, and no two alike', () => {
    const days = MONTH_LENGTHS.flatMap((length, month) =>
      Array.from({ length }, (_, day) => ({ weekDay: 1, day: day + 1, month: month + 1 })),
    )
    for (const day of days) isInWords(forms.day(day))
    expect(new Set(days.map(forms.day)).size).toBe(366)
    const week = [1, 2, 3, 4, 5, 6, 7].map((weekDay) => forms.day({ weekDay, day: 1, month: 1 }))
    expect(new Set(week).size).toBe(7)
  })

  test('every number of days up to ninety-nine in words alone, and no two alike', () => {
    const counts = Array.from({ length: 100 }, (_, count) => count)
    for (const count of counts) {
      isInWords(forms.days(count))
      isInWords(forms.number(count))
    }
    expect(new Set(counts.map(forms.days)).size).toBe(100)
    expect(new Set(counts.map(forms.number)).size).toBe(100)
  })

  test('half past with the word for half, at every hour', () => {
    const HALF: Record<string, RegExp> = {
      ...{ it: /mezz[ao]/, el: /μισή/, cmn: /半$/, yue: /半$/, vi: /rưỡi/, ar: /والنصف/ },
    }
    for (let hour = 0; hour < 24; hour += 1) expect(forms.time(hour * 60 + 30)).toMatch(HALF[language] ?? /x/)
  })

  test('written times with the clock of 24 hours', () => {
    expect([forms.writtenTime(0), forms.writtenTime(545), forms.writtenTime(870)]).toEqual(['0:00', '9:05', '14:30'])
  })
})

test.each([
  [
    'it',
    'a mezzanotte',
    'alle nove del mattino',
    'a mezzogiorno',
    "all'una e mezza del pomeriggio",
    'alle otto e un quarto di sera',
  ],
  [
    'el',
    'στις δώδεκα τα μεσάνυχτα',
    'στις εννέα το πρωί',
    'στις δώδεκα το μεσημέρι',
    'στη μία και μισή το μεσημέρι',
    'στις οκτώ και τέταρτο το βράδυ',
  ],
  ['cmn', '半夜十二点', '上午九点', '中午十二点', '下午一点半', '晚上八点十五分'],
  ['yue', '半夜十二點', '朝早九點', '中午十二點', '下晝一點半', '夜晚八點十五分'],
  ['vi', 'mười hai giờ đêm', 'chín giờ sáng', 'mười hai giờ trưa', 'một giờ rưỡi chiều', 'tám giờ mười lăm phút tối'],
  [
    'ar',
    'الساعة الثانية عشرة منتصف الليل',
    'الساعة التاسعة صباحًا',
    'الساعة الثانية عشرة ظهرًا',
    'الساعة الواحدة والنصف بعد الظهر',
    'الساعة الثامنة والربع مساءً',
  ],
] as const)('%s has midnight, nine, noon, half past one and a quarter past eight', (language, ...said) => {
  expect([0, 540, 720, 810, 1215].map(formsOf(language).time)).toEqual(said)
})

test.each([
  ['it', 'venerdì primo maggio', 'ventuno giorni', 'un giorno', 'trentotto', 'ventitré'],
  ['el', 'την Παρασκευή πρώτη Μαΐου', 'είκοσι μία ημέρες', 'μία ημέρα', 'τριάντα οκτώ', 'είκοσι τρία'],
  ['cmn', '五月一号星期五', '二十一天', '一天', '三十八', '二十三'],
  ['yue', '五月一號星期五', '二十一日', '一日', '三十八', '二十三'],
  ['vi', 'thứ Sáu, ngày một tháng năm', 'hai mươi mốt ngày', 'một ngày', 'ba mươi tám', 'hai mươi ba'],
  ['ar', 'يوم الجمعة الأول من مايو', 'واحد وعشرون يومًا', 'يوم واحد', 'ثمانية وثلاثون', 'ثلاثة وعشرون'],
] as const)('%s has the first of a month, days and numbers by its own rules', (language, ...said) => {
  const { day, days, number } = formsOf(language)
  expect([day({ weekDay: 5, day: 1, month: 5 }), days(21), days(1), number(38), number(23)]).toEqual(said)
})

test('English is said as it was written before: the voice reads digits', () => {
  const forms = formsOf('en-AU')
  expect(forms.time(540)).toBe('9:00 AM')
  expect(forms.day({ weekDay: 5, day: 13, month: 3 })).toBe('Friday 13 March')
  expect([forms.days(1), forms.days(3)]).toEqual(['1 day', '3 days'])
})

test('lists of any names hold each of them, in every language', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...LANGUAGES),
      fc.uniqueArray(fc.constantFrom('Anna', 'Bruno', 'Chloe', 'Dimitra')),
      (language, names) => {
        for (const said of [formsOf(language).list(names), formsOf(language).either(names)]) {
          for (const name of names) expect(said).toContain(name)
        }
      },
    ),
  )
})

const MONTH_LENGTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
