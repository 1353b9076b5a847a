import { describe, expect, it } from 'vitest'
import { CALL_TYPES } from '../calls/call-vocabulary.ts'
import { textSegments } from '../phone/text-segments.ts'
import { type AskedByText, askText } from './ask-text.ts'

const margaret: AskedByText = {
  callType: 'daily_check_in',
  name: 'Margaret Hartley',
  preferredName: null,
  askedBy: 'Robyn Hartley',
  catchUp: null,
  hasReminder: false,
  isAgain: false,
}

describe('A question by text', () => {
  it('says who asks and for whom, and what to reply', () => {
    expect(askText(margaret)).toBe(
      "Hello Margaret, it's Cooee, texting for Robyn. Reply OK if all is well, HELP if not.",
    )
  })

  it('says that it asks again, and that it makes up for another', () => {
    expect(askText({ ...margaret, isAgain: true, catchUp: 'today' })).toBe(
      "Hello Margaret, it's Cooee again, texting for Robyn. We couldn't text you as planned. Reply OK if all is well, HELP if not.",
    )
  })

  it('a question by text is one segment for every type of call, also with long names', () => {
    const longest = {
      ...margaret,
      name: 'Maximiliana Featherstonehaugh',
      askedBy: 'Christopherson Hartley',
      isAgain: true,
    }
    for (const callType of CALL_TYPES) expect(textSegments(askText({ ...longest, callType }))).toBe(1)
  })

  it('offers the words of a reminder and does not hold them', () => {
    expect(askText({ ...margaret, callType: 'medication_reminder', hasReminder: true })).toBe(
      "Hello Margaret, it's Cooee, texting for Robyn. I have a reminder for you: reply READ to read it. Reply DONE if it's done, NOT YET if it isn't, HELP for help.",
    )
  })

  it('names the family where the account holder gave no name', () => {
    expect(askText({ ...margaret, askedBy: null })).toContain('texting for your family.')
  })
})
