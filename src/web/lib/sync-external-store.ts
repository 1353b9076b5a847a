/** In place of a package that gives older versions of React what this one has. */
export { useSyncExternalStore } from 'react'
