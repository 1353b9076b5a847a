import { createRootRoute, createRoute, createRouter, notFound, Outlet, rootRouteId } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { z } from 'zod'
import { ADMIN_TABS, ADMIN_TESTS, callInAddress, SETTINGS_TABS } from '#web/domain/paths.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { focusHeadingOnNavigation } from './focus-heading.ts'
import { AdminGate, AuthGate, GuestGate, Verifying } from './guards.tsx'
import { OneMoment } from './one-moment.tsx'
import { ScreenFailure, ScreenWaiting } from './screen-failure.tsx'
import { Shell } from './shell/shell.tsx'

// What an address says is typed by people: what does not fit is ignored.
const optionalText = z.coerce.string().optional().catch(undefined)
const optionalYes = z.literal(true).optional().catch(undefined)
// With or without quotes, as the router itself may have written it.
const optionalFlag = z
  .union([z.literal(true), z.literal('true').transform(() => true as const)])
  .optional()
  .catch(undefined)
const optionalId = z.coerce.number().int().positive().optional().catch(undefined)

/** A screen that is fetched when it is first opened, or pointed at. */
function lazyScreen(load: () => Promise<ComponentType>) {
  return lazyPart(load, (failure) => <ScreenFailure failure={failure} />, <ScreenWaiting />)
}

const NotFound = lazyScreen(async () => (await import('./not-found.tsx')).NotFound)
const root = createRootRoute({
  notFoundComponent: NotFound,
  errorComponent: () => <ScreenFailure />,
})

const guest = createRoute({
  id: 'guest',
  getParentRoute: () => root,
  validateSearch: z.object({ redirect: optionalText }),
  component: function Guest() {
    const { redirect } = guest.useSearch()
    return (
      <GuestGate next={redirect}>
        <Outlet />
      </GuestGate>
    )
  },
})
const landing = createRoute({
  path: '/',
  getParentRoute: () => guest,
  component: lazyScreen(async () => (await import('#web/features/landing/landing.tsx')).Landing),
})
const login = createRoute({
  path: '/login',
  getParentRoute: () => guest,
  component: lazyScreen(async () => (await import('#web/features/auth/login.tsx')).Login),
})
const register = createRoute({
  path: '/register',
  getParentRoute: () => guest,
  component: lazyScreen(async () => (await import('#web/features/auth/register.tsx')).Register),
})
const resetPassword = createRoute({
  path: '/reset-password',
  getParentRoute: () => root,
  validateSearch: z.object({ token: optionalText }),
  component: lazyScreen(async () => (await import('#web/features/auth/reset-password.tsx')).ResetPassword),
})

/** What the link to the old address and number of an account opens, after they were changed. */
const undoChange = createRoute({
  path: '/undo-change',
  getParentRoute: () => root,
  validateSearch: z.object({ token: optionalText }),
  component: lazyScreen(async () => (await import('#web/features/auth/undo-change.tsx')).UndoChange),
})

/** What the link to the address of an account opens, to confirm it. */
const verifyEmail = createRoute({
  path: '/verify-email',
  getParentRoute: () => root,
  validateSearch: z.object({ token: optionalText }),
  component: lazyScreen(async () => (await import('#web/features/auth/verify-email.tsx')).VerifyEmail),
})

/** For anybody who is rung, without an account. */
const stopCalls = createRoute({
  path: '/stop',
  getParentRoute: () => root,
  component: lazyScreen(async () => (await import('#web/features/auth/stop-calls.tsx')).StopCalls),
})

/** What the link of an alert opens: for whoever has the link, signed in or not, as themselves or as somebody else. */
const incident = createRoute({
  path: '/incident/$token',
  getParentRoute: () => root,
  component: lazyScreen(async () => (await import('#web/features/incident/incident-page.tsx')).IncidentPage),
  pendingComponent: OneMoment,
})

