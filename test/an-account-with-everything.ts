import { DEFAULT_NOTIFICATION_SETTINGS } from '#core/notifications/settings.ts'
import type { SignedIn } from './build-test-app.ts'
import type { CallsFixture } from './calls-fixture.ts'
import { aContact } from './factories.ts'

/** Words, numbers and names that nobody else in a test has: what is searched for afterwards. */
export const PRIVATE = [
  'Philippa',
  'Quillfeather',
  'philippa.q@example.org',
  '+61491570999',
  'Wilhelmina',
  '+61491570998',
  '+61491570997',
  'Bartholomew',
  '+61491570996',
  'Euphemia',
  '+61491570995',
  'keeps bees',
  'beekeeper-lung',
  'Minchen',
  'the heather honey',
  'Hivegarden Lane',
  'under the third hive',
  'plays the oboe',
  'behind the maidenhair fern',
  'gone to the honey fair',
  'spoke of her marmalade',
  'the noted marmalade',
  'the summed up marmalade',
  'the remembered marmalade',
  'spoke of crooked bees',
  'a text about marmalade',
  'CA00000000000000000000000000000999',
  'cus_marmalade',
]

/**
 * An account with a row in every table that may hold something of it, and in each a word of `PRIVATE`; what is made by
 * requests is made by requests.
 */
