import type { ComponentType, ReactNode } from 'react'
import { parse } from 'regexparam'
import { matchRoute } from 'wouter'
import type { z } from 'zod'
import { SCREEN_ROUTES, type ScreenRoute } from '#contract/screens.ts'
import { callInAddress, lovedOneInAddress } from '#web/domain/paths.ts'
import {
  adminSearch,
  callsSearch,
  contactsSearch,
  guestSearch,
  lovedOnesSearch,
  settingsSearch,
  subscriptionSearch,
  tokenSearch,
} from '#web/domain/search-parameters.ts'
import { lazyPart } from '#web/lib/routing/lazy-part.tsx'
import { OneMoment } from './one-moment.tsx'
import { ScreenFailure, ScreenWaiting } from './screen-failure.tsx'

/** A screen that is fetched when it is first opened, or pointed at. */
function screen(load: () => Promise<ComponentType>, waiting: ReactNode = <ScreenWaiting />) {
  return lazyPart(load, (failure) => <ScreenFailure failure={failure} />, waiting)
}

/** The same, where nothing is around it. */
const wholePage = (load: () => Promise<ComponentType>) => screen(load, <OneMoment />)

interface Route {
  Screen: ReturnType<typeof screen>
  /** Who sees it. Screens for people who are signed in stand inside the shell. */
  admits: 'anybody' | 'guests' | 'signed-in' | 'admins'
  /** What its address may say. */
  search?: z.ZodObject
}

const NOT_FOUND: Route = {
  Screen: wholePage(async () => (await import('./not-found.tsx')).NotFound),
  admits: 'anybody',
}

/** The app's routes; every screen is loaded when it is first opened. */
export const ROUTES: Record<ScreenRoute, Route> = {
  '/': {
    Screen: wholePage(async () => (await import('#web/features/landing/landing.tsx')).Landing),
    admits: 'guests',
    search: guestSearch,
  },
  '/login': {
    Screen: wholePage(async () => (await import('#web/features/auth/login.tsx')).Login),
    admits: 'guests',
    search: guestSearch,
  },
  '/register': {
    Screen: wholePage(async () => (await import('#web/features/auth/register.tsx')).Register),
    admits: 'guests',
    search: guestSearch,
  },
  '/reset-password': {
    Screen: wholePage(async () => (await import('#web/features/auth/reset-password.tsx')).ResetPassword),
    admits: 'anybody',
    search: tokenSearch,
  },
  /** What the link to the old address and number of an account opens, after they were changed. */
  '/undo-change': {
    Screen: wholePage(async () => (await import('#web/features/auth/undo-change.tsx')).UndoChange),
    admits: 'anybody',
    search: tokenSearch,
  },
  /** What the link to the address of an account opens, to confirm it. */
  '/verify-email': {
    Screen: wholePage(async () => (await import('#web/features/auth/verify-email.tsx')).VerifyEmail),
    admits: 'anybody',
    search: tokenSearch,
  },
  /** What an invitation to a family opens: for anybody with the link, with or without a login. */
  '/join': {
    Screen: wholePage(async () => (await import('#web/features/auth/join/join.tsx')).Join),
    admits: 'anybody',
    search: tokenSearch,
  },
  /** For anybody who is rung, without an account. */
  '/stop': {
    Screen: wholePage(async () => (await import('#web/features/auth/stop-calls.tsx')).StopCalls),
    admits: 'anybody',
  },
  /** What the link of an alert opens: for anybody with the link, signed in or not, under any account. */
  '/incident/:token': {
    Screen: wholePage(async () => (await import('#web/features/incident/incident-page.tsx')).IncidentPage),
    admits: 'anybody',
  },
  /** What the link of a question to a contact opens: for anybody with the link. */
  '/agree/:token': {
    Screen: wholePage(async () => (await import('#web/features/agreement/agreement-page.tsx')).AgreementPage),
    admits: 'anybody',
  },
  '/sandbox': {
    Screen: wholePage(async () => {
      const { Sandbox } = await import('#web/features/sandbox/sandbox.tsx')
      return () => <Sandbox otherwise={<NOT_FOUND.Screen />} />
    }),
    admits: 'anybody',
  },
  '/dashboard': {
    Screen: screen(async () => (await import('#web/features/dashboard/dashboard.tsx')).Dashboard),
    admits: 'signed-in',
  },
  '/loved-ones': {
    Screen: screen(async () => (await import('#web/features/loved-ones/loved-ones.tsx')).LovedOnes),
    admits: 'signed-in',
    search: lovedOnesSearch,
  },
  /** The rehearsal with one of them. */
  '/loved-ones/:lovedOneId/try': {
    Screen: screen(async () => (await import('#web/features/loved-ones/try/try-together.tsx')).TryTogether),
    admits: 'signed-in',
  },
  /** How one of them has been. */
  '/loved-ones/:lovedOneId/report': {
    Screen: screen(async () => (await import('#web/features/report/report.tsx')).ReportScreen),
    admits: 'signed-in',
  },
  '/contacts': {
    Screen: screen(async () => (await import('#web/features/contacts/contacts.tsx')).Contacts),
    admits: 'signed-in',
    search: contactsSearch,
  },
  /** /calls, /calls/edit/{id} and /calls/details/{id}: the specification calls the two parts id and action. */
  '/calls/:id?/:action?': {
    Screen: screen(async () => (await import('#web/features/calls/calls.tsx')).Calls),
    admits: 'signed-in',
    search: callsSearch,
  },
  '/subscription': {
    Screen: screen(async () => (await import('#web/features/subscription/subscription.tsx')).Subscription),
    admits: 'signed-in',
    search: subscriptionSearch,
  },
  '/settings': {
    Screen: screen(async () => (await import('#web/features/settings/settings.tsx')).Settings),
    admits: 'signed-in',
    search: settingsSearch,
  },
  '/activity': {
    Screen: screen(async () => (await import('#web/features/activity/activity.tsx')).ActivityLog),
    admits: 'signed-in',
  },
  '/admin': {
    Screen: screen(async () => (await import('#web/features/admin/admin.tsx')).AdminPanel),
    admits: 'admins',
    search: adminSearch,
  },
}

/** The route of an address, in whatever case it is typed, with or without a slash at the end; else "not found". */
export function routeAt(pathname: string): Route & { path?: ScreenRoute } {
  const path = SCREEN_ROUTES.find((route) => {
    const [matches, params] = matchRoute(parse, route, pathname)
    // An address that names no call shows an error: the list would seem to be an answer.
    if (!matches) return false
    if ('lovedOneId' in params) return lovedOneInAddress(params) !== null
    return !('id' in params) || params.id === undefined || callInAddress(params) !== null
  })
  return path && isReadable(pathname) ? { ...ROUTES[path], path } : NOT_FOUND
}

/** A percent sign may stand for nothing. */
function isReadable(pathname: string): boolean {
  try {
    return decodeURI(pathname) !== ''
  } catch {
    return false
  }
}
