// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aLovedOne } from '#test/web/answers.ts'
import { open, server, setUpCallsScreen, tomorrow } from '#test/web/calls-screen.tsx'
import { type FakeRequest, reply } from '#test/web/fake-server.ts'
// Loaded here: on a crowded machine that takes longer than anybody waits for a screen.
import './schedule-call.tsx'

setUpCallsScreen()

const everybody = Array.from({ length: 260 }, (_, n) =>
  aLovedOne({ id: n + 1, name: `Person ${n + 1}`, timezone: n === 254 ? 'Australia/Perth' : 'Australia/Sydney' }),
)
const routes = {
  'GET /api/loved-ones': ({ query }: FakeRequest) =>
    everybody
      .filter(({ name }) => name.includes(query.get('search') ?? ''))
      .slice(0, Number(query.get('limit') ?? 200)),
  'GET /api/loved-ones/:id': ({ path }: FakeRequest) =>
    everybody.find(({ id }) => path.endsWith(`/${id}`)) ?? reply(404, { message: 'Loved one not found' }),
  'POST /api/calls': () => reply(201, tomorrow),
}

/** The schedule in words. */
const saidBack = () =>
  screen
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .find((text) => text?.startsWith('Cooee'))

test('the person to ring is searched on the server where there are more people than a list holds, and rung in their own zone', async () => {
  const { sentTo } = server(routes)
  const { user } = open('/calls?schedule=true')
  await user.click(await screen.findByRole('button', { name: /Loved One/ }))
  await user.type(await screen.findByRole('combobox', { name: 'Type a name or number' }), 'son 255')
  await screen.findByRole('option', { name: 'Person 255' })
  await user.keyboard('{Enter}')
  await waitFor(() => expect(saidBack()).toMatch(/^Cooee will ring Person 255 once, .* Perth time\.$/))
  await user.click(screen.getByRole('button', { name: 'Schedule Call' }))
  await screen.findByText('Call has been scheduled successfully')
  expect(sentTo('POST /api/calls')[0]?.body).toMatchObject({ lovedOneId: 255 })
})

test('a name that nobody has is said in the picker', async () => {
  server(routes)
  const { user } = open('/calls?schedule=true')
  await user.click(await screen.findByRole('button', { name: /Loved One/ }))
  await user.type(await screen.findByRole('combobox', { name: 'Type a name or number' }), 'zzz')
  expect(await screen.findByText('No one of that name or number')).toBeTruthy()
})

test('the dialog for somebody who is not in the loaded list opens with them', async () => {
  server(routes)
  open('/calls?lovedOneId=255&schedule=true')
  await waitFor(() => expect(saidBack()).toMatch(/^Cooee will ring Person 255 once, .* Perth time\.$/))
})

test('the calls of somebody who is not in the loaded list are listed under their name', async () => {
  server({ ...routes, 'GET /api/calls/upcoming': () => [tomorrow] })
  open('/calls?lovedOneId=255')
  expect(await screen.findByText('9:00 AM')).toBeTruthy()
  expect(screen.queryByText('We couldn’t find this loved one')).toBeNull()
})
