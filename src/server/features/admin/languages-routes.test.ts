import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { LanguageFile } from '#contract/admin/admin-languages.ts'
import type { SignedIn } from '#test/build-test-app.ts'
import { type CallsFixture, callsFixture, TUESDAY_ELEVEN } from '#test/calls-fixture.ts'

let cooee: CallsFixture
let admin: SignedIn
beforeAll(async () => {
  cooee = await callsFixture()
  admin = await cooee.anAdmin()
})
afterAll(() => cooee.close())
beforeEach(async () => {
  await cooee.moveTo(TUESDAY_ELEVEN)
  await cooee.db.deleteFrom('languageReviews').execute()
  await cooee.db.deleteFrom('auditLog').execute()
})

const exported = async (): Promise<LanguageFile> => (await admin.get('/api/admin/languages/it/file')).json()
const imported = (file: LanguageFile, language = 'it') =>
  admin.post(`/api/admin/languages/${language}/reviews`, { reviewer: 'Maria Rossi', isComplete: true, file })
const changed = (file: LanguageFile, key: string, translation: string): LanguageFile => ({
  ...file,
  texts: file.texts.map((text) => (text.key === key ? { ...text, translation } : text)),
})
const italian = async () =>
  (await admin.get('/api/admin/languages')).json().find(({ language }: { language: string }) => language === 'it')

test('a language goes out as a file, and comes back corrected: who read it and who imported it is kept', async () => {
  const file = await exported()
  expect(file.texts.find(({ key }) => key === 'calls.goodbye')).toEqual({
    ...{ key: 'calls.goodbye', english: 'Goodbye.', translation: 'Arrivederci.', note: '' },
  })
  const answer = await imported(changed(file, 'calls.goodbye', 'A presto.'))
  expect(answer.statusCode, answer.body).toBe(200)
  expect(await italian()).toMatchObject({
    isReviewed: true,
    review: { reviewer: 'Maria Rossi', importedBy: admin.user.username, corrected: 1 },
  })
  expect((await exported()).texts.find(({ key }) => key === 'calls.goodbye')?.translation).toBe('A presto.')
  const noted = await cooee.db.selectFrom('auditLog').select(['action', 'detail']).execute()
  expect(noted).toEqual([{ action: 'language.imported', detail: 'it: 1 corrected' }])
})

test('an import is taken back: what was said before is said again, and then there is nothing more', async () => {
  const file = await exported()
  await imported(changed(file, 'calls.goodbye', 'A presto.'))
  await imported(changed(file, 'calls.goodbye', 'Addio.'))
  const goodbye = async () => (await exported()).texts.find(({ key }) => key === 'calls.goodbye')?.translation
  expect(await goodbye()).toBe('Addio.')
  for (const before of ['A presto.', 'Arrivederci.']) {
    expect((await admin.post('/api/admin/languages/it/revert')).statusCode).toBe(200)
    expect(await goodbye()).toBe(before)
  }
  expect((await admin.post('/api/admin/languages/it/revert')).statusCode).toBe(409)
  expect((await italian()).isReviewed).toBe(false)
})

test.each<[string, (file: LanguageFile) => LanguageFile, RegExp]>([
  ['a lost placeholder', (file) => changed(file, 'calls.hello', 'Buongiorno.'), /calls\.hello: .*braces/],
  ['another key of the phone', (file) => changed(file, 'calls.askHow', 'Prema 2 o 3.'), /same digits/],
  ['a text too little', (file) => ({ ...file, texts: file.texts.slice(1) }), /is missing/],
  ['a text twice', (file) => ({ ...file, texts: [...file.texts, ...file.texts.slice(0, 1)] }), /twice/],
  [
    'an unknown text',
    (file) =>
      changed({ ...file, texts: [...file.texts, { key: 'x.y', english: '', translation: '', note: '' }] }, '', ''),
    /no text called x\.y/,
  ],
  [
    'an old English',
    (file) => ({ ...file, texts: file.texts.map((text) => ({ ...text, english: `${text.english}!` })) }),
    /export the file again/,
  ],
  ['two commands alike', (file) => changed(file, 'texts.keyDone', 'AIUTO'), /same word/],
  ['two commands alike without their accents', (file) => changed(file, 'texts.keyDone', 'Aiùto'), /same word/],
  ['a command that the rules know as another', (file) => changed(file, 'texts.keyHelp', 'Done'), /keyHelp: .*another/],
  ['a command of marks alone', (file) => changed(file, 'texts.keyOk', '\u0301'), /letters only/],
  ['a request for help as its OK', (file) => changed(file, 'texts.keyOk', 'SOCCORSO'), /keyOk: .*help/],
  ['a time away for help', (file) => changed(file, 'texts.keyUntil', 'TRE'), /howToGoAway: .*TRE/],
  ['a word that no sentence offers', (file) => changed(file, 'texts.keyDone', 'FINITO'), /askDone: .*FINITO/],
  [
    'the keys of the phone changed over',
    (file) => changed(file, 'calls.askHow', 'Se sta bene, prema 2. Se ha bisogno di aiuto, prema 1.'),
    /same digits/,
  ],
  ['another language', (file) => ({ ...file, language: 'el' }), /This file is Greek/],
])('a file with %s is refused whole, and the text is named', async (_, spoil, why) => {
  const answer = await imported(spoil(await exported()))
  expect(answer.statusCode).toBe(400)
  expect(answer.json().errors).toEqual([{ path: 'file', message: expect.stringMatching(why) }])
  expect((await italian()).review).toBeNull()
})

test('English is the source: it is neither exported nor imported', async () => {
  expect((await admin.get('/api/admin/languages/en-AU/file')).statusCode).toBe(400)
})

test('a loved one has a language, English at first, and an unknown one is refused with the name of the field', async () => {
  const robyn = await cooee.aRegisteredAccount()
  const id = await cooee.aLovedOne(robyn)
  const read = async () => (await robyn.get(`/api/loved-ones/${id}`)).json()
  expect((await read()).language).toBe('en-AU')
  expect((await robyn.patch(`/api/loved-ones/${id}`, { language: 'el' })).statusCode).toBe(200)
  expect((await read()).language).toBe('el')
  const refused = await robyn.patch(`/api/loved-ones/${id}`, { language: 'tlh' })
  expect(refused.statusCode).toBe(400)
  expect(refused.json().errors).toEqual([{ path: 'language', message: 'Please select a language' }])
  const added = await cooee.aLovedOne(robyn, { language: 'ar' })
  expect((await robyn.get(`/api/loved-ones/${added}`)).json().language).toBe('ar')
})
