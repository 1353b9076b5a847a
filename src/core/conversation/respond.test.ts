import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aConversation, SUBJECT } from '#test/a-conversation.ts'
import type { AnsweredBy } from '../call-policy/attempt-outcome.ts'
import type { ConversationState, Move } from './conversation-state.ts'
import { MAX_MOVES } from './next-moves.ts'
import { respond } from './respond.ts'
import { scriptOf, spokenIn } from './script/script-of.ts'

describe('the first two seconds', () => {
  test.each(['yes hello', 'yeah', 'okay', "I'm fine", 'one', 'hello?'])('"%s" is a greeting and no answer', (words) => {
    const call = aConversation().verdict('human').hears(words)
    expect(call.responses).toEqual([])
    expect(call.move).toMatchObject({ name: 'question', lead: 'introduction' })
    expect(call.says).toContain("Good morning Margaret, it's Cooee, the phone service Robyn set up to see how you are.")
  })

  test('a key only proves that something beeps: the question is asked', () => {
    const call = aConversation().presses('1')
    expect(call.responses).toEqual([])
    expect(call.move).toMatchObject({ name: 'question', lead: 'introduction' })
  })

  test('silence is followed by who is calling and the question', () => {
    expect(aConversation().isSilent().move).toMatchObject({ name: 'question', lead: 'introduction' })
  })

  test('Cooee waits for a person who asks to wait, and then says everything', () => {
    const call = aConversation().hears("hang on, I'll get her")
    expect(call.move).toMatchObject({ name: 'wait', seconds: 20 })
    expect(call.hears('hello?').move).toMatchObject({ name: 'question', lead: 'introduction' })
  })
})

test('the family word follows the greeting, and only where there is one', () => {
  expect(aConversation('daily_check_in', { familyWord: 'kookaburra' }).isSilent().says).toContain(
    "to see how you are. The family word is kookaburra. If you're all right",
  )
  expect(aConversation().isSilent().says).not.toContain('family word')
})

describe('on a very hot day', () => {
  const HEAT =
    "It's forecast to be very hot today. Please drink some water, close the blinds, and stay where it's cool."
  const call = () => aConversation('wellness_check', { isHotDay: true })

  test('how to keep cool follows the greeting, and then the question', () => {
    expect(call().isSilent().says).toContain(`to see how you are. ${HEAT} How are you feeling? If you're all right`)
    expect(aConversation('wellness_check').isSilent().says).not.toContain('very hot')
  })

  test('it is said once, however often the question is asked', () => {
    expect(call().isSilent().isSilent().says).not.toContain('very hot')
    expect(call().isSilent().hears('who is this?').says).not.toContain('very hot')
  })

  test('where they are asked first whether calls are all right, it waits until they have said yes', () => {
    const { move: asked } = call()
    const subject = { ...SUBJECT, callType: 'wellness_check', isHotDay: true } as const
    const says = (move: Partial<Move>) => spokenIn(scriptOf(subject, { ...asked, ...move }))
    expect(says({ name: 'consent', lead: 'introduction' })).not.toContain('very hot')
    expect(says({ name: 'question', lead: 'thanks', key: '1' })).toContain(`You pressed 1. Thank you. ${HEAT} How are`)
  })

  test('a machine hears nothing of it', () => {
    expect(call().verdict('machine').says).not.toContain('very hot')
  })
})

describe('a key after the question has begun', () => {
  test.each([
    ['1', 'acknowledged'],
    ['2', 'help'],
  ])('%s is taken as %s, whatever the verdict', (key, response) => {
    for (const verdict of ['human', 'machine', 'unknown'] as const) {
      const call = aConversation().isSilent()
      if (verdict !== 'machine') call.verdict(verdict)
      else call.verdict('machine').presses('1')
      expect(call.presses(key).responses).toEqual([response])
      expect(call.outcome()).toBe(response)
    }
  })

  test.each(['#', '*', '0', '7'])('%s wakes somebody up: any key is any key', (key) => {
    expect(aConversation('wake_up_call').isSilent().presses(key).responses).toEqual(['acknowledged'])
  })

  test('a key that is not a choice is named as such, and the call ends without an answer', () => {
    const call = aConversation().isSilent().presses('5')
    expect(call.says).toContain('You pressed 5. That is not one of the choices.')
    expect(call.presses('5').presses('5').move).toMatchObject({ name: 'farewell', about: 'no_answer' })
    expect(call.outcome()).toBe('no_response')
  })
})

