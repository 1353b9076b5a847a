import { expect, test } from 'vitest'
import { contactTakesAgainText } from './refusal-texts.ts'

test('the message about a contact who takes calls again says when they are rung, and nothing of planned calls', () => {
  const { mail, sms } = contactTakesAgainText({
    name: 'Susan',
    lifted: { calls: true, texts: true },
    link: 'https://x',
  })
  for (const text of [mail, sms]) {
    expect(text).toContain('Susan wants calls and texts from Cooee again.')
    expect(text).toContain("If there's an alert, we'll ring and text Susan again.")
    expect(text).not.toContain('planned')
  }
})
