import type { QueryClient } from '@tanstack/react-query'

/** The names of what was loaded. A prefix names everything below it. */
export const queryKeys = {
  lovedOnes: ['loved-ones'],
  lovedOne: (id: number) => ['loved-ones', id],
  report: (id: number) => ['loved-ones', id, 'report'],
  calls: ['calls'],
  hotDays: ['calls', 'hot-days'],
  upcomingCalls: ['calls', 'upcoming'],
  recurringCalls: ['calls', 'recurring'],
  callHistory: ['calls', 'history'],
  openIncidents: ['calls', 'open-incidents'],
  call: (id: number) => ['calls', 'one', id],
  dashboardStats: ['dashboard', 'stats'],
  activity: ['activity'],
  contacts: ['contacts'],
  subscription: ['subscription'],
  billing: ['billing'],
  notificationSettings: ['notification-settings'],
  calendar: ['calendar'],
  members: ['members'],
  invitations: ['invitations'],
  ownNumber: ['own-number'],
  /** A mutation: while it runs, nothing is loaded again. */
  signOut: ['sign-out'],
} as const satisfies Record<string, readonly unknown[] | ((id: number) => readonly unknown[])>

/** After a call was saved, skipped, cancelled or rung: every list that shows calls, and what is counted from them. */
export async function refreshAfterCallChange(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: queryKeys.calls }),
    client.invalidateQueries({ queryKey: queryKeys.lovedOnes }),
    client.invalidateQueries({ queryKey: queryKeys.dashboardStats }),
    client.invalidateQueries({ queryKey: queryKeys.activity }),
  ])
}

/** After a loved one was added or changed. Their calls show the name, number and zone, so they count too. */
export async function refreshAfterLovedOneChange(client: QueryClient): Promise<void> {
  await refreshAfterCallChange(client)
}