export async function anAccountWithEverything(cooee: CallsFixture): Promise<SignedIn & { callId: number }> {
  const { db, clock } = cooee
  const now = clock.now()
  const carer = await cooee.aRegisteredAccount({
    username: 'Philippa.Quillfeather',
    email: 'philippa.q@example.org',
    firstName: 'Philippa',
    lastName: 'Quillfeather',
  })
  const { id: carerId, circle } = carer.user
  const accountId = circle.id
  await carer.patch('/api/profile', { phoneNumber: '+61 491 570 999' })
  const lovedOneId = await cooee.aLovedOne(carer, {
    name: 'Wilhelmina Quillfeather',
    phoneNumber: '+61491570998',
    secondPhoneNumber: '+61491570997',
    notes: 'keeps bees',
    medicalConditions: 'beekeeper-lung',
    preferredName: 'Minchen',
    familyWord: 'Honeycomb',
    reminderText: 'Take the heather honey',
    address: '3 Hivegarden Lane',
    accessNote: 'The key is under the third hive',
    emergencyContactName: 'Euphemia Ash',
    emergencyContactPhone: '+61491570995',
  })
  const agreed = { subject: 'calls', state: 'agreed', how: 'key', wording: '2026-11', at: clock.now() } as const
  await db
    .insertInto('consents')
    .values({ accountId, lovedOneId, ...agreed })
    .execute()
  const declined = { accountId, phoneHash: 'declined', phoneNumber: '', callsRefusedAt: clock.now() }
  await db.insertInto('phoneRefusals').values(declined).execute()
  await carer.post(
    '/api/contacts',
    aContact(lovedOneId, { name: 'Bartholomew Ash', phoneNumber: '+61491570996', notes: 'plays the oboe' }),
  )
  await db
    .updateTable('contacts')
    .set({ hasKey: true, keyNote: 'behind the maidenhair fern' })
    .where('lovedOneId', '=', lovedOneId)
    .execute()
  await carer.post(`/api/loved-ones/${lovedOneId}/away`, {
    from: '2026-09-01',
    until: '2026-09-02',
    note: 'gone to the honey fair',
  })
  const { id: callId } = await cooee.aCall(carer, { lovedOneId })
  const custom = await cooee.aCall(carer, {
    lovedOneId,
    recurrencePattern: 'custom',
    schedulePatterns: [{ weekDay: 'wednesday', timeOfDay: '10:00' }],
    scheduledTime: '2026-03-11T10:00:00+11:00',
  })
  await carer.post(`/api/calls/${custom.id}/occurrence/skip`, { occurrence: '2026-03-18T10:00:00+11:00' })
  await cooee.endCall(callId, 'missed')
  const { id: attemptId } = await db
    .insertInto('attempts')
    .values({
      callId,
      attemptNumber: 1,
      phoneNumber: '+61491570998',
      state: 'ended',
      outcome: 'no_response',
      providerCallId: 'CA00000000000000000000000000000999',
      startedAt: now,
      dialBy: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: turnId } = await db
    .insertInto('turns')
    .values({ attemptId, step: 'first', speaker: 'person', text: 'She spoke of her marmalade', at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: talkId } = await db
    .insertInto('talks')
    .values({ accountId, lovedOneId, attemptId, openedAt: now, endedAt: now, endReason: 'finished', seconds: 60 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const onTurn = { talkId, position: 0, turnId, createdAt: now }
  await db
    .insertInto('talkNotes')
    .values({ ...onTurn, topic: 'preserves', words: 'the noted marmalade' })
    .execute()
  await db
    .insertInto('talkSummaries')
    .values({ ...onTurn, kind: 'sentence', text: 'the summed up marmalade' })
    .execute()
  await db
    .insertInto('talkTopics')
    .values({ accountId, lovedOneId, words: 'the remembered marmalade', createdAt: now, updatedAt: now })
    .execute()
  await db
    .insertInto('hotDayOffers')
    .values({ accountId, lovedOneId, town: 'mildura', day: '2026-03-12', degrees: 45, createdAt: now })
    .execute()
  await db
    .insertInto('talkUses')
    .values({ accountId, month: '2026-03-01', talks: 1, seconds: 60, inputTokens: 900, outputTokens: 90 })
    .execute()
  const { id: scheduleId } = await db
    .selectFrom('callSchedules')
    .select('id')
    .where('accountId', '=', accountId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const sound = Buffer.from('the greeting of her marmalade')
  const voice = { accountId, scheduleId, personId: carer.user.id, part: 'greeting', source: 'page' } as const
  const { id: recordingId } = await db
    .insertInto('voiceRecordings')
    .values({ ...voice, durationMs: 2000, madeAt: now, heardAt: now, usedAt: now, sound })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('voicePlays').values({ dialId: attemptId, recordingId, chosenAt: now }).execute()
  const { id: dialId } = await db
    .insertInto('voiceCalls')
    .values({ accountId, phoneNumber: '+61491570999', state: 'ended', startedAt: now, endedAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('voiceRequests')
    .values({ ...{ dialId, accountId, scheduleId, personId: carer.user.id, part: 'greeting' }, requestedAt: now })
    .execute()
  await db
    .insertInto('recordings')
    .values({
      attemptId,
      providerRecordingId: 'RE0001',
      durationSeconds: 12,
      reportedAt: now,
      expiresAt: new Date(now.getTime() + 30 * 86_400_000),
      sound: Buffer.from('the sound of her marmalade'),
      contentType: 'audio/wav',
      fetchedAt: now,
    })
    .execute()
  const { id: incidentId } = await db
    .insertInto('incidents')
    .values({
      accountId,
      lovedOneId,
      callId,
      cause: 'not_reached',
      headline: 'Wilhelmina Quillfeather was not reached',
      status: 'resolved',
      openedAt: now,
      endedAt: now,
      endedHow: "Bartholomew Ash says all's well.",
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('incidentCauses')
    .values({
      ...{ incidentId, callId, cause: 'not_reached', form: 'missed', scheduledFor: now, happenedAt: now, endedAt: now },
      headline: 'Wilhelmina Quillfeather was not reached',
      heard: 'spoke of crooked bees',
    })
    .execute()
  const { id: incidentPersonId } = await db
    .insertInto('incidentPeople')
    .values({ incidentId, position: 1, role: 'contact', name: 'Bartholomew Ash', phoneNumber: '+61491570996' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: messageId } = await db
    .insertInto('messages')
    .values({
      accountId,
      channel: 'sms',
      recipient: '+61491570996',
      text: 'Wilhelmina was not reached: http://localhost:3000/incident/a1.b2.ccccc See you',
      createdAt: now,
      sentAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const alert = { incidentId, incidentPersonId, purpose: 'alert', round: 1, createdAt: now } as const
  await db
    .insertInto('alerts')
    .values({ ...alert, channel: 'sms', messageId })
    .execute()
  const { id: alertId } = await db
    .insertInto('alerts')
    .values({ ...alert, channel: 'call', messageId: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('alertCalls')
    .values({ alertId, phoneNumber: '+61491570996', state: 'ended', outcome: 'ok', startedAt: now })
    .execute()
  await db
    .insertInto('inboundTexts')
    .values({
      providerMessageId: 'SM0999',
      accountId,
      lovedOneId,
      phoneNumber: '+61491570998',
      text: 'a text about marmalade',
      receivedAt: now,
    })
    .execute()
  await db
    .insertInto('inboundCalls')
    .values({
      providerCallId: 'CA0998',
      phoneNumber: '+61491570998',
      receivedAt: now,
      checkedIn: [lovedOneId],
      replies: JSON.stringify({ first: [{ kind: 'say', text: 'Thank you, Wilhelmina' }] }),
    })
    .execute()
  const { id: eventId } = await db
    .insertInto('events')
    .values({ event: 'sms.sent', accountId, data: JSON.stringify({ to: '+61491570996' }), fannedOutAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: webhookId } = await db
    .insertInto('webhooks')
    .values({ name: 'Ward board', url: 'https://receiver.example/', events: ['sms.sent'] })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: deliveryId } = await db
    .insertInto('webhookDeliveries')
    .values({ webhookId, eventId, event: 'sms.sent', messageId: 'msg_1', body: '{"to":"+61491570996"}', nextAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('webhookTries').values({ deliveryId, triedAt: now, durationMs: 7 }).execute()
  await db
    .insertInto('subscriptions')
    .values({
      accountId,
      customerId: 'cus_marmalade',
      subscriptionId: 'sub_marmalade',
      status: 'active',
      monthlyCents: 1999,
      periodStart: now,
      periodEnd: new Date(now.getTime() + 30 * 86_400_000),
    })
    .execute()
  await db.insertInto('paidInvoices').values({ accountId, invoiceId: 'in_1', amountCents: 1999, paidAt: now }).execute()
  await carer.request('PUT', '/api/notification-settings', {
    ...DEFAULT_NOTIFICATION_SETTINGS,
    summary: { frequency: 'daily', hour: 7 },
  })
  await db.insertInto('planNotices').values({ accountId, kind: 'trial_ending', about: now, notifiedAt: now }).execute()
  await db.insertInto('removedCalls').values({ accountId, startedAt: now }).execute()
  await db.insertInto('removedCallCounts').values({ accountId, completed: 3 }).execute()
  const ownNumber = '+61255501234'
  await db.insertInto('dialPace').values({ ownNumber }).execute()
  const queued = { callIds: [1], places: [1], isCut: false }
  await db
    .insertInto('dispatchQueues')
    .values({ ownNumber, freshUntil: now, ...queued })
    .execute()
  await db.insertInto('removedAlerts').values({ accountId, phoneNumber: '+61491570199', removedAt: now }).execute()
  await db
    .insertInto('paymentEvents')
    .values({ eventId: 'evt_1', eventType: 'invoice.paid', customerId: 'cus_marmalade' })
    .execute()
  await cooee.request('POST', '/api/login', { username: 'philippa.quillfeather', password: 'Wrong-Morning-7' })
  await cooee.request('POST', '/api/password/request-reset', { email: 'philippa.q@example.org' })
  await db
    .insertInto('emailVerifications')
    .values({
      tokenHash: Buffer.from('mail'),
      personId: carerId,
      email: carer.user.email,
      expiresAt: now,
      usedAt: null,
    })
    .execute()
  await db.insertInto('phoneCodes').values({ personId: carerId, codeHash: 'hash', expiresAt: now }).execute()
  await db
    .insertInto('passwordResets')
    .values({ tokenHash: Buffer.from('hash'), personId: carerId, expiresAt: now, usedAt: null })
    .execute()
  await db
    .insertInto('accessTokens')
    .values({
      ...{ accountId, personId: carerId, name: 'Program of Quillfeather', scopes: ['calls:read'] },
      ...{ tokenHash: Buffer.from('token'), lastFour: 'abcd', createdAt: now },
      expiresAt: new Date(now.getTime() + 86_400_000),
    })
    .execute()
  await db
    .insertInto('pushDevices')
    .values({
      ...{ personId: carerId, endpointHash: 'hash of Philippa', device: 'Chrome of Quillfeather', createdAt: now },
      subscription: '{"endpoint":"https://push.example/Philippa"}',
    })
    .execute()
  await db
    .insertInto('calendarFeeds')
    .values({ accountId, personId: carerId, tokenHash: Buffer.from('calendar'), createdAt: now })
    .execute()
  await db
    .insertInto('passkeys')
    .values({
      ...{ personId: carerId, name: 'Phone of Quillfeather', credentialId: Buffer.from('passkey') },
      ...{ publicKey: Buffer.from('public'), userHandle: Buffer.from('handle'), signCount: 3 },
      ...{ createdAt: now, lastUsedAt: now },
    })
    .execute()
  await db
    .insertInto('passkeyChallenges')
    .values({
      ...{ challengeHash: Buffer.from('challenge'), personId: carerId, userHandle: Buffer.from('handle') },
      expiresAt: new Date(now.getTime() + 300_000),
    })
    .execute()
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  const { id: secondFactorId } = await db
    .insertInto('secondFactors')
    .values({ personId: carerId, secret, createdAt: now, confirmedAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('recoveryCodes')
    .values({ secondFactorId, codeHash: Buffer.from('hash') })
    .execute()
  await db.insertInto('knownAddresses').values({ personId: carerId, address: '198.18.9.9', lastUsedAt: now }).execute()
  await db
    .insertInto('knownDevices')
    .values({ personId: carerId, tokenHash: Buffer.from('hash'), lastUsedAt: now })
    .execute()
  await db
    .insertInto('invitations')
    .values({
      ...{ accountId, invitedBy: carerId, email: 'euphemia.a@example.org', role: 'viewer', note: 'She knits' },
      ...{ tokenHash: Buffer.from('invitation'), expiresAt: now },
    })
    .execute()
  await db
    .insertInto('creationKeys')
    .values({ accountId, key: 'Philippa-1', requestHash: Buffer.from('hash'), createdId: 1, createdAt: now })
    .execute()
  await db
    .insertInto('testCalls')
    .values({
      accountId,
      phoneNumber: '+61491570996',
      callType: 'daily_check_in',
      promptText: 'Hello, marmalade',
      startedAt: now,
    })
    .execute()
  await db
    .insertInto('auditLog')
    .values({ accountId, username: 'philippa.quillfeather', action: 'test_call.placed', address: '198.18.9.9' })
    .execute()
  await db.insertInto('accountDispatches').values({ accountId, lastDispatchedAt: now }).execute()
  const ofNumber = { ownNumber: '+61255501001', isCatchUp: false, turnsTaken: 3 }
  await db
    .insertInto('dispatchTurns')
    .values({ accountId, ...ofNumber })
    .execute()
  return { ...carer, callId }
}
