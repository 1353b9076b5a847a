import { CircleAlert, X } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import './row-failure.css'

/** What went wrong with a call, at its row, until it is closed or something else is done with it. The message says it aloud. */
export function RowFailure({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <span className="row-failure">
      <CircleAlert aria-hidden="true" />
      <span>{text}</span>
      <Button variant="ghost" size="sm" icon aria-label="Close this message" onClick={onClose}>
        <X />
      </Button>
    </span>
  )
}