describe('words after the question', () => {
  test.each(["I'm fine", "I'm fine thank you, how are you?", 'yes', 'one', 'number one', "I'm fine thanks Robyn"])(
    '"%s" is an all-clear',
    (words) => {
      const call = aConversation().verdict('human').hears('hello?').hears(words)
      expect(call.responses).toEqual(['acknowledged'])
      expect(call.outcome()).toBe('acknowledged')
    },
  )

  test.each(['hello', 'who is this?', 'what?'])(
    '"%s" is answered with who is calling, and uses up nothing',
    (words) => {
      const call = aConversation().verdict('human').isSilent().hears(words)
      expect(call.move).toMatchObject({ name: 'question', lead: 'who_is_calling' })
      expect(call.state.questionsHeard).toBe(0)
      expect(call.presses('1').responses).toEqual(['acknowledged'])
    },
  )

  test('an all-clear in the middle of the question is asked for once more, after its end', () => {
    const call = aConversation().verdict('human').isSilent().hears("I'm fine", { isPlayedToEnd: false })
    expect(call.responses).toEqual([])
    expect(call.move).toMatchObject({ name: 'question', lead: 'cut_short' })
    // The question ignores words here, so the words in this test come after it.
    expect(call.hears("I'm fine", { isPlayedToEnd: false }).responses).toEqual(['acknowledged'])
  })

  describe.each(['daily_check_in', 'wellness_check'] as const)('"Are you all right?" in a %s', (callType) => {
    const asked = () => {
      const call = aConversation(callType).verdict('human').isSilent().hears("I'm fine", { isPlayedToEnd: false })
      expect(call.says).toContain('Are you all right? Please say yes or no.')
      return call
    }

    test.each(['No', 'nope', 'no, absolutely not', 'not at all', "no I don't think so", 'no no dear'])(
      '"%s" to it is asked back',
      (words) => {
        const call = asked().hears(words)
        expect(call.move.name).toBe('confirm_help')
        expect(call.responses).toEqual([])
        expect(call.hears('yes').responses).toEqual(['help'])
      },
    )

    test('"no" in two pieces is asked back too', () => {
      const call = asked().hears('Well')
      expect(call.move.lead).toBe('go_on')
      expect(call.hears('no').move.name).toBe('confirm_help')
    })

    test('where nobody answers what was asked back, the family reads that help may be needed', () => {
      const call = asked().hears('No').isSilent().isSilent().isSilent()
      expect(call.move).toMatchObject({ name: 'farewell', about: 'may_need_help' })
      expect(call.mayHaveAskedForHelp()).toBe(true)
    })

    test('"no" to "did you ask for help?" leads back to the question', () => {
      expect(asked().hears('No').hears('No').move.name).toBe('question')
    })
  })

  test('"no" to a question that does not ask for a yes or a no is not understood', () => {
    const call = aConversation().verdict('human').isSilent().hears('No')
    expect(call.move).toMatchObject({ name: 'question', lead: 'not_understood' })
  })

  test('"no" to "are you awake?" is no request for help', () => {
    const call = aConversation('wake_up_call').verdict('human').isSilent().hears('yes', { isPlayedToEnd: false })
    expect(call.hears('No').move.name).toBe('question')
  })

  test('half of an answer is not taken for the whole: "so good" may have been "not so good"', () => {
    const call = aConversation().verdict('human').isSilent().hears('Well')
    expect(call.move).toMatchObject({ name: 'question', lead: 'go_on' })
    expect(call.says).toBe('')
    expect(call.hears('so good').responses).toEqual([])
    expect(call.move).toMatchObject({ lead: 'cut_short' })
    expect(call.hears('so good').responses).toEqual([])
    expect(call.hears('yes').responses).toEqual(['acknowledged'])
  })

  test('"well … not so good" is help in two pieces', () => {
    const call = aConversation().verdict('human').isSilent().hears('Well').hears('not so good')
    expect(call.responses).toEqual(['help'])
  })

  test('an all-clear is not believed once a machine was heard, nor where the verdict says machine', () => {
    const byWords = aConversation().hears('please leave a message after the tone').isSilent().hears('hello?')
    expect(byWords.hears("I'm fine").responses).toEqual([])
    expect(byWords.says).toContain('I need a key to be sure')
    const byVerdict = aConversation().verdict('machine').hears('hello?')
    expect(byVerdict.hears("I'm fine").responses).toEqual([])
    expect(byVerdict.presses('1').responses).toEqual(['acknowledged'])
  })

  test('words that nobody understands three times are no silence: the family is to be notified', () => {
    const call = aConversation().verdict('human').isSilent()
    call.hears("there's a bloke in the roses").hears('the roses I said').hears('he has a ladder')
    expect(call.move).toMatchObject({ name: 'farewell', about: 'not_understood' })
    expect(call.says).toContain('I will let Robyn know that you answered and I could not understand.')
    expect(call.outcome()).toBe('not_understood')
  })

  test('words that nobody understood are no silence when the line goes dead after them', () => {
    expect(aConversation().isSilent().hears('the roses I said').outcome()).toBe('not_understood')
  })

  test('words that a machine said are never unclear', () => {
    const call = aConversation().isSilent().hears('the roses I said').verdict('machine')
    expect(call.outcome()).toBe('machine')
  })

  test('two silences end the call as not answered', () => {
    const call = aConversation().isSilent().isSilent().isSilent()
    expect(call.move).toMatchObject({ name: 'farewell', about: 'no_answer' })
    expect(call.outcome()).toBe('no_response')
  })
})

