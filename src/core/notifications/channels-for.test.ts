import { describe, expect, test } from 'vitest'
import { channelsFor } from './channels-for.ts'
import { ALWAYS_BY_EMAIL, DEFAULT_NOTIFICATION_SETTINGS, NOTICE_KINDS, type NotificationSettings } from './settings.ts'

const withPhone = { isHolder: true, hasPhoneNumber: true, isPhoneVerified: true }
const withUnverified = { isHolder: true, hasPhoneNumber: true, isPhoneVerified: false }
const withoutPhone = { isHolder: true, hasPhoneNumber: false, isPhoneVerified: false }
const allOff: NotificationSettings = {
  ...DEFAULT_NOTIFICATION_SETTINGS,
  missedCalls: { email: false, sms: false },
  incidents: { email: false, sms: false },
  lateCalls: { email: false, sms: false },
  answeredCalls: { email: false, sms: false },
  billing: { email: false, sms: false },
}

test('an account holder who has chosen nothing is notified of all but answered calls by both channels', () => {
  const notified = NOTICE_KINDS.map((kind) => [
    kind,
    channelsFor(kind, DEFAULT_NOTIFICATION_SETTINGS, withPhone).channels,
  ])
  expect(Object.fromEntries(notified)).toEqual({
    missedCalls: ['email', 'sms'],
    incidents: ['email', 'sms'],
    lateCalls: ['email', 'sms'],
    answeredCalls: [],
    billing: ['email', 'sms'],
  })
})

describe.each(ALWAYS_BY_EMAIL)('%s', (kind) => {
  test('such news comes by e-mail even when a setting says otherwise', () => {
    expect(channelsFor(kind, allOff, withPhone).channels).toEqual(['email'])
    expect(channelsFor(kind, allOff, withoutPhone).channels).toEqual(['email'])
  })

  test('such news comes by text message when a mail cannot be delivered and there is a number', () => {
    expect(channelsFor(kind, allOff, withPhone).isSmsFallback).toBe(true)
    expect(channelsFor(kind, allOff, withoutPhone).isSmsFallback).toBe(false)
    expect(channelsFor(kind, DEFAULT_NOTIFICATION_SETTINGS, withPhone).isSmsFallback).toBe(false)
  })
})

test.each(['incidents', 'answeredCalls'] as const)('%s can be switched off altogether', (kind) => {
  expect(channelsFor(kind, allOff, withPhone)).toEqual({ channels: [], isSmsFallback: false })
})

test('news that is wanted by text message alone comes by e-mail while there is no number', () => {
  const settings = { ...allOff, answeredCalls: { email: false, sms: true } }
  expect(channelsFor('answeredCalls', settings, withPhone).channels).toEqual(['sms'])
  expect(channelsFor('answeredCalls', settings, withoutPhone).channels).toEqual(['email'])
})

test('news that is wanted by text message alone comes by e-mail as well while the number is not verified', () => {
  const settings = { ...allOff, answeredCalls: { email: false, sms: true } }
  expect(channelsFor('answeredCalls', settings, withUnverified).channels).toEqual(['email', 'sms'])
  for (const kind of ['incidents', 'answeredCalls'] as const) {
    expect(channelsFor(kind, allOff, withUnverified)).toEqual({ channels: [], isSmsFallback: false })
  }
})
