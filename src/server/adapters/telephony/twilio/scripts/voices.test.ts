import { describe, expect, test } from 'vitest'
import type { ScriptPart } from '#core/call-script/script.ts'
import { scriptOf } from '#core/conversation/script/script-of.ts'
import { LANGUAGES, type Language } from '#core/languages/language.ts'
import { wordingOf } from '#core/languages/wordings.ts'
import { SUBJECT } from '#test/a-conversation.ts'
import { renderScript } from './render-script.ts'
import { VOICES } from './voices.ts'

const QUESTION = {
  name: 'question',
  serial: 1,
  lead: 'introduction',
  at: 0,
  key: null,
  seconds: 8,
  about: null,
} as const
const twimlIn = (language: Language) =>
  renderScript(
    scriptOf({ ...SUBJECT, wording: wordingOf(language) }, QUESTION),
    (step, spoken) => `https://cooee.example/answer?step=${step}&language=${spoken}`,
  )

describe.each([
  ['en-AU', 'Polly.Olivia-Neural', 'en-AU', 'en-AU'],
  ['it', 'Polly.Bianca-Neural', 'it-IT', 'it-IT'],
  ['el', 'Google.el-GR-Wavenet-A', 'el-GR', 'el-GR'],
  ['cmn', 'Polly.Zhiyu-Neural', 'cmn-CN', 'cmn-Hans-CN'],
  ['yue', 'Google.yue-HK-Standard-A', 'yue-HK', 'yue-Hant-HK'],
  ['vi', 'Google.vi-VN-Neural2-A', 'vi-VN', 'vi-VN'],
  ['ar', 'Polly.Hala-Neural', 'ar-AE', 'ar-AE'],
] as const)('a question in %s', (language, voice, spoken, heard) => {
  const twiml = twimlIn(language)

  test('is said in its voice alone, and listened to with its recogniser', () => {
    const said = [...twiml.matchAll(/<Say ([^>]*)>/g)].map(([, attributes]) => attributes)
    expect(said).toEqual(Array(2).fill(`voice="${voice}" language="${spoken}"`))
    expect(/<Gather [^>]* language="([^"]*)"/.exec(twiml)?.[1]).toBe(heard)
    expect(twiml).toContain(`hints="${VOICES[language].hints}"`)
  })

  test('carries its language to the answer', () => {
    expect(twiml).toContain(`&amp;language=${language}"`)
  })
})

test('a language without a recogniser is answered by keys alone', () => {
  const silent: ScriptPart[] = [{ kind: 'ask', step: 'x', prompt: 'Hello', language: 'vi' }]
  const { hears } = VOICES.vi
  try {
    Object.assign(VOICES.vi, { hears: null })
    const twiml = renderScript(silent, () => '/')
    expect(twiml).toContain('input="dtmf"')
    expect(twiml).not.toContain('speechTimeout')
  } finally {
    Object.assign(VOICES.vi, { hears })
  }
})

test('every language has a voice', () => {
  expect(Object.keys(VOICES)).toEqual([...LANGUAGES])
})
