export { addContact } from './contacts.ts'
export { contactRoutes } from './routes.ts'