describe('a request for help in words', () => {
  test('a request for help in words is certain after the question where a person was detected', () => {
    const call = aConversation().verdict('human').hears('hello?').hears("I've had a fall")
    expect(call.responses).toEqual(['help'])
    expect(call.says).toContain('I am letting Robyn know right now')
  })

  test.each(['before the question', 'without a verdict', 'with an unknown verdict', 'in the middle of the question'])(
    'a request for help in words is asked back %s, and is certain when it is confirmed',
    (when) => {
      const call = aConversation()
      if (when === 'with an unknown verdict') call.verdict('unknown')
      else if (when !== 'without a verdict') call.verdict('human')
      if (when !== 'before the question') call.isSilent()
      call.hears('please help me', { isPlayedToEnd: when !== 'in the middle of the question' })
      expect(call.responses).toEqual([])
      expect(call.says).toContain('Did you ask for help? Press 2, or say yes. If you are well, press 1.')
      expect(call.hears('yes').responses).toEqual(['help'])
    },
  )

  test('an unconfirmed request for help in words is neither certain nor forgotten', () => {
    const call = aConversation().hears('please help me').isSilent()
    expect(call.move.name).toBe('question')
    call.isSilent().isSilent()
    expect(call.says).toContain('you may have asked for help')
    expect(call.mayHaveAskedForHelp()).toBe(true)
    expect(call.outcome()).toBe('not_understood')
  })

  test('a denied request for help in words is followed by the question, whose answer counts', () => {
    const call = aConversation().hears('please help me').presses('1')
    expect(call.responses).toEqual([])
    expect(call.move.name).toBe('question')
    expect(call.presses('1').responses).toEqual(['acknowledged'])
    expect(call.mayHaveAskedForHelp()).toBe(false)
  })

  test('a request for help that a machine said does not count', () => {
    const call = aConversation().hears('please help me').verdict('machine').isSilent()
    expect(call.mayHaveAskedForHelp()).toBe(false)
    expect(call.outcome()).toBe('machine')
  })

  test('after the beep of a machine is a person’s', () => {
    const call = aConversation().verdict('machine').hears('help me')
    expect(call.says).toContain('Did you ask for help?')
    expect(call.isSilent().mayHaveAskedForHelp()).toBe(true)
  })

  test('a request for help in words counts while goodbye is said, and beats the all-clear before it', () => {
    const words = aConversation().verdict('human').isSilent().hears("I'm fine").hears("but I've had a fall")
    expect(words.responses).toEqual(['acknowledged', 'help'])
    expect(words.outcome()).toBe('help')
    const key = aConversation().isSilent().presses('1').presses('2')
    expect(key.outcome()).toBe('help')
  })

  test('a request for help that may be a "too" is asked back while goodbye is said', () => {
    const call = aConversation().verdict('human').isSilent().presses('1').hears('too')
    expect(call.move.name).toBe('confirm_help')
    expect(call.responses).toEqual(['acknowledged'])
    expect(call.presses('2').outcome()).toBe('help')
  })
})

