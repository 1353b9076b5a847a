import { expect, test } from 'vitest'
import { document, talk } from '#test/phone-simulator/talk.ts'
import {
  type Act,
  beeps,
  hangsUp,
  pauses,
  presses,
  repeats,
  says,
  untilAsked,
  untilGoodbye,
  untilOffered,
} from '../phone/phone-script.ts'

const BOTH = 'input="dtmf speech" speechTimeout="auto" action="heard"'
const QUESTION = '<Say>If you are all right, press 1. If you would like help, press 2.</Say>'
const said = (turns: { kind: string; text: string }[]) =>
  turns.filter(({ kind }) => kind === 'said').map(({ text }) => text)
const on = (...acts: Act[]) => ({ acts })

test('speech during the nested prompts cuts them short, and is the answer', async () => {
  const { call, heard } = await talk(
    on(pauses(2), says('Hello?')),
    `<Gather ${BOTH}><Say>Hello Margaret, this is a rather long greeting to you.</Say><Say>Press 1.</Say></Gather>`,
  )
  expect(heard).toEqual(['Hello?'])
  expect(said(call.turns)).not.toContain('Press 1.')
})

test('a key cuts the prompts short too', async () => {
  const { call, heard } = await talk(
    on(untilOffered('1'), presses('1')),
    `<Gather ${BOTH} numDigits="1"><Say>Press 1 or wait.</Say><Say>You waited.</Say></Gather>`,
  )
  expect([heard, said(call.turns)]).toEqual([['1'], ['Press 1 or wait.']])
})

test('nobody hangs up on "One moment please": it is no goodbye', async () => {
  const { call } = await talk(
    on(untilOffered('1'), presses('1'), untilGoodbye, hangsUp),
    `<Gather ${BOTH} numDigits="1">${QUESTION}</Gather>`,
    {
      answers: {
        '/heard': document('<Say>One moment please.</Say><Pause length="5"/><Redirect method="POST">back</Redirect>'),
        '/back': document('<Say>Thank you. Goodbye.</Say><Pause length="9"/>'),
      },
    },
  )
  expect(said(call.turns).slice(1)).toEqual(['One moment please.', 'Thank you. Goodbye.'])
})

test('the timeout begins when the prompts have ended', async () => {
  const late = on(untilAsked, pauses(3), presses('1'))
  expect((await talk(late, `<Gather ${BOTH} numDigits="1" timeout="4">${QUESTION}</Gather>`)).heard).toEqual(['1'])
  expect((await talk(late, `<Gather ${BOTH} numDigits="1" timeout="2">${QUESTION}</Gather>`)).heard).toEqual([])
})

test('speech that began in time is heard to its end, however long the timeout', async () => {
  const slow = on(untilAsked, pauses(1.5), says('I am quite all right thank you dear', 12))
  expect((await talk(slow, `<Gather ${BOTH} timeout="2">${QUESTION}</Gather>`)).heard).toEqual([
    'I am quite all right thank you dear',
  ])
})

const IN_PIECES = on(untilAsked, pauses(0.5), says("I'm fine"), pauses(1.5), says("but I've had a fall"))

test('an utterance with a pause arrives in pieces, and the rest is lost unless somebody listens again', async () => {
  expect((await talk(IN_PIECES, `<Gather ${BOTH}>${QUESTION}</Gather>`)).heard).toEqual(["I'm fine"])
  const listensOn = `<Gather ${BOTH}><Say>Thank you, Margaret. Goodbye now.</Say></Gather>`
  let times = 0
  const { heard } = await talk(IN_PIECES, `<Gather ${BOTH}>${QUESTION}</Gather>`, {
    answers: {
      '/heard': () => {
        times += 1
        return document(times === 1 ? listensOn : '<Hangup/>')
      },
    },
  })
  expect(heard).toEqual(["I'm fine", "but I've had a fall"])
})

