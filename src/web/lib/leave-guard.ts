import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router'
import { getSession } from './session.ts'

/** Only the browser's own buttons: what the app does after saving must not be asked about. */
const isBrowserButton: ShouldBlockFn = ({ action }) => action === 'BACK' || action === 'FORWARD' || action === 'GO'

/**
 * While `hasChanges`, holds up the browser's Back and Forward, and lets the browser itself ask before a reload or a
 * closed tab. `status` is `blocked` until the question is answered with `proceed` or `reset`.
 */
export function useLeaveGuard(hasChanges: boolean) {
  return useBlocker({
    shouldBlockFn: isBrowserButton,
    enableBeforeUnload: hasChanges,
    disabled: !hasChanges,
    withResolver: true,
  })
}

/** Another tab of the same screen keeps the form; and whoever is signed out cannot stay. */
const isOtherScreen: ShouldBlockFn = ({ current, next }) =>
  current.pathname !== next.pathname && getSession().status === 'signed-in'

/** The same for a form that is a screen of its own: also the links of the menu are held up, while its tabs are not. */
export function useScreenLeaveGuard(hasChanges: boolean) {
  return useBlocker({
    shouldBlockFn: isOtherScreen,
    enableBeforeUnload: hasChanges,
    disabled: !hasChanges,
    withResolver: true,
  })
}
