import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aConversation } from '#test/a-conversation.ts'

const aTalk = (fields: Parameters<typeof aConversation>[1] = {}) =>
  aConversation('daily_check_in', { mayTalk: true, ...fields })
    .verdict('human')
    .hears('hello?')

describe('a talk', () => {
  test('takes the place of the first question, and its first words say who is calling', () => {
    const call = aTalk()
    expect(call.move).toMatchObject({ name: 'talk' })
    expect(call.says).toContain('Margaret')
    expect(call.says).toContain('Robyn')
  })

  test('follows the words that the call is recorded', () => {
    const call = aTalk({ isRecorded: true })
    expect(call.move.name).toBe('announce')
    expect(call.isSilent().move.name).toBe('talk')
  })

  test('introduces itself once: not again after the words that the call is recorded', () => {
    const call = aTalk({ isRecorded: true })
    expect(call.says).toMatch(/Margaret.*Robyn.*This call is recorded/)
    expect(call.isSilent().says).toBe(
      "You are talking with Cooee's computer voice. What you say is written down. Press 1 if all is well, 2 for help, or 9 for keys only, at any time. How are you today?",
    )
  })

  test('is not begun with what may be a machine', () => {
    const call = aConversation('daily_check_in', { mayTalk: true })
      .hears('You have reached the Hartleys, please leave a message after the tone')
      .isSilent()
    expect(call.move.name).toBe('message')
    expect(call.hears('hello?').move.name).toBe('question')
  })

  test('is not begun where it may not be', () => {
    expect(aTalk({ mayTalk: false }).move.name).toBe('question')
    expect(aTalk({ reminderText: 'the blue tablet' }).move.name).toBe('offer')
  })

  test('is not begun after key 9', () => {
    const call = aConversation('daily_check_in', { mayTalk: true }).presses('9')
    expect(call.move.name).toBe('refusal_offer')
    expect(call.isSilent().move.name).toBe('question')
  })

  test('is held once in a call: without an answer the plain question follows, without who is calling', () => {
    const call = aTalk().talkIsOver()
    expect(call.move).toMatchObject({ name: 'question', lead: null })
    expect(call.hears('what?').move.name).toBe('question')
  })
})

test('a request for help that a recogniser cuts in two is asked about', () => {
  const call = aTalk().chats('I can not')
  expect(call.isTalkDecided).toBe(false)
  expect(call.chats('get up', { together: 'I can not get up' }).move.name).toBe('confirm_help')
})

describe('a key in a talk', () => {
  test('1 is an all-clear and ends it', () => {
    const call = aTalk().keysInTalk('1')
    expect(call.move).toMatchObject({ name: 'goodbye', about: 'acknowledged' })
    expect(call.outcome()).toBe('acknowledged')
  })

  test('1 is followed by what is asked after an answer', () => {
    expect(aTalk({ asksAfterwards: 'words' }).keysInTalk('1').move).toMatchObject({ name: 'ask_more', about: 'words' })
  })

  test('2 asks for help and ends it', () => {
    const call = aTalk().keysInTalk('2')
    expect(call.move.name).toBe('help_noted')
    expect(call.outcome()).toBe('help')
  })

  test('9 leads to the plain question, and a second 9 to the offer to stop all calls', () => {
    const call = aTalk().keysInTalk('9')
    expect(call.move.name).toBe('question')
    expect(call.keysInTalk('9').move.name).toBe('refusal_offer')
  })

  test('1 and 2 count while the talk that key 9 has ended still listens', () => {
    expect(aTalk().keysInTalk('9').keysInTalk('1').outcome()).toBe('acknowledged')
    expect(aTalk().keysInTalk('9').keysInTalk('2').outcome()).toBe('help')
  })

  test('2 beats every decision before it', () => {
    for (const first of ['1', '9'] as const) {
      const call = aTalk().keysInTalk(first).keysInTalk('2')
      expect(call.move.name).toBe('help_noted')
      expect(call.outcome()).toBe('help')
    }
  })

  test('another key changes nothing', () => {
    const call = aTalk().keysInTalk('5')
    expect(call.isTalkDecided).toBe(false)
    expect(call.responses).toEqual([])
  })
})

