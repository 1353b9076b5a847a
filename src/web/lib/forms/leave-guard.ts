import { useEffect, useState } from 'react'
import { type Guard, guardHistory } from '#web/lib/routing/history.ts'
import { getSession } from '#web/lib/session/session.ts'

type Leaving =
  | { status: 'idle'; proceed?: undefined; reset?: undefined }
  | { status: 'blocked'; proceed: () => void; reset: () => void }

function useGuard(hasChanges: boolean, blocks: Guard['blocks']): Leaving {
  const [leaving, setLeaving] = useState<Leaving>({ status: 'idle' })
  useEffect(() => {
    if (!hasChanges) return
    const release = guardHistory({
      blocks,
      ask: ({ proceed, stay }) => {
        const answer = (then: () => void) => () => {
          setLeaving({ status: 'idle' })
          then()
        }
        setLeaving({ status: 'blocked', proceed: answer(proceed), reset: answer(stay) })
      },
    })
    const askBrowser = (event: BeforeUnloadEvent) => {
      event.preventDefault()
      // For browsers of 2023.
      event.returnValue = ''
    }
    window.addEventListener('beforeunload', askBrowser)
    return () => {
      release()
      window.removeEventListener('beforeunload', askBrowser)
    }
  }, [hasChanges, blocks])
  return leaving
}

/** Only the browser's own buttons: what the app does after saving must not be asked about. */
const isBrowserButton: Guard['blocks'] = ({ by }) => by === 'browser'

/** While `hasChanges`, holds up Back and Forward (`blocked` until `proceed` or `reset`), and has the browser ask before a reload. */
export function useLeaveGuard(hasChanges: boolean): Leaving {
  return useGuard(hasChanges, isBrowserButton)
}

/** Another tab of the same screen keeps the form; and a signed-out user cannot stay. */
const isOtherScreen: Guard['blocks'] = ({ from, to }) =>
  from.pathname !== to.pathname && getSession().status === 'signed-in'

/** The same for a form that is its own screen: also the links of the menu are held up, while its tabs are not. */
export function useScreenLeaveGuard(hasChanges: boolean): Leaving {
  return useGuard(hasChanges, isOtherScreen)
}