describe('a machine', () => {
  test('a machine is listened to without a question, and left the message when it falls silent', () => {
    const call = aConversation().hears("hi this is Margaret I can't come to the phone right now")
    expect(call.move).toMatchObject({ name: 'hear_out', seconds: 20 })
    expect(call.responses).toEqual([])
    expect(call.hears('please leave a message after the tone').move.name).toBe('hear_out')
    expect(call.isSilent().says).toBe(
      'This is Cooee with a call for Margaret from Robyn. If you are there, press 1. You can ring this number back at any time.',
    )
    expect(call.isSilent().outcome()).toBe('machine')
  })

  test('a machine whose verdict says human is left the message after two seconds of silence', () => {
    const call = aConversation().verdict('human').hears('please leave a message after the tone')
    expect(call.move).toMatchObject({ name: 'hear_out', seconds: 2 })
  })

  test('a machine hears the message in place of the question, once, however often the verdict comes', () => {
    const call = aConversation().isSilent().verdict('machine')
    expect(call.move.name).toBe('message')
    const serial = call.move.serial
    expect(call.verdict('machine').move.serial).toBe(serial)
  })

  test('a machine hears the short message where the long one was left before, and is listened to for ten seconds', () => {
    const call = aConversation('daily_check_in', { isMessageLeft: true }).verdict('machine')
    expect(call.says).toBe('This is Cooee with a call for Margaret from Robyn. If you are there, press 1.')
    expect(call.move.seconds).toBe(10)
  })

  test('a machine that turns out to be a person is asked the question: the key of the message answers nothing', () => {
    const call = aConversation().verdict('machine').presses('1')
    expect(call.responses).toEqual([])
    expect(call.move).toMatchObject({ name: 'question', lead: 'introduction' })
    expect(call.presses('1').outcome()).toBe('acknowledged')
  })

  test('changes nothing after an answer', () => {
    const call = aConversation().isSilent().presses('1')
    const { serial } = call.move
    expect(call.verdict('machine').move.serial).toBe(serial)
    expect(call.outcome()).toBe('acknowledged')
  })
})

test('a reception that then says nothing was no answering machine: she was not reached', () => {
  const call = aConversation().verdict('human').hears('Rosewood Gardens how can I help you')
  expect(call.move).toMatchObject({ name: 'hear_out', seconds: 2 })
  expect(call.isSilent().says).toContain('This is Cooee with a call for Margaret from Robyn.')
  expect(call.isSilent().outcome()).toBe('no_response')
  expect(call.mayHaveAskedForHelp()).toBe(false)
})

test('a person who asks for help beside a machine is asked back, and is helped when they confirm it', () => {
  const call = aConversation().hears("please leave a message after the tone help me I've fallen")
  expect(call.says).toContain('Did you ask for help?')
  expect(call.mayHaveAskedForHelp()).toBe(false)
  expect(call.hears('yes please').responses).toEqual(['help'])
})

test('a machine that plays a joke answers nothing: the all-clear before is withdrawn', () => {
  const call = aConversation().verdict('human').hears('hello?').hears('yes')
  expect(call.responses).toEqual(['acknowledged'])
  call.hears('just joking, leave a message after the tone')
  expect(call.move.name).toBe('hear_out')
  expect(call.outcome()).toBe('machine')
})

