// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { anAuditEntry, aSystemReport, someTalks } from '#test/web/admin-answers.ts'
import { fakeServer, reply } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { SystemTab } from './system-tab.tsx'

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer({
    'GET /api/admin/system': () => aSystemReport(),
    'GET /api/admin/audit': () => [],
    'GET /api/admin/languages': () => [],
    'GET /api/admin/talks': () => someTalks(),
  })
})
afterEach(cleanup)

const open = () => renderScreen(SystemTab, { at: '/admin', route: '/admin' })
const factsOf = async (panel: string) => {
  const region = await screen.findByRole('region', { name: panel })
  return Object.fromEntries(
    within(region)
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  )
}

test('when all is well it says so', async () => {
  open()
  await screen.findByText('Nothing needs attention.')
  expect(await factsOf('Right now')).toMatchObject({
    'Jobs waiting': '5',
    'Oldest due call': 'No call is late',
    'Last look for due calls': '1 second ago',
    'Provider errors in 24 hours': '0',
  })
  expect(await factsOf('Versions')).toEqual({
    Cooee: '0.6.0',
    Node: '26.1.0',
    Database: 'PostgreSQL 18.1',
    Phones: 'Built-in sandbox',
    Cards: 'Built-in sandbox',
  })
})

test('open incidents are listed with their account, the oldest of many', async () => {
  const incident = { id: 1, username: 'robyn', cause: 'help', status: 'running', openedAt: '2026-03-10T00:00:00.000Z' }
  server.routes['GET /api/admin/system'] = () => aSystemReport({ openIncidents: 60, incidents: [incident] })
  open()
  const list = within(await screen.findByRole('region', { name: 'Open incidents' }))
  expect(list.getByRole('listitem').textContent).toContain('Asked for helpAccount robynPeople are being asked')
  expect(list.getByText('The oldest 1 of 60.')).toBeDefined()
})

test('problems that a person should check are named', async () => {
  server.routes['GET /api/admin/system'] = () =>
    aSystemReport({ oldestDueCallSeconds: 185, lastHeartbeatSeconds: 190, webhookFailures: 4 })
  open()
  await screen.findByText('Needs attention: oldest due call; last look for due calls; webhook failures in 24 hours.')
  expect(await factsOf('Right now')).toMatchObject({
    'Oldest due call': '3 minutes late',
    'Webhook failures in 24 hours': '4',
  })
})

test('a quarter of an hour with more than leave in it, and none too late, says how both are true', async () => {
  const fullest = { startsAt: '2026-03-10T22:00:00.000Z', due: 634, late: 0 }
  server.routes['GET /api/admin/system'] = () =>
    aSystemReport({ capacity: { callsPerQuarter: 450, fullest, short: [] } })
  open()
  expect(await screen.findByText(/That is more than leave in those 15 minutes\./)).toBeTruthy()
})

test('a call that has been due for seconds only is no alarm', async () => {
  server.routes['GET /api/admin/system'] = () => aSystemReport({ oldestDueCallSeconds: 2 })
  open()
  await screen.findByText('Nothing needs attention.')
})

test('calls of today stand by their status, and those of 30 days also in a table', async () => {
  server.routes['GET /api/admin/system'] = () =>
    aSystemReport({
      callsPerDay: [
        { day: '2026-03-09', counts: { completed: 3, missed: 1 } },
        { day: '2026-03-10', counts: { completed: 2, scheduled: 4 } },
      ],
    })
  open()
  const today = await screen.findByRole('region', { name: 'Calls today' })
  expect(
    within(today)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['Completed 12', 'Scheduled 5'])
  expect(screen.getByText('10 calls in 2 days: 5 completed, 1 missed, 4 scheduled or in progress.')).toBeDefined()
  expect(screen.getAllByText('Days in Sydney time.')[0]).toBeDefined()
  const table = screen.getByRole('table', { name: 'Calls per day', hidden: true })
  expect([...table.querySelectorAll('tr')].map((row) => row.textContent)).toEqual([
    'DayCallsHow they ended',
    'Mar 10, 202662 completed, 4 scheduled or in progress',
    'Mar 9, 202643 completed, 1 missed',
  ])
})

test('what went wrong stands by its day, in words and in a table', async () => {
  server.routes['GET /api/admin/system'] = () =>
    aSystemReport({
      troublesPerDay: [
        { day: '2026-03-09', providerErrors: 1, webhookFailures: 0 },
        { day: '2026-03-10', providerErrors: 2, webhookFailures: 4 },
      ],
    })
  open()
  await screen.findByText('In 2 days: 3 provider errors, 4 failed webhook tries.')
  const table = screen.getByRole('table', { name: 'Errors per day', hidden: true })
  expect([...table.querySelectorAll('tr')].map((row) => row.textContent)).toEqual([
    'DayProvider errorsFailed webhook tries',
    'Mar 10, 202624',
    'Mar 9, 202610',
  ])
})

test('thirty days in which nothing went wrong say so', async () => {
  open()
  await screen.findByText('Nothing went wrong in 30 days.')
})

test('a report that cannot be loaded leaves the audit log', async () => {
  server.routes['GET /api/admin/system'] = () => reply(500, { message: 'Something went wrong' })
  server.routes['GET /api/admin/audit'] = () => [anAuditEntry()]
  const { user } = open()
  await screen.findByText('Failed to load how the system does')
  await screen.findByText('priya: test call placed, to ***156')
  server.routes['GET /api/admin/system'] = () => aSystemReport()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Nothing needs attention.')
})

test('the audit log goes on with older entries', async () => {
  server.routes['GET /api/admin/audit'] = ({ query }) =>
    query.get('before') === '31'
      ? [anAuditEntry({ id: 30, action: 'webhook.deleted', detail: null })]
      : Array.from({ length: 20 }, (_, index) => anAuditEntry({ id: 50 - index }))
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Load more' }))
  await screen.findByText('priya: webhook deleted')
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
})

test('an audit log that cannot be loaded, or has nothing in it, says so', async () => {
  const { unmount } = open()
  await screen.findByText('No entries yet.')
  unmount()
  server.routes['GET /api/admin/audit'] = () => reply(500, { message: 'Something went wrong' })
  open()
  await screen.findByText('Failed to load the audit log')
})