test('words that began before the Gather are lost, and so is a rest that hardly lasts', async () => {
  const speaker = on(pauses(0.2), says('one two three four five six seven eight nine ten', 10))
  const cut = await talk(speaker, `<Pause length="4"/><Gather ${BOTH} timeout="3"/>`)
  expect(cut.heard[0]).toMatch(/^(five|six) .*ten$/)
  const nothing = await talk(speaker, `<Pause length="10"/><Gather ${BOTH} timeout="3"/>`)
  expect(nothing.heard).toEqual([])
})

test('words and keys outside of a Gather are dropped', async () => {
  const early = on(pauses(1), says('Hello?'), presses('1'))
  const { call, heard } = await talk(early, `<Say>${'word '.repeat(20)}</Say><Gather ${BOTH} timeout="3"/>`)
  expect(heard).toEqual([])
  expect(call.turns.map(({ kind }) => kind)).toEqual(['said', 'spoke'])
})

test('a key pressed twice is one where one is asked for', async () => {
  const { call, heard } = await talk(
    on(untilOffered('1'), presses('11')),
    `<Gather ${BOTH} numDigits="1">${QUESTION}</Gather>`,
  )
  expect([heard, call.turns.filter(({ kind }) => kind === 'pressed')]).toMatchObject([['1'], [{ text: '1' }]])
})

test('hash alone never arrives, unless no key finishes the input', async () => {
  const hash = on(untilOffered(), presses('#'))
  const any = '<Say>Press any key.</Say>'
  expect((await talk(hash, `<Gather numDigits="1" timeout="3" action="heard">${any}</Gather>`)).heard).toEqual([])
  const keyless = `<Gather numDigits="1" finishOnKey="" action="heard">${any}</Gather>`
  expect((await talk(hash, keyless)).heard).toEqual(['#'])
  const star = on(untilOffered(), presses('*'))
  expect((await talk(star, `<Gather numDigits="1" action="heard">${any}</Gather>`)).heard).toEqual(['*'])
})

test('a key outdoes what is being said at the same time', async () => {
  const television = {
    acts: [untilOffered('1'), pauses(0.5), presses('1')],
    background: [repeats([says('and now the weather')])],
  }
  const { heard } = await talk(
    television,
    `<Pause length="1"/><Gather input="dtmf" numDigits="1" action="heard">${QUESTION}</Gather>`,
  )
  expect(heard).toEqual(['1'])
  const both = { acts: [pauses(3), presses('1')], background: [repeats([says('and now the weather')])] }
  expect((await talk(both, `<Gather ${BOTH} numDigits="1">${QUESTION}</Gather>`)).heard).toEqual(['1'])
})

test('somebody who never stops speaking is cut off after a minute', async () => {
  const { heard } = await talk(on(repeats([says('and another thing')])), `<Gather ${BOTH} timeout="5"/>`)
  expect(heard).toHaveLength(1)
  expect(heard[0]?.split(' ').length).toBeGreaterThan(100)
})

test('an empty result is posted when that is requested', async () => {
  const machine = on(pauses(1), says('Please leave a message after the tone.'), beeps)
  const { heard } = await talk(machine, `<Pause length="9"/><Gather ${BOTH} timeout="2" actionOnEmptyResult="true"/>`)
  expect(heard).toEqual([''])
})

test('time stands still on the line while the account’s server takes its time', async () => {
  let asked = 0
  const { heard } = await talk(IN_PIECES, `<Gather ${BOTH}>${QUESTION}</Gather>`, {
    options: { pace: { secondMilliseconds: 1 } },
    answers: {
      '/heard': () => {
        asked += 1
        // By the wall clock the rest was said long ago.
        const since = performance.now()
        while (performance.now() - since < 50);
        return document(asked === 1 ? `<Gather ${BOTH}/>` : '<Hangup/>')
      },
    },
  })
  expect(heard).toEqual(["I'm fine", "but I've had a fall"])
})