describe('a phone that screens calls', () => {
  const SCREEN = "Hi, if you record your name and reason for calling, I'll see if this person is available"

  test('a phone that screens calls hears who is calling for whom, and no word of what for; then the call waits for half a minute', () => {
    const call = aConversation('medication_reminder').hears(SCREEN)
    expect(call.says).toBe("Cooee, calling Margaret Hartley for Robyn Hartley. It is Margaret's daily call.")
    expect(call.move).toMatchObject({ name: 'screen', seconds: 30 })
  })

  test('a phone that screens calls counts as a person afterwards: everything is said, and the verdict about the screener is ignored', () => {
    const call = aConversation().hears(SCREEN).verdict('machine')
    expect(call.move.name).toBe('screen')
    call.hears('thanks, please stay on the line')
    expect(call.move.name).toBe('screen')
    call.hears('hello?')
    expect(call.move).toMatchObject({ name: 'question', lead: 'introduction' })
    expect(call.hears("I'm fine").outcome()).toBe('acknowledged')
  })
})

describe('a reminder with its own words', () => {
  const withText = () => aConversation('medication_reminder', { reminderText: 'The blue tablets with breakfast' })

  test('a reminder’s own words are offered, and said only after a key of a person', () => {
    const call = withText().isSilent()
    expect(call.says).toContain('I have a reminder for you. Press 1 to hear it.')
    expect(call.says).not.toContain('tablets')
    expect(call.hears('yes').says).not.toContain('tablets')
    expect(call.presses('1').says).toContain(
      "The blue tablets with breakfast. If it's done, press 1, or say done. If not yet, press 2. If there's a problem, press 3.",
    )
    expect(call.responses).toEqual([])
  })

  test.each([
    ['1', 'acknowledged'],
    ['2', 'not_yet'],
    ['3', 'help'],
  ])('the offer of a reminder’s own words is answered by %s: %s', (key, response) => {
    expect(withText().isSilent().presses('1').presses(key).responses).toEqual([response])
  })

  test('3 at the offer asks whether help is needed, and raises it when that is confirmed', () => {
    const call = withText().isSilent().presses('3')
    expect(call.says).toBe('Did you ask for help? Press 2, or say yes. If you are well, press 1.')
    expect(call.responses).toEqual([])
    expect(call.presses('3').responses).toEqual(['help'])
  })

  test('3 at the offer by mistake leads back to the offer', () => {
    const call = withText().isSilent().presses('3').presses('1')
    expect(call.move.name).toBe('offer')
    expect(call.presses('1').presses('1').responses).toEqual(['acknowledged'])
  })

  test.each(['2', '4'])('%s is not a choice at the offer', (key) => {
    expect(withText().isSilent().presses(key).says).toContain('That is not one of the choices.')
  })

  test('3 after 9 at the offer asks whether help is needed too', () => {
    const call = withText().isSilent().presses('9').presses('3')
    expect(call.move.name).toBe('confirm_help')
    expect(call.presses('3').responses).toEqual(['help'])
  })

  test('a reminder’s own words are never said to a machine', () => {
    expect(withText().verdict('machine').says).not.toContain('reminder')
  })
})

