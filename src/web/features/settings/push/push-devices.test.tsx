// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PushDevice } from '#contract/accounts/push-devices.ts'
import { fakeServer, reply } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { PushDevices } from './push-devices.tsx'
import { browserPush } from './push-support.ts'

const aDevice = (fields: Partial<PushDevice> = {}): PushDevice => ({
  ...{ id: 4, device: 'Chrome on Android', createdAt: '2026-03-01T00:00:00.000Z' },
  ...{ lastSentAt: null, isGone: false, isThisDevice: true },
  ...fields,
})
const SUBSCRIPTION = { endpoint: 'https://push.example/1', keys: { p256dh: 'B', auth: 'A' } }

let server: ReturnType<typeof fakeServer>
let devices: PushDevice[]
const support = vi.spyOn(browserPush, 'support')
const subscribe = vi.spyOn(browserPush, 'subscribe')
const unsubscribe = vi.spyOn(browserPush, 'unsubscribe')
beforeEach(() => {
  devices = []
  support.mockReturnValue('possible')
  subscribe.mockResolvedValue(SUBSCRIPTION)
  unsubscribe.mockResolvedValue()
  server = fakeServer({
    'GET /api/push-devices': () => ({ publicKey: 'BPublic', devices }),
    'POST /api/push-devices': () => {
      devices = [aDevice()]
      return reply(201, { publicKey: 'BPublic', devices })
    },
    'POST /api/push-devices/4/test': () => reply(202),
    'DELETE /api/push-devices/4': () => {
      devices = []
      return reply(204)
    },
  })
})
afterEach(cleanup)
afterAll(() => vi.restoreAllMocks())

const open = () => renderScreen(PushDevices, { at: '/settings', route: '/settings' })

describe('notifications on a device', () => {
  test('they are switched on with a tap, tried, and removed', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Switch on for this device' }))
    await screen.findByText('Chrome on Android (this device)')
    expect(subscribe).toHaveBeenCalledWith('BPublic')
    expect(server.sentTo('POST /api/push-devices')[0]?.body).toEqual(SUBSCRIPTION)
    expect(screen.queryByRole('button', { name: 'Switch on for this device' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Send a test to Chrome on Android (this device)' }))
    await screen.findByText('We’ve sent a test. It should show up in a moment.')
    await user.click(screen.getByRole('button', { name: 'Remove Chrome on Android (this device)' }))
    await waitFor(() => expect(screen.queryAllByRole('listitem')).toEqual([]))
    expect(unsubscribe).toHaveBeenCalled()
  })

  test('a browser in which somebody said no sends nothing', async () => {
    subscribe.mockResolvedValue(null)
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Switch on for this device' }))
    await screen.findByText('This browser didn’t allow notifications.')
    expect(server.sentTo('POST /api/push-devices')).toEqual([])
  })

  test.each([
    ['needs_home_screen', /add Cooee to your home screen first/],
    ['blocked', /blocks our notifications/],
    ['missing', /can’t show notifications/],
  ] as const)('a browser that cannot (%s) says why, and offers nothing', async (answer, words) => {
    support.mockReturnValue(answer)
    open()
    await screen.findByText(words)
    await waitFor(() => expect(screen.queryByText('Loading your devices…')).toBeNull())
    expect(screen.queryByRole('button', { name: 'Switch on for this device' })).toBeNull()
  })

  test('a device that notifications do not reach says so, and is switched on again there', async () => {
    devices = [aDevice({ isGone: true })]
    const { user } = open()
    await screen.findByText(/We can’t reach it any more/)
    expect(screen.queryByRole('button', { name: /Send a test/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Switch on for this device' }))
    await waitFor(() => expect(screen.queryByText(/can’t reach it/)).toBeNull())
  })

  test('another device is listed, and this one can still be added', async () => {
    devices = [aDevice({ device: 'Safari on iPhone', isThisDevice: false })]
    open()
    await screen.findByText('Safari on iPhone')
    await screen.findByRole('button', { name: 'Switch on for this device' })
  })
})
