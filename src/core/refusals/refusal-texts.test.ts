import { expect, test } from 'vitest'
import { contactTakesAgainText } from './refusal-texts.ts'

test('of a contact who takes calls again we say when they are rung, and nothing of planned calls', () => {
  const { mail, sms } = contactTakesAgainText({
    name: 'Susan',
    lifted: { calls: true, texts: true },
    link: 'https://x',
  })
  for (const text of [mail, sms]) {
    expect(text).toContain('Susan takes calls and text messages from Cooee again.')
    expect(text).toContain('Should somebody need looking after, we ring and write to Susan again.')
    expect(text).not.toContain('planned')
  }
})