describe('whatever happens on the line', () => {
  type Input = { key: string } | { words: string; isPlayedToEnd: boolean } | { verdict: AnsweredBy } | 'silence'
  const words = fc.constantFrom(
    'hello?',
    'yes',
    "I'm fine",
    'please leave a message after the tone',
    'the roses I said',
    'who is this',
    'one moment',
  )
  const input: fc.Arbitrary<Input> = fc.oneof(
    fc.constantFrom('1', '2', '5', '#').map((key) => ({ key })),
    fc.record({ words, isPlayedToEnd: fc.boolean() }),
    fc.constantFrom<AnsweredBy>('human', 'machine', 'unknown').map((verdict) => ({ verdict })),
    fc.constant<Input>('silence'),
  )

  test('the call ends, and nobody is well who did not say so after a question was asked', () => {
    fc.assert(
      fc.property(fc.array(input, { maxLength: 40 }), (inputs) => {
        const call = aConversation()
        let wasAsked = false
        let said = false
        for (const one of [...inputs, ...Array<Input>(40).fill('silence')]) {
          if (call.move.name === 'farewell' || call.move.name === 'help_noted') break
          wasAsked ||= call.move.name === 'question'
          if (one === 'silence') call.isSilent()
          else if ('verdict' in one) call.verdict(one.verdict)
          else if ('key' in one) {
            said ||= wasAsked && call.move.name === 'question' && one.key === '1'
            call.presses(one.key)
          } else {
            said ||= call.move.name === 'question' && ['yes', "I'm fine"].includes(one.words)
            call.hears(one.words, one)
          }
        }
        expect(['farewell', 'help_noted', 'goodbye']).toContain(call.move.name)
        if (call.responses.includes('acknowledged')) expect(said).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  test.each([
    'Margaret is in hospital',
    'hello?',
    'hang on',
    'well',
    "I'm fine",
    'leave a message',
    'record your name and reason for calling',
    'the roses I said',
  ])(
    'the call ends though "%s" is repeated forever, and it counts as no all-clear before a question was said to its end',
    (words) => {
      const call = aConversation().verdict('human')
      let moves = 0
      while (call.move.name !== 'farewell' && call.move.name !== 'goodbye') {
        call.hears(words, { isPlayedToEnd: false })
        moves += 1
        expect(moves).toBeLessThan(30)
      }
      expect(call.responses).toEqual(words === "I'm fine" ? ['acknowledged'] : [])
    },
  )

  test.each([
    ['1', 'acknowledged'],
    ['2', 'help'],
  ])('the key %s counts at the last move of a call: %s', (key, response) => {
    const call = aConversation().isSilent()
    const [asked] = Object.entries(call.state.moves).filter(([, { name }]) => name === 'question')
    const [step, move] = asked ?? ['', call.move]
    const filler = Array.from({ length: MAX_MOVES }, (_, index) => [`wait ${index + 100}`, { ...move, name: 'wait' }])
    const full: ConversationState = { ...call.state, moves: { [step]: move, ...Object.fromEntries(filler) } }
    const at = {
      callType: 'daily_check_in',
      language: 'en-AU',
      verdict: null,
      names: [],
      isRecorded: false,
      hasReminder: false,
    } as const
    const rest = { isPlayedToEnd: true, isMessageLeft: false, now: 0 }
    expect(respond(full, step, { keys: key, speech: '' }, { ...at, ...rest }).response).toBe(response)
    const cry = respond(full, step, { keys: '', speech: "I've had a fall" }, { ...at, ...rest })
    expect(cry.move.name).toBe('confirm_help')
    const unclear = respond(full, step, { keys: '', speech: 'the roses' }, { ...at, ...rest })
    expect(unclear.move).toMatchObject({ name: 'farewell', about: 'not_understood' })
  })

  test('without a word or a key for help no alarm is raised', () => {
    const calm = input.filter((one) => !(typeof one === 'object' && 'key' in one && one.key === '2'))
    fc.assert(
      fc.property(fc.array(calm, { maxLength: 30 }), (inputs) => {
        const call = aConversation()
        for (const one of inputs) {
          if (call.move.name === 'farewell') break
          if (one === 'silence') call.isSilent()
          else if ('verdict' in one) call.verdict(one.verdict)
          else if ('key' in one) call.presses(one.key)
          else call.hears(one.words, one)
        }
        expect(call.responses).not.toContain('help')
        expect(call.mayHaveAskedForHelp()).toBe(false)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('a call that makes up for one that could not be placed', () => {
  test('a catch-up call says what it is after who is calling, and asks how the person is', () => {
    const today = aConversation('daily_check_in', { catchUp: 'today' }).isSilent()
    expect(today.says).toContain(
      "the phone service Robyn set up to see how you are. We could not ring you as planned earlier today. If you're all right, press 1",
    )
    const before = aConversation('daily_check_in', { catchUp: 'earlier' }).isSilent()
    expect(before.says).toContain('We could not ring you as planned. If')
  })
})
