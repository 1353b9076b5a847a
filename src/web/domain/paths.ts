export const CALL_TABS = ['upcoming', 'recurring', 'week', 'history'] as const
export type CallTab = (typeof CALL_TABS)[number]

interface CallsAddress {
  tab?: CallTab
  lovedOneId?: number
  /** Opens the dialog that schedules a new call. */
  schedule?: true
}

/** The calls screen: `/calls?tab=history&lovedOneId=3`. */
export function callsPath(address: CallsAddress = {}): string {
  return withQuery('/calls', address)
}

/** The dialog that edits a call, over the tab it was opened from. */
export function editCallPath(callId: number, address: CallsAddress = {}): string {
  return withQuery(`/calls/edit/${callId}`, address)
}

/** Everything about one call. */
export function callDetailsPath(callId: number, address: CallsAddress = {}): string {
  return withQuery(`/calls/details/${callId}`, address)
}

/**
 * Where a member records their voice for a call that repeats. The browser has to load this page: only its document may use the
 * microphone.
 */
export function voicePath(callId: number): string {
  return `/calls/voice/${callId}`
}

/** `/calls/edit/12`, `/calls/details/12` and `/calls/voice/12`; the specification calls the two parts id and action. Null for anything else. */
export function callInAddress({ id: verb, action }: { id?: string; action?: string }) {
  if (verb !== 'edit' && verb !== 'details' && verb !== 'voice') return null
  const callId = Number(action)
  return Number.isInteger(callId) && callId >= 1 ? { verb, callId } : null
}

/** The contacts of one loved one; `add` opens the dialog that adds one. */
export function contactsPath({ id, name }: { id: number; name: string }, address: { add?: true } = {}): string {
  return withQuery('/contacts', { lovedOneId: id, lovedOneName: name, ...address })
}

/** The loved ones; `add` opens the dialog that adds one, `edit` the one that changes the number of this one, `away` their time away. */
export function lovedOnesPath(address: { add?: true; edit?: number; away?: number } = {}): string {
  return withQuery('/loved-ones', address)
}

/** The rehearsal with one loved one. */
export function tryPath(lovedOneId: number): string {
  return `/loved-ones/${lovedOneId}/try`
}

/** How one loved one has been. */
export function reportPath(lovedOneId: number): string {
  return `/loved-ones/${lovedOneId}/report`
}

/** Whom `/loved-ones/12/try` is about; null where it names nobody. */
export function lovedOneInAddress({ lovedOneId }: { lovedOneId?: string }): number | null {
  const id = Number(lovedOneId)
  return Number.isInteger(id) && id >= 1 ? id : null
}

export const SETTINGS_TABS = ['profile', 'family', 'notifications', 'security'] as const
export type SettingsTab = (typeof SETTINGS_TABS)[number]

/** The settings; without a tab, the profile. `phone` puts the focus on the phone number. */
export function settingsPath(address: { tab?: SettingsTab; phone?: true } = {}): string {
  return withQuery('/settings', address)
}

export const ADMIN_TABS = ['system', 'accounts', 'webhooks', 'twilio-testing'] as const
export type AdminTab = (typeof ADMIN_TABS)[number]

/** What the testing centre tests. */
export const ADMIN_TESTS = ['voice', 'sms', 'recordings', 'webhooks', 'twiml'] as const
export type AdminTest = (typeof ADMIN_TESTS)[number]

/** The admin panel; without a tab how the system does. A test is in the testing centre: without one, the voice call. */
export function adminPath(address: { tab?: Exclude<AdminTab, 'system'>; test?: AdminTest } = {}): string {
  return withQuery('/admin', address)
}

function withQuery(path: string, values: object): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) query.set(name, String(value))
  }
  return query.size > 0 ? `${path}?${query}` : path
}
