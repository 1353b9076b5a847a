import { expect, test } from 'vitest'
import { callEnd, type EndedCall } from './call-end.ts'

const MISSED: EndedCall = {
  status: 'missed',
  wasDialled: true,
  wasCancelled: false,
  wasResolved: false,
  isRefused: false,
}

// biome-ignore format: a table is read in columns
test.for<[end: string, call: Partial<EndedCall>]>([
  ['answered', { status: 'completed' }],
  ['answered', { status: 'completed', wasCancelled: true, wasResolved: true }],
  ['not_answered', {}],
  ['not_made', { wasDialled: false }],
  ['voicemail', { status: 'voicemail' }],
  ['failed', { status: 'failed' }],
  ['cancelled', { wasCancelled: true }],
  ['cancelled', { wasCancelled: true, wasDialled: false }],
  ['reached', { wasCancelled: true, wasResolved: true }],
  ['not_answered', { wasResolved: true }],
  ['not_wanted', { isRefused: true, wasDialled: false }],
  ['not_wanted', { isRefused: true, wasCancelled: true }],
])('a call is counted as %s', ([end, call]) => {
  expect(callEnd({ ...MISSED, ...call })).toBe(end)
})
