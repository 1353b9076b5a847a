import { describe, expect, test } from 'vitest'
import { aConversation } from '#test/a-conversation.ts'

const OFFER = 'You pressed 9. To stop all calls from Cooee to this phone, press 9 again.'
const END = 'Cooee will not ring this phone any more.'
const asked = (...given: Parameters<typeof aConversation>) => aConversation(...given).isSilent()

describe('9 in a call', () => {
  test.each(['daily_check_in', 'wellness_check', 'medication_reminder', 'wake_up_call'] as const)(
    'the key 9 offers to stop all calls, and pressed again does: %s',
    (callType) => {
      const call = asked(callType).presses('9')
      expect(call.says).toBe(OFFER)
      expect(call.presses('9').says).toContain(END)
      expect(call.move.name).toBe('refused')
    },
  )

  test('the key 9 counts before the question, and then it is said who rings', () => {
    const call = aConversation().presses('9')
    expect(call.says).toBe(`This is Cooee, calling for Robyn. ${OFFER}`)
    expect(call.presses('9').move.name).toBe('refused')
  })

  test('the key 9 counts during a machine verdict: only a person presses a key twice', () => {
    const call = aConversation().hears("You've reached Margaret, leave a message").verdict('machine')
    expect(call.move.name).toBe('message')
    call.presses('9')
    expect(call.says).toContain(OFFER)
    // The verdict comes late, between the two.
    expect(call.verdict('machine').presses('9').move.name).toBe('refused')
  })

  test('the key 9 counts in the offer of a reminder, and after the goodbye', () => {
    const reminder = asked('medication_reminder', { reminderText: 'Two tablets' })
    expect(reminder.presses('9').presses('9').move.name).toBe('refused')
    const answered = asked().presses('1')
    expect(answered.presses('9').presses('9').move.name).toBe('refused')
    expect(answered.responses).toEqual(['acknowledged'])
  })

  test('alone is no answer and no refusal: the question is asked again', () => {
    const call = asked().presses('9').isSilent()
    expect(call.move.name).toBe('question')
    expect(call.presses('1').responses).toEqual(['acknowledged'])
  })

  test.each([
    ['1', 'goodbye', ['acknowledged']],
    ['2', 'help_noted', ['help']],
  ])('after the key 9, %s is that answer', (key, name, responses) => {
    const call = asked().presses('9').presses(key)
    expect([call.move.name, call.responses]).toEqual([name, responses])
  })

  test('after the key 9, words are an answer in words', () => {
    const call = asked().verdict('human').presses('9').hears("I've fallen, help me")
    expect(call.responses).toEqual(['help'])
  })

  test('together with the key for help is a request for help', () => {
    expect(asked().presses('992').responses).toEqual(['help'])
    expect(asked().presses('9').presses('29').responses).toEqual(['help'])
  })

  test('wakes somebody up as any key does', () => {
    const call = asked('wake_up_call').presses('9')
    expect(call.responses).toEqual(['acknowledged'])
    expect(call.isSilent().move.name).toBe('goodbye')
  })

  test('another key between the two resets the count', () => {
    const call = asked().presses('9').presses('5')
    expect(call.says).toContain('That is not one of the choices')
    expect(call.presses('9').says).toBe(OFFER)
  })
})

describe('"stop calling me", said aloud', () => {
  const SPOKEN_OFFER = 'To stop all calls from Cooee to this phone, press 9, or say yes.'
  const refusing = () => asked().verdict('human').hears('Please stop calling me')

  test.each(['Stop calling me!', "I don't want these calls any more", 'leave me alone'])(
    'a spoken "stop calling me" is asked back: %s',
    (words) => {
      const call = asked().verdict('human').hears(words)
      expect(call.says).toBe(SPOKEN_OFFER)
      expect(call.responses).toEqual([])
    },
  )

  test.each([
    ['key 9', (call: ReturnType<typeof asked>) => call.presses('9')],
    ['a yes', (call: ReturnType<typeof asked>) => call.hears('Yes please')],
    ['the same again', (call: ReturnType<typeof asked>) => call.hears('I said stop calling me')],
  ])('a spoken "stop calling me" is confirmed by %s, and is no answer to how somebody is', (_, confirm) => {
    const call = confirm(refusing())
    expect([call.move.name, call.responses]).toEqual(['refused', []])
    expect(call.says).toContain(END)
  })

  test('a spoken "stop calling me" is asked back once: after another answer the call goes on, and silence leaves it at that', () => {
    expect(refusing().presses('1').responses).toEqual(['acknowledged'])
    expect(refusing().hears("I've fallen, help me").responses).toEqual(['help'])
    const silent = refusing().isSilent()
    expect(silent.move.name).toBe('question')
    expect(silent.hears('stop calling me').move.name).toBe('question')
    expect(silent.outcome()).toBe('not_understood')
  })

  test('a spoken "stop calling me" counts at pick-up, and then it is said who rings', () => {
    const call = aConversation().verdict('human').hears("Don't ring me again")
    expect(call.says).toBe(`This is Cooee, calling for Robyn. ${SPOKEN_OFFER}`)
  })

  test('a "stop calling me" from a machine does not count, nor does "stop" alone or a stop to something else', () => {
    expect(asked().verdict('machine').hears('Do not call this number').move.name).not.toBe('refusal_offer')
    for (const words of ['Stop', 'End', 'Stop calling Mum', "Don't stop calling me", 'Stop texting me']) {
      expect(asked().verdict('human').hears(words).move.name).not.toBe('refusal_offer')
    }
  })
})