describe('words in a talk', () => {
  test.each(["I'm fine thank you", 'good thanks', 'very well thank you Robyn', 'one'])(
    '"%s" to the first words is an all-clear, taken at once, and the talk goes on',
    (words) => {
      const call = aTalk().chats(words)
      expect(call.responses).toEqual(['acknowledged'])
      expect(call.isTalkDecided).toBe(false)
      expect(call.outcome()).toBe('acknowledged')
      expect(call.talkIsOver().move).toMatchObject({ name: 'goodbye', about: 'acknowledged' })
    },
  )

  test.each(['yes', 'yes please', 'okay', 'no', 'good thanks', 'one', 'lovely thank you'])(
    '"%s" to a later question of the talk answers nothing',
    (words) => {
      const call = aTalk().chats('what was that about the garden').chats(words)
      expect(call.responses).toEqual([])
      expect(call.talkIsOver().move.name).toBe('question')
    },
  )

  test('"I\'m fine" counts at every moment', () => {
    expect(aTalk().chats('I was in the garden').chats("I'm fine, thanks").responses).toEqual(['acknowledged'])
  })

  test('an all-clear that cuts the first words short is not taken', () => {
    expect(aTalk().chats("I'm fine", { isPlayedToEnd: false }).responses).toEqual([])
  })

  test('a hang-up after an all-clear leaves the call answered', () => {
    expect(aTalk().chats("I'm fine thank you").chats('the roses are out').outcome()).toBe('acknowledged')
  })

  test('a hang-up after words without an answer is no silence', () => {
    expect(aTalk().chats('the roses are out').outcome()).toBe('not_understood')
  })

  test('a plain request for help is taken, and beats the all-clear before it', () => {
    const call = aTalk().chats("I'm fine thank you").chats("I've fallen and I can't get up")
    expect(call.move.name).toBe('help_noted')
    expect(call.outcome()).toBe('help')
  })

  test('a request for help of which it is not certain who makes it is asked back', () => {
    const call = aConversation('daily_check_in', { mayTalk: true }).hears('hello?').chats('please help me')
    expect(call.move.name).toBe('confirm_help')
    expect(call.mayHaveAskedForHelp()).toBe(true)
  })

  test('"stop calling me" leads to the offer to stop all calls', () => {
    expect(aTalk().chats('stop calling me').move.name).toBe('refusal_offer')
  })

  test('words of a machine end the talk, and take back what it said before', () => {
    const call = aConversation('daily_check_in', { mayTalk: true })
      .hears('hello?')
      .chats("I'm fine thanks")
      .chats("Just kidding, I'm not home right now, please leave a message after the beep")
    expect(call.move.name).toBe('hear_out')
    expect(call.outcome()).toBe('machine')
  })
})

describe('the model', () => {
  test('may raise help, which is asked back and reported if nobody answers', () => {
    const call = aTalk().chats('it is nothing really').modelHearsHelp()
    expect(call.move.name).toBe('confirm_help')
    expect(call.mayHaveAskedForHelp()).toBe(true)
    expect(call.isSilent().mayHaveAskedForHelp()).toBe(true)
  })

  test('takes no all-clear back: who says no to the question about help is thanked', () => {
    const call = aTalk().chats("I'm fine thank you").modelHearsHelp().presses('1')
    expect(call.move.name).toBe('goodbye')
    expect(call.outcome()).toBe('acknowledged')
    expect(call.mayHaveAskedForHelp()).toBe(false)
  })

  test('changes nothing once help was asked for', () => {
    expect(aTalk().keysInTalk('2').modelHearsHelp().move.name).toBe('help_noted')
  })
})

