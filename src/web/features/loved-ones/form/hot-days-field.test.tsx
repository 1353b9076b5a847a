// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { aLovedOne } from '#test/web/answers.ts'
import { fakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { LovedOnes } from '../loved-ones.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const HOUR = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString()

function open(hotDays: object, hotDaysTown: string | null = 'mildura') {
  const margaret = aLovedOne({ hotDaysTown })
  const fake = fakeServer({
    'GET /api/loved-ones': () => [margaret],
    'GET /api/loved-ones/:id': () => margaret,
    'GET /api/hot-days': () => ({ isOn: true, offers: [], towns: [], ...hotDays }),
    'GET /api/hot-days/towns': () => [
      { id: 'mildura', name: 'Mildura', state: 'VIC' },
      { id: 'alice-springs', name: 'Alice Springs', state: 'NT' },
    ],
    'PATCH /api/loved-ones/:id': () => margaret,
  })
  return { ...fake, ...renderScreen(LovedOnes, { at: '/loved-ones?edit=1', route: '/loved-ones' }) }
}
const field = () => screen.findByRole('combobox', { name: /^Hot Days: Nearest Town/ })

test('nobody’s forecast is looked at until a town is chosen', async () => {
  const { user, sentTo } = open({}, null)
  expect((await field()).textContent).toBe('Don’t look at the forecast')
  await user.click(await field())
  await user.click(screen.getByRole('option', { name: 'Alice Springs, NT' }))
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() =>
    expect(sentTo('PATCH /api/loved-ones/1').map(({ body }) => body)).toMatchObject([{ hotDaysTown: 'alice-springs' }]),
  )
})

test('it is switched off again', async () => {
  const { user, sentTo } = open({})
  await user.click(await field())
  await user.click(screen.getByRole('option', { name: 'Don’t look at the forecast' }))
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() =>
    expect(sentTo('PATCH /api/loved-ones/1').map(({ body }) => body)).toMatchObject([{ hotDaysTown: null }]),
  )
})

test.each([
  [null, /^We have no forecast for Mildura yet\.$/],
  [ago(0), /^The forecast is from .* today\.$/],
  [ago(50), /^The forecast is from .*\. That’s too old, so we offer no call until we have a newer one\.$/],
])('the forecast of %s is shown with its age', async (fetchedAt, words) => {
  open({ towns: [{ town: 'mildura', fetchedAt }] })
  await field()
  await screen.findByText(words)
})

test('where this Cooee looks at no forecasts, there is no such field', async () => {
  open({ isOn: false }, null)
  await screen.findByLabelText('Name')
  expect(screen.queryByText(/^Hot Days/)).toBeNull()
})
