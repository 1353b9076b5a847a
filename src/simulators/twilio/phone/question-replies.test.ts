import { describe, expect, test } from 'vitest'
import { behaviourOf } from './behaviour.ts'
import { questionReplyOf, replyTo } from './question-replies.ts'

const QUESTION = "Hello Margaret, it's Cooee, texting for Robyn. Reply OK if all is well, HELP if not."
const of = (number: string) => replyTo(QUESTION, questionReplyOf(number, behaviourOf(number)))?.words

describe('a phone that is asked by text', () => {
  test('replies as its last two digits say', () => {
    expect(of('+61491570161')).toBe('OK')
    expect(of('+61491570162')).toBe('HELP')
    expect(of('+61491570163')).toBeUndefined()
    expect(of('+61491570164')).toContain('marmalade')
    expect(of('+61491570165')).toBe('STOP')
    expect(replyTo(QUESTION, questionReplyOf('+61491570166', behaviourOf('+61491570166')))).toEqual({
      words: 'OK',
      afterMilliseconds: 1_200_000,
    })
  })

  test('any other replies as it does when it rings', () => {
    expect(of('+61491570156')).toBe('OK')
    expect(of('+61491570101')).toBeUndefined()
    expect(of('+61491570104')).toBe('HELP')
    expect(of('+61491570134')).toContain('marmalade')
  })

  test('answers DONE where that is asked for, and no alert or reply of ours', () => {
    const reminder = "Hello Margaret, it's Cooee, texting for Robyn. This is your reminder. Reply DONE if it's done."
    expect(replyTo(reminder, 'ok')?.words).toBe('DONE')
    expect(replyTo("Sorry, we didn't understand that. Reply OK if all's well.", 'ok')).toBeNull()
    expect(replyTo("Cooee: Margaret didn't answer the 9:00 AM call. Reply 1 if you can check.", 'ok')).toBeNull()
  })
})
