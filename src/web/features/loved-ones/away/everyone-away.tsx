import { Luggage } from 'lucide-react'
import { useState } from 'react'
import { lazyPart } from '#web/lib/routing/lazy-part.tsx'
import { Button } from '#web/ui/button.tsx'
import { DialogMissing } from '#web/ui/overlay/dialog-loading.tsx'

const EveryoneAwayDialog = lazyPart(
  async () => (await import('./everyone-away-dialog.tsx')).EveryoneAwayDialog,
  (failure, { onClose }) => <DialogMissing title="Everyone is away" failure={failure} onClose={onClose} />,
)

/** The button for a time away of the whole family, with its dialog. While it is not shown it keeps its room on a desk, so that nothing moves. */
export function EveryoneAway({ isShown }: { isShown: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" className={isShown ? '' : 'max-md:hidden invisible'} onClick={() => setOpen(true)}>
        <Luggage />
        Everyone Away
      </Button>
      {isOpen && <EveryoneAwayDialog onClose={() => setOpen(false)} />}
    </>
  )
}
