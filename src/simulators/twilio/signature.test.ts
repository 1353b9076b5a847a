import twilio from 'twilio'
import { expect, test } from 'vitest'
import { signRequest } from './signature.ts'

const URL_OF_THE_EXAMPLE = 'https://mycompany.com/myapp.php?foo=1&bar=2'

test.each([
  ['+14158675309', 'RSOYDt4T1cUTdK1PDd93/VVr8B8='],
  ['+12349013030', '0/KCTR6DLpKmkAf8muzZqo1nDgQ='],
])('the worked example of the provider’s own documentation comes out (%s)', (caller, signature) => {
  const params = { CallSid: 'CA1234567890ABCDE', Caller: caller, Digits: '1234', From: caller, To: '+18005551212' }
  expect(signRequest('12345', URL_OF_THE_EXAMPLE, params)).toBe(signature)
})

test('the official package accepts the signature, and no longer does once anything was changed', () => {
  const params = { To: '+61412345678', From: '+61255501234', SpeechResult: 'Ça va — très bien & you?' }
  const signature = signRequest('token', URL_OF_THE_EXAMPLE, params)
  const accepts = (token: string, url: string, given: Record<string, string>) =>
    twilio.validateRequest(token, signature, url, given)
  expect(accepts('token', URL_OF_THE_EXAMPLE, params)).toBe(true)
  expect(accepts('another token', URL_OF_THE_EXAMPLE, params)).toBe(false)
  expect(accepts('token', `${URL_OF_THE_EXAMPLE}&baz=3`, params)).toBe(false)
  expect(accepts('token', URL_OF_THE_EXAMPLE, { ...params, To: '+61412345679' })).toBe(false)
})
