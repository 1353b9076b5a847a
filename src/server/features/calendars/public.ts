export { endAllCalendars } from './calendars.ts'
export { calendarRoutes } from './routes.ts'
