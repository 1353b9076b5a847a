import { expect, test } from 'vitest'
import { loginBody } from '#contract/accounts/sign-in/credentials.ts'
import { formRules } from './form-rules.ts'

const options = { fields: {}, shouldUseNativeValidation: false }
const empty = { username: '', password: '' }

test('the rules are those of the contract', async () => {
  const rules = formRules(async () => loginBody)
  const { errors } = await rules(empty, undefined, options)
  expect(errors.username?.message).toBe('Username is required')
  expect(await rules({ username: ' robyn ', password: 'paperbark' }, undefined, options)).toMatchObject({
    values: { username: 'robyn', password: 'paperbark' },
  })
})

test('where the rules cannot be loaded the form is sent unchecked, for the server to judge', async () => {
  const rules = formRules<typeof empty, typeof empty>(async () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  expect(await rules(empty, undefined, options)).toEqual({ values: empty, errors: {} })
})
