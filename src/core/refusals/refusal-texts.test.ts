import { expect, test } from 'vitest'
import { contactRefusesText, contactTakesAgainText } from './refusal-texts.ts'

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

test.each([
  [{ calls: false, texts: true }, 'Only that phone can change this: text us START.'],
  [{ calls: true, texts: false }, 'Only that phone can change this: ring us from it and press 1, or text us START.'],
  [{ calls: true, texts: true }, 'Only that phone can change this: ring us from it and press 1, or text us START.'],
])('the message about a contact who refuses %o names only what takes that back', (refuses, takesBack) => {
  expect(contactRefusesText({ name: 'Susan', refuses, link: 'https://x' }).mail).toContain(takesBack)
})
