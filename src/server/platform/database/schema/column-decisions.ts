import type { Database } from '#server/platform/database/schema.ts'
import type { TableDecision } from './column-groups.ts'

const WITH_THE_ACCOUNT = 'with the account'
const WITH_THE_PERSON = 'with the person'

/**
 * Every column of every table, once, in the group that decides what happens to it (`column-groups.ts`). `test/schema.test.ts`
 * compares this with the migrated database: an undecided column is a failing test. A `?` says that a column is null at
 * first: an insert may leave it out.
 */
export const COLUMN_DECISIONS = {
  accounts: {
    deleted: WITH_THE_ACCOUNT,
    facts:
      'id createdAt verifiedAt? trialStartedAt suspendedAt? suspendedBecause? suspendedByAdminAt? talksBlockedAt? lapseNotifiedAt? deleteAt?',
    // Nobody can sign in any more at that point.
    inner: 'deletionBeganAt?',
  },
  people: {
    deleted: WITH_THE_PERSON,
    facts: 'id timezone role createdAt',
    personal: 'username firstName lastName',
    numbers: 'email verifiedEmail phoneNumber verifiedPhone?',
    secrets: 'passwordHash',
  },
  invitations: {
    // And once it is accepted or withdrawn, or thirty days after it has expired.
    deleted: WITH_THE_ACCOUNT,
    facts: 'id role createdAt expiresAt',
    personal: 'note',
    numbers: 'email',
    secrets: 'tokenHash',
    inner: 'accountId invitedBy',
  },
  members: {
    deleted: WITH_THE_ACCOUNT,
    facts: 'role mayHearCalls joinedAt awayFrom? awayUntil?',
    inner: 'accountId personId coveredBy?',
  },
  sessions: {
    deleted: WITH_THE_PERSON,
    facts: 'id createdAt lastUsedAt expiresAt',
    personal: 'userAgent address',
    secrets: 'tokenHash deviceHash?',
    inner: 'accountId personId',
  },
  accessTokens: {
    // And with the membership that it acts for, or thirty days after it has expired.
    deleted: WITH_THE_PERSON,
    facts: 'id scopes lastFour createdAt expiresAt lastUsedAt? revokedAt?',
    personal: 'name',
    secrets: 'tokenHash',
    inner: 'accountId personId',
  },
  passkeys: {
    deleted: WITH_THE_PERSON,
    facts: 'id createdAt lastUsedAt?',
    personal: 'name',
    secrets: 'credentialId publicKey userHandle',
    inner: 'personId signCount',
  },
  passkeyChallenges: {
    deleted: WITH_THE_PERSON,
    notExported: 'what a device has to sign, for five minutes',
    secrets: 'challengeHash userHandle?',
    inner: 'personId? expiresAt',
  },
  secondFactors: {
    deleted: WITH_THE_PERSON,
    facts: 'createdAt confirmedAt?',
    sealedSecrets: 'secret',
    inner: 'id personId sealedWith lastStep?',
  },
  recoveryCodes: {
    deleted: WITH_THE_PERSON,
    notExported: 'open the account, with its password',
    secrets: 'codeHash',
    inner: 'secondFactorId usedAt?',
  },
  knownAddresses: {
    deleted: WITH_THE_PERSON,
    facts: 'lastUsedAt',
    personal: 'address',
    inner: 'personId',
  },
  knownDevices: { deleted: WITH_THE_PERSON, facts: 'lastUsedAt', secrets: 'tokenHash', inner: 'personId' },
  passwordResets: {
    deleted: WITH_THE_PERSON,
    notExported: 'links that open the account, for an hour',
    secrets: 'tokenHash',
    inner: 'personId createdAt expiresAt usedAt',
  },
  emailVerifications: {
    deleted: WITH_THE_PERSON,
    notExported: 'links that verify an e-mail address, for a day',
    numbers: 'email',
    secrets: 'tokenHash',
    inner: 'personId createdAt expiresAt usedAt?',
  },
  phoneCodes: {
    deleted: WITH_THE_PERSON,
    notExported: 'a code that proves the phone, as a hash for ten minutes',
    secrets: 'codeHash',
    inner: 'personId tries expiresAt',
  },
  profileChanges: {
    deleted: WITH_THE_PERSON,
    notExported: 'links that undo a change, for three days',
    numbers: 'oldEmail oldPhoneNumber',
    secrets: 'tokenHash',
    inner: 'id personId oldPhoneVerified createdAt expiresAt undoneAt?',
  },
  creationKeys: {
    deleted: WITH_THE_ACCOUNT,
    notExported: 'keep a repeated request from creating something twice, for a day',
    secrets: 'requestHash',
    inner: 'accountId key createdId createdAt',
  },
  loginFailures: {
    deleted: 'by its name when the account goes; after an hour',
    notExported: 'guesses at a name, by anybody',
    personal: 'address identifier',
    secrets: 'deviceHash',
    inner: 'id failedAt',
  },
  quotaUses: {
    deleted: 'by its names and numbers when the account goes; when its window ends',
    notExported: 'how often something was asked for',
    personal: 'subject',
    inner: 'quota windowStartedAt used',
  },
  subscriptions: {
    deleted: WITH_THE_ACCOUNT,
    facts:
      'customerId subscriptionId? status? addOns monthlyCents periodStart? periodEnd? cancelsAt? unpaidSince? endedAt? checkoutStartedAt?',
    numbers: 'payerEmail?',
    inner: 'accountId syncNumber writtenSyncNumber polledAt? chargingStoppedAt? uncoveredUntil?',
  },
  planNotices: { deleted: WITH_THE_ACCOUNT, facts: 'kind about notifiedAt', inner: 'accountId messageIds' },
  paidInvoices: { deleted: WITH_THE_ACCOUNT, facts: 'invoiceId amountCents paidAt', inner: 'accountId' },
  paymentEvents: {
    deleted: 'with its customer when the account goes; after thirty days',
    notExported: 'that the card provider told something, which the subscription says',
    inner: 'eventId eventType customerId receivedAt',
  },
  removedCalls: {
    deleted: WITH_THE_ACCOUNT,
    notExported: 'how many calls were placed to loved ones who were removed, for the count of a month',
    inner: 'accountId startedAt',
  },
  removedCallCounts: { deleted: WITH_THE_ACCOUNT, facts: 'completed removedAt', inner: 'accountId' },
  notificationSettings: {
    deleted: WITH_THE_ACCOUNT,
    facts:
      'missedCallsEmail missedCallsSms incidentsEmail incidentsSms lateCallsEmail lateCallsSms answeredCallsEmail answeredCallsSms billingEmail billingSms notifyAtFirstTry ringMeFirst summaryFrequency summaryHour summarySince summaryNotifiedOn? weeklyLetter letterSince? letterNotifiedOn?',
    inner: 'accountId personId',
  },
  calendarFeeds: {
    // And when the member leaves, or ends it.
    deleted: WITH_THE_ACCOUNT,
    facts: 'showsNames createdAt',
    secrets: 'tokenHash',
    inner: 'accountId personId',
  },
  pushDevices: {
    deleted: WITH_THE_PERSON,
    facts: 'id createdAt lastSentAt? goneAt?',
    personal: 'device',
    sealedSecrets: 'subscription',
    secrets: 'endpointHash deviceHash?',
    inner: 'personId sealedWith',
  },
  lovedOnes: {
    deleted: WITH_THE_ACCOUNT,
    facts: 'id timezone language recordCalls talks retryAttempts retryDelayMinutes createdAt',
    personal: 'name preferredName familyWord relationship emergencyContactName hotDaysTown?',
    numbers: 'phoneNumber secondPhoneNumber emergencyContactPhone',
    sealed: 'notes? medicalConditions? reminderText? address? accessNote?',
    inner:
      'accountId rungFrom? rungFromBefore notesSealedWith? medicalConditionsSealedWith? reminderTextSealedWith? addressSealedWith? accessNoteSealedWith?',
  },
  contacts: {
    deleted: WITH_THE_ACCOUNT,
    facts:
      'id lovedOneId contactType isEmergencyContact position createdAt state askedAt? answeredAt? agreedAt? deliveredAt? reachableDays reachableFrom? reachableTo? reachableZone? awayUntil? minutesAway? hasKey',
    personal: 'name relationship notes',
    numbers: 'phoneNumber',
    sealed: 'keyNote?',
    inner: 'accountId askAt linkVersion keyNoteSealedWith?',
  },
  consents: {
    deleted: WITH_THE_ACCOUNT,
    facts: 'id lovedOneId subject state how wording at',
    inner: 'accountId',
  },
  aways: {
    deleted: WITH_THE_ACCOUNT,
    facts:
      'id lovedOneId startsOn endsOn startsAt endsAt reason setBy begunAt? beginNotifiedAt? remindedAt? endedAt? endedEarlyAt? createdAt',
    sealed: 'note?',
    inner: 'accountId personId? remindAt? noteSealedWith?',
  },
  townForecasts: {
    deleted: 'with the next answer about its town; after thirty days',
    notExported: 'of all',
    inner: 'town day degrees fetchedAt isMadeUp',
  },
  hotDayOffers: {
    // And thirty days after it was made.
    deleted: WITH_THE_ACCOUNT,
    facts: 'id lovedOneId day degrees state callId? decidedAt? createdAt',
    personal: 'town',
    inner: 'accountId personId? isMadeUp',
  },
  callSchedules: {
    deleted: WITH_THE_ACCOUNT,
    facts: 'id lovedOneId callType asksBy recurrencePattern timeOfDay weekDay dayOfMonth endedAt? createdAt',
    inner: 'accountId createdBy?',
  },
  schedulePatterns: { deleted: WITH_THE_ACCOUNT, facts: 'scheduleId weekDay timeOfDay' },
  occurrenceChanges: {
    deleted: WITH_THE_ACCOUNT,
    facts: 'id scheduleId occursOn timeOfDay callId createdAt',
    inner: 'accountId',
  },
  calls: {
    deleted: WITH_THE_ACCOUNT,
    facts:
      'id lovedOneId scheduleId? extraOfScheduleId? callType asksBy scheduledFor status dialAt dialBy triesMade notYetCount uncountedTries notPlacedTries calledNowAt? lateNotifiedAt? cancelledAt? refusedAt? resolvedAt? skippedTimes zone? catchUpFor? standsInFor? isRehearsal endedByHelp startedAt? endedAt? durationSeconds? createdAt',
    reasons: 'reason?',
    sealed: 'resolvedNote?',
    inner: 'accountId resolvedNoteSealedWith?',
  },
  callCounts: {
    deleted: 'never: about nobody',
    notExported: 'of all',
    inner: 'startsAt status wasDialled wasCancelled wasResolved isRefused calls',
  },
  callCountChanges: {
    deleted: 'once counted',
    notExported: 'of all',
    inner: 'id startsAt status wasDialled wasCancelled wasResolved isRefused calls',
  },
  dials: {
    deleted: WITH_THE_ACCOUNT,
    notExported: 'given as attempts and alertCalls, which are its views; tests are of the server',
    personal: 'promptText?',
    numbers: 'phoneNumber',
    // `conversation` is where the conversation is: no words are in it.
    inner:
      'id purpose callId? alertId? accountId? callType? attemptNumber? state providerCallId? providerStatus? startedAt dialBy? requestedAt? answeredAt? endedAt? answeredBy? durationSeconds? response? keys outcome? conversation language? isRecorded recordingPollAt? recordingPolls messageId? outcomeUnknownSince? stepsHeard ringCancelledAt? dialCount nextAt? claimedUntil? reconcileCount failures',
  },
  attempts: {
    deleted: WITH_THE_ACCOUNT,
    facts:
      'id callId attemptNumber state providerCallId? startedAt requestedAt? answeredAt? endedAt? answeredBy? providerStatus? durationSeconds? response? keys outcome? isRecorded language?',
    numbers: 'phoneNumber',
    // `conversation` is where the conversation is: no words are in it.
    inner:
      'conversation dialBy nextAt claimedUntil? reconcileCount failures recordingPollAt? recordingPolls messageId? outcomeUnknownSince?',
  },
  turns: {
    deleted: WITH_THE_ACCOUNT,
    facts: 'id attemptId speaker at',
    sealed: 'text',
    // `step` is the name of a step in the script of the call.
    inner: 'step sealedWith',
  },
  talks: {
    deleted: WITH_THE_ACCOUNT,
    facts:
      'id attemptId openedAt endedAt? endReason? seconds? replies fillers inputTokens outputTokens summarisedAt? summaryFailedAt?',
    inner: 'accountId lovedOneId',
  },
  talkNotes: {
    // And with the turn it rests on.
    deleted: WITH_THE_ACCOUNT,
    facts: 'id talkId turnId createdAt',
    sealed: 'topic words',
    inner: 'position topicSealedWith sealedWith',
  },
  talkSummaries: {
    deleted: WITH_THE_ACCOUNT,
    facts: 'id talkId turnId kind createdAt',
    sealed: 'text',
    inner: 'position sealedWith',
  },
  talkTopics: {
    deleted: WITH_THE_ACCOUNT,
    facts: 'id lovedOneId createdAt updatedAt',
    sealed: 'words',
    inner: 'accountId sealedWith',
  },
  languageReviews: {
    deleted: 'never: about nobody',
    notExported: 'of all',
    facts: 'id language isComplete importedAt revertedAt?',
    personal: 'reviewer importedBy',
    inner: 'corrections',
  },
  talkSwitch: { deleted: 'never: about nobody', notExported: 'of all', inner: 'onlyRow offAt?' },
  talkUses: {
    deleted: WITH_THE_ACCOUNT,
    facts: 'month talks seconds inputTokens outputTokens',
    inner: 'accountId',
  },
  recordings: {
    deleted: WITH_THE_ACCOUNT,
    facts: 'id attemptId durationSeconds contentType? reportedAt fetchedAt? expiresAt',
    // It has a download of its own, whose address is in the export.
    sealedSecrets: 'sound?',
    inner: 'providerRecordingId fetchAt fetchTries sealedWith? deletedAtProviderAt? soundKey? soundBytes?',
  },
  voiceRecordings: {
    // And with the membership of who made it, the schedule, and a day after it was made when nobody uses it.
    deleted: WITH_THE_ACCOUNT,
    facts: 'id scheduleId part source durationMs madeAt heardAt? usedAt?',
    // It has a download of its own, whose address is in the export.
    sealedSecrets: 'sound',
    inner: 'accountId personId sealedWith?',
  },
  voicePlays: {
    deleted: WITH_THE_ACCOUNT,
    notExported: 'whether the provider has fetched a recording for one call',
    inner: 'dialId recordingId chosenAt namedAt? fetchedAt?',
  },
  voiceRequests: {
    deleted: WITH_THE_ACCOUNT,
    notExported: 'that a member was rung to record their voice, for a day',
    inner: 'dialId accountId personId scheduleId part requestedAt fetchedIds recordingId? usedAt?',
  },
  voiceCalls: {
    deleted: WITH_THE_ACCOUNT,
    notExported: 'calls to a member who records their voice, for a day',
    numbers: 'phoneNumber',
    inner:
      'id purpose accountId providerCallId? providerStatus? state startedAt answeredAt? endedAt? keys durationSeconds? nextAt claimedUntil? reconcileCount failures',
  },
  recordingDeletions: {
    deleted: 'once the provider, or the store, has deleted it',
    notExported: 'what is still to be deleted at the provider, or in the store of recordings',
    inner: 'id providerRecordingId? providerCallId? soundKey? deleteAt tries',
  },
  callsToCancel: {
    deleted: 'once the provider has cancelled it',
    notExported: 'calls at the provider that nobody may get any more',
    secrets: 'phoneHash',
    inner: 'providerCallId since nextAt claimedUntil? failures',
  },
  numberDials: {
    deleted: 'after two days',
    notExported: 'that a number was dialled, as a hash for two days, so that no limit is passed by removing somebody',
    secrets: 'phoneHash',
    inner: 'id dialledAt dialId? purpose accountId durationSeconds?',
  },
  accountDispatches: {
    deleted: WITH_THE_ACCOUNT,
    notExported: 'when the last call left, which the calls say themselves',
    inner: 'accountId lastDispatchedAt? alertDispatchedAt? turnsTaken',
  },
  dispatchTurns: {
    deleted: WITH_THE_ACCOUNT,
    notExported: 'how many turns the account has had in the queue, for its next call',
    inner: 'accountId ownNumber isCatchUp turnsTaken',
  },
  dialFence: {
    deleted: 'never: about nobody',
    notExported: 'of all',
    inner: 'onlyRow timeline? movedAt? keptUntil? slowedTo slowedAt',
  },
  dialPace: {
    deleted: 'never: about nobody',
    notExported: 'of all',
    inner: 'ownNumber nextAtMs alertNextAtMs',
  },
  dispatchQueues: {
    deleted: 'never: about nobody, and sorted again within seconds',
    notExported: 'of all',
    inner: 'ownNumber freshUntil callIds places taken isCut',
  },
  dispatcherHeartbeats: {
    deleted: 'never: about nobody',
    notExported: 'of all',
    inner: 'onlyRow lastHeartbeatAt? runningSince?',
  },
  incidents: {
    deleted: WITH_THE_ACCOUNT,
    facts:
      'id lovedOneId callId cause status round nextAt ownerId? intent? etaMinutes? ownedAt? openedAt endedAt? endedHow? withdrawnAt? escalationStartedAt roundStartsAt pauses contactsFrom deadlineExtendedAt?',
    personal: 'headline detail',
    inner: 'accountId claimedUntil? failures',
  },
  incidentCauses: {
    deleted: WITH_THE_ACCOUNT,
    facts: 'id incidentId callId cause form isByWords scheduledFor happenedAt askedAgainAt? endedAt? withdrawnAt?',
    personal: 'headline detail',
    sealed: 'heard?',
    inner: 'heardSealedWith?',
  },
  incidentPeople: {
    deleted: WITH_THE_ACCOUNT,
    facts: 'id incidentId position role declinedAt? informedAt?',
    personal: 'name',
    numbers: 'phoneNumber email',
    inner: 'personId?',
  },
  alerts: {
    deleted: WITH_THE_ACCOUNT,
    facts:
      'id incidentId incidentPersonId purpose round supersededAt? channel messageId? messageResult? createdAt answer? answeredAt?',
  },
  alertCalls: {
    deleted: WITH_THE_ACCOUNT,
    facts: 'alertId state startedAt answeredAt? endedAt? keys outcome?',
    numbers: 'phoneNumber',
    // Nothing of it is kept at the provider.
    inner:
      'id purpose providerCallId? durationSeconds? dialCount nextAt claimedUntil? reconcileCount failures stepsHeard ringCancelledAt?',
  },
  removedAlerts: {
    deleted: 'with the account, or after a day',
    notExported: 'phones that were alerted about loved ones who were removed, for a day',
    numbers: 'phoneNumber',
    inner: 'accountId removedAt',
  },
  inboundCalls: {
    deleted: 'by its number when the account goes; after thirty days',
    notExported: 'calls to the number of Cooee, of which the activity tells',
    numbers: 'phoneNumber',
    // What is said on the line has names in it.
    personal: 'replies',
    inner: 'providerCallId receivedAt checkedIn incidentId? incidentPersonId? keys',
  },
  inboundTexts: {
    deleted: WITH_THE_ACCOUNT,
    facts: 'providerMessageId lovedOneId? receivedAt',
    numbers: 'phoneNumber',
    sealed: 'text reply?',
    inner: 'accountId? sealedWith replySealedWith?',
  },
  inboundTextPolls: { deleted: 'never: about nobody', notExported: 'of all', inner: 'onlyRow polledUntil' },
  messages: {
    // And with the login it is written to.
    deleted: WITH_THE_ACCOUNT,
    facts: 'id channel createdAt sentAt? failedAt? delivery? deliveredAt?',
    // The export leaves out links that open something.
    personal: 'subject? text fallbackText?',
    numbers: 'recipient fallbackRecipient?',
    reasons: 'error?',
    inner:
      'accountId personId? forMember dedupeKey? fallbackForId? besideId? providerId? sentFrom? isSecret isUrgent isHelp deletedOnceSent tries deliverAt claimedUntil? segments',
  },
  activity: {
    deleted: WITH_THE_ACCOUNT,
    facts: 'id activityType lovedOneId callId personId createdAt',
    personal: 'description details',
    inner: 'accountId',
  },
  events: {
    deleted: 'with the account, or after thirty days',
    notExported: 'the same facts once more, as other systems are told them',
    personal: 'data',
    sealed: 'words?',
    inner: 'id event accountId createdAt fannedOutAt? wordsOf? sealedWith?',
  },
  webhooks: {
    deleted: 'never: an admin removes it',
    notExported: 'of the server',
    sealedSecrets: 'secret',
    inner: 'id name url description? events active failingSince? switchedOff? createdAt updatedAt sealedWith?',
  },
  webhookDeliveries: {
    deleted: WITH_THE_ACCOUNT,
    notExported: 'the same once more, for each of those systems',
    sealed: 'body',
    reasons: 'reason?',
    inner:
      'id webhookId eventId event messageId state tries nextAt claimedUntil? failures createdAt endedAt? byHandAt? sealedWith',
  },
  webhookTries: {
    deleted: WITH_THE_ACCOUNT,
    notExported: 'whether those systems took it',
    reasons: 'error',
    inner: 'id deliveryId triedAt byHand status durationMs',
  },
  signingKeys: {
    deleted: 'never: about nobody',
    notExported: 'of the server',
    sealedSecrets: 'secret',
    inner: 'name createdAt sealedWith',
  },
  phoneRefusals: {
    deleted:
      'with the account that alone was declined; else never: a number that wants no calls wants none, whatever accounts there are',
    notExported: 'what somebody else wants',
    sealed: 'phoneNumber',
    secrets: 'phoneHash',
    personal: 'adminReason? adminUsername?',
    inner: 'id accountId? sealedWith? callsRefusedAt? textsRefusedAt? isTextStop adminRefusedAt?',
  },
  stopCodes: {
    deleted: 'after ten minutes',
    notExported: 'a code that proves a phone, as a hash',
    secrets: 'phoneHash codeHash',
    inner: 'tries expiresAt',
  },
  auditLog: {
    deleted: 'never: what an admin did outlives the account',
    notExported: 'what somebody did as an admin: it belongs to the server',
    personal: 'username detail address',
    inner: 'id accountId action at',
  },
  testCalls: {
    deleted: WITH_THE_ACCOUNT,
    notExported: 'tests of the server by an admin, for thirty days',
    personal: 'promptText',
    numbers: 'phoneNumber',
    inner:
      'id purpose accountId callType providerCallId? providerStatus? state startedAt answeredAt? endedAt? keys durationSeconds? nextAt claimedUntil? reconcileCount failures',
  },
} as const satisfies { [Table in Exclude<keyof Database, 'owners'>]: TableDecision }
