import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router'

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
