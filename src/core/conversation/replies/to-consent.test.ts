import { describe, expect, test } from 'vitest'
import { aConversation } from '#test/a-conversation.ts'

const EARLY = { isPlayedToEnd: false }

describe.each(['words', 'recording', 'conversation'] as const)('what is asked after an answer: %s', (subject) => {
  const asked = () => aConversation('daily_check_in', { asksAfterwards: subject }).isSilent().presses('1')

  test('a 1 that is pressed before the end agrees to nothing: it is asked once more', () => {
    const call = asked()
    const question = call.says.replace('You pressed 1. Thank you. ', '')
    call.presses('1', EARLY)
    expect(call.says).toBe(`Sorry, I was still speaking. ${question}`)
    expect(call.consents).toEqual([])
    expect(call.presses('1').consents).toEqual([{ subject, state: 'agreed' }])
  })

  test('a 1 before the end for the second time ends the call, and they are asked another day', () => {
    const call = asked().presses('1', EARLY).presses('1', EARLY)
    expect(call.move.name).toBe('goodbye')
    expect(call.consents).toEqual([{ subject, state: 'not_asked' }])
    expect(call.outcome()).toBe('acknowledged')
  })

  test('9 declines, and a key for help raises help, before the end too', () => {
    expect(asked().presses('9', EARLY).consents).toEqual([{ subject, state: 'declined' }])
    expect(asked().presses('2', EARLY).responses).toEqual(['acknowledged', 'help'])
  })
})
