import { createRootRoute, createRouter } from '@tanstack/react-router'

const rootRoute = createRootRoute()
/** The app's routes. */
export const router = createRouter({ routeTree: rootRoute })
