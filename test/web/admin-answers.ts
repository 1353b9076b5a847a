import type { z } from 'zod'
import { adminStatsSchema, auditEntry, systemSchema, testCallSchema, twimlTemplate } from '#contract/admin/admin.ts'
import { adminAccountsAnswer, refusedNumberSchema } from '#contract/admin/admin-accounts.ts'
import type { AdminTalks } from '#contract/admin/admin-talks.ts'

// What the server would answer to an admin, parsed through the contract so that it cannot drift from it.

export const CALL_SID = `CA${'5e1f9d70c2ab4e83'.repeat(2)}`

export const someStats = adminStatsSchema.parse({
  usersCount: 1284,
  lovedOnesCount: 2106,
  completedCallsCount: 38_492,
  monthlyRevenue: 24_871.6,
})

export function aTestCall(changes: Partial<z.input<typeof testCallSchema>> = {}) {
  return testCallSchema.parse({
    id: 7,
    phoneNumber: '+61491570156',
    callType: 'daily_check_in',
    promptText: null,
    callSid: CALL_SID,
    status: 'ringing',
    keys: '',
    createdAt: '2026-03-10T00:00:00.000Z',
    endedAt: null,
    ...changes,
  })
}

/** The short chats of a month. */
export function someTalks(changes: Partial<AdminTalks> = {}): AdminTalks {
  const use = { talks: 3, minutes: 9, inputTokens: 12_345, outputTokens: 678 }
  return {
    ...{ isSetUp: true, offAt: null, minutesPerMonth: 60, underWay: 1, month: use },
    accounts: [{ id: 4, name: 'Robyn Hartley', blockedAt: null, ...use }],
    ...changes,
  }
}

export function aSystemReport(changes: Partial<z.input<typeof systemSchema>> = {}) {
  return systemSchema.parse({
    version: '0.6.0',
    node: '26.1.0',
    database: 'PostgreSQL 18.1',
    sandbox: { phones: true, cards: true },
    queues: [
      { name: 'calls', waiting: 3, failed: 0 },
      { name: 'webhooks', waiting: 2, failed: 1 },
    ],
    oldestDueCallSeconds: null,
    lastHeartbeatSeconds: 1,
    incidents: [],
    zone: 'Australia/Sydney',
    callsToday: { completed: 12, scheduled: 5 },
    providerErrors: 0,
    textsNotDelivered: 0,
    webhookFailures: 0,
    webhooksSwitchedOff: 0,
    openIncidents: 0,
    adminsWithoutSecondFactor: 1,
    capacity: {
      callsPerQuarter: 22500,
      fullest: { startsAt: '2026-03-10T22:00:00.000Z', due: 40, late: 0 },
      short: [],
    },
    callsPerDay: Array.from({ length: 30 }, (_, index) => ({
      day: new Date(Date.UTC(2026, 1, 9 + index)).toISOString().slice(0, 10),
      counts: index % 7 === 6 ? {} : { completed: 20 + index, missed: index % 3, voicemail: 1, failed: index % 2 },
    })),
    troublesPerDay: Array.from({ length: 30 }, (_, index) => ({
      day: new Date(Date.UTC(2026, 1, 9 + index)).toISOString().slice(0, 10),
      providerErrors: 0,
      webhookFailures: 0,
    })),
    ...changes,
  })
}

export function anAuditEntry(changes: Partial<z.input<typeof auditEntry>> = {}) {
  return auditEntry.parse({
    id: 1,
    username: 'priya',
    action: 'test_call.placed',
    detail: 'to ***156',
    address: '203.0.113.5',
    at: '2026-03-10T00:00:00.000Z',
    ...changes,
  })
}

export const someTemplates = [
  twimlTemplate.parse({
    id: 'after_hours',
    name: 'After hours',
    description: 'Takes a message of up to 120 seconds.',
    twiml:
      '<?xml version="1.0" encoding="UTF-8"?><Response><Say>Nobody is here. Please leave a message.</Say><Record maxLength="120"/></Response>',
  }),
  twimlTemplate.parse({
    id: 'emergency',
    name: 'Emergency',
    description: 'Dials 131114.',
    twiml: '<Response><Say>If somebody is in danger, hang up and dial 000.</Say><Dial>131114</Dial></Response>',
  }),
]

/** Three accounts: one that takes much, one that is suspended, one with a long name. */
export function accountsByUse(changes: Partial<z.input<typeof adminAccountsAnswer>> = {}) {
  const none = { calls: 0, texts: 0, spendCents: 0 }
  const robyn = {
    ...{ id: 1, username: 'robyn', email: 'robyn@example.com', firstName: 'Robyn', lastName: 'Hartley' },
    ...{ role: 'account_holder' as const, isPaying: true, createdAt: '2026-01-10T00:00:00.000Z', suspendedAt: null },
    today: { calls: 412, texts: 38, spendCents: 4424 },
    month: { calls: 6120, texts: 204, spendCents: 62_832 },
    isOverLineShare: true,
  }
  const long = 'wilhelmina.featherstonehaugh-cholmondeley'
  return adminAccountsAnswer.parse({
    accounts: [
      robyn,
      {
        ...robyn,
        id: 2,
        username: 'trial7',
        firstName: null,
        lastName: null,
        isPaying: false,
        today: none,
        month: none,
        isOverLineShare: false,
      },
      {
        ...{
          ...robyn,
          id: 3,
          username: long,
          email: `${long}@example.com`,
          firstName: 'Wilhelmina',
          isOverLineShare: false,
        },
        ...{ lastName: 'Featherstonehaugh-Cholmondeley', suspendedAt: '2026-03-09T23:00:00.000Z', today: none },
      },
    ],
    total: 1284,
    spend: { todayCents: 9120, limitCents: 20_000, stage: 'none' },
    ...changes,
  })
}

export function aRefusedNumber(changes: Partial<z.input<typeof refusedNumberSchema>> = {}) {
  return refusedNumberSchema.parse({
    ...{ id: 1, phoneNumber: '+61491570156', reason: 'Prank calls from this number', addedBy: 'ops' },
    addedAt: '2026-03-09T23:00:00.000Z',
    ...changes,
  })
}
