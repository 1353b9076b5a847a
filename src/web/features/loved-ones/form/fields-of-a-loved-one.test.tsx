// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { addLovedOneBody } from '#contract/people/loved-one-forms.ts'
import { lovedOneSchema } from '#contract/people/loved-ones.ts'
import { aLovedOne, aUser } from '#test/web/answers.ts'
import { fakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { signIn } from '#web/lib/session/session.ts'
import { LovedOneCard } from '../loved-one-card.tsx'
import { LovedOnes } from '../loved-ones.tsx'

/** What the card leaves to the dialog, since texts are long and settings change seldom; a request for help is on the dashboard. */
const NOT_ON_THE_CARD = [
  ...['helpRequested', 'cryForHelp'],
  ...['preferredName', 'familyWord', 'reminderText', 'notes', 'medicalConditions', 'address', 'accessNote'],
  ...['emergencyContactName', 'emergencyContactPhone', 'secondPhoneNumber', 'hotDaysTown'],
  ...['recordCalls', 'retryAttempts', 'retryDelayMinutes'],
]

afterEach(() => {
  cleanup()
  localStorage.clear()
})

test('every field of a loved one that is not left to the dialog is read by the card', () => {
  const read = new Set<string | symbol>()
  const lovedOne = new Proxy(aLovedOne(), {
    get(target, field) {
      read.add(field)
      return Reflect.get(target, field)
    },
  })
  signIn({ user: aUser(), token: 'a-token' })
  render(<LovedOneCard lovedOne={lovedOne} onAway={() => {}} onEdit={() => {}} />)
  const fields = Object.keys(lovedOneSchema.shape)
  expect(fields.filter((field) => !read.has(field)).sort()).toEqual(NOT_ON_THE_CARD.toSorted())
})

test('every field of the form can be filled in where a loved one is changed', async () => {
  fakeServer({
    'GET /api/loved-ones': () => [aLovedOne()],
    'GET /api/loved-ones/1': () => aLovedOne(),
    'GET /api/hot-days/towns': () => [
      { id: 'mildura', name: 'Mildura', state: 'VIC' },
      { id: 'alice-springs', name: 'Alice Springs', state: 'NT' },
    ],
    'GET /api/hot-days': () => ({ isOn: true, offers: [], towns: [] }),
  })
  const { user } = renderScreen(LovedOnes, { at: '/loved-ones', route: '/loved-ones' })
  await user.click(await screen.findByRole('button', { name: /Edit Details/ }))
  await screen.findByLabelText('Name')
  await screen.findByLabelText(/^Hot Days/)
  const dialog = screen.getByRole('dialog')
  const named = [...dialog.querySelectorAll('[name]')].map((field) => field.getAttribute('name'))
  const fields = Object.keys(addLovedOneBody.shape)
  expect(fields.filter((field) => !named.includes(field))).toEqual([])
})