const signedIn = createRoute({
  id: 'signed-in',
  getParentRoute: () => root,
  component: () => (
    <AuthGate>
      <Shell />
    </AuthGate>
  ),
})
const dashboard = createRoute({
  path: '/dashboard',
  getParentRoute: () => signedIn,
  component: lazyScreen(async () => (await import('#web/features/dashboard/dashboard.tsx')).Dashboard),
})
const lovedOnes = createRoute({
  path: '/loved-ones',
  getParentRoute: () => signedIn,
  validateSearch: z.object({ add: optionalYes }),
  component: lazyScreen(async () => (await import('#web/features/loved-ones/loved-ones.tsx')).LovedOnes),
})
const contacts = createRoute({
  path: '/contacts',
  getParentRoute: () => signedIn,
  // Ids begin at 1; what is named here but can be no id becomes 0, and the screen says that nobody is selected.
  validateSearch: z.object({
    lovedOneId: z.coerce.number().int().nonnegative().optional().catch(0),
    lovedOneName: optionalText,
  }),
  component: lazyScreen(async () => (await import('#web/features/contacts/contacts.tsx')).Contacts),
})
/** /calls, /calls/edit/{id} and /calls/details/{id}: the specification calls the two parts id and action. */
const calls = createRoute({
  path: '/calls/{-$id}/{-$action}',
  getParentRoute: () => signedIn,
  // An address that names no call is told as such: the list would look like an answer.
  beforeLoad: ({ params }) => {
    const named = callInAddress(params)
    if (params.id !== undefined && !named) throw notFound({ routeId: rootRouteId })
  },
  validateSearch: z.object({
    tab: z.enum(['upcoming', 'recurring', 'history']).optional().catch(undefined),
    lovedOneId: optionalId,
    schedule: optionalYes,
  }),
  component: lazyScreen(async () => (await import('#web/features/calls/calls.tsx')).Calls),
})
const subscription = createRoute({
  path: '/subscription',
  getParentRoute: () => signedIn,
  validateSearch: z.object({ success: optionalFlag, canceled: optionalFlag }),
  component: lazyScreen(async () => (await import('#web/features/subscription/subscription.tsx')).Subscription),
})
const settings = createRoute({
  path: '/settings',
  getParentRoute: () => signedIn,
  validateSearch: z.object({ tab: z.enum(SETTINGS_TABS).optional().catch(undefined) }),
  component: lazyScreen(async () => (await import('#web/features/settings/settings.tsx')).Settings),
})
const activity = createRoute({
  path: '/activity',
  getParentRoute: () => signedIn,
  component: lazyScreen(async () => (await import('#web/features/activity/activity.tsx')).ActivityLog),
})
const adminOnly = createRoute({
  id: 'admin-only',
  getParentRoute: () => signedIn,
  component: () => (
    <AdminGate>
      <Outlet />
    </AdminGate>
  ),
})
const admin = createRoute({
  path: '/admin',
  getParentRoute: () => adminOnly,
  validateSearch: z.object({
    tab: z.enum(ADMIN_TABS).optional().catch(undefined),
    test: z.enum(ADMIN_TESTS).optional().catch(undefined),
  }),
  component: lazyScreen(async () => (await import('#web/features/admin/admin.tsx')).AdminPanel),
})
const sandbox = createRoute({
  path: '/sandbox',
  getParentRoute: () => root,
  component: lazyScreen(async () => {
    const { Sandbox } = await import('#web/features/sandbox/sandbox.tsx')
    return () => <Sandbox otherwise={<NotFound />} />
  }),
})

/** The app's routes; every screen is loaded when it is first opened. */
export const routeTree = root.addChildren([
  guest.addChildren([landing, login, register]),
  resetPassword,
  undoChange,
  verifyEmail,
  stopCalls,
  incident,
  sandbox,
  signedIn.addChildren([
    dashboard,
    lovedOnes,
    contacts,
    calls,
    subscription,
    settings,
    activity,
    adminOnly.addChildren([admin]),
  ]),
])

/** What stands in for a screen that fails or is on its way, wherever the app runs. */
export const standIns = {
  defaultErrorComponent: () => <ScreenFailure />,
  defaultPendingComponent: Verifying,
}

/** The router of the running app. */
export const router = createRouter({
  routeTree,
  ...standIns,
  defaultPreload: 'intent',
  scrollRestoration: true,
})
focusHeadingOnNavigation(router)

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
