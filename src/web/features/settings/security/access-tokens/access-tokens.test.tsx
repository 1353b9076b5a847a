// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AccessToken } from '#contract/accounts/access-tokens.ts'
import { fakeServer, reply } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { AccessTokens } from './access-tokens.tsx'

const aToken = (fields: Partial<AccessToken>): AccessToken => ({
  ...{ id: 7, name: 'Agency', scopes: ['calls:write', 'contacts:read'], lastFour: 'aB3x' },
  ...{ createdAt: '2026-03-01T00:00:00.000Z', expiresAt: '2099-03-01T00:00:00.000Z' },
  ...{ lastUsedAt: null, revokedAt: null },
  ...fields,
})

let server: ReturnType<typeof fakeServer>
let tokens: AccessToken[]
beforeEach(() => {
  tokens = []
  server = fakeServer({
    'GET /api/access-tokens': () => tokens,
    'GET /api/second-factor': () => ({ isOn: false, recoveryCodesLeft: 0, isRequired: false }),
  })
})
afterEach(cleanup)

const open = () => renderScreen(AccessTokens, { at: '/settings', route: '/settings' })

describe('access tokens', () => {
  test('a token is made with what it may do and the password, and shown once', async () => {
    server.routes['POST /api/access-tokens'] = ({ body }) => {
      const made = aToken({ scopes: (body as AccessToken).scopes })
      tokens = [made]
      return reply(201, { ...made, token: 'cooee_pat_aB3x' })
    }
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Create an access token' }))
    const form = await screen.findByRole('dialog', { name: 'Create an access token' })
    await user.type(within(form).getByLabelText('Name'), 'Agency')
    await user.click(within(form).getByRole('button', { name: 'Create token' }))
    await within(form).findByText('Please choose what the token may do')
    await user.click(within(form).getByRole('combobox', { name: /^Calls/ }))
    await user.click(await screen.findByRole('option', { name: 'See, schedule and change' }))
    await user.type(within(form).getByLabelText('Password'), 'Sunny-Morning-7')
    await user.click(within(form).getByRole('button', { name: 'Create token' }))
    const shown = await screen.findByRole('dialog', { name: 'Copy your access token' })
    within(shown).getByText('cooee_pat_aB3x')
    expect(server.sentTo('POST /api/access-tokens')[0]?.body).toEqual({
      ...{ name: 'Agency', scopes: ['calls:write'], expiresInDays: 90, password: 'Sunny-Morning-7' },
    })
    await user.click(within(shown).getByRole('button', { name: 'I’ve copied it' }))
    await screen.findByText('Agency (ends in aB3x)')
    expect(screen.queryByText('cooee_pat_aB3x')).toBeNull()
  })

  test('where signing in asks for a code, the form does too, and a code is typed again after a refusal', async () => {
    server.routes['GET /api/second-factor'] = () => ({ isOn: true, recoveryCodesLeft: 9, isRequired: false })
    server.routes['POST /api/access-tokens'] = () =>
      reply(400, { message: 'Not right', errors: [{ path: 'code', message: 'That code is not right' }] })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Create an access token' }))
    const form = await screen.findByRole('dialog', { name: 'Create an access token' })
    await user.type(within(form).getByLabelText('Name'), 'Agency')
    await user.click(within(form).getByRole('combobox', { name: /^Calls/ }))
    await user.click(await screen.findByRole('option', { name: 'See, schedule and change' }))
    await user.type(within(form).getByLabelText('Password'), 'Sunny-Morning-7')
    await user.type(await within(form).findByLabelText('Code'), '123456')
    await user.click(within(form).getByRole('button', { name: 'Create token' }))
    await within(form).findByText('That code is not right')
    expect(server.sentTo('POST /api/access-tokens')[0]?.body).toMatchObject({ code: '123456' })
    expect(within(form).getByLabelText('Code')).toHaveProperty('value', '')
  })

  test('each says what it may do and until when; one that has ended cannot be revoked', async () => {
    tokens = [
      aToken({}),
      aToken({ id: 8, name: 'Old', revokedAt: '2026-03-02T00:00:00.000Z' }),
      aToken({ id: 9, name: 'Older', expiresAt: '2026-03-02T00:00:00.000Z' }),
    ]
    open()
    const [living, revoked, expired] = await screen.findAllByRole('listitem')
    expect(living?.textContent).toContain('Contacts: see. Calls: see, schedule and change.')
    expect(living?.textContent).toContain('Never used.')
    expect(revoked?.textContent).toContain('Revoked on Mar 2, 2026.')
    expect(expired?.textContent).toContain('Expired on Mar 2, 2026.')
    expect(screen.getAllByRole('button', { name: /^Revoke/ })).toHaveLength(1)
  })

  test('one is revoked after a question', async () => {
    tokens = [aToken({})]
    server.routes['DELETE /api/access-tokens/7'] = () => {
      tokens = []
      return reply(204)
    }
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Revoke Agency, ends in aB3x' }))
    const question = await screen.findByRole('alertdialog', { name: 'Revoke Agency?' })
    await user.click(within(question).getByRole('button', { name: 'Revoke' }))
    await waitFor(() => expect(screen.queryAllByRole('listitem')).toEqual([]))
  })

  test('a list that cannot be loaded says so', async () => {
    server.routes['GET /api/access-tokens'] = () => reply(500, { message: 'Something went wrong on our side.' })
    open()
    await screen.findByRole('heading', { name: 'We couldn’t load your access tokens' })
  })
})
