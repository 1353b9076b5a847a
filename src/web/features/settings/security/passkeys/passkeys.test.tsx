// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Passkey } from '#contract/accounts/sign-in/passkeys.ts'
import { fakeServer, reply } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { Passkeys } from './passkeys.tsx'

const aPasskey = (fields: Partial<Passkey> = {}): Passkey => ({
  ...{ id: 7, name: 'Safari on iPhone', createdAt: '2026-03-01T00:00:00.000Z', lastUsedAt: null },
  ...fields,
})
const OPTIONS = {
  ...{ challenge: 'YWJj', rp: { id: 'localhost', name: 'Cooee' } },
  user: { id: 'YWJj', name: 'robyn', displayName: 'Robyn' },
  ...{ pubKeyCredParams: [{ type: 'public-key', alg: -7 }], timeout: 300_000, excludeCredentials: [] },
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  attestation: 'none',
}

let server: ReturnType<typeof fakeServer>
let address: string | null
let passkeys: Passkey[]
const create = vi.fn()
beforeEach(() => {
  address = location.origin
  passkeys = []
  server = fakeServer({
    'GET /api/passkeys': () => ({ address, passkeys }),
    'GET /api/second-factor': () => ({ isOn: false, recoveryCodesLeft: 0, isRequired: false }),
    'POST /api/passkeys/options': () => OPTIONS,
  })
  vi.stubGlobal('PublicKeyCredential', class {})
  vi.stubGlobal('isSecureContext', true)
  create.mockReset()
  Object.defineProperty(navigator, 'credentials', { value: { create }, configurable: true })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = () => renderScreen(Passkeys, { at: '/settings', route: '/settings' })

async function fill() {
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Add a passkey' }))
  const form = await screen.findByRole('dialog', { name: 'Add a passkey' })
  await user.clear(within(form).getByLabelText('Name'))
  await user.type(within(form).getByLabelText('Name'), 'Phone')
  await user.type(within(form).getByLabelText('Password'), 'Sunny-Morning-7')
  await user.click(within(form).getByRole('button', { name: 'Continue' }))
  return form
}

describe('passkeys', () => {
  test('one is added with the password, and what the browser answers', async () => {
    const bytes = new Uint8Array([97, 98, 99]).buffer
    create.mockResolvedValue({
      ...{ id: 'YWJj', rawId: bytes, type: 'public-key', authenticatorAttachment: 'platform' },
      getClientExtensionResults: () => ({}),
      response: { clientDataJSON: bytes, attestationObject: bytes },
    })
    server.routes['POST /api/passkeys'] = () => {
      passkeys = [aPasskey({ name: 'Phone' })]
      return reply(201, passkeys[0])
    }
    await fill()
    await screen.findByText('You’ve added a passkey')
    await screen.findByText('Phone')
    expect(server.sentTo('POST /api/passkeys/options')[0]?.body).toEqual({ password: 'Sunny-Morning-7', code: '' })
    expect(server.sentTo('POST /api/passkeys')[0]?.body).toEqual({
      name: 'Phone',
      credential: {
        ...{ id: 'YWJj', rawId: 'YWJj', type: 'public-key' },
        response: { clientDataJSON: 'YWJj', attestationObject: 'YWJj' },
      },
    })
  })

  test('a browser dialog that was closed says so in the form, and nothing is added', async () => {
    create.mockRejectedValue(new DOMException('No', 'NotAllowedError'))
    const form = await fill()
    await within(form).findByText('We didn’t get a passkey from this device. Please try again.')
    expect(server.sentTo('POST /api/passkeys')).toEqual([])
  })

  test('where signing in asks for a code, the form asks for one too', async () => {
    server.routes['GET /api/second-factor'] = () => ({ isOn: true, recoveryCodesLeft: 9, isRequired: false })
    server.routes['POST /api/passkeys/options'] = () => {
      const message = 'Enter the code from your authenticator app'
      return reply(400, { message, errors: [{ path: 'code', message }] })
    }
    const form = await fill()
    await within(form).findByText('Enter the code from your authenticator app')
    within(form).getByLabelText('Code')
  })

  test('one is renamed, and one removed after a question', async () => {
    passkeys = [aPasskey()]
    server.routes['PATCH /api/passkeys/7'] = ({ body }) => {
      passkeys = [aPasskey(body as Partial<Passkey>)]
      return passkeys[0]
    }
    server.routes['DELETE /api/passkeys/7'] = () => {
      passkeys = []
      return reply(204)
    }
    const { user } = open()
    const row = await screen.findByRole('listitem')
    expect(row.textContent).toContain('Added Mar 1, 2026, never used.')
    await user.click(screen.getByRole('button', { name: 'Rename Safari on iPhone' }))
    const form = await screen.findByRole('dialog', { name: 'Rename Safari on iPhone' })
    await user.clear(within(form).getByLabelText('Name'))
    await user.type(within(form).getByLabelText('Name'), 'Old phone')
    await user.click(within(form).getByRole('button', { name: 'Save' }))
    await user.click(await screen.findByRole('button', { name: 'Remove Old phone' }))
    const question = await screen.findByRole('alertdialog', { name: 'Remove Old phone?' })
    await user.click(within(question).getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(screen.queryAllByRole('listitem')).toEqual([]))
  })

  test.each([
    ['has no https', () => (address = null), /need a web address that starts with https/],
    ['is another', () => (address = 'https://cooee.example'), 'You can only add one at https://cooee.example.'],
    ['is fine, but not the browser', () => vi.stubGlobal('PublicKeyCredential', undefined), /This browser can’t/],
    [
      'is fine, and there are ten',
      () => (passkeys = Array.from({ length: 10 }, (_, index) => aPasskey({ id: index + 1 }))),
      /You have 10 passkeys/,
    ],
  ])('where the address %s, a sentence stands in place of the button', async (_what, given, sentence) => {
    given()
    open()
    await screen.findByText(sentence)
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
  })

  test('a list that cannot be loaded says so', async () => {
    server.routes['GET /api/passkeys'] = () => reply(500, { message: 'Something went wrong on our side.' })
    open()
    await screen.findByRole('heading', { name: 'We couldn’t load your passkeys' })
  })
})
