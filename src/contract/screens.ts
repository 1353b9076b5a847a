/** Where the sandbox is played on: a screen of the local port alone. */
export const SANDBOX_SCREEN = '/sandbox'

/** Every screen of the web app, as its router writes the addresses; a test holds the two against one another. */
export const SCREEN_ROUTES = [
  '/',
  '/login',
  '/register',
  '/reset-password',
  '/undo-change',
  '/verify-email',
  '/join',
  '/stop',
  '/incident/:token',
  '/agree/:token',
  SANDBOX_SCREEN,
  '/dashboard',
  '/loved-ones',
  '/loved-ones/:lovedOneId/try',
  '/loved-ones/:lovedOneId/report',
  '/contacts',
  '/calls/:id?/:action?',
  '/subscription',
  '/settings',
  '/activity',
  '/admin',
] as const
export type ScreenRoute = (typeof SCREEN_ROUTES)[number]

const FIXED: readonly string[] = SCREEN_ROUTES.filter((route) => !route.includes(':'))
const WITH_PARAMETERS = [
  /^\/(incident|agree)\/[^/]+$/,
  /^\/loved-ones\/0*[1-9]\d*\/(try|report)$/,
  /^\/calls(\/(edit|details|voice)\/0*[1-9]\d*)?$/,
]

/** Whether the web app has a screen at a path. Like its router, this takes no notice of case or of a slash at the end. */
export function isScreenAddress(path: string): boolean {
  const plain = path.toLowerCase().replace(/(?<=.)\/$/, '')
  return FIXED.includes(plain) || WITH_PARAMETERS.some((pattern) => pattern.test(plain))
}
