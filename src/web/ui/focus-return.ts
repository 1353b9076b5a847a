import { useRef } from 'react'

/**
 * For the content of a dialog that is opened without a trigger of its own: gives the focus back to what had it when the
 * dialog opened. Radix would look for its trigger, find none and leave the focus nowhere.
 */
export function useFocusReturn() {
  const opener = useRef<Element>(null)
  return {
    onOpenAutoFocus() {
      opener.current = document.activeElement
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault()
      if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus()
    },
  }
}
