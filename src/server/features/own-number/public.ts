export { contactCardUrl } from './contact-card-url.ts'
export { ownNumberRoutes } from './routes.ts'