const anEvent = fc.oneof(
  fc.constantFrom('1', '2', '5', '9', '#').map((key) => ({ key })),
  fc
    .constantFrom(
      'hello',
      'yes',
      "I'm fine",
      'good thanks',
      'help me',
      "I've had a fall",
      'two',
      'bye',
      'hang on',
      'stop calling me',
    )
    .map((words) => ({ words })),
  fc.constant({ model: true }),
)

test('whatever happens in a talk, help once asked for stays, a call is only answered by a person, and what follows ends', () => {
  fc.assert(
    fc.property(fc.array(anEvent, { maxLength: 12 }), (events) => {
      const call = aTalk()
      for (const event of events) {
        if ('key' in event) call.keysInTalk(event.key)
        else if ('words' in event) call.chats(event.words)
        else call.modelHearsHelp()
      }
      const keys = events.flatMap((event) => ('key' in event ? [event.key] : []))
      if (keys.includes('2')) expect(call.outcome()).toBe('help')
      if (events.every((event) => 'model' in event)) expect(call.responses).toEqual([])
      const follows = call.talkIsOver()
      expect(follows.move.name).not.toBe('talk')
      for (let silences = 0; silences < 8; silences += 1) follows.isSilent()
      expect(['farewell', 'goodbye', 'help_noted', 'message', 'refused']).toContain(follows.move.name)
    }),
  )
})

describe('what somebody has agreed to, talks among it, they take back by key', () => {
  test('after 9, key 3 stops talks only, and the question is asked', () => {
    const call = aConversation('daily_check_in', { mayStopTalks: true, mayTalk: true }).presses('9')
    expect(call.says).toContain('To stop our chats only, press 3.')
    const stopped = call.presses('3')
    expect(stopped.says).toContain('We do not chat on these calls any more.')
    expect(stopped.move.name).toBe('question')
    expect(stopped.consents).toEqual([{ subject: 'conversation', state: 'withdrawn' }])
  })

  test('beside talks, key 2 stops recording', () => {
    const call = aConversation('daily_check_in', { mayStopTalks: true, mayStopRecording: true }).presses('9')
    expect(call.says).toContain('To stop recording only, press 2. To stop our chats only, press 3.')
    expect(call.presses('2').consents).toEqual([{ subject: 'recording', state: 'withdrawn' }])
  })

  test('in a reminder key 3 is a problem, and stops nothing', () => {
    const call = aConversation('medication_reminder', { mayStopTalks: true }).presses('9')
    expect(call.says).not.toContain('chats')
  })

  test('after a good call they are asked by key whether it may be a talk', () => {
    const call = aConversation('daily_check_in', { asksAfterwards: 'conversation' }).isSilent().presses('1')
    expect(call.says).toContain('On these calls we could chat for a few minutes.')
    expect(call.presses('1').consents).toEqual([{ subject: 'conversation', state: 'agreed' }])
  })
})

describe('turns that arrive after the talk has ended', () => {
  test.each([
    ['key 2', { keys: '2' }],
    ['plain words', { speech: "I've fallen and I need help" }],
  ])('a request for help by %s counts after the talk has ended, and the question goes on', (_how, late) => {
    const call = aTalk().talkIsOver().arrivesLate(late)
    expect(call.outcome()).toBe('help')
    expect(call.move.name).toBe('question')
    expect(call.presses('1').outcome()).toBe('help')
  })

  test('unclear words after the talk has ended are reported, unless key 1 at the question settles them', () => {
    const call = aTalk().talkIsOver().arrivesLate({ speech: 'two' })
    expect(call.mayHaveAskedForHelp()).toBe(true)
    expect(call.presses('1').mayHaveAskedForHelp()).toBe(false)
  })

  test.each([
    ['key 1', { keys: '1' }],
    ['words', { speech: "I'm very well thank you" }],
  ])('an all-clear by %s that arrives after the talk has ended does not complete the call', (_how, late) => {
    expect(aTalk().talkIsOver().arrivesLate(late).outcome()).not.toBe('acknowledged')
  })
})
