import { Download } from 'lucide-react'
import { saveFile } from '#web/lib/http/save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { ResponsiveDialog } from '#web/ui/overlay/dialog.tsx'

/** The recovery codes, the only time they are seen. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = codes.join('\n')
  return (
    <ResponsiveDialog
      open
      onOpenChange={onClose}
      title="Keep your recovery codes"
      description="The authenticator app is switched on. If you’re without your phone, each of these codes signs you in once."
      footer={
        <Button variant="primary" onClick={onClose}>
          I’ve kept them
        </Button>
      }
    >
      <div className="grid gap-5">
        <Callout kind="warning">We won’t show them again. Print them, or keep them in a password manager.</Callout>
        <ul className="grid gap-2" aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-3">
          <CopyButton text={text} label="Copy all" size="md" />
          <Button onClick={() => saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), 'cooee-recovery-codes.txt')}>
            <Download />
            Download
          </Button>
        </div>
      </div>
    </ResponsiveDialog>
  )
}
