// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ActivityIcon } from './activity/activity-icon.tsx'
import { MoreTag, ServiceTag } from './calls/service-tag.tsx'
import { StatusPill } from './calls/status-pill.tsx'
import { LovedOneAvatar } from './people/loved-one-avatar.tsx'

afterEach(cleanup)

test.each([
  ['call_completed', 'a-green'],
  ['loved_one_added', 'a-amber'],
  ['call_cancelled', 'a-grey'],
  ['call_missed', 'a-red'],
  ['call_failed', 'a-red'],
  ['call_voicemail', 'a-amber'],
  ['call_escalated', 'a-red'],
  ['call_unresolved', 'a-red'],
  ['contact_added', 'a-grey'],
  ['member_added', 'a-grey'],
  ['member_removed', 'a-grey'],
  ['something_new', 'a-grey'],
])('the sign of %s is %s', (activityType, className) => {
  const { container } = render(<ActivityIcon activityType={activityType} />)
  expect(container.firstElementChild?.classList).toContain(className)
})

test('only what was edited has a pencil', () => {
  const pencil = (activityType: string) =>
    render(<ActivityIcon activityType={activityType} />).container.querySelector('.lucide-pencil') !== null
  expect(['loved_one_updated', 'call_updated', 'member_updated'].map(pencil)).toEqual([true, true, true])
  expect(
    ['call_started', 'call_skipped', 'contact_removed', 'member_removed', 'something_new'].map(pencil),
  ).not.toContain(true)
})

test.each([
  ['👵 Nan', '👵'],
  ['👩‍🌾 Jo', '👩‍🌾'],
  ['zoë', 'Z'],
  ['  ', '?'],
])('the sign of "%s" is %s', (name, sign) => {
  expect(render(<LovedOneAvatar id={1} name={name} />).container.textContent).toBe(sign)
})

test('a status is a word beside its colour', () => {
  render(<StatusPill status="in_progress" />)
  expect(screen.getByText('In progress').getAttribute('data-status')).toBe('in_progress')
})

test('a service without its own name is its words in capitals', () => {
  render(
    <>
      <ServiceTag callType="wake_up_call" />
      <ServiceTag callType="garden_visit" />
      <MoreTag count={2} />
    </>,
  )
  expect(screen.getByText('Wake-up Call').getAttribute('data-service')).toBe('wake_up_call')
  expect(screen.getByText('Garden Visit')).toBeDefined()
  expect(screen.getByText('+2 more')).toBeDefined()
})
